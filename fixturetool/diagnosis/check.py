"""One thing that was looked at."""

from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """How a thing stands."""

    OK = "ok"
    NOTE = "note"
    """Worth knowing; nothing that is set up needs it."""
    FAIL = "fail"
    """Something that is set up can't work without it."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at.

    Attributes:
        group: What it belongs to, such as ``corpus``.
        name: What it is, such as ``CHS``.
        state: How it stands.
        detail: What was found, in a line; no secret is in it.
        hint: The next step, ``""`` where there is none.
    """

    group: str
    name: str
    state: State
    detail: str
    hint: str = ""


def failed(group: str, name: str, error: Exception, *, state: State = State.FAIL) -> Check:
    """Return the check that an error, which is told to users, has made of a thing."""
    return Check(group, name, state, str(error), str(getattr(error, "hint", "")))
