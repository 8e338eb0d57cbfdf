"""The formats that other programs read."""

import csv
from io import StringIO
from xml.etree import ElementTree

import pytest

from fixturetool.evaluation.lanes.expectation import PathExpectation
from fixturetool.judge.evidence import Entry
from fixturetool.reporting.formats.cases import cases
from fixturetool.reporting.formats.github import render_annotations
from fixturetool.reporting.formats.junit import render_junit
from fixturetool.reporting.formats.markdown import code, render_markdown
from fixturetool.reporting.formats.registry import RUN_FORMATS, Report
from fixturetool.reporting.formats.table_csv import render_csv
from fixturetool.reporting.totals import in_short
from tests.reporting.runs import (
    DARK,
    MIXED,
    OIL,
    anchor,
    answered,
    asked,
    entry,
    failed,
    hit,
    run_of,
)

PATHS = run_of(
    entry("在哪？", PathExpectation(("a.txt",)), answered(1, hit(1, "a.txt"))),
    entry("谁？", PathExpectation(("b.txt",)), answered(1, hit(1, "a.txt"))),
    entry("都行", PathExpectation(("c.txt",), uninformative="only one"), answered(1)),
    lane="paths",
)

WON = run_of(
    asked(
        "谁？",
        ("a", "ghost"),
        (anchor("甲", "a"), anchor("烧过月光", "ghost", sources=0)),
        answered(1, hit(1, "甲.txt", 0)),
    )
)


def case(name: str, report: Report = Report(MIXED)) -> ElementTree.Element:  # noqa: B008
    root = ElementTree.fromstring(render_junit(report))
    [found] = [one for one in root.iter("testcase") if one.get("name") == name]
    return found


class TestJUnit:
    @pytest.mark.parametrize(
        ("facet", "children"),
        [
            pytest.param("oil", ["flakyError"], id="covered-where-answered"),
            pytest.param("salt", ["flakyFailure", "flakyError"], id="repeats-disagree"),
            pytest.param("wick", ["failure", "rerunError"], id="missed"),
            pytest.param("ghost", ["skipped", "flakyError"], id="unwinnable"),
            pytest.param("who", ["error"], id="every-retrieval-failed"),
        ],
    )
    def test_a_facet_is_a_case(self, facet: str, children: list[str]) -> None:
        assert [child.tag for child in case(facet)] == children

    def test_suites_are_counted(self) -> None:
        root = ElementTree.fromstring(render_junit(Report(MIXED)))
        counts = {name: root.get(name) for name in ("tests", "failures", "errors", "skipped")}
        assert counts == {"tests": "5", "failures": "1", "errors": "1", "skipped": "1"}

    def test_a_judge_without_a_verdict_is_an_error(self) -> None:
        unread = Entry("find", "breadth", "CHS", OIL.question.query, "wick", "unscored")
        children = [child.tag for child in case("wick", Report(MIXED, evidence=(unread,)))]
        assert children == ["error"]

    def test_the_reason_of_a_failed_retrieval_is_told(self) -> None:
        [error] = case("who")
        assert "repeat 2: the server answered 503" in (error.text or "")

    def test_in_the_path_lane_a_question_is_a_case(self) -> None:
        root = ElementTree.fromstring(render_junit(Report(PATHS)))
        ends = [[child.tag for child in one] for one in root.iter("testcase")]
        assert ends == [[], ["failure"], ["skipped"]]

    @pytest.mark.parametrize(
        "query",
        [
            pytest.param("</testcase><failure/>", id="markup"),
            pytest.param("]]>&amp;", id="cdata-end"),
            pytest.param("\x00\x1b[31m\uffff\u202e", id="not-writable-in-xml"),
        ],
    )
    def test_data_is_text(self, query: str) -> None:
        run = run_of(asked(query, ("a",), (anchor("甲", "a"),), answered(1)))
        [only] = ElementTree.fromstring(render_junit(Report(run))).iter("testcase")
        assert [child.tag for child in only] == ["failure"]


