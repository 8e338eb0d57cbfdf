"""What the commands that write fixtures share: which fixture, what the rules say, what was done."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import click

from fixturetool.authoring.review import Review
from fixturetool.authoring.rules import Code
from fixturetool.cli.exits import NO
from fixturetool.cli.selection import load_selection
from fixturetool.errors import (
    ConflictError,
    FixturetoolError,
    InvalidFixturesError,
    SelectionError,
)
from fixturetool.fixtures.load import LoadedCategory
from fixturetool.fixtures.model import CategoryFile, Fixture, Passage
from fixturetool.jsontext.finding import Finding
from fixturetool.jsontext.problem import quote
from fixturetool.jsontext.read import ReadError, decode, read_bytes
from fixturetool.reporting.terminal import visible
from fixturetool.settings import name_fault

R = TypeVar("R")


class RefusedError(FixturetoolError):
    """The rules stand against a change, so nothing was written."""

    exit_code = NO


def force_option(command: Callable[..., R]) -> Callable[..., R]:
    """Add ``--force CODE``, repeatable; the command receives ``forced``."""
    return click.option(
        "--force",
        "forced",
        multiple=True,
        type=click.Choice([code.value for code in Code]),
        metavar="CODE",
        help="Write even though it breaks this rule, such as FT205; repeatable.",
    )(command)


def category_path(directory: Path, name: str) -> Path:
    """Return where the file of a new category goes.

    Raises:
        SelectionError: That is no name for one.
        ConflictError: There is a file of that name.
    """
    stem = name.removesuffix(".json")
    if name_fault(stem) or stem.startswith("."):
        message = f"{quote(name)} is no name for a category"
        raise SelectionError(message, hint="take a plain name such as breadth; it names the file")
    path = directory / f"{stem}.json"
    if path.exists() or path.is_symlink():
        message = f"there is a category {quote(stem)} already: {path}"
        raise ConflictError(message, hint=f"add to it with: fixturetool new fixture {stem}")
    return path


def load_nothing(path: Path, head: CategoryFile) -> LoadedCategory:
    """Return a category that is not on disk yet."""
    return LoadedCategory(path, spell(path), head, "")


def load_category(directory: Path, word: str) -> LoadedCategory:
    """Load the one valid category that a word names, as a name or a path.

    Raises:
        InvalidFixturesError: It is not valid.
        SelectionError: There is none of that name.
    """
    if Path(word).is_dir():
        raise SelectionError(f"{quote(word)} is a folder", hint="name one category")
    loaded = load_selection(directory, [word])
    if loaded.findings:
        from fixturetool.reporting.findings.as_text import render_findings

        raise InvalidFixturesError(
            f"the category is not valid:\n{render_findings(loaded.findings).rstrip()}",
            hint="fix it until fixturetool validate passes",
        )
    return loaded.categories[0]


def content_of(loaded: LoadedCategory) -> bytes:
    """Return the bytes that a category was loaded from.

    Raises:
        ConflictError: The file was saved or removed since.
    """
    try:
        content = read_bytes(loaded.path)
        same = decode(content) == loaded.source
    except ReadError:
        same = False
    if not same:
        message = f"{loaded.name} was changed meanwhile, so nothing was written"
        raise ConflictError(message, hint="try again")
    return content


def pick_fixture(
    loaded: LoadedCategory,
    query: str | None,
    language: str | None,
    likely: Callable[[Fixture], bool] = lambda _: True,
) -> Fixture:
    """Find the fixture that is meant: by its query, or by a part that no other query has.

    Args:
        loaded: The category.
        query: The query or a part of it; None for whichever is likely.
        language: The fixture's language; None for any.
        likely: Tells which fixtures may be meant where no query is given.

    Raises:
        SelectionError: None is meant, or several are.
    """
    every = [f for f in loaded.model.fixtures if language in {None, f.language}]
    exact = [fixture for fixture in every if fixture.query == query]
    meant = exact or [fixture for fixture in every if query is None or query in fixture.query]
    if query is None:
        meant = list(filter(likely, meant)) or meant
    if len(meant) == 1:
        return meant[0]
    known = "\n".join(f"    {fixture.query}  ({fixture.language})" for fixture in meant or every)
    if not meant:
        message = f"no fixture of {loaded.name} asks {quote(query or '')}; it has\n{known}"
        raise SelectionError(message, hint="fixturetool new fixture adds one")
    message = f"several fixtures of {loaded.name} may be meant:\n{known}"
    raise SelectionError(message, hint="give --query, and --language where that is not enough")


def with_anchor(fixture: Fixture, anchor: Passage) -> Fixture:
    """Add an anchor; one of equal text comes to attest further facets."""
    passages = list(fixture.relevant_passages)
    for at, known in enumerate(passages):
        if known.passage == anchor.passage:
            more = tuple(facet for facet in anchor.covers if facet not in known.covers)
            passages[at] = replace(known, covers=(*known.covers, *more))
            return replace(fixture, relevant_passages=tuple(passages))
    return replace(fixture, relevant_passages=(*passages, anchor))


def refuse(review: Review, forced: Collection[str]) -> None:
    """Raise where the rules stand against a change and nobody forces it.

    Raises:
        RefusedError: They do.
    """
    against = review.against(forced)
    if against:
        codes = " ".join(f"--force {code}" for code in dict.fromkeys(f.code for f in against))
        listed = "\n".join(map(spelled, against))
        raise RefusedError(
            f"nothing was written:\n{listed}",
            hint=f"fix it, or write it all the same with {codes}; "
            "fixturetool explain CODE tells why",
        )


def spell(path: Path) -> str:
    """Spell a path as a person in the working directory would."""
    here = Path.cwd()
    absolute = path.absolute()
    return str(absolute.relative_to(here) if absolute.is_relative_to(here) else path)


def spelled(finding: Finding) -> str:
    """Return a finding about something that is not on disk yet, its hint on a second line."""
    hint = f"\n      {finding.hint}" if finding.hint else ""
    return f"  {finding.code} {finding.message}{hint}"


def tell_wanted(findings: Sequence[Finding]) -> None:
    """Say on standard error what is still wanted."""
    for finding in findings:
        click.echo(f"still wanted: {finding.code} {visible(finding.message)}", err=True)
