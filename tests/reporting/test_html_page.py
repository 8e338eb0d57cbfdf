"""The HTML report as text; tests/reporting/test_html_browser.py looks at it in a browser."""

import json
import random
import re
import zlib
from base64 import b64decode
from dataclasses import replace
from functools import cache

import pytest

from fixturetool.evaluation.lanes.expectation import PageExpectation, PathExpectation, Span
from fixturetool.evaluation.run import FixtureRun
from fixturetool.judge.evidence import Entry
from fixturetool.reporting.formats.registry import Report
from fixturetool.reporting.html.highlight import Excerpt, Marked, union
from fixturetool.reporting.html.page import render_page
from fixturetool.reporting.html.texts import TextStore
from tests.reporting.runs import MIXED, OIL, anchor, answered, asked, entry, hit, run_of

MANY_FIXTURES, REPEATS, SOURCES = 200, 5, 10


@pytest.fixture(scope="module", name="page")
def mixed_page() -> str:
    return render_page(Report(MIXED))


def unpacked(stored: str) -> list[str]:
    texts: list[str] = json.loads(zlib.decompress(b64decode(stored)))
    return texts


def texts_of(page: str) -> list[str]:
    [stored] = re.findall(r'id="texts">(.*?)</script>', page)
    return unpacked(stored)


@pytest.mark.parametrize(
    "shown",
    [
        pytest.param("37.5 %", id="coverage-rate"),
        pytest.param("灯塔的灯烧过什么？", id="query"),
        pytest.param("烧过盐", id="anchor-of-a-missed-facet"),
        pytest.param("book/灯志.txt", id="path"),
        pytest.param("<mark>烧过鱼油</mark>", id="anchor-in-its-surroundings"),
        pytest.param("unwinnable", id="verdict"),
        pytest.param("repeat 2: the server answered 503", id="error"),
        pytest.param("The first error: the server answered 503", id="why-retrievals-failed"),
        pytest.param("score 1 · bm25 · lines 1–2", id="score-leg-and-lines"),
        pytest.param("anchor 2: in the source file, outside of what came back", id="outside"),
        pytest.param("p95 2.0 ms", id="latency"),
    ],
)
def test_the_saved_run_alone_shows(page: str, shown: str) -> None:
    assert shown in page


def test_nothing_is_fetched(page: str) -> None:
    addresses = re.findall(r"""(?:src|href|action|url)\s*[=(]\s*["']?([^"')\s>]+)""", page)
    assert {one.split("#")[0] for one in addresses} <= {"", "data:,"}


def test_the_policy_allows_its_own_style_and_script_alone(page: str) -> None:
    [policy] = re.findall(r'Content-Security-Policy" content="([^"]+)"', page)
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in policy
    assert " style=" not in page


ATTACKS = [
    pytest.param("</script><script>alert(1)</script>", id="script-end"),
    pytest.param('"><img src=x onerror=alert(1)>', id="attribute-end"),
    pytest.param("<!--<script>", id="comment"),
    pytest.param("{{ 7*7 }}{% raw %}", id="template"),
    pytest.param("[bold]x[/]", id="rich-markup"),
    pytest.param("&lt;b&gt;", id="entity"),
]


@pytest.mark.parametrize("attack", ATTACKS)
def test_data_is_text_wherever_it_stands(attack: str) -> None:
    hostile = asked(
        attack,
        {attack: attack},
        (anchor(attack, attack, label=attack),),
        answered(1, replace(hit(1, attack, 0, text=f"甲{attack}乙"), leg=attack, summary=attack)),
        category=attack,
    )
    said = Entry("find", attack, "CHS", attack, attack, attack, attack, attack, model=attack)
    run = replace(run_of(hostile), retriever={attack: attack})
    page = render_page(Report(run, evidence=(said,)))
    assert page.count("<script") == 2
    assert "<img" not in page
    assert "{{ 7*7 }}" in page or "7*7" not in attack
    assert texts_of(page) == [f"甲{attack}乙"]


