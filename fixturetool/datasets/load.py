"""Dataset files to records, with every problem of a file at once."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from fixturetool.datasets import codes
from fixturetool.datasets.identity import derive_ids
from fixturetool.datasets.kind import Kind, kind_of
from fixturetool.datasets.model import (
    Dataset,
    Location,
    PageDataset,
    PageEntry,
    PathDataset,
    PathEntry,
)
from fixturetool.datasets.placing import place_problems
from fixturetool.datasets.rules import check_entries
from fixturetool.errors import InvalidFixturesError
from fixturetool.jsontext.finding import Finding, Severity
from fixturetool.jsontext.literals import check_literals, printable
from fixturetool.jsontext.parse import parse_json
from fixturetool.jsontext.positions import Positions
from fixturetool.jsontext.problem import Numeral, Problem
from fixturetool.jsontext.read import ReadError, decode, read_bytes, shown
from fixturetool.jsontext.syntax import JsonSyntaxError
from fixturetool.jsontext.unreadable import read_finding, syntax_finding

if TYPE_CHECKING:
    from fixturetool.datasets.wire import WirePageEntry, WirePathEntry

_LONGEST_NUMBER = 18  # digits; a page or a line never has more


@dataclass(frozen=True, slots=True)
class LoadedDataset:
    """What came of a file.

    Attributes:
        path: Where it is.
        name: The file as the user named it.
        kind: What it was taken for.
        dataset: Its records; None when an error stands among the findings.
        findings: What is wrong, in text order; warnings leave the records usable.
    """

    path: Path
    name: str
    kind: Kind
    dataset: Dataset | None
    findings: tuple[Finding, ...]


def load_dataset(path: Path, name: str | None = None) -> LoadedDataset:
    """Load one dataset file of either lane.

    Args:
        path: The file.
        name: How messages call it; the path by default.
    """
    name = shown(path) if name is None else name
    try:
        source = decode(read_bytes(path))
    except ReadError as error:
        return LoadedDataset(path, name, "paths", None, (read_finding(error, name),))
    kind, dataset, findings = parse_dataset(source, unquote(Path(shown(path)).stem), name)
    return LoadedDataset(path, name, kind, dataset, findings)


def load_path_dataset(path: Path) -> PathDataset:
    """Load a dataset of the path lane that must be valid.

    Raises:
        InvalidFixturesError: It is not, or is of another lane; every problem is told.
    """
    dataset = load_any_dataset(path)
    if isinstance(dataset, PathDataset):
        return dataset
    raise InvalidFixturesError(
        f'"{shown(path)}" is a page dataset', hint="grade with it by fixturetool eval-pages"
    )


def load_page_dataset(path: Path) -> PageDataset:
    """Load a dataset of the page lane that must be valid.

    Raises:
        InvalidFixturesError: It is not, or is of another lane; every problem is told.
    """
    dataset = load_any_dataset(path)
    if isinstance(dataset, PageDataset):
        return dataset
    raise InvalidFixturesError(
        f'"{shown(path)}" is a path dataset', hint="grade with it by fixturetool eval-paths"
    )


def load_any_dataset(path: Path) -> Dataset:
    """Load a dataset of either lane that must be valid.

    Raises:
        InvalidFixturesError: It is not; every problem is told.
    """
    loaded = load_dataset(path)
    if loaded.dataset is not None:
        return loaded.dataset
    raise InvalidFixturesError(
        f"the dataset is not valid:\n{error_lines(loaded.findings)}",
        hint=f"fix it until fixturetool validate {loaded.name} passes",
    )


def error_lines(findings: Iterable[Finding]) -> str:
    """Return the errors among some findings, a line each."""
    errors = (one for one in findings if one.severity is Severity.ERROR)
    return "\n".join(f"{one.file}:{one.line}: {one.code} {one.message}" for one in errors)


def parse_dataset(
    source: str, stem: str, file: str
) -> tuple[Kind, Dataset | None, tuple[Finding, ...]]:
    """Read the text of a dataset file.

    Args:
        source: The text without a byte order mark.
        stem: The file's name without ``.json``.
        file: The file as the user named it, for the findings.

    Returns:
        What it was taken for, its records if no error stands in the findings, and the findings.
    """
    try:
        parsed = parse_json(source, _whole, float)
    except JsonSyntaxError as error:
        kind: Kind = "paths" if source.lstrip().startswith("[") else "pages"
        return kind, None, (syntax_finding(error, source, file),)
    value, suspicious = parsed.value, []
    if parsed.suspicious:
        suspicious = list(check_literals(Positions(source)))
        value = printable(json.loads(source, parse_int=_whole))
    kind, dataset, problems = _read(value, stem)
    problems = [*suspicious, *problems]
    if not problems:
        return kind, dataset, ()
    findings = place_problems(problems, Positions(source), value, file)
    broken = any(finding.severity is Severity.ERROR for finding in findings)
    return kind, None if broken else dataset, findings


def _whole(literal: str) -> int | Numeral:
    return int(literal) if len(literal) <= _LONGEST_NUMBER else Numeral(literal)


def _read(value: object, stem: str) -> tuple[Kind, Dataset | None, list[Problem]]:
    kind = kind_of(value)
    if kind == "facets":
        message = "the file is no dataset: neither a list of entries nor an object with items"
        return kind, None, [Problem(codes.NO_DATASET, (), message)]
    if kind == "paths":
        return kind, *_read_paths(value, stem)
    return kind, *_read_pages(value, stem)


def _read_paths(value: object, stem: str) -> tuple[PathDataset | None, list[Problem]]:
    from pydantic import ValidationError

    from fixturetool.datasets.misfit import misfit
    from fixturetool.datasets.wire import PATH_KEYS, path_entries

    raw = value if isinstance(value, list) else []
    problems = list(check_entries(raw, (), PATH_KEYS))
    try:
        wire = path_entries.validate_python(value)
    except ValidationError as error:
        return None, [*map(misfit, error.errors(include_url=False)), *problems]
    ids = derive_ids([entry.question for entry in wire], raw)
    entries = (_path_entry(entry, name) for entry, name in zip(wire, ids, strict=True))
    return PathDataset(stem, tuple(entries)), problems


def _read_pages(value: object, stem: str) -> tuple[PageDataset | None, list[Problem]]:
    from pydantic import ValidationError

    from fixturetool.datasets.misfit import misfit
    from fixturetool.datasets.wire import PAGE_KEYS, page_dataset

    raw = list(_items(value))
    problems = list(check_entries(raw, ("items",), PAGE_KEYS))
    try:
        wire = page_dataset.validate_python(value)
    except ValidationError as error:
        return None, [*map(misfit, error.errors(include_url=False)), *problems]
    ids = derive_ids([entry.question for entry in wire.items], raw)
    entries = (_page_entry(entry, name) for entry, name in zip(wire.items, ids, strict=True))
    return PageDataset(stem, wire.corpus_id, tuple(entries)), problems


def _items(value: object) -> Iterator[object]:
    items = value.get("items") if isinstance(value, dict) else None
    if isinstance(items, list):
        yield from items


def _path_entry(entry: "WirePathEntry", derived: str) -> PathEntry:
    return PathEntry(
        entry_id=entry.entry_id or derived,
        question=entry.question,
        expected_paths=tuple(entry.expected_paths),
        expected_locations=tuple(
            Location(one.path, one.unit, one.start, one.end) for one in entry.expected_locations
        ),
        expected_answer=entry.expected_answer or "",
        tags=tuple(entry.tags),
        extra=_extra(entry.model_extra, evidence_quote=entry.evidence_quote),
        has_id=bool(entry.entry_id),
    )


def _page_entry(entry: "WirePageEntry", derived: str) -> PageEntry:
    return PageEntry(
        entry_id=entry.entry_id or derived,
        question=entry.question,
        expected_pages=tuple(entry.expected_pages),
        figure_ref=entry.figure_ref,
        kind=entry.kind,
        tags=tuple(entry.tags),
        extra=_extra(entry.model_extra),
        has_id=bool(entry.entry_id),
    )


def _extra(unknown: dict[str, object] | None, **known: object) -> dict[str, object]:
    return {**{key: value for key, value in known.items() if value}, **(unknown or {})}
