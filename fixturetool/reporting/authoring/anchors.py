"""The anchors of a category, facet by facet, with where they stand."""

from collections.abc import Iterator

from fixturetool.authoring.verify import PassageSources, Verification
from fixturetool.fixtures.model import CategoryFile, Fixture
from fixturetool.reporting.document import json_document
from fixturetool.reporting.terminal import BOLD, DIM, RED, painted, visible
from fixturetool.reporting.wording import counted

SCHEMA = "fixturetool.anchors/1"
_SHOWN = 2


def render_anchors(model: CategoryFile, verified: Verification, *, colour: bool) -> str:
    """Return the anchors for a person.

    Args:
        model: The category.
        verified: Its anchors with their sources, in file order.
        colour: Whether to style the text for a terminal.
    """
    lines: list[str] = []
    for fixture, passages in _by_fixture(model, verified):
        heading = f"{visible(fixture.query)}  ({visible(fixture.language)})"
        lines.append(painted(heading, BOLD, colour=colour))
        for facet in fixture.expected_coverage:
            lines += _facet(fixture, facet, passages, colour)
        lines.append("")
    return "".join(f"{line}\n" for line in lines[:-1])


def render_anchors_json(model: CategoryFile, verified: Verification, *, colour: bool) -> str:
    """Return the anchors for a program.

    ``{"schema": "fixturetool.anchors/1", "category", "fixtures": [{"query", "language", "facets":
    [{"facet", "description", "sources", "anchors": [{"passage", "label", "official", "sources":
    [path, ..]}]}]}]}``; ``sources`` of a facet counts distinct ones.
    """
    del colour
    document = {
        "category": model.category,
        "fixtures": [
            {
                "query": fixture.query,
                "language": fixture.language,
                "facets": [_facet_json(fixture, f, passages) for f in fixture.expected_coverage],
            }
            for fixture, passages in _by_fixture(model, verified)
        ],
    }
    return json_document(SCHEMA, document)


def _by_fixture(
    model: CategoryFile, verified: Verification
) -> Iterator[tuple[Fixture, tuple[PassageSources, ...]]]:
    at = 0
    for fixture in model.fixtures:
        upto = at + len(fixture.relevant_passages)
        yield fixture, verified.passages[at:upto]
        at = upto


def _facet(
    fixture: Fixture, facet: str, passages: tuple[PassageSources, ...], colour: bool
) -> Iterator[str]:
    attesting = _attesting(fixture, facet, passages)
    paths = {source.path for _, one in attesting for source in one.sources}
    counts = f"{counted(len(attesting), 'anchor')}, {counted(len(paths), 'source')}"
    described = fixture.expected_coverage[facet] or "(no description)"
    yield f"  {visible(facet)}: {visible(described)}  {painted(counts, DIM, colour=colour)}"
    for official, one in attesting:
        kind = "official" if official else "unofficial"
        yield f"    {visible(one.passage)}  {painted(kind, DIM, colour=colour)}"
        yield f"      {_where(one, colour)}"


def _where(one: PassageSources, colour: bool) -> str:
    if not one.sources:
        return painted("missing: in no source", RED, colour=colour)
    shown = ", ".join(visible(source.path) for source in one.sources[:_SHOWN])
    more = len(one.sources) - _SHOWN
    return f"{shown} and {more} more" if more > 0 else shown


def _facet_json(
    fixture: Fixture, facet: str, passages: tuple[PassageSources, ...]
) -> dict[str, object]:
    labels = {passage.passage: passage.label for passage in fixture.relevant_passages}
    attesting = _attesting(fixture, facet, passages)
    return {
        "facet": facet,
        "description": fixture.expected_coverage[facet],
        "sources": len({source.path for _, one in attesting for source in one.sources}),
        "anchors": [
            {
                "passage": one.passage,
                "label": labels[one.passage],
                "official": official,
                "sources": [source.path for source in one.sources],
            }
            for official, one in attesting
        ],
    }


def _attesting(
    fixture: Fixture, facet: str, passages: tuple[PassageSources, ...]
) -> list[tuple[bool, PassageSources]]:
    return [
        (passage.official, one)
        for passage, one in zip(fixture.relevant_passages, passages, strict=True)
        if facet in passage.covers
    ]
