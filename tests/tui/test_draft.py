"""What waits for an anchor."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fixturetool.errors import UnansweredError
from fixturetool.tui.draft import Draft, DraftFixture, draft_path, load_draft, save_draft

words = st.text(max_size=6)
drafts = st.builds(
    Draft,
    words,
    st.lists(
        st.builds(DraftFixture, words, words, words, st.dictionaries(words, words, max_size=2)),
        max_size=2,
    ).map(tuple),
)


@settings(max_examples=30)
@given(draft=drafts)
def test_a_draft_is_read_back_as_it_was_written(
    tmp_path_factory: pytest.TempPathFactory, draft: Draft
) -> None:
    file = tmp_path_factory.mktemp("d") / "lamp.json"
    save_draft(file, draft)
    assert load_draft(file) == draft


def test_an_empty_draft_leaves_no_file(tmp_path: Path) -> None:
    file = tmp_path / "lamp.json"
    save_draft(file, Draft("什么"))
    save_draft(file, Draft())
    assert list(tmp_path.iterdir()) == []


def test_a_draft_lies_beside_what_a_link_leads_to(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "lamp.json").write_text("{}", "utf-8")
    link = tmp_path / "lamp.json"
    link.symlink_to("real/lamp.json")
    assert draft_path(link) == tmp_path / "real" / ".lamp.draft"


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"{", id="no JSON"),
        pytest.param(b"[]", id="no object"),
        pytest.param(b'{"schema": "other/9"}', id="another schema"),
        pytest.param(b"\xff", id="no UTF-8"),
        pytest.param(b"[" * 100_000, id="too deep"),
        pytest.param(
            b'{"schema": "fixturetool.draft/1", "description": "", "fixtures": [{"x": 1}]}',
            id="an unknown key",
        ),
    ],
)
def test_a_damaged_draft_is_named_and_left_alone(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "lamp.json"
    draft_path(file).write_bytes(content)
    with pytest.raises(UnansweredError, match=r"\.lamp\.draft can't be read"):
        load_draft(file)
    assert draft_path(file).read_bytes() == content


def test_facets_of_one_fixture_are_put_together() -> None:
    draft = Draft().with_facets("问", "CHS", {"a": "甲"}).with_facets("问", "CHS", {"b": "乙"})
    assert draft.fixtures == (DraftFixture("问", "CHS", "", {"a": "甲", "b": "乙"}),)
    assert draft.without_facet("问", "CHS", "a").fixtures[0].facets == {"b": "乙"}
