"""Bytes into text: strict, by mark or by order, with a reason for what can't be read."""

import pytest

from fixturetool.corpus.listing.decoding import UnreadableError, check_encodings, decode
from fixturetool.errors import SettingsError

SENTENCE = "摩拉克斯是岩神。\nRex Lapis\n"
UTF8 = ("utf-8",)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(SENTENCE.encode(), id="utf-8"),
        pytest.param(SENTENCE.encode("utf-8-sig"), id="utf-8-with-mark"),
        pytest.param(b"\xff\xfe" + SENTENCE.encode("utf-16-le"), id="utf-16-le-with-mark"),
        pytest.param(b"\xfe\xff" + SENTENCE.encode("utf-16-be"), id="utf-16-be-with-mark"),
        pytest.param(b"\xff\xfe\0\0" + SENTENCE.encode("utf-32-le"), id="utf-32-le-with-mark"),
        pytest.param(b"\0\0\xfe\xff" + SENTENCE.encode("utf-32-be"), id="utf-32-be-with-mark"),
    ],
)
def test_text_is_read_by_its_byte_order_mark_or_as_utf_8(data: bytes) -> None:
    assert decode(data, UTF8) == (SENTENCE, "")


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(SENTENCE.encode(), id="the-first-that-fits"),
        pytest.param(SENTENCE.encode("gb18030"), id="the-second"),
    ],
)
def test_tries_encodings_in_order(data: bytes) -> None:
    assert decode(data, ("utf-8", "gb18030")).text == SENTENCE


def test_line_breaks_stay() -> None:
    assert decode(b"a\r\nb\rc", UTF8).text == "a\r\nb\rc"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        pytest.param(
            "好\n好\n".encode() + "摩拉克斯".encode("gb18030"),
            "byte 0xc0 on line 3 is not UTF-8; save it as UTF-8",
            id="a-bad-line-beside-good-ones",
        ),
        pytest.param(
            SENTENCE.encode("gb18030"),
            "byte 0xc0 on line 1 is not UTF-8; it looks like GB18030: "
            'set encodings = ["utf-8", "gb18030"] under [corpus]',
            id="gb18030",
        ),
        pytest.param(
            b"caf\xe9", "byte 0xe9 on line 1 is not UTF-8; save it as UTF-8", id="latin-1"
        ),
        pytest.param(
            "摩拉克斯是岩神".encode("utf-16-le"),
            "it looks like UTF-16-LE without a byte order mark; save it as UTF-8",
            id="utf-16-le-without-mark",
        ),
        pytest.param(
            "摩拉克斯是岩神".encode("utf-16-be"),
            "it looks like UTF-16-BE without a byte order mark; save it as UTF-8",
            id="utf-16-be-without-mark",
        ),
        pytest.param(
            "Rex".encode("utf-16-le"),
            "3 of 6 bytes are NUL, as in UTF-16 without a byte order mark or in a binary file; "
            "save it as UTF-8",
            id="ascii-in-utf-16",
        ),
        pytest.param(
            b"\xff\xfea",
            "its byte order mark says UTF-16-LE, but line 1 is not (truncated data)",
            id="mark-without-the-text",
        ),
    ],
)
def test_says_why_it_is_no_text(data: bytes, reason: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        decode(data, UTF8)
    assert str(caught.value) == f"not readable as text: {reason}"


def test_gb18030_does_not_swallow_utf_16() -> None:
    with pytest.raises(UnreadableError, match="UTF-16-LE without a byte order mark"):
        decode("摩拉克斯是岩神".encode("utf-16-le"), ("utf-8", "gb18030"))


def test_utf_16_may_be_asked_for() -> None:
    assert decode("Rex".encode("utf-16-le"), ("utf-16-le",)).text == "Rex"


@pytest.mark.parametrize(
    ("data", "warning"),
    [
        pytest.param(
            "摩拉克斯\n岩\0神，契约之神".encode(),
            "holds 1 NUL character, the first on line 2",
            id="one",
        ),
        pytest.param(
            b"a\0b\0" + b"c" * 100, "holds 2 NUL characters, the first on line 1", id="two"
        ),
    ],
)
def test_a_stray_nul_is_a_warning(data: bytes, warning: str) -> None:
    assert decode(data, UTF8) == (data.decode(), warning)


@pytest.mark.parametrize(
    "names",
    [
        pytest.param(("utf-8", "utf9"), id="unknown"),
        pytest.param(("rot13",), id="no-text-encoding"),
        pytest.param((), id="none"),
        pytest.param(("undefined",), id="one-that-refuses-everything"),
        pytest.param(("punycode",), id="one-for-domain-names"),
        pytest.param(("unicode_escape",), id="one-that-yields-half-characters"),
        pytest.param(("UTF7",), id="another-one-by-another-name"),
        pytest.param(("a\0b",), id="a-nul"),
        pytest.param(("utf-8\ud800",), id="half-a-character"),
    ],
)
def test_bad_encodings_are_refused(names: tuple[str, ...]) -> None:
    with pytest.raises(SettingsError, match=r"corpus\.encodings"):
        check_encodings(names)
