"""What a new fixture is made of, as flags."""

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import IO, TypeVar

import click

from fixturetool.fixtures.model import Passage
from fixturetool.jsontext.problem import quote

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Asked:
    """What the flags say of a fixture.

    Attributes:
        query: The question, None where it is left out.
        language: The fixture language, None for the only one there is.
        rationale: Why the query is asked, None where it is left out.
        subtype: A finer kind of question.
        facets: Facet to the claim that it stands for.
        anchors: Facet, source and text of each anchor.
        passages: Anchors that were pasted.
    """

    query: str | None
    language: str | None
    rationale: str | None
    subtype: str
    facets: Mapping[str, str]
    anchors: tuple[tuple[str, str, str], ...]
    passages: tuple[Passage, ...]

    def has_anchor(self, facet: str) -> bool:
        """Tell whether an anchor is given for a facet."""
        return any(facet == one[0] for one in self.anchors) or any(
            facet in one.covers for one in self.passages
        )


def fixture_options(command: Callable[..., R]) -> Callable[..., R]:
    """Add what a fixture is made of; the command receives ``asked``."""

    @click.option("--query", "-Q", metavar="TEXT", help="One focused question.")
    @click.option(
        "--language", "-l", metavar="CODE", help="The corpus, such as CHS.  [the only one there is]"
    )
    @click.option("--rationale", metavar="TEXT", help="Why this query stresses the category.")
    @click.option("--subtype", metavar="TEXT", default="", help="A finer kind of question.")
    @click.option(
        "--facet",
        "-f",
        "facets",
        type=(str, str),
        multiple=True,
        metavar="NAME CLAIM",
        help="A facet and the claim that a complete answer must cover; repeatable.",
    )
    @click.option(
        "--anchor",
        "-a",
        "anchors",
        type=(str, str, str),
        multiple=True,
        metavar="FACET SOURCE TEXT",
        help="An anchor: a verbatim TEXT of SOURCE that attests FACET; repeatable.",
    )
    @click.option(
        "--passages",
        type=click.File("r", encoding="utf-8"),
        help="Anchors as search --format passage writes them; - is standard input.",
    )
    @functools.wraps(command)
    def wrapper(
        *args: object,
        query: str | None,
        language: str | None,
        rationale: str | None,
        subtype: str,
        facets: Sequence[tuple[str, str]],
        anchors: Sequence[tuple[str, str, str]],
        passages: IO[str] | None,
        **kwargs: object,
    ) -> R:
        pasted = () if passages is None else read_passages(passages)
        claims = _each_once(facets)
        asked = Asked(query, language, rationale, subtype, claims, tuple(anchors), pasted)
        return command(*args, asked=asked, **kwargs)

    return wrapper


def _each_once(facets: Sequence[tuple[str, str]]) -> Mapping[str, str]:
    names = [name for name, _ in facets]
    if not all(map(str.strip, names)):
        raise click.UsageError("--facet has a blank name")
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise click.UsageError(f"--facet {quote(twice)} is given twice")
    return dict(facets)


def read_passages(file: IO[str]) -> tuple[Passage, ...]:
    """Read a JSON array of passages.

    Raises:
        click.UsageError: It is none; everything that is wrong is told.
    """
    from fixturetool.fixtures.validation.pasted import validate_passages
    from fixturetool.reporting.findings.as_text import render_findings

    try:
        source = file.read().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise click.UsageError("--passages is no list of passages: it is not UTF-8") from error
    passages, findings = validate_passages(source, file.name)
    if passages is None:
        told = render_findings(findings).rstrip()
        raise click.UsageError(f"--passages is no list of passages:\n{told}")
    return passages
