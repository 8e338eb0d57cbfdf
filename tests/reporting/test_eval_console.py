import re
from collections.abc import Sequence
from io import StringIO

import pytest
from rich.cells import cell_len

from fixturetool.evaluation.coverage import score
from fixturetool.evaluation.run import (
    RUN_SCHEMA,
    Anchor,
    Attempt,
    FixtureRun,
    Question,
    Run,
    RunHit,
    RunSettings,
)
from fixturetool.reporting.coverage.as_console import write_report


class Terminal(StringIO):
    """A file that says that somebody is looking."""

    def isatty(self) -> bool:
        return True


STEP = "fixturetool misses 20260102T120000Z-001 tells true misses from false ones"
AGAIN = (
    "fixturetool eval-retrieval --resume 20260102T120000Z-001 --retry-errors asks again what failed"
)
LONG = "书/" + "很长的名字" * 40 + ".txt"


def hit(rank: int, path: str, *anchors: int, official: bool | None = True) -> RunHit:
    return RunHit(rank, path, 1.0, "", None, None, "", "文", "", official, anchors)


def asked(
    *attempts: Attempt, query: str = "谁？", category: str = "breadth", passage: str = "甲"
) -> FixtureRun:
    return FixtureRun(
        Question(category, query, "CHS", "enumeration"),
        {"who": "", "where": "", "when": ""},
        (
            Anchor(passage, "", official=True, covers=("who",), sources=2),
            Anchor("乙", "", official=True, covers=("where",), sources=1),
            Anchor("丙", "", official=True, covers=("when",), sources=0),
        ),
        attempts,
    )


def answered(*hits: RunHit, repeat: int = 1) -> Attempt:
    return Attempt(repeat, 2.0, None, hits)


def failed(error: str = "the server answered 503", repeat: int = 1) -> Attempt:
    return Attempt(repeat, 2.0, error, ())


def run_of(*fixtures: FixtureRun) -> Run:
    return Run(
        schema=RUN_SCHEMA,
        id="20260102T120000Z-001",
        created_at="2026-01-02T12:00:00Z",
        tool_version="0.1.0",
        settings=RunSettings(k=3, chunk_context=5, repeat=1),
        retriever={},
        corpora={},
        fixtures=fixtures,
    )


def piped(*fixtures: FixtureRun) -> str:
    run, file = run_of(*fixtures), StringIO()
    write_report(run, score(run), file)
    return file.getvalue()


def on_terminal(monkeypatch: pytest.MonkeyPatch, columns: int, *fixtures: FixtureRun) -> str:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.delenv("NO_COLOR", raising=False)
    run = run_of(*fixtures)
    file = Terminal()
    write_report(run, score(run), file)
    return file.getvalue()


