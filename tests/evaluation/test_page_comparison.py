import json
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixturetool.cli.comparing import COMPARISON_FORMATS
from fixturetool.errors import UsageError
from fixturetool.evaluation.compare import Comparison, compare
from fixturetool.evaluation.comparing.side import side_of_report
from fixturetool.evaluation.lanes.page_comparison import PageComparison, ScoreChange, compare_pages
from fixturetool.evaluation.lanes.page_report import (
    PageItem,
    PageReport,
    page_report_of,
    parse_page_report,
)
from fixturetool.evaluation.lanes.pages import PageScores
from fixturetool.reporting.comparison.wording import moved_items
from fixturetool.reporting.lanes.pages_json import render_page_report
from tests.evaluation.lanes import attempt, hit, item, run

HIT = PageScores(
    page_hit_at_3=True, page_hit_at_5=True, precise_page_hit_at_3=True, figure_chunk_at_3=False
)
MISS = PageScores(
    page_hit_at_3=False, page_hit_at_5=False, precise_page_hit_at_3=False, figure_chunk_at_3=False
)


def report(
    groups: dict[str, Sequence[Sequence[int]]],
    *,
    name: str = "run",
    top_k: int = 5,
    cache_mode: str = "bypass",
    first: str = "",
) -> PageReport:
    """Make a report: group to items, each a 0 or 1 for every repeat."""
    items = tuple(
        PageItem(
            question=first or f"{group} {number}?",
            figure_ref="Figure 1",
            kind="locate",
            group=group,
            tags=(),
            expected_pages=(1,),
            scores=tuple(HIT if one else MISS for one in repeats),
        )
        for group, rows in groups.items()
        for number, repeats in enumerate(rows)
    )
    return PageReport(name, "manual", "http://x/api", top_k, cache_mode, items)


def change(comparison: PageComparison, group: str, metric: str = "page_hit_at_3") -> ScoreChange:
    [found] = [one for one in comparison.groups if one.group == group]
    return found.change(metric)


def single(*hits: int) -> list[list[int]]:
    return [[one] for one in hits]


def test_the_control_comes_first_and_all_items_last() -> None:
    one = report({"locate": single(1), "odd": single(1), "content": single(1), "prose": single(1)})
    groups = [group.group for group in compare_pages(one, one).groups]
    assert groups == ["prose", "locate", "content", "odd", "figures", "overall"]


@pytest.mark.parametrize(
    ("before", "after", "verdict"),
    [
        pytest.param([1, 0, 0, 0], [1, 0, 0, 0], "same", id="nothing moved"),
        pytest.param([1, 0, 0, 0], [0, 1, 0, 0], "noise", id="one for another"),
        pytest.param([1, 0, 0, 0], [1, 1, 0, 0], "noise", id="one more"),
        pytest.param([1, 1, 0, 0], [1, 0, 0, 0], "noise", id="one fewer"),
        pytest.param([1, 0, 0, 0], [1, 1, 1, 0], "better", id="two more"),
        pytest.param([1, 1, 1, 0], [1, 0, 0, 0], "worse", id="two fewer"),
    ],
)
def test_a_change_of_one_item_is_noise(before: list[int], after: list[int], verdict: str) -> None:
    comparison = compare_pages(
        report({"locate": single(*before)}), report({"locate": single(*after)})
    )
    assert change(comparison, "locate").verdict == verdict


@pytest.mark.parametrize(
    ("before", "after", "verdict"),
    [
        pytest.param([[0, 0], [0, 0]], [[1, 1], [0, 0]], "better", id="one more every time"),
        pytest.param([[0, 1], [0, 0]], [[1, 1], [0, 0]], "noise", id="reached before"),
        pytest.param([[1, 1], [1, 1]], [[0, 0], [1, 1]], "worse", id="one fewer every time"),
        pytest.param([[1, 0], [1, 1]], [[0, 1], [1, 1]], "same", id="as often"),
    ],
)
def test_repeats_can_make_one_item_count(
    before: list[list[int]], after: list[list[int]], verdict: str
) -> None:
    comparison = compare_pages(report({"locate": before}), report({"locate": after}))
    assert change(comparison, "locate").verdict == verdict


def test_a_change_tells_how_many_items_moved() -> None:
    comparison = compare_pages(
        report({"locate": single(1, 1, 0, 0, 0)}), report({"locate": single(0, 1, 1, 1, 1)})
    )
    found = change(comparison, "locate")
    assert (found.before, found.after, found.gained, found.lost) == (0.4, 0.8, 3, 1)


def test_prose_has_no_figure_score() -> None:
    one = report({"prose": single(1), "locate": single(1)})
    with pytest.raises(KeyError):
        change(compare_pages(one, one), "prose", "figure_chunk_at_3")


def test_a_control_that_got_worse_is_said() -> None:
    comparison = compare_pages(
        report({"prose": single(1, 1, 1), "locate": single(0)}),
        report({"prose": single(0, 0, 1), "locate": single(0)}),
    )
    assert comparison.control_regressed
    assert change(comparison, "prose", "page_hit_at_3").verdict == "worse"


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        pytest.param({"top_k": 10}, "top_k is 5 and 10", id="top_k"),
        pytest.param(
            {"cache_mode": "default"}, 'the cache mode is "bypass" and "default"', id="cache"
        ),
        pytest.param({"first": "new?"}, "the datasets differ in 2 items", id="another question"),
    ],
)
def test_what_is_not_comparable_is_refused(other: dict[str, object], reason: str) -> None:
    before = report({"locate": single(1)})
    after = report({"locate": single(1)}, **other)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=reason):
        compare_pages(before, after)


