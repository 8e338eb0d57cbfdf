"""Names for entries that have none: the same content has the same name, wherever it stands."""

import hashlib
import json
from collections import Counter
from collections.abc import Sequence

_DIGITS = 12
_ENCODER = json.JSONEncoder(sort_keys=True, default=str)


def derive_ids(questions: Sequence[str], contents: Sequence[object]) -> list[str]:
    """Name entries by their questions, so that a mended expectation keeps its history.

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


def _digest(content: object) -> str:
    text = _ENCODER.encode(content)
    return f"q-{hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]}"
