import pytest

from fixturetool.datasets.model import Location, PageDataset, PageEntry, PathDataset, PathEntry
from fixturetool.evaluation.lanes.asking import ask_pages, ask_paths
from fixturetool.evaluation.lanes.expectation import PageExpectation, PathExpectation, Unit
from fixturetool.evaluation.lanes.informative import EVERYTHING_EXPECTED, NOTHING_EXPECTED


def expected_of(
    paths: list[str],
    documents: list[str],
    *locations: Location,
    lengths: dict[str, int] | None = None,
) -> PathExpectation:
    def length(document: str, unit: Unit) -> int | None:
        return (lengths or {}).get(document)

    dataset = PathDataset("set", (PathEntry("e", "问？", tuple(paths), locations),))
    [(_, expected)] = ask_paths(dataset, "demo", documents, length)
    assert isinstance(expected, PathExpectation)
    return expected


@pytest.mark.parametrize(
    ("paths", "documents", "reason"),
    [
        pytest.param([], ["docs/a.md"], NOTHING_EXPECTED, id="nothing expected"),
        pytest.param([" "], ["docs/a.md"], NOTHING_EXPECTED, id="a blank path alone"),
        pytest.param(["a.md"], ["docs/a.md"], EVERYTHING_EXPECTED, id="the only document"),
        pytest.param(
            ["a.md", "b.md"], ["docs/a.md", "docs/b.md"], EVERYTHING_EXPECTED, id="all of two"
        ),
        pytest.param(["a.md"], ["docs/a.md", "docs/b.md"], "", id="one of two"),
        pytest.param(["docs/a.md"], [], "", id="documents are not known"),
    ],
)
def test_an_entry_that_nothing_can_fail_is_uninformative(
    paths: list[str], documents: list[str], reason: str
) -> None:
    assert expected_of(paths, documents).uninformative == reason


def test_a_location_in_the_only_document_is_informative() -> None:
    assert expected_of(["a.md"], ["a.md"], Location("a.md", "line", 3, 4)).uninformative == ""


@pytest.mark.parametrize(
    ("start", "end", "whole"),
    [
        pytest.param(1, 40, True, id="the whole document"),
        pytest.param(1, 99, True, id="and beyond"),
        pytest.param(1, 39, False, id="all but the last"),
        pytest.param(2, 40, False, id="all but the first"),
    ],
)
def test_a_location_that_is_a_whole_document_is_called_out(
    start: int, end: int, whole: bool
) -> None:
    location = Location("./A.md", "line", start, end)
    expected = expected_of(["./A.md"], ["docs/a.md"], location, lengths={"docs/a.md": 40})
    assert expected.expected_locations[0].whole is whole
    assert expected.uninformative == ""


def test_without_a_known_length_no_location_is_a_whole_document() -> None:
    location = Location("a.md", "page", 1, 999)
    assert not expected_of(["a.md"], ["a.md"], location).expected_locations[0].whole


def test_a_name_that_several_documents_have_is_whole_when_it_is_in_all_of_them() -> None:
    location = Location("a.md", "line", 1, 40)
    documents = ["x/a.md", "y/a.md"]
    longer = expected_of(["a.md"], documents, location, lengths={"x/a.md": 40, "y/a.md": 41})
    as_long = expected_of(["a.md"], documents, location, lengths={"x/a.md": 40, "y/a.md": 40})
    assert not longer.expected_locations[0].whole
    assert as_long.expected_locations[0].whole


def test_an_item_of_the_page_lane_is_asked_in_its_corpus() -> None:
    dataset = PageDataset("figs", "manual", (PageEntry("e", "Q?", (3,), "Figure 1", "content"),))
    [(question, expected)] = ask_pages(dataset, "manual")
    assert (question.category, question.language, question.entry_id) == ("figs", "manual", "e")
    assert expected == PageExpectation((3,), "Figure 1", "content")


@pytest.mark.parametrize(
    ("documents", "absent"),
    [
        pytest.param(["docs/a.md"], ("b.md",), id="known documents"),
        pytest.param([], (), id="documents are not known"),
    ],
)
def test_a_path_that_is_not_indexed_is_told(documents: list[str], absent: tuple[str, ...]) -> None:
    assert expected_of(["A.md", "b.md"], documents).absent == absent
