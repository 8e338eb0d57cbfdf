"""When sources changed, as far as git knows: dates of files tell only when they were copied."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from typing import TYPE_CHECKING

from fixturetool.state import replace_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import date
    from pathlib import Path

_TIMEOUT_SECONDS = 20
_DAY = re.compile(r"\x01([0-9]{4}-[0-9]{2}-[0-9]{2})")
_ONLY_CHANGED = ("-z", "--diff-filter=M", "--no-renames", "--name-only", "--relative")
_SCHEMA = 1


def changed_sources(
    root: Path, since: str, fingerprint: str, cache: Path, today: date
) -> Mapping[str, str]:
    """Return the sources whose text was changed after a day, each with its latest day.

    A commit that adds or renames a file is no change. What is not committed yet changed today.
    The answer is kept as long as the corpus is the same; where git gives none, it is asked again
    the next time.

    Args:
        root: The language root.
        since: A day, ``YYYY-MM-DD``; changes of that day itself don't count.
        fingerprint: The corpus's, from its snapshot.
        cache: The file in which to keep the answer.
        today: The day of changes that are not committed.

    Returns:
        Paths under the root to days; empty outside of a checkout and where git gives no answer.
    """
    if not any((folder / ".git").exists() for folder in (root, *root.absolute().parents)):
        return {}
    known = _load(cache)
    if known.get("fingerprint") == fingerprint and str(known.get("since", "~")) <= since:
        days = known.get("days")
        found = days if isinstance(days, dict) else {}
    elif (answer := _ask(root, since, today)) is not None:
        found = answer
        _save(cache, {"fingerprint": fingerprint, "since": since, "days": found})
    else:
        found = {}
    return {path: day for path, day in found.items() if str(day) > since}


def _ask(root: Path, since: str, today: date) -> dict[str, str] | None:
    """Return the latest day of each path, None where git gives no answer."""
    import subprocess  # an answer that is known needs no process

    try:
        return dict(_days(root, since, today))
    except (OSError, subprocess.SubprocessError):
        return None


def _days(root: Path, since: str, today: date) -> Iterator[tuple[str, str]]:
    """Yield path and day, the latest day of a path last."""
    log = ["log", f"--since={since}T00:00:00", "--reverse", "--format=%x01%cs"]
    day = ""
    for word in _git(root, *log, *_ONLY_CHANGED, "--", "."):
        if match := _DAY.fullmatch(word):
            day = match[1]
        elif path := word.removeprefix("\n"):  # what ends a day begins the first name
            yield path, day
    for path in _git(root, "diff", *_ONLY_CHANGED, "HEAD", "--", "."):
        if path:
            yield path, today.isoformat()


def _git(root: Path, *arguments: str) -> list[str]:
    import subprocess

    command = ["git", "--no-optional-locks", "-C", str(root)]
    done = subprocess.run(
        [*command, *arguments], capture_output=True, timeout=_TIMEOUT_SECONDS, check=True
    )
    return done.stdout.decode("utf-8", "replace").split("\0")


def _load(cache: Path) -> dict[str, object]:
    try:
        data = json.loads(cache.read_bytes())
    except (OSError, ValueError):
        return {}
    return data if isinstance(data, dict) and data.get("schema") == _SCHEMA else {}


def _save(cache: Path, content: dict[str, object]) -> None:
    with suppress(OSError):
        cache.parent.mkdir(parents=True, exist_ok=True)
        replace_file(cache, json.dumps({"schema": _SCHEMA, **content}).encode())
