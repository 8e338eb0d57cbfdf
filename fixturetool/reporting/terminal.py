"""Text from outside made safe to show: data never steers the terminal."""

import re

BOLD, DIM, RED, GREEN, YELLOW, MAGENTA = "1", "2", "1;31", "32", "33", "35"

# C0 and C1 controls, DEL, the line and paragraph separators, the marks that reorder text on
# the screen, and lone surrogates, which can't be written.
_UNSAFE = re.compile(
    "[\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\ud800-\\udfff]"
)


def visible(text: str) -> str:
    r"""Write what could steer a terminal as an escape such as ``\x1b``; all else stays.

    >>> print(visible("摩拉\x1b[31m克斯"))
    摩拉\x1b[31m克斯
    """
    return _UNSAFE.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def escape_json(document: str) -> str:
    r"""Write the same characters in a JSON document as ``\u`` escapes; its value stays."""
    return _UNSAFE.sub(
        lambda found: found[0] if found[0] == "\n" else f"\\u{ord(found[0]):04x}", document
    )


def painted(text: str, style: str, *, colour: bool) -> str:
    """Wrap safe text in a terminal style where colour is wanted."""
    return f"\x1b[{style}m{text}\x1b[0m" if colour and text else text
