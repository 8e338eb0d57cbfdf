import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixturetool.evaluation.lanes.page_figures import figures_back
from fixturetool.evaluation.lanes.pages import (
    PAGE_METRICS,
    covers,
    measure_pages,
    page_group,
    score_pages,
    span_pages,
)
from fixturetool.evaluation.run import RunHit
from tests.evaluation.lanes import attempt, hit, item, run

OTHER = hit(pages=(200, 200))


def flags(hits: list[RunHit], *pages: int) -> tuple[bool, bool, bool, bool]:
    return score_pages(hits, pages or (76,)).as_tuple()


@pytest.mark.parametrize(
    ("hits", "expected"),
    [
        pytest.param([], (False, False, False, False), id="nothing came back"),
        pytest.param([hit()], (False, False, False, False), id="no pages"),
        pytest.param([hit(kind="figure")], (False, False, False, False), id="a figure, no pages"),
        pytest.param([hit(pages=(73, 84))], (True, True, False, False), id="twelve pages"),
        pytest.param([hit(pages=(74, 76))], (True, True, True, False), id="three pages"),
        pytest.param([hit(pages=(74, 77))], (True, True, False, False), id="four pages"),
        pytest.param([hit(pages=(75, 75))], (False, False, False, False), id="narrow and wrong"),
        pytest.param(
            [hit(pages=(75, 75), kind="figure")],
            (False, False, False, False),
            id="a figure on the wrong page",
        ),
        pytest.param(
            [hit(pages=(76, 76), kind="figure")], (True, True, True, True), id="the figure"
        ),
        pytest.param(
            [hit(pages=(70, 80), kind="figure")],
            (True, True, False, True),
            id="a figure need not be precise",
        ),
        pytest.param(
            [hit(pages=(76, 76)), hit(pages=(9, 9), kind="figure")],
            (True, True, True, False),
            id="page and figure in two chunks",
        ),
        pytest.param(
            [OTHER, OTHER, OTHER, hit(pages=(76, 76), kind="figure")],
            (False, True, False, False),
            id="at rank 4",
        ),
        pytest.param(
            [OTHER] * 5 + [hit(pages=(76, 76))], (False, False, False, False), id="at rank 6"
        ),
        pytest.param(
            [hit(pages=(1, 99)), OTHER, OTHER, hit(pages=(76, 76))],
            (True, True, False, False),
            id="a precise chunk at rank 4 does not move up",
        ),
        pytest.param([hit(pages=(77, 75))], (False, False, False, False), id="an inverted span"),
    ],
)
def test_the_four_scores(hits: list[RunHit], expected: tuple[bool, ...]) -> None:
    assert flags(hits) == expected


def test_any_of_several_expected_pages_answers() -> None:
    assert flags([hit(pages=(28, 28))], 20, 28)[0]
    assert not flags([hit(pages=(21, 27))], 20, 28)[0]


@pytest.mark.parametrize(
    ("page", "covered"),
    [
        pytest.param(53, False, id="before"),
        pytest.param(54, True, id="first"),
        pytest.param(55, True, id="middle"),
        pytest.param(56, True, id="last"),
        pytest.param(57, False, id="after"),
    ],
)
def test_a_span_covers_its_pages(page: int, covered: bool) -> None:
    assert covers(hit(pages=(54, 56)), [page]) is covered


def test_a_span_is_counted_with_both_ends() -> None:
    assert span_pages(hit(pages=(54, 56))) == 3
    assert span_pages(hit()) is None
    assert span_pages(hit(pages=(9, 2))) is None


@pytest.mark.parametrize(
    ("tags", "kind", "group"),
    [
        pytest.param(["prose"], "locate", "prose", id="prose by its tag"),
        pytest.param(["x"], "locate", "locate", id="else its kind"),
        pytest.param([], "content", "content", id="without tags"),
    ],
)
def test_the_group_of_an_item(tags: list[str], kind: str, group: str) -> None:
    assert page_group(tags, kind) == group


def test_measures_have_a_value_for_each_scored_repeat() -> None:
    fixture = item(
        attempt(hit(pages=(76, 76))), attempt(repeat=2, error="busy"), attempt(OTHER, repeat=3)
    )
    [measured] = measure_pages(run("pages", fixture, repeat=3))
    assert list(measured.values) == list(PAGE_METRICS)
    assert measured.values["page_hit_at_3"] == (1.0, 0.0)
    assert (measured.group, measured.informative) == ("locate", True)


SPAN = st.none() | st.tuples(st.integers(1, 9), st.integers(1, 9))
RANKING = st.lists(
    st.builds(
        lambda pages, kind: hit(pages=pages, kind=kind), SPAN, st.sampled_from(["", "figure"])
    ),
    max_size=8,
)


@given(RANKING, st.lists(st.integers(1, 9), min_size=1, max_size=3))
def test_a_stricter_score_is_never_higher(hits: list[RunHit], pages: list[int]) -> None:
    scores = score_pages(hits, pages)
    assert scores.page_hit_at_3 <= scores.page_hit_at_5
    assert scores.precise_page_hit_at_3 <= scores.page_hit_at_3
    assert scores.figure_chunk_at_3 <= scores.page_hit_at_3


@given(RANKING, st.lists(st.integers(1, 9), min_size=1, max_size=3), st.integers(1, 9))
def test_one_more_expected_page_never_loses_a_score(
    hits: list[RunHit], pages: list[int], more: int
) -> None:
    before, after = score_pages(hits, pages), score_pages(hits, [*pages, more])
    assert all(a >= b for a, b in zip(after.as_tuple(), before.as_tuple(), strict=True))


PLOT = hit(pages=(76, 76), kind="figure", summary="It peaks at noon.")
BARE = hit(pages=(77, 77), kind="figure", summary=" ")


@pytest.mark.parametrize(
    ("hits", "said"),
    [
        pytest.param([PLOT], "", id="described"),
        pytest.param([PLOT, BARE], "1 of 2 figures that came back has no", id="a caption among"),
        pytest.param([BARE, BARE], "1 of 1 figure that came back has no", id="one twice"),
        pytest.param([hit(pages=(76, 76))], "no figure came back: the content", id="text alone"),
        pytest.param([], "no figure came back: the content", id="nothing"),
    ],
)
def test_figures_without_a_description_let_expect_little_of_the_content_group(
    hits: list[RunHit], said: str
) -> None:
    note = figures_back(run("pages", item(attempt(*hits), kind="content"), k=5)).note
    assert (note.startswith(said), "content group is expected to score low" in note) == (
        True,
        bool(said),
    )


@pytest.mark.parametrize(
    ("kind", "tags"),
    [pytest.param("locate", [], id="locate"), pytest.param("content", ["prose"], id="prose")],
)
def test_without_a_content_group_nothing_is_said_of_it(kind: str, tags: list[str]) -> None:
    assert figures_back(run("pages", item(attempt(BARE), kind=kind, tags=tags), k=5)).note == ""