def unpainted(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def words(text: str) -> Sequence[str]:
    """Return the lines with each run of spaces made one, so that columns may move."""
    return [" ".join(line.split()) for line in text.splitlines()]


def test_shows_a_fixture_whole() -> None:
    shown = words(
        piped(asked(answered(hit(1, "书/甲.txt"), hit(2, "tps/乙.txt", 0, official=False))))
    )
    assert shown[:13] == [
        "━━ breadth 1 query, 33.3 %: 1 of 3 facets",
        "",
        "1. 谁？ CHS, enumeration",
        "coverage 33.3 % ██████▋ 1 of 3 facets",
        "rank sources facets",
        "1 书/甲.txt",
        "2 tps/乙.txt unofficial who",
        "facet hits hit rate median first rank",
        "who 1 of 1 100 % 2",
        "where 0 of 1 0 % MISSING",
        "when 0 of 1 0 % MISSING no anchor in the corpus (unwinnable)",
        "matching 1 of 2 sources holds an anchor",
        "curve ▁▃▃ 0 % at 1, 33.3 % at 2",
    ]


def test_shows_every_repeat_and_ranks_the_same_sources_once() -> None:
    shown = words(
        piped(
            asked(
                answered(hit(1, "a", 0), repeat=1),
                answered(hit(1, "b", 1), repeat=2),
                answered(hit(1, "a", 0), repeat=3),
                failed(repeat=4),
            )
        )
    )
    assert "coverage 33.3 % ██████▋ 1 of 3 facets" in shown
    assert "error repeat 4 failed: the server answered 503" in shown
    assert "rank sources (repeats 1, 3) facets" in shown
    assert "rank sources (repeat 2) facets" in shown
    assert "who 2 of 3 66.7 % █·█ 1" in shown


def test_says_how_far_the_coverage_of_repeats_differs() -> None:
    shown = words(
        piped(asked(answered(hit(1, "a", 0, 1), repeat=1), answered(hit(1, "b"), repeat=2)))
    )
    assert "coverage 33.3 % ██████▋ 0 to 2 of 3 facets, mean 1" in shown
    assert "matching 0.5 of 1 source hold an anchor on average" in shown


def test_many_repeats_take_no_more_room() -> None:
    every = [answered(hit(1, "a", 0), repeat=repeat) for repeat in range(1, 51)]
    assert "rank sources (repeats 1-50) facets" in words(piped(asked(*every)))


def test_lists_the_anchors_that_several_sources_of_a_run_match() -> None:
    shown = words(piped(asked(answered(hit(1, "a", 0), hit(2, "b", 0, 1), hit(3, "c", 0)))))
    assert "matching 3 of 3 sources hold an anchor" in shown
    assert "sources redundant anchor" in shown
    assert "3 甲 (who)" in shown
    assert not any(line.endswith("乙 (where)") for line in shown)


def test_flags_an_empty_ranking() -> None:
    shown = words(piped(asked(answered())))
    assert "sources none: the ranking is empty" in shown
    assert "empty 1 empty ranking" in shown


def test_flags_a_path_that_is_no_source() -> None:
    shown = words(piped(asked(answered(hit(1, "x.txt", official=None)))))
    assert "1 x.txt not in corpus" in shown
    assert (
        "note graded on the returned texts alone: the one path that came back is no source of the "
        "corpus"
    ) in shown


def test_says_how_many_were_scored_and_how_many_failed() -> None:
    every = [hit(1, "a", 0, 1, 2)]
    shown = words(
        piped(
            asked(answered(*every), query="1"),
            asked(answered(hit(1, "b")), query="2"),
            asked(failed(), query="3"),
            asked(failed(), query="4"),
        )
    )
    assert "queries scored 2 of 4, 2 errors" in shown
    assert "coverage rate 50.0 % 3 of 6 facets covered" in shown
    assert shown.count("coverage not scored: every retrieval failed") == 2


def test_ends_with_the_fixtures_by_coverage_rate_and_the_totals() -> None:
    shown = words(
        piped(
            asked(answered(hit(1, "a", 0, 1)), query="good"),
            asked(failed(), query="broken", category="precision"),
            asked(answered(hit(1, "a")), query="bad", category="precision"),
        )
    )
    at = shown.index("━━ by coverage rate, lowest first")
    assert shown[at + 2 :] == [
        "coverage facets category query",
        "0 % 0 of 3 precision bad 1 unwinnable",
        "66.7 % ██████▋ 2 of 3 breadth good 1 unwinnable",
        "- - of 3 precision broken 1 error, 1 unwinnable",
        "",
        "━━ by category",
        "",
        "coverage facets category",
        "66.7 % ██████▋ 2 of 3 breadth",
        "0 % 0 of 3 precision",
        "",
        "━━ totals run 20260102T120000Z-001",
        "",
        "coverage@1 33.3 % ██████████",
        "coverage@3 33.3 % ██████████",
        "",
        "coverage rate 33.3 % 2 of 6 facets covered",
        "by query mean 33.3 %, median 33.3 %",
        "queries scored 2 of 3, 1 error",
        "first error the server answered 503",
        f"next step {AGAIN}",
        f"missing 4 facets of 2 queries; {STEP}",
        "unwinnable 2 facets have no anchor in the corpus",
        "latency p50 2.0 ms, p95 2.0 ms",
    ]


MARKED = [
    pytest.param("[bold]x", id="rich markup"),
    pytest.param("【风】[/] 结束", id="a closing tag that closes nothing"),
    pytest.param(":fire:", id="an emoji code"),
    pytest.param("[link=https://example.org]a[/link]", id="a link"),
]


@pytest.mark.parametrize("data", MARKED)
def test_prints_data_as_it_is(data: str) -> None:
    fixture = asked(
        answered(hit(1, f"path{data}", 0), hit(2, "b", 0), repeat=1),
        failed(f"error{data}", repeat=2),
        query=f"query{data}",
        category=f"category{data}",
        passage=f"passage{data}",
    )
    shown = piped(fixture)
    for name in ("query", "category", "path", "error", "passage"):
        assert f"{name}{data}" in shown


@pytest.mark.parametrize("data", MARKED)
def test_prints_data_as_it_is_on_a_terminal(monkeypatch: pytest.MonkeyPatch, data: str) -> None:
    shown = on_terminal(monkeypatch, 120, asked(answered(hit(1, data, 0)), query=data))
    assert unpainted(shown).count(data) == 3


@pytest.mark.parametrize(
    ("data", "shown"),
    [
        pytest.param("\x1b[31mred", "\\x1b[31mred", id="an escape sequence"),
        pytest.param("a\rb", "a\\rb", id="a carriage return"),
        pytest.param("a\nb", "a\\nb", id="a line break"),
        pytest.param("a\u202eb", "a\\u202eb", id="an override of direction"),
    ],
)
def test_makes_control_characters_visible(data: str, shown: str) -> None:
    text = piped(asked(answered(hit(1, f"path{data}")), query=f"query{data}"))
    assert f"path{shown}" in text
    assert f"query{shown}" in text
    assert data not in text


def test_pipes_full_text_without_colour_or_marks_of_omission(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("FORCE_COLOR", "1")
    text = piped(
        asked(answered(hit(1, LONG, 0)), failed("很长的错误" * 60), query="很长的问题" * 60)
    )
    assert LONG in text
    assert "很长的错误" * 60 in text
    assert text.count("很长的问题" * 60) == 2
    assert "…" not in text
    assert "\x1b" not in text
    assert all(line == line.rstrip() for line in text.splitlines())


@pytest.mark.parametrize(
    "columns", [pytest.param(80, id="80 columns"), pytest.param(120, id="120 columns")]
)
def test_fits_a_terminal_and_leaves_nothing_out(
    monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    text = unpainted(
        on_terminal(monkeypatch, columns, asked(answered(hit(1, LONG, 0)), query="很长的问题" * 60))
    )
    assert all(cell_len(line) <= columns for line in text.splitlines())
    assert "…" not in text
    assert text.count("名") == LONG.count("名")
    assert text.count("题") == 2 * 60


def test_paints_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[" in on_terminal(monkeypatch, 80, asked(answered(hit(1, "a"))))
