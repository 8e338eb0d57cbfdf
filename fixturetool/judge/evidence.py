"""``judge.jsonl`` beside a run: what was asked and answered, so that an anchor can be audited."""

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from fixturetool.errors import StateError
from fixturetool.evaluation.run import Question
from fixturetool.state import told_as_state_error

EVIDENCE_FILE = "judge.jsonl"

Step = Literal["find", "locate", "verify", "write"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One line: a step of the judge about one facet. What a step does not know is ``""``.

    Attributes:
        step: ``find`` and ``verify`` are replies of a model, ``locate`` is a span that was looked
            for in the sources, ``write`` an anchor.
        category: The fixture's category.
        language: Its language.
        query: Its query.
        facet: The facet.
        verdict: What came of it: a verdict, a reason to drop the span, ``located``, ``found``,
            ``nothing found``, ``written`` or ``proposed``.
        reason: Why, in the model's words, or the error.
        span: The span as the finder wrote it.
        passage: The slice of the source.
        label: The anchor's label.
        model: Who was asked.
        version: Which wording the prompt had.
        prompt: The hash of the prompt.
        vote: The 1-based number of the verifier's vote, 0 elsewhere.
        reply: What the model replied, in full.
        cached: Whether it had been asked earlier.
        at: When this was noted, ISO 8601 in UTC.
    """

    step: Step
    category: str
    language: str
    query: str
    facet: str
    verdict: str
    reason: str = ""
    span: str = ""
    passage: str = ""
    label: str = ""
    model: str = ""
    version: str = ""
    prompt: str = ""
    vote: int = 0
    reply: str = ""
    cached: bool = False
    at: str = ""

    @property
    def subject(self) -> tuple[str, str, str, str]:
        """What it is about: category, language, query and facet."""
        return self.category, self.language, self.query, self.facet


class Evidence:
    """The evidence of the runs that are judged; used from one thread."""

    def __init__(self, folders: Sequence[Path], now: datetime | None = None) -> None:
        """Open it; what is there stays, and is not written again.

        Args:
            folders: The runs' folders: each gets every line; none: nothing is kept.
            now: The time to note, with its time zone; the present by default.
        """
        self._files = [folder / EVIDENCE_FILE for folder in folders]
        self._known = [set(map(_identity, load_evidence(folder))) for folder in folders]
        self._at = f"{(now or datetime.now(UTC)).astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"

    def note(self, entry: Entry) -> None:
        """Add a line where it is not there yet; it survives the process from then on.

        Raises:
            StateError: It can't be written.
        """
        dated = replace(entry, at=self._at)
        for file, known in zip(self._files, self._known, strict=True):
            if _identity(dated) not in known:
                known.add(_identity(dated))
                _append(file, _encoded(dated))


def entry_for(question: Question, facet: str, step: Step, verdict: str) -> Entry:
    """Begin an entry about a facet of a fixture."""
    return Entry(step, question.category, question.language, question.query, facet, verdict)


def load_evidence(folder: Path) -> list[Entry]:
    """Read the evidence of a run; lines that were cut short are left out.

    Raises:
        StateError: It is there but can't be read.
    """
    file = folder / EVIDENCE_FILE
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        return []
    except OSError as error:
        raise StateError(f"can't read '{file}': {error.strerror}") from error
    return list(_entries(data))


def select(entries: Sequence[Entry], words: Sequence[str]) -> list[Entry]:
    """Return the entries about facets of which some entry has every word.

    A word is looked for in label, passage and span as a part, and equals a facet's name. All steps
    that led to what was found are returned with it.
    """
    wanted = {one.subject for one in entries if all(_mentions(one, word) for word in words)}
    return [one for one in entries if one.subject in wanted]


def _mentions(entry: Entry, word: str) -> bool:
    return word == entry.facet or any(
        word in text for text in (entry.label, entry.passage, entry.span) if text
    )


def _identity(entry: Entry) -> Entry:
    return replace(entry, at="", cached=False)


def _entries(data: bytes) -> Iterator[Entry]:
    names = {field.name for field in fields(Entry)}
    for line in data.split(b"\n"):
        try:
            record = json.loads(line)
            yield Entry(**{name: value for name, value in record.items() if name in names})
        except (ValueError, TypeError, AttributeError):
            continue


def _encoded(entry: Entry) -> bytes:
    # A lone surrogate becomes the escape that JSON has for it.
    text = json.dumps(asdict(entry), ensure_ascii=False)
    return text.encode("utf-8", "backslashreplace") + b"\n"


def _append(file: Path, line: bytes) -> None:
    """Write a line at the end at once, on a line of its own whatever a killed process left."""
    with told_as_state_error(file):
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o644)
        try:
            size = os.fstat(descriptor).st_size
            torn = size > 0 and os.pread(descriptor, 1, size - 1) != b"\n"
            rest = memoryview((b"\n" if torn else b"") + line)
            while rest:
                rest = rest[os.write(descriptor, rest) :]
        finally:
            os.close(descriptor)
