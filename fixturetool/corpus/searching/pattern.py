"""Reading a search pattern: which engine takes it, or why none does."""

import re
import subprocess
from functools import cache

from fixturetool.corpus.listing.decoding import locale_complaint
from fixturetool.corpus.normalize import is_cjk, normalize
from fixturetool.corpus.searching.grep import Query, build
from fixturetool.errors import PatternError

MAX_BYTES = 100_000  # an argument of a Linux process holds 131,071 bytes

_CARET = re.compile(r"^    (?P<before> *)\^+", re.MULTILINE)
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_CHARACTER = r"[^\s\\.+*?()|\[\]{}^$#&~-]"  # of no meaning of its own, and no white space
_PLAIN = re.compile(f"{_CHARACTER}{{1,200}}")

# Parts of an expression that match no white space, and those that may but need not be there.
_SET = rf"\[(?:{_CHARACTER}-{_CHARACTER}|{_CHARACTER})+\]"
_DARK = rf"(?:{_CHARACTER}|\\[wd.+*?()|\[\]{{}}^$]|{_SET})"
_DARK_GROUP = rf"\((?:\?:)?{_DARK}+(?:\|{_DARK}+)*\)"
_TIMES = r"(?:[*+?]|\{\d+(?:,\d*)?\})\??"
_PERHAPS = r"(?:[*?]|\{0(?:,\d*)?\})\??"
_PART = rf"(?P<dark>{_DARK}|{_DARK_GROUP})(?P<times>{_TIMES})?|(?:\.|\[\^{_CHARACTER}+\]){_PERHAPS}"
_RANGE = re.compile(f"({_CHARACTER})-({_CHARACTER})")
_WHITE_SPACE = tuple(filter(str.isspace, map(chr, range(0x3001))))
_PCRE2 = re.compile(r"at offset (?P<offset>\d+): (?P<reason>.+)")
_NO_BREAK = "is not allowed in a regex"
_GROUP = len("(?:")  # ripgrep wraps a pattern in a group before it is compiled
_HINT = "to search for the text as it stands, add --fixed"
_BREAK_HINT = f"{_HINT}; text broken over lines is found without the break, too"


def read_pattern(pattern: str, *, fixed: bool, ignore_case: bool) -> Query:
    """Make a query of what the user typed.

    Plain text goes through the whitespace rule. A regular expression is compiled once, by
    ripgrep's default engine or, failing that, by PCRE2 (look-around, backreferences).

    Raises:
        PatternError: The pattern is empty, can't be passed on, or is no regular expression.
        ToolMissingError: There is no ``rg``.
    """
    _check_characters(pattern, fixed=fixed)
    if fixed:
        return Query(normalize(pattern), fixed=True, ignore_case=ignore_case)
    query = Query(pattern, ignore_case=ignore_case)
    complaint = "" if is_plain_word(query) else _compile(query)
    if not complaint:
        return query
    second = Query(pattern, ignore_case=ignore_case, engine="pcre2")
    second_complaint = _compile(second)
    if second_complaint or _NO_BREAK in complaint:
        raise _bad(query, complaint, second_complaint)
    return second


def holds_deleted_space(pattern: str) -> bool:
    """Tell whether white space of a pattern is what the whitespace rule would delete."""
    return any(
        is_cjk(pattern[at - 1]) or is_cjk(pattern[at + 1])
        for at, character in enumerate(pattern)
        if character.isspace() and 0 < at < len(pattern) - 1
    )


def is_plain_word(query: Query) -> bool:
    """Tell whether each match of an expression in a line is one of the normalised text, too.

    So it is with a word that has no character of meaning, no white space, and no beginning that
    is its end as well: its occurrences never overlap.
    """
    word = query.pattern
    if query.fixed or query.ignore_case or not word.isprintable() or not _PLAIN.fullmatch(word):
        return False
    return not any(word.startswith(word[at:]) for at in range(1, len(word)))


