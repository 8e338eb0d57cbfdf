"""Globs over POSIX paths under the language root, whatever the working directory.

``*`` and ``?`` stay inside one folder, ``**`` as a whole component crosses folders, ``[a-z]`` and
``[!a-z]`` are sets, and a backslash takes the next character as it is. A glob with a slash anchors
to the language root; one without a slash matches a component at any depth. A glob whose last
component is a plain name also covers what lies under a folder of that name, and ``folder/`` means
``folder/**``.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from operator import methodcaller

from fixturetool.errors import SettingsError

_ANYTHING_BELOW = "(?:/.*)?"


class Globs:
    """Several globs taken as one: a path matches when any of them does.

    Args:
        patterns: The globs.
        setting: What messages call them.

    Raises:
        SettingsError: A set of characters in one of them is malformed.
    """

    def __init__(self, patterns: Iterable[str], setting: str = "globs") -> None:
        given = [pattern for pattern in patterns if pattern.strip("./")]
        parts = [_components(pattern) for pattern in given]
        for pattern in given:
            _check(pattern, setting)
        # The usual "**/*.txt" asks for no more than the end of a path, which is far cheaper.
        endings = {number: ending for number, p in enumerate(parts) if (ending := _ending(p))}
        self._endings = tuple(endings.values())
        others = [part for number, part in enumerate(parts) if number not in endings]
        self._files = _union(map(_file_pattern, others))
        self.match: Callable[[str], bool] = self._match
        """Tells whether a file's path (POSIX, under the language root) matches."""
        if not others:
            self.match = methodcaller("endswith", self._endings)
        self._folders = _union(filter(None, map(_folder_pattern, parts)))
        self.folders_tell_all = all(map(_is_below, parts))
        """Whether a file matches only where a folder above it is covered."""

    def _match(self, path: str) -> bool:
        return path.endswith(self._endings) or self._files.fullmatch(path) is not None

    def cover(self, folder: str) -> bool:
        """Tell whether every path under a folder matches, so that it need not be walked."""
        return self._folders.fullmatch(folder) is not None


def _check(pattern: str, setting: str) -> None:
    for component in pattern.split("/"):
        try:
            re.compile(_component(component))
        except re.error as error:
            raise SettingsError(
                f'{setting}: "{pattern}" holds a malformed set of characters ({error.msg})',
                hint="write a set as in [a-z] or [!a-z], and a bracket as it stands as \\[",
            ) from None


def _union(patterns: Iterable[str]) -> re.Pattern[str]:
    # "(?!)" matches nothing: no glob, no match.
    return re.compile("|".join(patterns) or "(?!)", re.DOTALL)


def _components(pattern: str) -> list[str]:
    anchored = pattern.startswith("/")
    parts = [part for part in pattern.split("/") if part not in {"", "."}]
    if pattern.endswith("/"):
        parts.append("**")
    if len(parts) > 1 or anchored or parts == ["**"]:
        return parts
    # A folder of that name at any depth, or a file: `_file_pattern` adds what lies below.
    return ["**", *parts, ""]


def _file_pattern(parts: list[str]) -> str:
    if parts[-1] == "":
        return _join(parts[:-1]) + _ANYTHING_BELOW
    return _join(parts) + (_ANYTHING_BELOW if _is_plain(parts[-1]) else "")


def _folder_pattern(parts: list[str]) -> str:
    if parts == ["**"]:
        return ".*"
    if parts[-1] in {"", "**"}:
        return _join(parts[:-1]) + _ANYTHING_BELOW
    return _join(parts) + _ANYTHING_BELOW if _is_plain(parts[-1]) else ""


def _ending(parts: list[str]) -> str:
    """Return how every path ends that a glob like ``**/*.txt`` matches, ``""`` for other globs."""
    is_ending = len(parts) == 2 and parts[0] == "**" and parts[1][:1] == "*"
    ending = parts[1][1:] if is_ending else ""
    return ending if _is_plain(ending) and "\\" not in ending else ""


def _is_below(parts: list[str]) -> bool:
    return len(parts) > 1 and parts[-1] == "**" and parts[-2] != "**"


def _is_plain(component: str) -> bool:
    return not set(component) & set("*?[")


def _join(parts: list[str]) -> str:
    if not parts:
        return ""
    *folders, last = parts
    pieces = ["(?:[^/]+/)*" if part == "**" else _component(part) + "/" for part in folders]
    return "".join(pieces) + (".+" if last == "**" else _component(last))


def _component(glob: str) -> str:
    return "".join(_tokens(glob))


def _tokens(glob: str) -> Iterator[str]:
    for piece in re.findall(r"\\.|\[!?\]?[^\]]*\]|\*+|.", glob, re.DOTALL):
        if piece[0] == "*":
            yield "[^/]*"
        elif piece == "?":
            yield "[^/]"
        elif len(piece) > 2 and piece[0] == "[":
            yield _character_set(piece[1:-1])
        else:
            yield re.escape(piece[-1])


def _character_set(inside: str) -> str:
    negated = inside[0] in "!^"
    members = inside[1:] if negated else inside
    # Python may give a doubled sign a meaning of its own one day, and warns of it.
    escaped = re.sub(r"([\\\[\]^&~|])", r"\\\1", members).replace("--", r"-\-")
    return f"(?!/)[{'^' if negated else ''}{escaped}]"
