"""Putting proposals into fixture files."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from fixturetool.authoring.repair import Gone
from fixturetool.authoring.repairing.proposal import Proposal
from fixturetool.errors import ConflictError
from fixturetool.fixtures.edit import Replacement, replace_passages
from fixturetool.fixtures.load import LoadedCategory


@dataclass(frozen=True, slots=True)
class Written:
    """What was written to one file.

    Attributes:
        name: The file as the user named it.
        count: How many passages it has that it had not before.
    """

    name: str
    count: int


def write_repairs(repairs: Iterable[Gone]) -> Iterable[Written]:
    """Put the proposals in the place of anchors, file by file, all of a file or none.

    Yields:
        What each file has got, as soon as it has it.

    Raises:
        FixturetoolError: As ``fixtures.edit.replace_passages``; a file that was changed since it
            was read is left alone. Files before it are written.
    """
    by_file: dict[Path, tuple[LoadedCategory, list[Replacement]]] = {}
    for gone in repairs:
        if gone.proposal is None:
            continue
        loaded = gone.category
        replacement = replacement_of(gone, gone.proposal)
        by_file.setdefault(loaded.path, (loaded, []))[1].append(replacement)
    for path, (loaded, replacements) in by_file.items():
        _refuse_changed(path, loaded)
        result = replace_passages(path, replacements)
        yield Written(loaded.name, len(result.added))


def replacement_of(gone: Gone, proposal: Proposal) -> Replacement:
    """Return an anchor's replacement by a proposal: its text is new, all else stays."""
    passage = replace(gone.anchor, passage=proposal.text)
    return Replacement(gone.asked.query, gone.asked.language, gone.anchor.passage, passage)


def _refuse_changed(path: Path, loaded: LoadedCategory) -> None:
    from fixturetool.fixtures.load import load_file

    now = load_file(path).category
    if now is None or now.source != loaded.source:
        raise ConflictError(
            f"{loaded.name} was changed meanwhile, so nothing was written to it",
            hint="run fixturetool repair again",
        )