def outlives_white_space(pattern: str) -> bool:
    """Tell whether whatever an expression matches still matches without its white space.

    A text with a match in a line then has one in its normalised form, too. True only of simple
    expressions, such as 红绳.{0,6}捆: what has to be there is no white space, and what may be
    white space may be missing.
    """
    parts = list(_part().finditer(pattern))
    if "".join(part[0] for part in parts) != pattern or not any(map(_is_needed, parts)):
        return False
    return not any(
        first <= space <= last for first, last in _RANGE.findall(pattern) for space in _WHITE_SPACE
    )


def _is_needed(part: re.Match[str]) -> bool:
    """Tell whether a part matches no white space and has to be there."""
    return part["dark"] is not None and not re.match(_PERHAPS, part["times"] or "")


@cache
def _part() -> re.Pattern[str]:
    return re.compile(_PART)


def _check_characters(pattern: str, *, fixed: bool) -> None:
    if not (normalize(pattern) if fixed else pattern):
        raise PatternError(
            "the pattern is empty" if not pattern else "the pattern is only white space",
            hint="give the text to search for",
        )
    if "\0" in pattern:
        raise PatternError(f"the pattern {_quoted(pattern)} holds a NUL character")
    try:
        size = len(pattern.encode())
    except UnicodeEncodeError:
        raise PatternError(
            f"the pattern {_quoted(pattern)} is not valid UTF-8", hint=locale_complaint()
        ) from None
    if size > MAX_BYTES:
        raise PatternError(f"the pattern has {size} bytes; at most {MAX_BYTES} are possible")
    if not fixed and "\n" in pattern:
        raise PatternError(
            f"the pattern {_quoted(pattern)} holds a line break, which no regular expression "
            "matches here",
            hint=_BREAK_HINT,
        )


def _compile(query: Query) -> str:
    """Return what ripgrep says against the pattern, ``""`` for nothing."""
    done = subprocess.run(
        [*build(query).command, "--", "-"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    return done.stderr.decode(errors="replace") if done.returncode == 2 else ""


def _bad(query: Query, complaint: str, second_complaint: str) -> PatternError:
    place, reason = _explain(query, complaint)
    found = _PCRE2.search(second_complaint)
    if found and ("look-around" in reason or "backreferences" in reason):
        before = f"(?:{query.pattern})".encode()[: int(found["offset"])]
        last = len(query.pattern) - 1
        place = min(len(before.decode(errors="ignore")) - _GROUP, last)
        reason = found["reason"]
    # A bracket that is closed but never opened closes ripgrep's group: its place is not known.
    where = f" at character {place + 1}" if 0 <= place < len(query.pattern) else ""
    hint = _BREAK_HINT if _NO_BREAK in complaint else _HINT
    return PatternError(f"bad pattern {_quoted(query.pattern)}{where}: {reason}", hint=hint)


def _explain(query: Query, complaint: str) -> tuple[int, str]:
    """Return the 0-based character that the default engine complains of, or -1, and why."""
    if query.pattern.endswith("\\") and "unclosed group" in complaint:
        return len(query.pattern) - 1, "a backslash at the end stands for nothing"
    lines = [line for line in complaint.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("error: ")]
    reason = (errors[0] if errors else lines[0]).removeprefix("error: ").removeprefix("rg: ")
    place = _caret(complaint)
    if place < 0 and errors:
        # The pattern took the bracket of ripgrep's own group; one more shows which of its own.
        place = _caret(_compile(Query(query.pattern + "(")))
    return place, reason


def _caret(complaint: str) -> int:
    found = _CARET.search(complaint)
    return len(found["before"]) - _GROUP if found else -1


def _quoted(pattern: str) -> str:
    shown = pattern if len(pattern) <= 80 else f"{pattern[:80]}…"
    return '"' + _CONTROL.sub(lambda found: ascii(found[0])[1:-1], shown) + '"'
