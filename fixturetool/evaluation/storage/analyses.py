"""What a model wrote about a pair of runs: kept for that pair, and shown for no other."""

import hashlib
import json
from collections.abc import Collection, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from fixturetool.evaluation.comparing.side import Side
from fixturetool.evaluation.storage.layout import layout
from fixturetool.state import prepare_state, replace_file, told_as_state_error

_FOLDER = "analyses"
_DIGITS = 16


@dataclass(frozen=True, slots=True)
class Analysis:
    """An analysis of a pair.

    Attributes:
        base: The name of the base run.
        current: The name of the current run.
        pair: What tells this pair from every other, also from one of the same names.
        text: What the model wrote: Markdown.
        model: Which model.
        created_at: When, ISO 8601 in UTC.
        prompt_version: Which wording the prompt had.
        numbers: The hash of the numbers that it was written from.
    """

    base: str
    current: str
    pair: str
    text: str
    model: str
    created_at: str
    prompt_version: str
    numbers: str


def pair_of(base: Side, current: Side) -> str:
    """Return what tells a pair of runs from every other: their order counts."""
    return f"{_identity(base)}-{_identity(current)}"


def load_analysis(state_dir: Path, pair: str) -> Analysis | None:
    """Return the analysis of a pair, None where there is none that can be read."""
    found = _read(_file(state_dir, pair))
    return found if found and found.pair == pair else None


def save_analysis(state_dir: Path, analysis: Analysis) -> Path:
    """Keep an analysis in place of an earlier one of the pair, and return its file.

    Raises:
        StateError: It can't be written.
    """
    prepare_state(state_dir)
    file = _file(state_dir, analysis.pair)
    with told_as_state_error(file):
        file.parent.mkdir(exist_ok=True)
        replace_file(file, layout(asdict(analysis)).encode())
    return file


def delete_analyses(state_dir: Path, runs: Collection[str]) -> int:
    """Delete the analyses that one of these runs is a part of, and return how many they were.

    Raises:
        StateError: One can't be deleted.
    """
    doomed = [
        file
        for file in sorted((state_dir / _FOLDER).glob("*.json"))
        if (one := _read(file)) and not {one.base, one.current}.isdisjoint(runs)
    ]
    for file in doomed:
        with told_as_state_error(file):
            file.unlink(missing_ok=True)
    return len(doomed)


def _file(state_dir: Path, pair: str) -> Path:
    return state_dir / _FOLDER / f"{pair}.json"


def _read(file: Path) -> Analysis | None:
    try:
        return Analysis(**json.loads(file.read_bytes()))
    except (OSError, ValueError, TypeError):
        return None


def _identity(side: Side) -> str:
    told = json.dumps(list(_told(side)), ensure_ascii=True, sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()[:_DIGITS]


def _told(side: Side) -> Iterator[object]:
    yield from (side.name, side.created_at, dict(side.settings), dict(side.corpora))
    if not side.created_at:  # a report file tells itself by what it says
        yield [[one.key, dict(one.values)] for one in side.measured]
