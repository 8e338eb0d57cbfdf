import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixturetool.datasets.folder import datasets_in, sniff
from fixturetool.datasets.identity import find_entry
from fixturetool.datasets.kind import kind_of
from fixturetool.datasets.load import (
    load_dataset,
    load_page_dataset,
    load_path_dataset,
    parse_dataset,
)
from fixturetool.datasets.model import Location, PageDataset, PathDataset, PathEntry
from fixturetool.errors import InvalidFixturesError, SelectionError

PATHS: list[dict[str, object]] = [
    {
        "created_at": "2026-02-03T04:05:06Z",
        "entry_id": "5e0c",
        "evidence_quote": "…",
        "expected_answer": None,
        "expected_locations": [{"end": 179, "path": "X.pdf", "start": 176, "unit": "page"}],
        "expected_paths": ["./X.pdf"],
        "question": "Where is the valve?",
        "tags": [],
    },
    {"question": "Who?", "expected_chunks": ["a.md"]},
]
PAGES: dict[str, object] = {
    "corpus_id": "manual",
    "items": [
        {
            "question": "Which figure shows the valve?",
            "expected_pages": [3, 3],
            "figure_ref": "Figure 1",
            "kind": "locate",
            "tags": ["prose"],
        }
    ],
}


def written(folder: Path, value: object, name: str = "set.json") -> Path:
    path = folder / name
    path.write_text(json.dumps(value, ensure_ascii=False, indent=2), "utf-8")
    return path


def found(value: object, *, lines: bool = False) -> list[tuple[str, str]]:
    _, _, findings = parse_dataset(json.dumps(value, indent=2), "set", "set.json")
    return [(one.code, str(one.line) if lines else one.pointer) for one in findings]


def entry_with(**members: object) -> list[dict[str, object]]:
    return [{"question": "Q?", "expected_paths": ["a"], **members}]


def test_a_path_dataset_of_the_public_format_loads_unchanged(tmp_path: Path) -> None:
    loaded = load_dataset(written(tmp_path, PATHS))
    assert loaded.findings == ()
    assert isinstance(loaded.dataset, PathDataset)
    first, second = loaded.dataset.entries
    assert first.entry_id == "5e0c"
    assert first.expected_locations == (Location("X.pdf", "page", 176, 179),)
    assert first.expected_answer == ""
    assert first.extra == {"evidence_quote": "…", "created_at": "2026-02-03T04:05:06Z"}
    assert second.expected_paths == ("a.md",)


def test_a_page_dataset_of_the_public_format_loads_unchanged(tmp_path: Path) -> None:
    dataset = load_page_dataset(written(tmp_path, PAGES))
    assert isinstance(dataset, PageDataset)
    assert dataset.corpus_id == "manual"
    assert dataset.entries[0].expected_pages == (3, 3)


@pytest.mark.parametrize("key", [pytest.param(one, id=one) for one in ("repo_id", "repo")])
def test_the_corpus_has_other_names(tmp_path: Path, key: str) -> None:
    value = {key: "manual", "items": PAGES["items"]}
    assert load_page_dataset(written(tmp_path, value)).corpus_id == "manual"


def test_numbers_may_be_written_as_the_public_format_takes_them(tmp_path: Path) -> None:
    location = {"path": "a", "unit": "line", "start": "3", "end": 4.0}
    dataset = load_path_dataset(written(tmp_path, entry_with(expected_locations=[location])))
    assert dataset.entries[0].expected_locations == (Location("a", "line", 3, 4),)


def test_the_name_is_decoded_as_corpus_ids_are_encoded(tmp_path: Path) -> None:
    assert load_path_dataset(written(tmp_path, PATHS, "a%2Fb.json")).name == "a/b"


