import pytest

from fixturetool.reporting.terminal import RED, painted, visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("摩拉·克斯 “x” é😀", "摩拉·克斯 “x” é😀", id="text stays"),
        pytest.param(
            "摩拉\u200b克斯", "摩拉\u200b克斯", id="zero width stays, for verbatim copies"
        ),
        pytest.param("a\tb\r\n", r"a\tb\r\n", id="white space that moves the cursor"),
        pytest.param("\x1b]0;x\x07", r"\x1b]0;x\x07", id="a window title"),
        pytest.param("\x7f\x85", r"\x7f\x85", id="DEL and a C1 control"),
        pytest.param("\udcff", r"\udcff", id="a byte that is no text"),
        pytest.param("\u2067\u2028", r"\u2067\u2028", id="direction and separator"),
    ],
)
def test_what_steers_a_terminal_is_made_visible(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_there_is_no_escape_code_without_colour() -> None:
    assert painted("桃园", RED, colour=False) == "桃园"


def test_colour_is_closed_behind_the_text() -> None:
    assert painted("桃园", RED, colour=True) == "\x1b[1;31m桃园\x1b[0m"
