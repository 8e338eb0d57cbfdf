"""What stands beside the figures of a run, in every format that has figures."""

import json
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from fixturetool.evaluation.lanes.expectation import PageExpectation, PathExpectation
from fixturetool.evaluation.run import Run, RunHit
from fixturetool.reporting.formats.registry import RUN_FORMATS, Report
from fixturetool.reporting.notes import graded_on, notes
from tests.reporting.runs import anchor, answered, asked, entry, hit, run_of

KNOWN = hit(1, "book/甲.txt", 0)
STRANGE = hit(2, "doc-7", 0, official=None)
ALONE = "graded on the returned texts alone: none of the 2 paths that came back is a source of"


def lamp(*hits: RunHit) -> Run:
    return run_of(asked("谁？", ("a",), (anchor("甲", "a"),), answered(1, *hits)))


FOREIGN = lamp(hit(1, "doc-3", official=None), STRANGE)
BARE = run_of(
    entry(
        "What does it show?",
        PageExpectation((76,), "Figure 5-6", "content"),
        answered(1, replace(hit(1, "a.pdf"), pages=(76, 76), kind="figure")),
    ),
    lane="pages",
)


@pytest.mark.parametrize(
    ("run", "grading", "note"),
    [
        pytest.param(lamp(KNOWN), "sources", "", id="every-path-is-a-source"),
        pytest.param(
            lamp(KNOWN, STRANGE),
            "both",
            "1 of 2 retrieved sources is none of the corpus, and graded on the text that came back",
            id="one-path-is-none",
        ),
        pytest.param(FOREIGN, "texts", f"{ALONE} the corpus", id="no-path-is-a-source"),
        pytest.param(
            lamp(STRANGE),
            "texts",
            "graded on the returned texts alone: the one path that came back is no source of the "
            "corpus",
            id="the-only-path-is-none",
        ),
        pytest.param(
            lamp(),
            "sources",
            "nothing came back for any query: a field or an index that is asked may hold nothing",
            id="nothing-came-back",
        ),
    ],
)
def test_on_what_a_run_was_graded_is_told(run: Run, grading: str, note: str) -> None:
    assert (graded_on(run), notes(run)) == (grading, (note,) if note else ())


def test_in_chunk_mode_texts_are_graded_and_no_more_is_told_of_it() -> None:
    run = lamp(KNOWN, STRANGE)
    chunks = replace(run, settings=replace(run.settings, match="chunk"))
    assert graded_on(chunks) == "texts"
    assert notes(chunks) == ("1 of 2 retrieved sources is none of the corpus",)


def test_one_query_without_an_answer_is_no_fault_of_all() -> None:
    empty = asked("何？", ("a",), (anchor("甲", "a"),), answered(1))
    full = asked("谁？", ("a",), (anchor("甲", "a"),), answered(1, KNOWN))
    assert notes(run_of(empty, full)) == ()


def test_chunks_without_a_text_can_hold_no_anchor() -> None:
    run = lamp(replace(KNOWN, text=" "))
    chunks = replace(run, settings=replace(run.settings, match="chunk"))
    assert notes(chunks) == (
        "no chunk that came back has a text, so that no anchor could be in one",
    )
    assert notes(run) == ()


@pytest.mark.parametrize("name", [pytest.param(one, id=one) for one in ("html", "md", "github")])
@pytest.mark.parametrize(
    ("run", "note"),
    [
        pytest.param(FOREIGN, ALONE[1:], id="strange-paths"),
        pytest.param(BARE, "1 of 1 figure that came back has no description", id="bare-figures"),
    ],
)
def test_what_to_mind_stands_beside_the_figure(name: str, run: Run, note: str) -> None:
    assert note in RUN_FORMATS[name].render(Report(run))


def test_chunks_without_pages_are_told_of_where_no_chunk_has_any() -> None:
    locate = PageExpectation((76,), "Figure 5-6", "locate")
    bare = entry("Where?", locate, answered(1, hit(1, "a.pdf")))
    paged = entry("Where?", locate, answered(1, replace(hit(1, "a.pdf"), pages=(7, 7))))
    [note] = notes(run_of(bare, lane="pages"))
    assert note == "no chunk that came back says its page, so that none could be a hit"
    assert notes(run_of(bare, paged, lane="pages")) == ()


def test_chunks_without_paths_are_told_of_where_no_chunk_of_a_path_entry_has_any() -> None:
    expected = PathExpectation(("a.txt",))
    nameless = entry("在哪？", expected, answered(1, hit(1, "")))
    named = entry("何处？", expected, answered(1, hit(1, ""), hit(2, "b.txt")))
    [note] = notes(run_of(nameless, lane="paths"))
    assert note == "no chunk that came back says its path, so that none could be a hit"
    assert notes(run_of(nameless, named, lane="paths")) == ()


@pytest.mark.parametrize(
    "run", [pytest.param(FOREIGN, id="strange-paths"), pytest.param(BARE, id="bare-figures")]
)
def test_junit_has_it_as_a_property_of_the_suite(run: Run) -> None:
    root = ElementTree.fromstring(RUN_FORMATS["junit"].render(Report(run)))
    assert [one.get("value") for one in root.iter("property")] == list(notes(run))


def test_the_json_report_says_on_what_it_was_graded() -> None:
    assert json.loads(RUN_FORMATS["json"].render(Report(FOREIGN)))["graded_on"] == "texts"