@pytest.mark.parametrize(
    ("members", "code", "pointer"),
    [
        pytest.param({"question": 3}, "FT110", "/0/question", id="a question that is a number"),
        pytest.param({"tags": "x"}, "FT110", "/0/tags", id="tags that are no list"),
        pytest.param({"expected_paths": [None]}, "FT110", "/0/expected_paths/0", id="a null path"),
        pytest.param(
            {"expected_locations": [{"path": "a", "unit": "word", "start": 1, "end": 2}]},
            "FT151",
            "/0/expected_locations/0/unit",
            id="an unknown unit",
        ),
        pytest.param(
            {"expected_locations": [{"path": "a", "unit": "page", "start": 0, "end": 2}]},
            "FT151",
            "/0/expected_locations/0/start",
            id="page 0",
        ),
        pytest.param(
            {"expected_locations": [{"path": "a", "unit": "page", "start": 9, "end": 3}]},
            "FT152",
            "/0/expected_locations/0",
            id="reversed",
        ),
        pytest.param(
            {"expected_locations": [{"path": "a", "unit": "page", "start": "9", "end": "3"}]},
            "FT152",
            "/0/expected_locations/0",
            id="reversed, as texts",
        ),
        pytest.param(
            {"expected_locations": [{"path": "b", "unit": "page", "start": 1, "end": 2}]},
            "FT153",
            "/0/expected_locations/0/path",
            id="in no expected path",
        ),
        pytest.param(
            {
                "expected_locations": [
                    {"path": "a", "unit": "page", "start": 1, "end": 2},
                    {"path": "./A", "unit": "line", "start": 1, "end": 2},
                ]
            },
            "FT154",
            "/0/expected_locations/1/path",
            id="two for one path",
        ),
        pytest.param({"question": " "}, "FT156", "/0/question", id="a blank question"),
        pytest.param(
            {"expected_location": []}, "FT157", "/0/expected_location", id="a misspelt key"
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_place(
    members: dict[str, object], code: str, pointer: str
) -> None:
    assert found(entry_with(**members)) == [(code, pointer)]


def test_a_missing_key_is_told_at_its_entry() -> None:
    assert found([{"question": "Q?"}]) == [("FT109", "/0")]


def test_every_problem_of_a_file_is_told_at_once_in_text_order() -> None:
    value = [{"expected_paths": 3, "question": 4}, {"expected_paths": []}]
    assert found(value) == [
        ("FT110", "/0/expected_paths"),
        ("FT110", "/0/question"),
        ("FT109", "/1"),
    ]


def test_the_line_is_that_of_the_value() -> None:
    assert found(entry_with(tags="x"), lines=True) == [("FT110", "7")]


def test_two_entries_of_one_id_are_told() -> None:
    entries = [*entry_with(entry_id="x"), *entry_with(entry_id="x", question="R?")]
    assert found(entries) == [("FT155", "/1/entry_id")]


def test_a_question_that_is_asked_twice_is_a_warning() -> None:
    kind, dataset, findings = parse_dataset(json.dumps(entry_with() * 2), "set", "set.json")
    assert [one.code for one in findings] == ["FT158"]
    assert (kind, dataset is not None) == ("paths", True)


@pytest.mark.parametrize(
    ("key", "paths", "pointers"),
    [
        pytest.param("expected_paths", ["a.md", "docs/a.md"], [0], id="the shorter one first"),
        pytest.param("expected_paths", ["docs/a.md", "A.md"], [1], id="another case"),
        pytest.param("expected_chunks", ["docs\\en\\a.md", "en/a.md/"], [1], id="the old key"),
        pytest.param("expected_paths", ["x/y/a", "y/a", "a"], [1, 2], id="three of them"),
        pytest.param("expected_paths", ["mail.txt", "blackmail.txt"], [], id="no whole segment"),
        pytest.param("expected_paths", ["docs/a.md", "./docs/a.md"], [], id="one counted once"),
        pytest.param("expected_paths", ["", "a/"], [], id="blank"),
    ],
)
def test_a_path_that_is_the_end_of_another_is_a_warning(
    key: str, paths: list[str], pointers: list[int]
) -> None:
    entry = {"question": "Q?", key: paths}
    _, dataset, findings = parse_dataset(json.dumps([entry]), "set", "set.json")
    assert [(one.code, one.severity, one.pointer) for one in findings] == [
        ("FT159", "warning", f"/0/{key}/{position}") for position in pointers
    ]
    assert dataset is not None


def test_the_warning_of_two_paths_names_both() -> None:
    entry = {"question": "Q?", "expected_paths": ["a.md", "docs/a.md"]}
    (finding,) = parse_dataset(json.dumps([entry]), "set", "set.json")[2]
    assert finding.message == '"docs/a.md" is a document that "a.md" means too, so it counts twice'


@pytest.mark.parametrize(
    ("items", "code", "pointer"),
    [
        pytest.param([], "FT151", "/items", id="no items"),
        pytest.param(
            [{"question": "Q?", "expected_pages": [], "figure_ref": "", "kind": "locate"}],
            "FT151",
            "/items/0/expected_pages",
            id="no pages",
        ),
        pytest.param(
            [{"question": "Q?", "expected_pages": [0], "figure_ref": "", "kind": "locate"}],
            "FT151",
            "/items/0/expected_pages/0",
            id="page 0",
        ),
        pytest.param(
            [{"question": "Q?", "expected_pages": [1], "figure_ref": "", "kind": "prose"}],
            "FT151",
            "/items/0/kind",
            id="an unknown kind",
        ),
    ],
)
def test_what_is_wrong_in_a_page_dataset(items: object, code: str, pointer: str) -> None:
    assert found({"corpus_id": "x", "items": items}) == [(code, pointer)]


@pytest.mark.parametrize(
    ("source", "code"),
    [
        pytest.param('[{"question": }]', "FT103", id="no JSON"),
        pytest.param(
            '[{"expected_paths": [], "question": "a", "question": "b"}]', "FT107", id="a key twice"
        ),
        pytest.param('[{"question": "Q?", "expected_paths": [], "x": NaN}]', "FT105", id="NaN"),
        pytest.param("3", "FT150", id="a number"),
        pytest.param("{}", "FT150", id="an empty object"),
        pytest.param("[" * 100_000, "FT104", id="nested without end"),
        pytest.param(
            f'[{{"question": "Q?", "expected_paths": [{"9" * 5000}]}}]', "FT110", id="huge"
        ),
    ],
)
def test_what_is_no_dataset_is_told(source: str, code: str) -> None:
    _, dataset, findings = parse_dataset(source, "set", "set.json")
    assert dataset is None
    assert findings[0].code == code


def test_a_file_that_is_missing_or_not_utf8_is_told(tmp_path: Path) -> None:
    (tmp_path / "gb.json").write_bytes('["摩拉"]'.encode("gb18030"))
    codes = [load_dataset(tmp_path / name).findings[0].code for name in ("no.json", "gb.json")]
    assert codes == ["FT101", "FT102"]


def test_a_dataset_of_the_other_lane_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidFixturesError, match="is a path dataset"):
        load_page_dataset(written(tmp_path, PATHS))
    with pytest.raises(InvalidFixturesError, match="is a page dataset"):
        load_path_dataset(written(tmp_path, PAGES))


def test_an_invalid_dataset_is_refused_with_every_error(tmp_path: Path) -> None:
    path = written(tmp_path, [{"question": 3}, {"question": 4}])
    with pytest.raises(InvalidFixturesError) as error:
        load_path_dataset(path)
    assert str(error.value).count("FT1") == 4


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        pytest.param([], "paths", id="a list"),
        pytest.param({"items": []}, "pages", id="an object with items"),
        pytest.param({"fixtures": [], "items": []}, "facets", id="an object with fixtures"),
        pytest.param("x", "facets", id="anything else"),
    ],
)
def test_a_file_is_known_by_its_shape(value: object, kind: str) -> None:
    assert kind_of(value) == kind