@pytest.mark.parametrize(
    ("character", "shown"),
    [
        pytest.param("\u202e", "\\u202e", id="right-to-left-override"),
        pytest.param("\u2066", "\\u2066", id="isolate"),
        pytest.param("\x1b", "\\x1b", id="escape"),
        pytest.param("\x00", "\\x00", id="nul"),
    ],
)
def test_what_steers_the_eye_is_shown(character: str, shown: str) -> None:
    fixture = asked(
        f"a{character}b", ("f",), (anchor("甲", "f"),), answered(1, hit(1, f"p{character}", 0))
    )
    page = render_page(Report(run_of(fixture)))
    assert character not in page
    assert f"a{shown}b" in page


def test_equal_texts_are_stored_once() -> None:
    text = "灯塔烧过鱼油，也烧过盐。" * 3
    fixtures = [
        asked(
            f"{n}？",
            ("f",),
            (anchor("鱼油", "f"),),
            *(answered(r, hit(1, "a", 0, text=text)) for r in (1, 2)),
        )
        for n in range(3)
    ]
    assert texts_of(render_page(Report(run_of(*fixtures)))) == [text]


def test_two_hundred_fixtures_times_five_stay_below_three_megabytes() -> None:
    @cache
    def text(seed: int) -> str:
        return "".join(chr(0x4E00 + (seed * 7919 + n * 104_729) % 20_000) for n in range(900))

    def fixture(number: int) -> object:
        facets = [f"facet_{n}" for n in range(4)]
        anchors = [
            anchor(text(number * 50 + n)[400:412], facets[n % 4], label="卷三《潮账房沿革》：某处")
            for n in range(8)
        ]
        made = [
            answered(
                repeat,
                *(
                    hit(
                        rank,
                        f"book/{number}_{rank}_立契考.txt",
                        *([rank - 1] if rank < 9 else []),
                        text=text(number * 50 + rank - 1),
                    )
                    for rank in range(1, SOURCES + 1)
                ),
            )
            for repeat in range(1, REPEATS + 1)
        ]
        return asked(f"第{number}问：历任大账房各立过什么规矩？", facets, anchors, *made)

    page = render_page(Report(run_of(*map(fixture, range(MANY_FIXTURES)), k=SOURCES)))  # type: ignore[arg-type]
    assert len(page.encode()) < 3_000_000
    assert len(texts_of(page)) == MANY_FIXTURES * SOURCES
    assert page.count("<mark>") == MANY_FIXTURES * 8


def test_a_judges_replies_stand_beside_the_facet() -> None:
    said = Entry(
        "find", "breadth", "CHS", OIL.question.query, "wick", "nothing found", "不曾提到灯芯"
    )
    page = render_page(Report(MIXED, evidence=(said,)))
    assert "true miss" in page
    assert "不曾提到灯芯" in page


def test_a_baseline_is_compared() -> None:
    worse = run_of(replace(OIL, attempts=(answered(1), answered(2), answered(3))))
    page = render_page(Report(worse, baseline=run_of(OIL, run_id="20251231T120000Z-001")))
    assert "Against 20251231T120000Z-001" in page
    assert "worse on 1 of 1 query" in page.lower()


@pytest.mark.parametrize(
    ("then", "is_told"),
    [
        pytest.param(OIL, False, id="the same fixture"),
        pytest.param(
            replace(OIL, anchors=tuple(replace(one, passage="别的") for one in OIL.anchors)),
            True,
            id="other anchors",
        ),
        pytest.param(
            replace(OIL, anchors=tuple(replace(one, covers=()) for one in OIL.anchors)),
            True,
            id="anchors of other facets",
        ),
    ],
)
def test_a_baseline_that_was_graded_otherwise_is_told(then: FixtureRun, is_told: bool) -> None:
    page = render_page(Report(run_of(OIL), baseline=run_of(then, run_id="20251231T120000Z-001")))
    assert ("graded on different fixtures" in page) is is_told


