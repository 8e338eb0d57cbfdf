"""What ``doctor`` found: lines for people, JSON for programs."""

import platform
from collections.abc import Iterator, Mapping, Sequence

from fixturetool import __version__
from fixturetool.diagnosis.check import Check, State
from fixturetool.reporting.document import json_document
from fixturetool.reporting.terminal import (
    BOLD,
    DIM,
    GREEN,
    RED,
    YELLOW,
    painted,
    visible,
)
from fixturetool.reporting.wording import counted

SCHEMA = "fixturetool.doctor/1"
_STYLES = {State.OK: GREEN, State.NOTE: YELLOW, State.FAIL: RED}


def render_text(
    checks: Sequence[Check], file: str, origins: Mapping[str, str], *, colour: bool
) -> str:
    """List the checks by group, where the settings come from, and a last line that sums up.

    Args:
        checks: In the order in which they are shown.
        file: The settings file in force, ``""`` where there is none.
        origins: Key of the settings to where its value comes from; the others are defaults.
        colour: Whether the terminal shows colour.
    """
    lines = [f"fixturetool {__version__}, Python {platform.python_version()}"]
    lines += _settings(file, origins, colour=colour)
    group = ""
    for check in checks:
        if check.group != group:
            lines += ["", painted(check.group, BOLD, colour=colour)]
        group = check.group
        lines += _lines(check, colour=colour)
    return "\n".join([*lines, "", _summary(checks)]) + "\n"


def render_json(checks: Sequence[Check], file: str, origins: Mapping[str, str]) -> str:
    """Return the same as a document of the schema ``fixturetool.doctor/1``."""
    document = {
        "tool_version": __version__,
        "python": platform.python_version(),
        "settings": {"file": file or None, "origins": dict(origins)},
        "ok": not _failures(checks),
        "checks": [
            {
                "group": one.group,
                "name": one.name,
                "state": str(one.state),
                "detail": one.detail,
                "hint": one.hint,
            }
            for one in checks
        ],
    }
    return json_document(SCHEMA, document)


def _settings(file: str, origins: Mapping[str, str], *, colour: bool) -> Iterator[str]:
    yield ""
    yield painted("settings", BOLD, colour=colour)
    yield f"  {visible(file) or 'no settings file: defaults'}"
    width = max(map(len, origins), default=0)
    for key, origin in origins.items():
        if origin != file:
            yield f"  {visible(key.ljust(width))}  {painted(visible(origin), DIM, colour=colour)}"
    if own := [key for key, origin in origins.items() if origin == file]:
        yield f"  it sets {visible(', '.join(own))}"


def _lines(check: Check, *, colour: bool) -> Iterator[str]:
    state = painted(str(check.state).ljust(4), _STYLES[check.state], colour=colour)
    yield f"  {state}  {visible(check.name)}: {visible(check.detail)}"
    if check.hint and check.state is not State.OK:
        yield f"        {visible(check.hint)}"


def _failures(checks: Sequence[Check]) -> int:
    return sum(check.state is State.FAIL for check in checks)


def _summary(checks: Sequence[Check]) -> str:
    if failures := _failures(checks):
        return f"{counted(failures, 'thing')} to fix, each with its next step"
    return "everything that is set up is there"