def test_the_datasets_of_a_folder_are_told_apart(tmp_path: Path) -> None:
    paths, pages = written(tmp_path, PATHS, "b.json"), written(tmp_path, PAGES, "a.json")
    (tmp_path / "broken.json").write_text("{", "utf-8")
    assert (datasets_in(tmp_path, "paths"), datasets_in(tmp_path, "pages")) == ([paths], [pages])
    assert sniff(tmp_path / "broken.json") is None
    assert datasets_in(tmp_path / "missing", "paths") == []


def ids(value: list[dict[str, object]]) -> list[str]:
    _, dataset, _ = parse_dataset(json.dumps(value), "set", "set.json")
    assert isinstance(dataset, PathDataset)
    return [entry.entry_id for entry in dataset.entries]


def asked(question: str, *paths: str) -> dict[str, object]:
    return {"question": question, "expected_paths": list(paths)}


@given(st.permutations([asked("a", "x"), asked("b", "x"), asked("b", "y"), asked("c")]))
def test_a_derived_id_stays_with_its_entry_in_any_order(entries: list[dict[str, object]]) -> None:
    by_content = {json.dumps(one): name for one, name in zip(entries, ids(entries), strict=True)}
    assert len(set(by_content.values())) == 4
    assert by_content[json.dumps(asked("a", "x"))] == ids([asked("a", "x")])[0]


def test_a_mended_expectation_keeps_the_id() -> None:
    assert ids([asked("a", "x")]) == ids([asked("a", "y")])


def test_equal_entries_are_numbered() -> None:
    first, second = ids([asked("a"), asked("a")])
    assert second == f"{first}-2"


ENTRIES = tuple(PathEntry(name, "Q?", ()) for name in ("q-12", "q-34", "7"))


@pytest.mark.parametrize(
    ("word", "position"),
    [
        pytest.param("q-12", 0, id="an id"),
        pytest.param("q-3", 1, id="the beginning of one"),
        pytest.param("3", 2, id="a number"),
        pytest.param("7", 2, id="an id that is a number"),
    ],
)
def test_an_entry_is_named_by_id_beginning_or_number(word: str, position: int) -> None:
    assert find_entry(ENTRIES, word) == position


@pytest.mark.parametrize(
    "word",
    [pytest.param("q-", id="several"), pytest.param("x", id="none"), pytest.param("", id="blank")],
)
def test_a_word_that_names_not_one_entry_is_refused(word: str) -> None:
    with pytest.raises(SelectionError):
        find_entry(ENTRIES, word)
