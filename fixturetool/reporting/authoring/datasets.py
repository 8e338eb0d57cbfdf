"""The entries of a dataset, for a person and for a program."""

from dataclasses import asdict
from typing import TYPE_CHECKING, TextIO

from rich.text import Text

from fixturetool.datasets.model import Dataset, Entry, Location, PathDataset, PathEntry
from fixturetool.reporting.console import write_blocks
from fixturetool.reporting.document import json_text
from fixturetool.reporting.grid import Column, Grid
from fixturetool.reporting.terminal import visible
from fixturetool.reporting.wording import counted, ranges

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def write_entries(dataset: Dataset, file: TextIO) -> None:
    """List the entries with number, id, question, what they expect, and tags.

    Args:
        dataset: The dataset.
        file: A terminal, or anything else, which gets full plain lines.
    """
    entries: Sequence[Entry] = dataset.entries
    dim = _dim if file.isatty() else str  # styles would take most of the time
    grid = Grid(
        (
            Column(right=True),
            Column("entry_id"),
            Column("question", fold=True),
            Column("expects", fold=True),
            Column("tags", fold=True),
        ),
        [_row(number, entry, dim) for number, entry in enumerate(entries, start=1)],
        indent=0,
    )
    kind = "path dataset" if isinstance(dataset, PathDataset) else "page dataset"
    number = counted(len(dataset.entries), "entry", "entries")
    last = Text(f"\n{visible(dataset.name)}: {kind} with {number}")
    write_blocks([grid, last] if dataset.entries else [last], file)


def entries_json(dataset: Dataset) -> str:
    """Return a list of the entries, each with its id, be it the file's or derived."""
    entries = [_plain(entry) for entry in dataset.entries]
    return json_text(entries)


def _row(number: int, entry: Entry, dim: "Callable[[str], Text | str]") -> tuple[Text | str, ...]:
    name = visible(entry.entry_id)
    return (
        dim(str(number)),
        name if entry.has_id else dim(name),
        visible(entry.question),
        visible(_expects(entry)),
        dim(visible(", ".join(entry.tags))),
    )


def _dim(text: str) -> Text:
    return Text(text, "dim")


def _expects(entry: Entry) -> str:
    if not isinstance(entry, PathEntry):
        pages = sorted(set(entry.expected_pages))
        noun = "page" if len(pages) == 1 else "pages"
        return f"{entry.figure_ref}, {noun} {ranges(pages)}, {entry.kind}"
    spans = {one.path: f" {_span(one)}" for one in entry.expected_locations}
    return ", ".join(path + spans.get(path, "") for path in entry.expected_paths) or "nothing"


def _span(location: Location) -> str:
    start, end = location.start, location.end
    return f"{location.unit} {start}" if start == end else f"{location.unit}s {start}-{end}"


def _plain(entry: Entry) -> dict[str, object]:
    values = asdict(entry)
    extra, _ = values.pop("extra"), values.pop("has_id")
    return {**values, **extra}