class TestCsv:
    def rows(self, report: Report) -> list[dict[str, str]]:
        return list(csv.DictReader(StringIO(render_csv(report))))

    def test_a_row_for_each_facet(self) -> None:
        row = self.rows(Report(MIXED))[1]
        assert (row["facet"], row["outcome"], row["hit_rate"], row["median_rank"]) == (
            "salt",
            "flaky",
            "0.5",
            "2",
        )

    def test_what_was_not_scored_is_empty(self) -> None:
        row = self.rows(Report(MIXED))[-1]
        assert (row["facet"], row["hit_rate"], row["outcome"]) == ("who", "", "error")

    def test_in_the_path_lane_a_row_has_every_measure(self) -> None:
        rows = self.rows(Report(PATHS))
        assert [row["RR"] for row in rows] == ["1.0", "0.0", "0.0"]
        assert [row["informative"] for row in rows] == ["true", "true", "false"]

    @pytest.mark.parametrize(
        "query",
        [
            pytest.param("=HYPERLINK(0)", id="formula"),
            pytest.param("@SUM(1)", id="at"),
            pytest.param("-1+1", id="minus"),
        ],
    )
    def test_a_spreadsheet_finds_no_formula(self, query: str) -> None:
        run = run_of(asked(query, ("a",), (anchor("甲", "a"),), answered(1)))
        assert self.rows(Report(run))[0]["query"] == f"'{query}"

    @pytest.mark.parametrize(
        ("query", "shown"),
        [
            pytest.param("\x1b[2J谁？", "\\x1b[2J谁？", id="escape"),
            pytest.param("谁\x00？", "谁\\x00？", id="nul"),
            pytest.param("谁\u202e？", "谁\\u202e？", id="reordering"),
            pytest.param("\t=1", "'\\t=1", id="formula-after-a-tab"),
        ],
    )
    def test_a_terminal_is_not_steered(self, query: str, shown: str) -> None:
        run = run_of(asked(query, ("a",), (anchor("甲", "a"),), answered(1)))
        assert self.rows(Report(run))[0]["query"] == shown


class TestMarkdown:
    def test_the_headline_and_the_missed_facets(self) -> None:
        text = render_markdown(Report(MIXED))
        assert text.startswith("### Retrieval: coverage rate 37.5 %\n")
        assert "| `灯塔的灯烧过什么？` | 37.5 % | `salt` (1 of 2 repeats), `wick` (missed)" in text

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            pytest.param("a|b", "`a\\|b`", id="cell-border"),
            pytest.param("@team #1 <b>", "`@team #1 <b>`", id="mention-and-tag"),
            pytest.param("a`b", "``a`b``", id="backtick"),
            pytest.param("`a", "`` `a ``", id="leading-backtick"),
            pytest.param("a\n| b", "`a\\n\\| b`", id="second-row"),
        ],
    )
    def test_data_stands_in_code_spans(self, text: str, expected: str) -> None:
        assert code(text) == expected

    def test_a_comment_fits_into_githubs_limit(self) -> None:
        many = [
            asked("长问" * 200 + str(n), ("a",), (anchor("甲", "a"),), answered(1))
            for n in range(300)
        ]
        text = render_markdown(Report(run_of(*many)))
        assert len(text) < 65_536
        assert "more queries." in text

    def test_a_comment_with_many_unwinnable_facets_fits_as_well(self) -> None:
        lost = [
            asked("长问" * 200 + str(n), ("a",), (anchor("甲", "a", sources=0),), answered(1))
            for n in range(100)
        ]
        missed = [
            asked("长问" * 200 + str(n), ("a",), (anchor("甲", "a"),), answered(1))
            for n in range(100, 300)
        ]
        text = render_markdown(Report(run_of(*lost, *missed)))
        assert len(text) < 65_536
        assert "**100 facets are unwinnable**" in text

    def test_a_baseline_stands_beside_it(self) -> None:
        before = run_of(OIL, run_id="20260101T120000Z-001")
        text = render_markdown(Report(MIXED, baseline=before))
        assert "| coverage rate | 37.5 % | 37.5 % | ±0.0 points |" in text

    def test_what_can_not_be_won_is_not_passed_over_where_all_else_is_covered(self) -> None:
        text = render_markdown(Report(WON))
        assert "\n\nNothing that can be won was missed.\n\n**1 facet is unwinnable**: " in text
        assert "| `谁？` | `ghost` | `烧过月光` |" in text
        assert "Nothing was missed." not in text

    def test_what_is_unwinnable_is_named_beside_what_was_missed(self) -> None:
        assert "| `ghost` | `烧过月光` |" in render_markdown(Report(MIXED))

    def test_where_all_is_covered_nothing_was_missed(self) -> None:
        run = run_of(asked("谁？", ("a",), (anchor("甲", "a"),), answered(1, hit(1, "甲.txt", 0))))
        text = render_markdown(Report(run))
        assert "\n\nNothing was missed.\n\n<sub>" in text