def test_what_is_missing_is_told_at_the_beginning_the_worst_query_first() -> None:
    half = asked(
        "谁守灯？",
        ("keeper", "oil"),
        (anchor("守灯人", "keeper"), anchor("鱼油", "oil")),
        answered(1, hit(1, "a.txt", 0)),
    )
    lost = asked(
        "灯在哪？",
        ("tower", "ghost"),
        (anchor("塔上", "tower"), anchor("月光", "ghost", sources=0)),
        answered(1, hit(1, "a.txt")),
    )
    page = render_page(Report(run_of(half, lost)))
    [told] = re.findall(r'<section class="missing".*?</section>', page, re.DOTALL)
    assert (
        "3 facets of 2 queries: 2 missed (no retrieved source holds an anchor), 1 unwinnable "
        "(no source of the corpus holds an anchor). "
        "<code>fixturetool misses 20260102T120000Z-001</code> tells true misses from false ones."
    ) in told
    assert re.findall(r'href="#(q\d)">(.*?)</a> <small>(.*?)</small>', told) == [
        ("q2", "灯在哪？", "tower, ghost (unwinnable)"),
        ("q1", "谁守灯？", "oil"),
    ]


READ = Entry("find", "breadth", "CHS", "谁？", "a", "nothing found")
WRITTEN = Entry("write", "breadth", "CHS", "谁？", "a", "written")


@pytest.mark.parametrize(
    ("sources", "evidence", "told"),
    [
        pytest.param(0, (), "<code>fixturetool repair</code> looks for", id="unwinnable"),
        pytest.param(1, (), "<code>fixturetool misses 20260102T120000Z-001</code>", id="missed"),
        pytest.param(1, (READ,), "1 true miss (a judge found it in no", id="true-miss"),
        pytest.param(
            1,
            (WRITTEN,),
            "<code>fixturetool judge run 20260102T120000Z-001</code> writes",
            id="false-miss",
        ),
    ],
)
def test_the_next_step_is_told(sources: int, evidence: tuple[Entry, ...], told: str) -> None:
    lost = asked("谁？", ("a",), (anchor("月光", "a", sources=sources),), answered(1))
    assert told in render_page(Report(run_of(lost), evidence=evidence))


def test_nothing_is_told_of_what_is_missing_where_nothing_is() -> None:
    found = asked("谁？", ("a",), (anchor("甲", "a"),), answered(1, hit(1, "甲.txt", 0)))
    assert '<section class="missing"' not in render_page(Report(run_of(found)))


def test_the_path_lane_shows_what_was_expected_and_each_chunks_label() -> None:
    expected = PathExpectation(("a.txt",), (Span("a.txt", "line", 1, 9),), answer="烧鱼油")
    run = run_of(entry("在哪？", expected, answered(1, hit(1, "a.txt"))), lane="paths")
    page = render_page(Report(run))
    assert "a.txt, line 1–9" in page
    assert "location match" in page
    assert "烧鱼油" in page
    assert "nDCG@10" in page


def test_the_page_lane_shows_its_four_scores() -> None:
    chunk = replace(hit(1, "a.pdf"), pages=(3, 4), kind="figure", summary="潮位曲线")
    run = run_of(
        entry("哪张图？", PageExpectation((4,), "Figure 2", "locate"), answered(1, chunk)),
        lane="pages",
    )
    page = render_page(Report(run))
    for shown in ("figure_chunk_at_3", "Figure 2 (locate)", "潮位曲线", "pages 3–4"):
        assert shown in page


class TestMarked:
    def test_an_anchor_is_found_across_a_line_break(self) -> None:
        assert Marked("灯塔烧过\n　　鱼油。").find("烧过鱼油") == (2, 9)

    def test_an_excerpt_is_flat_and_says_where_more_stands(self) -> None:
        text = "前" * 50 + "鱼\n油" + "后" * 50
        excerpt = Marked(text).excerpt(50, 53)
        assert excerpt == Excerpt("…" + "前" * 30, "鱼油", "后" * 30 + "…")

    def test_spans_that_touch_are_one(self) -> None:
        assert union([(5, 9), (0, 2), (2, 4), (6, 7)]) == ((0, 4), (5, 9))


class TestTextStore:
    def test_texts_are_cut_at_one_length_until_they_fit(self) -> None:
        store = TextStore()
        rng = random.Random(1)
        store.put("".join(chr(rng.randrange(0x4E00, 0x9FA5)) for _ in range(3000)))
        store.put("乙" * 100)
        packed = store.encoded(room=5000)
        texts = unpacked(packed)
        assert len(packed) <= 5000
        assert [len(text) for text in texts] == [1601, 100]
        assert texts[0].endswith("…")