def test_every_reason_is_named() -> None:
    with pytest.raises(UsageError, match=r"datasets differ.*top_k.*cache mode"):
        compare_pages(
            report({"locate": single(1)}),
            report({"content": single(1)}, top_k=9, cache_mode="refresh"),
        )


def test_items_are_matched_in_any_order() -> None:
    before, after = report({"locate": single(1, 0, 1)}), report({"locate": single(1, 0, 1)})
    turned = PageReport("x", "manual", "", 5, "bypass", tuple(reversed(after.items)))
    assert change(compare_pages(before, turned), "locate").verdict == "same"


def test_pages_that_rise_without_figures_are_remarked_on() -> None:
    comparison = compare_pages(
        report({"locate": single(0, 0, 0)}), report({"locate": single(1, 1, 1)})
    )
    assert any("the prose around them does the work" in note for note in comparison.notes)


def compared(before: PageReport, after: PageReport) -> Comparison:
    sides = side_of_report(before), side_of_report(after)
    return compare(*sides, pages=compare_pages(before, after))


def test_compare_tells_the_control_first_whatever_the_order_of_the_items() -> None:
    one = report({"odd": single(1), "content": single(1), "locate": single(1), "prose": single(1)})
    groups = [group.name for group in compared(one, one).groups]
    assert groups == ["prose", "locate", "content", "odd"]


def test_a_lost_control_closes_the_gate_whatever_the_rest_gains() -> None:
    before = report({"locate": single(*[0] * 9), "prose": single(1, 1, 1)})
    after = report({"locate": single(*[1] * 9), "prose": single(1, 0, 0)})
    comparison = compared(before, after)
    assert (comparison.estimate.difference > 0, comparison.regressed) == (True, True)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        pytest.param([[1]], [[1]], "no item moved", id="nothing"),
        pytest.param([[1], [0]], [[0], [1]], "1 gained, 1 lost: within noise", id="both ways"),
        pytest.param([[0], [0]], [[1], [1]], "2 gained: better by more than one item", id="two"),
        pytest.param([[1, 1]], [[0, 0]], "1 lost: worse by more than noise", id="repeats"),
        pytest.param([[1, 0]], [[0, 0]], "1 lost: within noise", id="repeats that disagree"),
    ],
)
def test_each_group_says_what_moved_and_whether_it_may_be_noise(
    before: list[list[int]], after: list[list[int]], said: str
) -> None:
    pages = compare_pages(report({"prose": before}), report({"prose": after}))
    assert moved_items(pages, change(pages, "prose")) == said


@pytest.mark.parametrize("form", [pytest.param(form, id=form) for form in ("json", "md", "github")])
def test_every_format_tells_the_control_first(form: str) -> None:
    one = report({"locate": single(1, 0), "prose": single(1)})
    text = COMPARISON_FORMATS[form].render(compared(one, one))
    assert isinstance(text, str)
    assert 0 < text.index("prose") < text.index("locate")


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=12))
def test_the_other_way_round_is_the_opposite(moves: list[tuple[bool, bool]]) -> None:
    before = report({"locate": single(*(int(one) for one, _ in moves))})
    after = report({"locate": single(*(int(other) for _, other in moves))})
    there, back = (compare_pages(*pair) for pair in ((before, after), (after, before)))
    opposite = {"better": "worse", "worse": "better", "same": "same", "noise": "noise"}
    assert opposite[change(there, "locate").verdict] == change(back, "locate").verdict
    assert change(there, "locate").gained == change(back, "locate").lost


def test_a_written_report_is_read_back_as_it_was() -> None:
    ours = run(
        "pages",
        item(attempt(hit(pages=(76, 76))), attempt(repeat=2), question="1?"),
        item(attempt(), attempt(hit(pages=(76, 76)), repeat=2), question="2?", tags=["prose"]),
        k=5,
        repeat=2,
    )
    read = parse_page_report(render_page_report(ours), "20261130T101500Z-001")
    assert read == page_report_of(ours)


def test_a_report_of_the_public_script_is_read() -> None:
    flags = {"page_hit_at_3": True, "page_hit_at_5": True, "precise_page_hit_at_3": False}
    row = {
        "question": "Where?",
        "figure_ref": "Figure 1",
        "kind": "locate",
        "group": "prose",
        "tags": ["prose"],
        "expected_pages": [3],
        "matches_returned": 5,
        **flags,
        "figure_chunk_at_3": False,
        "top": [],
        "figure_summaries_at_3": [],
    }
    text = json.dumps(
        {
            "corpus_id": "manual",
            "base_url": "http://x/api",
            "top_k": 5,
            "cache_mode": "bypass",
            "n": 1,
            "page_hit_at_3": 1.0,
            "by_group": {},
            "per_item": [row],
        }
    )
    read = parse_page_report(text, "before.json")
    assert [(one.group, one.scores) for one in read.items] == [
        ("prose", (PageScores(**flags, figure_chunk_at_3=False),))
    ]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        pytest.param("[]", "the file", id="a list"),
        pytest.param("{}", "/corpus_id", id="an empty object"),
        pytest.param("{", "the file", id="no JSON"),
        pytest.param(
            '{"corpus_id": "x", "top_k": 5, "cache_mode": "bypass", "per_item": [{}]}',
            "/per_item/0/",
            id="an item without scores",
        ),
    ],
)
def test_what_is_no_report_is_refused_with_its_place(text: str, place: str) -> None:
    with pytest.raises(UsageError, match=f'"x.json" is no report of the page lane: {place}'):
        parse_page_report(text, "x.json")