class TestAnnotations:
    def test_the_total_then_the_worst_first(self) -> None:
        lines = render_annotations(Report(run_of(OIL, DARK))).splitlines()
        commands = ["::notice", "::error", "::warning", "::notice"]
        assert [line.split(" ")[0] for line in lines] == commands

    def test_the_unwinnable_facets_are_named_together(self) -> None:
        why = "1 facet is unwinnable: no source of the corpus holds any of the anchors"
        [_, line] = render_annotations(Report(WON)).splitlines()
        assert line == f"::notice title=unwinnable::{why}%0A谁？: ghost: 烧过月光"

    def test_a_long_list_of_unwinnable_facets_is_cut_and_counted(self) -> None:
        names = [f"facet_{number}" for number in range(25)]
        lost = [anchor("月光", name, sources=0) for name in names]
        run = run_of(asked("谁？", names, lost, answered(1, hit(1, "甲.txt"))))
        [_, line] = render_annotations(Report(run)).splitlines()
        assert (line.count("月光"), line.endswith("%0Aand 5 more")) == (20, True)

    def test_no_line_of_data_is_a_command(self) -> None:
        run = run_of(asked("a\n::error::b", ("x",), (anchor("甲", "x"),), answered(1)))
        assert len(render_annotations(Report(run)).splitlines()) == 2


@pytest.mark.parametrize(
    ("found", "message"),
    [
        pytest.param((1, 1), "", id="found"),
        pytest.param((1, 0), "found sometimes: some repeats found it, others did not", id="flaky"),
        pytest.param((0, 0), "missed: no repeat found it", id="missed"),
        pytest.param((), "not scored: every retrieval failed", id="failed"),
    ],
)
def test_what_became_of_a_question_of_another_lane(found: tuple[int, ...], message: str) -> None:
    answers = [answered(at, *[hit(1, "a.txt")] * hits) for at, hits in enumerate(found, start=1)]
    run = run_of(
        entry("在哪？", PathExpectation(("a.txt",)), *(answers or [failed(1)])), lane="paths"
    )
    [only] = cases(Report(run))
    assert only.message == message


def test_what_is_uninformative_is_not_among_the_scored() -> None:
    assert in_short(Report(PATHS)) == "Success@3 50.0 %, scored 2 of 2 queries, 0 errors"


def test_a_run_in_short() -> None:
    assert in_short(Report(MIXED)) == "coverage rate 37.5 %, scored 1 of 2 queries, 4 errors"


@pytest.mark.parametrize("name", [pytest.param(name, id=name) for name in RUN_FORMATS])
@pytest.mark.parametrize("run", [pytest.param(MIXED, id="facets"), pytest.param(PATHS, id="paths")])
def test_every_format_writes_every_lane_the_same_twice(name: str, run: object) -> None:
    report = Report(run)  # type: ignore[arg-type]
    text = RUN_FORMATS[name].render(report)
    assert text.endswith("\n")
    assert text == RUN_FORMATS[name].render(report)


def test_a_run_without_any_answer_can_be_reported() -> None:
    text = render_markdown(Report(run_of(asked("谁？", ("a",), (anchor("甲", "a"),), failed(1)))))
    assert text.startswith("### Retrieval: coverage rate -\n")
    assert "\n\nScored 0 of 1 query, 1 error. First error: `the server answered 503`.\n" in text
    assert "| `谁？` | - | `a` (not scored) |" in text


def test_a_comment_cuts_what_a_system_says_at_length() -> None:
    long = failed(1, "very " * 20_000)
    text = render_markdown(Report(run_of(asked("谁？", ("a",), (anchor("甲", "a"),), long))))
    assert f"First error: `{'very ' * 60}…`.\n" in text
