"""From a file's bytes to its text, strictly: a text that can't be read is named, never guessed."""

import codecs
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
# Text in two-byte units is full of NUL bytes; text with a stray NUL is not.
_NUL_SHARE = 0.1
_GUESS_BYTES = 1 << 16
_GUESS_SHARE = 0.7


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


def check_encodings(encodings: Iterable[str]) -> None:
    """Refuse encodings that Python doesn't know.

    Raises:
        SettingsError: An encoding is unknown, or no text encoding, or none is given.
    """
    names = tuple(encodings)
    if not names:
        raise SettingsError("corpus.encodings is empty", hint='set encodings = ["utf-8"]')
    for name in names:
        try:
            b"".decode(name)
        except LookupError:
            raise SettingsError(
                f'corpus.encodings: "{name}" is no text encoding',
                hint='use names such as "utf-8" or "gb18030"',
            ) from None


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
        return _checked(text, data, encodings)
    _refuse_wide(data, encodings)
    raise UnreadableError(f"not readable as text: {_complaint(data, encodings)}")


def _decode_marked(data: bytes, encoding: str) -> Decoded:
    try:
        return Decoded(text := data.decode(encoding), _warning(text))
    except UnicodeDecodeError as error:
        line = data[: error.start].decode(encoding, "replace").count("\n") + 1
        raise UnreadableError(
            f"not readable as text: its byte order mark says {encoding.upper()}, "
            f"but line {line} is not ({error.reason})"
        ) from None


def _checked(text: str, data: bytes, encodings: Sequence[str]) -> Decoded:
    if "\0" not in text:
        return Decoded(text, "")
    _refuse_wide(data, encodings)
    return Decoded(text, _warning(text))


def _warning(text: str) -> str:
    count = text.count("\0")
    if not count:
        return ""
    line = text.count("\n", 0, text.index("\0")) + 1
    return f"holds {count} NUL character{'s' if count > 1 else ''}, the first on line {line}"


def _refuse_wide(data: bytes, encodings: Sequence[str]) -> None:
    if any(name.lower().replace("_", "-").startswith(("utf-16", "utf-32")) for name in encodings):
        return
    if data.count(0) > len(data) * _NUL_SHARE:
        raise UnreadableError(
            f"not readable as text: {data.count(0)} of {len(data)} bytes are NUL, "
            "as in UTF-16 without a byte order mark or in a binary file; save it as UTF-8"
        )
    for encoding in ("utf-16-le", "utf-16-be"):
        if _reads_as(data, encoding):
            raise UnreadableError(
                f"not readable as text: it looks like {encoding.upper()} "
                "without a byte order mark; save it as UTF-8"
            )


def _complaint(data: bytes, encodings: Sequence[str]) -> str:
    try:
        data.decode(encodings[0])
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        what = f"byte 0x{data[error.start]:02x} on line {line} is not {encodings[0].upper()}"
    if "gb18030" not in encodings and _reads_as(data, "gb18030"):
        wanted = ", ".join(f'"{name}"' for name in (*encodings, "gb18030"))
        return f"{what}; it looks like GB18030: set encodings = [{wanted}] under [corpus]"
    return f"{what}; save it as UTF-8"


def _reads_as(data: bytes, encoding: str) -> bool:
    """Tell whether the start of a file is mostly Chinese text in that encoding."""
    try:
        # A final character cut in half is no fault of the text.
        text = codecs.getincrementaldecoder(encoding)().decode(data[:_GUESS_BYTES])
    except UnicodeDecodeError:
        return False
    plain = sum("\u4e00" <= c <= "\u9fff" or "\u3000" <= c <= "\u303f" or c < "\x7f" for c in text)
    has_han = any("\u4e00" <= character <= "\u9fff" for character in text)
    return has_han and plain >= len(text) * _GUESS_SHARE
