"""Equal texts once in a file: a text that hits repeat is a number there, its place in a table.

Repeats bring back the same chunks, and so do questions about one subject. In memory every hit
has its texts.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import cast

from fixturetool.errors import StateError
from fixturetool.evaluation.storage.layout import JSON

TABLE = "texts"
FIELDS = ("before", "text", "after", "summary")
_SHORTEST = 16  # what is shorter is no longer than its number and easier to read

Record = dict[str, JSON]


def fold_texts(run: Record) -> Record:
    """Return the run's record with a table of the texts that its hits have more than once.

    The hits of the record that is given are changed; each stands in it once.
    """
    counts = Counter(text for hit in _hits(run) for text in _texts(hit))
    table = [text for text, count in counts.items() if count > 1]
    numbers = {text: number for number, text in enumerate(table)}
    _replace(run, lambda text: numbers.get(text, text) if isinstance(text, str) else text)
    return {**run, TABLE: cast("list[JSON]", table)}


def unfold_texts(run: Record, name: str) -> Record:
    """Return the run's record with every text in its hit; one without a table is as it was.

    Args:
        run: As read, checked no further than that it is an object; its hits are changed.
        name: How error messages call the file.

    Raises:
        StateError: A number is no place in the table.
    """
    table = run.pop(TABLE, None)
    texts = table if isinstance(table, list) else []

    def text_of(value: JSON) -> JSON:
        if isinstance(value, bool) or not isinstance(value, int):
            return value
        if not 0 <= value < len(texts):
            raise StateError(f"'{name}' is damaged: it has no text {value}")
        return texts[value]

    _replace(run, text_of)
    return run


def _replace(run: Record, new: Callable[[JSON], JSON]) -> None:
    for hit in _hits(run):
        hit.update({field: new(hit[field]) for field in FIELDS if field in hit})


def _texts(hit: Record) -> Iterator[str]:
    for field in FIELDS:
        text = hit.get(field)
        if isinstance(text, str) and len(text) >= _SHORTEST:
            yield text


def _hits(run: Record) -> Iterator[Record]:
    """Yield every hit; what is not laid out as a run is left to whoever checks it."""
    for fixture in _records(run.get("fixtures")):
        for attempt in _records(fixture.get("attempts")):
            yield from _records(attempt.get("hits"))


def _records(value: JSON) -> Iterator[Record]:
    for item in value if isinstance(value, list) else ():
        if isinstance(item, dict):
            yield item
