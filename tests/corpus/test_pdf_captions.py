"""Which printed lines are captions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixturetool.corpus.documents import Box
from fixturetool.corpus.pdfs.captions import caption_name, figure_key, find_captions
from fixturetool.corpus.pdfs.pages import Caption, PrintedLine


def printed(*texts: str, gap: float = 0.004) -> list[PrintedLine]:
    """Put lines below one another, with a gap between that is a share of the page's height."""
    return [
        PrintedLine(
            text, Box(0.1, round(at * (0.01 + gap), 6), 0.9, round(at * (0.01 + gap) + 0.01, 6))
        )
        for at, text in enumerate(texts)
    ]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        pytest.param("Figure 5-6 Docking probe, extended", "Figure 5-6", id="English"),
        pytest.param("Figure 5-6. Docking probe", "Figure 5-6", id="full stop"),
        pytest.param("FIGURE 12: PRESSURE", "FIGURE 12", id="capitals"),
        pytest.param("Fig. 3", "Fig. 3", id="name alone"),
        pytest.param("Fig. 3.2 — Rate of flow", "Fig. 3.2", id="dash"),
        pytest.param("Figure A-1 Terms", "Figure A-1", id="appendix"),
        pytest.param("图 3 潮尺读数", "图 3", id="Chinese"),
        pytest.param("图3-2：闸链之力", "图3-2", id="Chinese colon"),
        pytest.param("图3-2闸链之力", "图3-2", id="Chinese without a gap"),
        pytest.param("图 3 中央闸门剖面", "图 3", id="a title that begins like a reference"),
        pytest.param("圖 4-1　上游水位", "圖 4-1", id="traditional"),
        pytest.param("Figure 5-6 shows the probe.", "", id="sentence"),
        pytest.param("Figure 5-6, which is extended", "", id="clause"),
        pytest.param("Figure 5-6 and Figure 5-7", "", id="two references"),
        pytest.param("图3所示为闸链", "", id="Chinese reference"),
        pytest.param("图 3 中可以看到", "", id="in the figure"),
        pytest.param("图3和图4", "", id="two Chinese references"),
        pytest.param("Figure 5-6 Docking probe . . . . . . . 17", "", id="list entry"),
        pytest.param("图 3 潮尺读数………………12", "", id="Chinese list entry"),
        pytest.param("as Figure 5-6 Docking", "", id="within a line"),
        pytest.param("Figures of speech", "", id="no number"),
        pytest.param("Figure 50% of all", "", id="a share"),
        pytest.param("图书 3 册", "", id="another word"),
    ],
)
def test_the_figure_that_a_line_begins_a_caption_of(line: str, name: str) -> None:
    assert caption_name(line) == name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("Figure 5-6", "Fig. 5–6", id="dashes"),
        pytest.param("FIGURE 3", "图 3", id="language"),
        pytest.param("图３", "圖3：", id="width"),
    ],
)
def test_spellings_of_one_name(one: str, other: str) -> None:
    assert figure_key(one) == figure_key(other) != ""


def test_a_caption_goes_on_in_the_lines_close_below() -> None:
    lines = printed(
        "Before it.", "Figure 1 Pull on the chains", "while the leaf goes down.", "Text."
    )
    assert find_captions(lines) == (Caption("Figure 1", 1, 3),)


def test_a_caption_ends_where_a_gap_begins() -> None:
    lines = printed("Figure 1 Pull on the chains", "The crew feel the load", gap=0.02)
    assert find_captions(lines) == (Caption("Figure 1", 0, 1),)


def test_a_caption_in_two_languages_is_one() -> None:
    lines = printed("Figure 2-1 One day", "图 2-1 一日之潮", gap=0.02)
    assert find_captions(lines) == (Caption("Figure 2-1", 0, 2),)


def test_two_captions_below_one_another_are_two() -> None:
    lines = printed("Figure 1 One day", "Figure 2 One month")
    assert [caption.name for caption in find_captions(lines)] == ["Figure 1", "Figure 2"]


@pytest.mark.parametrize(
    "title",
    [pytest.param("List of figures", id="English"), pytest.param("图目录", id="Chinese")],
)
def test_a_list_of_figures_holds_no_captions(title: str) -> None:
    names = [f"Figure {number} Something" for number in range(1, 6)]
    assert find_captions(printed(title, *names, gap=0.02)) == ()


@given(st.lists(st.text(alphabet="Figure图 12-.：abc", min_size=1, max_size=20), max_size=12))
def test_captions_never_overlap_and_stay_on_the_page(texts: list[str]) -> None:
    captions = find_captions(printed(*texts))
    bounds = [at for one in captions for at in (one.first, one.after)]
    assert bounds == sorted(bounds)
    assert all(one.first < one.after <= len(texts) for one in captions)
