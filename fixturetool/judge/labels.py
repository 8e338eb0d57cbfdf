"""Labelled spans, by which a judge is measured: one JSON object a line."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from fixturetool.errors import UsageError

_TEXTS = ("query", "claim", "span", "source", "kind")
_NEEDED = ("query", "claim", "span", "attested")
_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Label:
    """What a person says about a span.

    Attributes:
        query: The question, for referents.
        claim: The claim.
        span: The span.
        attested: Whether the span, by itself, states the claim.
        source: The file that it stands in, or ``""``.
        kind: Why it is in the set, such as ``negation``, or ``""``.
    """

    query: str
    claim: str
    span: str
    attested: bool
    source: str = ""
    kind: str = ""


def load_labels(path: Path) -> tuple[Label, ...]:
    """Read a file of labels; keys that are unknown are ignored.

    Raises:
        UsageError: It can't be read or holds no label; every line that is none is told.
    """
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise UsageError(f"'{path}' can't be read: {reason}") from error
    labels: list[Label] = []
    problems: list[str] = []
    for number, line in _lines(text):
        read = _label(line)
        if isinstance(read, Label):
            labels.append(read)
        else:
            problems.append(f"{path}:{number}: {read}")
    if problems:
        raise UsageError("\n".join(problems), hint=_HINT)
    if not labels:
        raise UsageError(f"'{path}' holds no label", hint=_HINT)
    return tuple(labels)


_HINT = 'a line is {"query": …, "claim": …, "span": …, "attested": true or false}'


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield number, line


def _label(line: str) -> Label | str:
    """Read one line, or say what is wrong with it."""
    try:
        record = json.loads(line)
    except ValueError as error:
        return f"no JSON: {error}"
    if not isinstance(record, dict):
        return "no JSON object"
    if missing := [name for name in _NEEDED if name not in record]:
        return f'the key "{missing[0]}" is missing'
    texts = {name: record.get(name, "") for name in _TEXTS}
    for name, value in texts.items():
        if not isinstance(value, str) or (name in _NEEDED and not value.strip()):
            return f'"{name}" is {_shown(value)}, which is no text'
    if not isinstance(record["attested"], bool):
        return f'"attested" is {_shown(record["attested"])}, neither true nor false'
    return Label(attested=record["attested"], **texts)


def _shown(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)[:_SHOWN]
