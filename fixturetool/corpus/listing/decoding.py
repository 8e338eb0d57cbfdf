"""From a file's bytes to its text, strictly: a text that can't be read is named, never guessed."""

import codecs
import sys
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from fixturetool.errors import SettingsError, UnansweredError

# UTF-32 first: its little-endian mark begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Python has them for other things than files; some yield what is no character.
_NO_TEXT = {"idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape", "utf-7"}
# Text in two-byte units is full of NUL bytes; text with a stray NUL is not.
_NUL_SHARE = 0.1
_GUESS_BYTES = 1 << 16
_GUESS_LEAST = 8
_COMMON_SHARE = 0.8
_ASCII_SHARE = 0.85


class UnreadableError(UnansweredError):
    """A file that is no text in any of the encodings; the message says where and why."""


class Decoded(NamedTuple):
    """A readable file.

    Attributes:
        text: The text without its byte order mark, line breaks as in the file.
        warning: Why it is readable only in part, or ``""``.
    """

    text: str
    warning: str


def locale_complaint() -> str:
    """Say why names and arguments that are not ASCII can't be read, ``""`` where they can."""
    encoding = sys.getfilesystemencoding()
    if codecs.lookup(encoding).name == "utf-8":
        return ""
    return f"the locale is {encoding.upper()}; set LC_ALL=C.UTF-8 or PYTHONUTF8=1"


def check_encodings(encodings: Iterable[str]) -> None:
    """Refuse encodings that Python doesn't know.

    Raises:
        SettingsError: An encoding is unknown, or no text encoding, or none is given.
    """
    names = tuple(encodings)
    if not names:
        raise SettingsError("corpus.encodings is empty", hint='set encodings = ["utf-8"]')
    for name in names:
        if not _is_for_text(name):
            raise SettingsError(
                f'corpus.encodings: "{name}" is no text encoding',
                hint='use names such as "utf-8" or "gb18030"',
            )


def _is_for_text(name: str) -> bool:
    try:
        b"\0\0\0\0".decode(name)
        return codecs.lookup(name).name not in _NO_TEXT
    except (LookupError, ValueError):  # unknown, or no name at all
        return False


def decode(data: bytes, encodings: Sequence[str]) -> Decoded:
    """Decode a file by its byte order mark, else by the first encoding that fits.

    Args:
        data: All bytes of the file.
        encodings: Names of encodings, tried in order, each strictly.

    Raises:
        UnreadableError: None fits; the message starts with ``not readable as text:``.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _decode_marked(data[len(mark) :], encoding)
    for encoding in encodings:
        if encoding not in {"utf-8", "utf8"}:
            _refuse_wide(data, encodings)
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" in text:
            _refuse_nul(data, encodings)
        return Decoded(text, _warning(text))
    _refuse_wide(data, encodings)
    raise UnreadableError(f"not readable as text: {_complaint(data, encodings)}")


def _decode_marked(data: bytes, encoding: str) -> Decoded:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data[: error.start].decode(encoding, "replace").count("\n") + 1
        raise UnreadableError(
            f"not readable as text: its byte order mark says {encoding.upper()}, "
            f"but line {line} is not ({error.reason})"
        ) from None
    return Decoded(text, _warning(text))


def _warning(text: str) -> str:
    count = text.count("\0")
    if not count:
        return ""
    line = text.count("\n", 0, text.index("\0")) + 1
    return f"holds {count} NUL character{'s' if count > 1 else ''}, the first on line {line}"


def _refuse_wide(data: bytes, encodings: Sequence[str]) -> None:
    """Raise for text in two-byte units, which other encodings would take for something else."""
    _refuse_nul(data, encodings)
    if _asks_for_wide(encodings) or len(data) % 2 or len(data) < _GUESS_LEAST:
        return
    for encoding in ("utf-16-le", "utf-16-be"):
        if _is_common_chinese(data, encoding):
            raise UnreadableError(
                f"not readable as text: it looks like {encoding.upper()} "
                "without a byte order mark; save it as UTF-8"
            )


def _refuse_nul(data: bytes, encodings: Sequence[str]) -> None:
    if data.count(0) > len(data) * _NUL_SHARE and not _asks_for_wide(encodings):
        raise UnreadableError(
            f"not readable as text: {data.count(0)} of {len(data)} bytes are NUL, "
            "as in UTF-16 without a byte order mark or in a binary file; save it as UTF-8"
        )


def _asks_for_wide(encodings: Sequence[str]) -> bool:
    names = (name.lower().replace("_", "-") for name in encodings)
    return any(name.startswith(("utf-16", "utf-32")) for name in names)


def _complaint(data: bytes, encodings: Sequence[str]) -> str:
    try:
        data.decode(encodings[0])
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        what = f"byte 0x{data[error.start]:02x} on line {line} is not {encodings[0].upper()}"
    if "gb18030" not in encodings and _is_common_chinese(data, "gb18030"):
        wanted = ", ".join(f'"{name}"' for name in (*encodings, "gb18030"))
        return f"{what}; it looks like GB18030: set encodings = [{wanted}] under [corpus]"
    return f"{what}; save it as UTF-8"


def _is_common_chinese(data: bytes, encoding: str) -> bool:
    """Tell whether the start of a file is Chinese of everyday characters in that encoding.

    Any two ASCII letters read as some Han character in UTF-16, seldom as one in use.
    """
    start = data[:_GUESS_BYTES]
    ascii_share = sum(0x20 <= byte < 0x7F for byte in start) / max(len(start), 1)
    try:
        # A final character cut in half is no fault of the text.
        text = codecs.getincrementaldecoder(encoding)().decode(start)
    except UnicodeDecodeError:
        return False
    if ascii_share > _ASCII_SHARE or not any(
        "\u4e00" <= character <= "\u9fff" for character in text
    ):
        return False
    known = max(len(text.encode(old, "ignore").decode(old)) for old in ("gb2312", "big5"))
    return known >= len(text) * _COMMON_SHARE
