import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixturetool.datasets.drafting import text_with_changes, text_with_entry, text_without_entry
from fixturetool.datasets.edit import add_entry, change_entry, create_dataset, delete_entry
from fixturetool.datasets.load import load_any_dataset
from fixturetool.errors import ConflictError, InvalidFixturesError, SelectionError

BY_HAND = """[
  {"question": "第一？", "expected_paths": ["a.txt"],  "mine": 1},

  {
    "question": "第二？",
    "expected_chunks": [ "b.txt" ],
    "tags": []
  }
]
"""


def written(folder: Path, text: str = BY_HAND) -> Path:
    path = folder / "set.json"
    path.write_bytes(text.encode())
    return path


def test_an_added_entry_is_written_as_the_last_one(tmp_path: Path) -> None:
    path = written(tmp_path)
    edit = add_entry(path, {"question": "第三？", "expected_paths": ["c.txt"]})
    assert edit.after.entries[-1].question == "第三？"
    text = path.read_text("utf-8")
    assert text.startswith(BY_HAND.rstrip("]\n"))
    assert text.endswith('"question": "第三？",\n    "expected_paths": ["c.txt"]\n  }\n]\n')


def test_only_the_changed_value_differs(tmp_path: Path) -> None:
    path = written(tmp_path)
    change_entry(path, "1", {"question": "改了？"})
    assert path.read_text("utf-8") == BY_HAND.replace("第一？", "改了？")


def test_a_new_member_goes_to_the_end_of_its_entry(tmp_path: Path) -> None:
    path = written(tmp_path)
    change_entry(path, "2", {"expected_answer": "答"})
    assert path.read_text("utf-8") == BY_HAND.replace(
        '"tags": []', '"tags": [],\n    "expected_answer": "答"'
    )


def test_expected_paths_stay_under_the_old_name(tmp_path: Path) -> None:
    path = written(tmp_path)
    change_entry(path, "2", {"expected_paths": ["c.txt"]})
    assert path.read_text("utf-8") == BY_HAND.replace('"b.txt"', '"c.txt"')


def test_a_member_is_taken_out_with_its_comma(tmp_path: Path) -> None:
    path = written(tmp_path)
    change_entry(path, "1", {"mine": None})
    assert path.read_text("utf-8") == BY_HAND.replace(',  "mine": 1', "")


def test_a_deleted_entry_takes_its_comma_along(tmp_path: Path) -> None:
    path = written(tmp_path)
    delete_entry(path, load_any_dataset(path).entries[1])
    assert path.read_text("utf-8") == BY_HAND[: BY_HAND.index(",\n\n")] + "\n]\n"


def test_line_ends_and_byte_order_mark_stay(tmp_path: Path) -> None:
    text = "\ufeff" + BY_HAND.replace("\n", "\r\n")
    path = written(tmp_path, text)
    add_entry(path, {"question": "第三？", "expected_paths": []})
    content = path.read_bytes()
    assert content.startswith(text[:-5].encode())
    assert content.count(b"\n") == content.count(b"\r\n")


def test_a_link_stays_a_link_and_the_mode_is_kept(tmp_path: Path) -> None:
    path = written(tmp_path)
    path.chmod(0o640)
    link = tmp_path / "link.json"
    link.symlink_to(path)
    add_entry(link, {"question": "第三？", "expected_paths": []})
    assert link.is_symlink()
    assert path.stat().st_mode & 0o777 == 0o640
    assert len(load_any_dataset(path).entries) == 3


def test_an_edit_that_would_break_the_file_writes_nothing(tmp_path: Path) -> None:
    path = written(tmp_path)
    with pytest.raises(InvalidFixturesError, match="FT152"):
        change_entry(
            path,
            "1",
            {"expected_locations": [{"path": "a.txt", "unit": "line", "start": 9, "end": 3}]},
        )
    assert path.read_text("utf-8") == BY_HAND


def test_the_last_item_of_a_page_dataset_stays(tmp_path: Path) -> None:
    item = {"question": "Q?", "expected_pages": [1], "figure_ref": "F", "kind": "locate"}
    path = written(tmp_path, json.dumps({"corpus_id": "x", "items": [item]}))
    with pytest.raises(InvalidFixturesError, match="FT151"):
        delete_entry(path, load_any_dataset(path).entries[0])


def test_an_entry_that_changed_meanwhile_is_not_deleted(tmp_path: Path) -> None:
    path = written(tmp_path)
    seen = load_any_dataset(path).entries[0]
    change_entry(path, "1", {"expected_paths": ["z.txt"]})
    with pytest.raises(ConflictError):
        delete_entry(path, seen)


def test_a_new_file_is_never_written_over_another(tmp_path: Path) -> None:
    path = written(tmp_path)
    with pytest.raises(ConflictError):
        create_dataset(path, [])
    assert path.read_text("utf-8") == BY_HAND


def test_a_file_that_is_missing_is_said(tmp_path: Path) -> None:
    with pytest.raises(SelectionError, match="there is no dataset"):
        add_entry(tmp_path / "no.json", {"question": "Q?", "expected_paths": []})


def test_an_entry_that_lost_all_its_members_takes_a_new_one() -> None:
    changed = text_with_changes('[{"mine": 1}]', 0, {"mine": None, "question": "改了？"})
    assert changed == '[{"question": "改了？"}]'


TEXTS = st.text(st.characters(codec="utf-8"), max_size=6)
MEMBERS = st.dictionaries(
    TEXTS.filter(bool), st.lists(TEXTS, max_size=2) | TEXTS | st.integers(), min_size=1, max_size=3
)
DOCUMENTS = st.tuples(
    st.lists(MEMBERS, min_size=1, max_size=4), st.booleans(), st.sampled_from([None, 2, "\t"])
)


def dumped(document: tuple[list[dict[str, object]], bool, int | str | None]) -> str:
    entries, is_pages, indent = document
    value = {"corpus_id": "x", "items": entries} if is_pages else entries
    return json.dumps(value, indent=indent, ensure_ascii=False)


def entries_of(text: str) -> list[dict[str, object]]:
    value = json.loads(text)
    found: list[dict[str, object]] = value["items"] if isinstance(value, dict) else value
    return found


@given(DOCUMENTS, MEMBERS)
def test_an_addition_adds_just_that(
    document: tuple[list[dict[str, object]], bool, int | str | None], values: dict[str, str]
) -> None:
    text = dumped(document)
    added = text_with_entry(text, values)
    assert entries_of(added) == [*document[0], values]
    assert text_without_entry(added, len(document[0])) == text


@given(DOCUMENTS, st.integers(0, 3))
def test_a_deletion_deletes_just_that(
    document: tuple[list[dict[str, object]], bool, int | str | None], at: int
) -> None:
    entries = document[0]
    at %= len(entries)
    left = entries_of(text_without_entry(dumped(document), at))
    assert left == [*entries[:at], *entries[at + 1 :]]


@given(
    DOCUMENTS, st.integers(0, 3), st.dictionaries(TEXTS.filter(bool), st.none() | TEXTS, max_size=3)
)
def test_a_change_changes_just_that(
    document: tuple[list[dict[str, object]], bool, int | str | None],
    at: int,
    changes: dict[str, str | None],
) -> None:
    entries = document[0]
    at %= len(entries)
    changed = entries_of(text_with_changes(dumped(document), at, changes))
    wanted = {**entries[at], **changes}
    expected = {key: value for key, value in wanted.items() if value is not None}
    assert changed[at] == expected
    assert [*changed[:at], *changed[at + 1 :]] == [*entries[:at], *entries[at + 1 :]]
