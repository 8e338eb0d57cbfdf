import pytest

from fixturetool.corpus.searching.hits import (
    Hit,
    NameHit,
    SearchResult,
    Sentence,
    SourceHits,
    Totals,
)
from fixturetool.corpus.sources import Trouble
from fixturetool.reporting.searching.as_text import render_search_text


def hit_in(text: str, part: str, *, rewrapped: bool = False, cut: bool = False) -> Hit:
    start = text.index(part)
    sentence = Sentence(0, len(text), text, cut)
    return Hit(1, start + 1, start, start + len(part), part, rewrapped, sentence)


ONE = Totals(1, 1, 0)


def result(
    *sources: SourceHits,
    totals: Totals = ONE,
    long_matches: int = 0,
    troubles: tuple[Trouble, ...] = (),
    language: str = "CHS",
) -> SearchResult:
    return SearchResult(
        "桃园", False, False, False, language, sources, totals, long_matches, troubles
    )


def one(hit: Hit) -> SearchResult:
    return result(SourceHits("book/a.txt", True, 1, (hit,), ()))


def test_hits_are_grouped_by_source_with_a_summary_last() -> None:
    text = "乙在桃园，丙也在桃园。"
    second = Hit(1, 9, 8, 10, "桃园", False, Sentence(0, 11, text, False))
    rendered = render_search_text(
        [
            result(
                SourceHits("book/a.txt", True, 2, (hit_in(text, "桃园"), second), ()),
                SourceHits("tps_x/1_桃园.txt", False, 0, (), (NameHit(8, 10),)),
                totals=Totals(2, 2, 1),
            )
        ],
        colour=False,
    )

    assert rendered == (
        "book/a.txt  (official, 2 hits)\n"
        "  1:3  chars 2-4  桃园\n"
        "    乙在桃园，丙也在桃园。\n"
        "  1:9  chars 8-10  桃园\n"
        "    乙在桃园，丙也在桃园。\n"
        "\n"
        "tps_x/1_桃园.txt  (unofficial, 0 hits)\n"
        "  name  chars 8-10  桃园\n"
        "\n"
        "2 hits and 1 name hit in 2 sources\n"
    )


@pytest.mark.parametrize(
    ("hit", "lines"),
    [
        pytest.param(
            hit_in("乙在桃\n　　园里。", "桃\n　　园", rewrapped=True),
            ["  1:3  chars 2-7  桃园  (across a line break)", "    乙在桃园里。"],
            id="over lines",
        ),
        pytest.param(
            hit_in("乙在桃 园里。", "桃 园", rewrapped=True),
            ["  1:3  chars 2-5  桃园  (white space differs)", "    乙在桃园里。"],
            id="in one line",
        ),
        pytest.param(
            hit_in("乙在桃园里", "桃园", cut=True),
            ["  1:3  chars 2-4  桃园  (sentence shortened)", "    乙在桃园里"],
            id="shortened sentence",
        ),
    ],
)
def test_what_is_special_about_a_hit_is_said_beside_it(hit: Hit, lines: list[str]) -> None:
    assert render_search_text([one(hit)], colour=False).splitlines()[1:3] == lines


def test_on_a_terminal_the_hit_is_coloured_in_its_sentence() -> None:
    hit = hit_in("桃园在 桃\n园里。", "桃\n园")

    line = render_search_text([one(hit)], colour=True).splitlines()[2]

    assert line == "    桃园在\x1b[1;31m桃园\x1b[0m里。"


def test_a_hit_of_white_space_alone_is_not_coloured() -> None:
    line = render_search_text([one(hit_in("甲\u3000乙", "\u3000"))], colour=True).splitlines()[2]

    assert line == "    甲乙"


@pytest.mark.parametrize("colour", [pytest.param(False, id="piped"), pytest.param(True, id="tty")])
@pytest.mark.parametrize(
    ("data", "shown"),
    [
        pytest.param("\x1b[2J", r"\x1b[2J", id="an escape sequence"),
        pytest.param("\x9b2J", r"\x9b2J", id="an escape in one character"),
        pytest.param("\x07\x00", r"\x07\x00", id="bell and NUL"),
        pytest.param("\u202e", r"\u202e", id="reversed writing"),
        pytest.param("[bold]x[/bold]", "[bold]x[/bold]", id="rich markup"),
        pytest.param("【风】[/] 结束", "【风】[/]结束", id="a closing tag"),
        pytest.param(":fire:", ":fire:", id="an emoji code"),
        pytest.param("x" * 300, "x" * 300, id="a long line"),
    ],
)
def test_corpus_text_is_data(data: str, shown: str, colour: bool) -> None:
    rendered = render_search_text([one(hit_in(f"桃园{data}乙", "桃园"))], colour=colour)

    assert f"{shown}乙" in rendered
    assert data == shown or data not in rendered


def test_escapes_in_a_path_are_made_visible() -> None:
    rendered = render_search_text(
        [result(SourceHits("a\x1b[2J\n.txt", True, 0, (), (NameHit(1, 2),)))], colour=False
    )

    assert rendered.splitlines()[:2] == [
        r"a\x1b[2J\n.txt  (official, 0 hits)",
        r"  name  chars 1-2  \x1b",
    ]


@pytest.mark.parametrize(
    ("found", "summary"),
    [
        pytest.param(
            result(totals=Totals(0, 0, 0)), "0 hits and 0 name hits in 0 sources", id="nothing"
        ),
        pytest.param(
            result(totals=Totals(5, 9, 0)),
            "9 hits and 0 name hits in 5 sources; the first 0 sources shown",
            id="limited",
        ),
        pytest.param(
            result(SourceHits("a.txt", True, 1, (), ()), totals=Totals(2, 2, 0)),
            "2 hits and 0 name hits in 2 sources; the first source shown",
            id="one of two",
        ),
        pytest.param(
            result(totals=Totals(0, 0, 0), long_matches=1),
            "0 hits and 0 name hits in 0 sources; 1 match over several lines left out as too long "
            "(bound the repetition, as in .{0,20})",
            id="long matches",
        ),
        pytest.param(
            result(totals=Totals(0, 0, 0), troubles=(Trouble("a", "gone"), Trouble("b", "gone"))),
            "0 hits and 0 name hits in 0 sources; 2 files with trouble",
            id="troubles",
        ),
    ],
)
def test_the_last_line_says_how_much_there_is(found: SearchResult, summary: str) -> None:
    assert render_search_text([found], colour=False).splitlines()[-1] == summary


def test_hits_that_are_not_shown_are_told() -> None:
    source = SourceHits("book/a.txt", True, 7, (hit_in("桃园", "桃园"),), ())

    first = render_search_text([result(source)], colour=False).splitlines()[0]

    assert first == "book/a.txt  (official, 7 hits, first 1 shown)"


def test_several_languages_are_headed_by_their_names() -> None:
    rendered = render_search_text(
        [
            result(totals=Totals(0, 0, 0)),
            result(totals=Totals(0, 0, 0), language="ENG"),
        ],
        colour=False,
    )

    assert rendered == (
        "CHS\n0 hits and 0 name hits in 0 sources\n\nENG\n0 hits and 0 name hits in 0 sources\n"
    )
