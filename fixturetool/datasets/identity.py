"""The names of entries: made from the content where the file gives none, and looked up."""

import hashlib
import json
from collections import Counter
from collections.abc import Sequence

from fixturetool.datasets.model import Entry
from fixturetool.errors import SelectionError

_DIGITS = 12
_ENCODER = json.JSONEncoder(sort_keys=True, default=str)


def derive_ids(questions: Sequence[str], contents: Sequence[object]) -> list[str]:
    """Name entries by their questions, so that a corrected expectation keeps its history.

    Entries that ask the same are named by all that they hold; equal ones are numbered.

    Args:
        questions: Of all entries, in file order.
        contents: JSON values: what the file says of each.
    """
    asked = Counter(questions)
    named = [
        _digest(question if asked[question] == 1 else [question, content])
        for question, content in zip(questions, contents, strict=True)
    ]
    seen: Counter[str] = Counter()
    ids = []
    for name in named:
        seen[name] += 1
        ids.append(name if seen[name] == 1 else f"{name}-{seen[name]}")
    return ids


def find_entry(entries: Sequence[Entry], word: str) -> int:
    """Return the 0-based position of the one entry that a word names.

    Args:
        entries: The entries.
        word: An entry_id, the beginning of one, or a 1-based number.

    Raises:
        SelectionError: It names none, or several.
    """
    exact = [at for at, entry in enumerate(entries) if entry.entry_id == word]
    near = [at for at, entry in enumerate(entries) if word and entry.entry_id.startswith(word)]
    numbered = [int(word) - 1] if word.isdecimal() and 0 < int(word) <= len(entries) else []
    for found in (exact, numbered, near):
        if len(found) == 1:
            return found[0]
        if found:
            names = ", ".join(entries[at].entry_id for at in found)
            raise SelectionError(f'"{word}" means several entries: {names}', hint="write more")
    raise SelectionError(
        f'there is no entry "{word}"', hint="fixturetool dataset list FILE shows them"
    )


def _digest(content: object) -> str:
    text = _ENCODER.encode(content)
    return f"q-{hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]}"
