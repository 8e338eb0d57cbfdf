"""Say of drafts that the editor left beside fixture files that they are there."""

from __future__ import annotations

import os
import shlex
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fixturetool.cli.selection import is_path
from fixturetool.reporting.terminal import visible
from fixturetool.reporting.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_START, _END = ".", ".draft"


def tell_drafts(directory: Path, words: Sequence[str]) -> None:
    """Say on standard error which drafts wait beside the files that are looked at, a line each.

    Args:
        directory: The folder of fixture files.
        words: Categories and paths, as in ``load_selection``; the whole folder without any.
    """
    for word in dict.fromkeys(words) or [""]:
        is_named = word != "" and is_path(word, directory)
        path = Path(word) if is_named else directory / word
        for file in _files(path):
            _tell(file, str(file) if is_named else file.stem)


def _files(path: Path) -> Iterator[Path]:
    """Yield the fixture files of a folder that may have a draft, or the one that is named."""
    if not path.is_dir():
        yield path if path.suffix == ".json" else path.with_name(f"{path.name}.json")
        return
    with suppress(OSError), os.scandir(path) as entries:
        for entry in sorted(entries, key=lambda one: one.name):
            name = entry.name
            if name.startswith(_START) and name.endswith(_END):
                yield path / f"{name.removeprefix(_START).removesuffix(_END)}.json"
            elif name.endswith(".json") and entry.is_symlink():
                yield path / name  # its draft is where it leads to


def _tell(file: Path, name: str) -> None:
    from fixturetool.tui.draft import draft_path

    if not os.access(draft_path(file), os.F_OK):  # for names too that are too long
        return
    from fixturetool.errors import UnansweredError
    from fixturetool.tui.desk import Desk

    try:
        draft = Desk(file, name).draft
    except UnansweredError as error:
        click.echo(f"warning: {visible(str(error))}; {visible(error.hint)}", err=True)
        return
    if not draft.fixtures and not draft.description:
        return  # all of it is in the file by now
    count = sum(len(one.facets) for one in draft.fixtures)
    lack = "that has" if count == 1 else "that have"
    told = f"{counted(count, 'facet')} {lack} no anchor yet" if count else "no facet yet"
    step = f"fixturetool edit {shlex.quote(name)}"
    click.echo(
        f"note: there is a draft of {visible(file.stem)} with {told}; go on with: {visible(step)}",
        err=True,
    )
