"""What came back for one question, each source (or chunk) and each text once for all repeats."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

from fixturetool.evaluation.lanes.expectation import PageExpectation, PathExpectation
from fixturetool.evaluation.lanes.pages import covers
from fixturetool.evaluation.lanes.paths import Label, rank_chunks, targets_of
from fixturetool.evaluation.run import Anchor, FixtureRun, Run, RunHit
from fixturetool.reporting.html.highlight import Excerpt, Marked, union
from fixturetool.reporting.html.texts import TextStore, shown

Ranks = tuple[int | None, ...]
_PAGE = "expected page"
_GOOD = ("location match", "file match", _PAGE)
_LABELS = {
    Label.LOCATION: "location match",
    Label.FILE: "file match",
    Label.NO_PAGE_PROVENANCE: "no page data",
    Label.OUTSIDE_LOCATION: "wrong span",
    Label.NONE: "",
}


@dataclass(frozen=True, slots=True)
class Match:
    """An anchor that stands in a chunk.

    Attributes:
        anchor: Its 1-based number in the fixture.
        facets: What it attests.
        excerpt: It in its surroundings.
    """

    anchor: int
    facets: tuple[str, ...]
    excerpt: Excerpt


@dataclass(frozen=True, slots=True)
class Chunk:
    """A chunk that came back.

    Attributes:
        leg: The part of a hybrid system that found it, or ``""``.
        score: The system's score as text, or ``""``.
        place: Its lines or pages, or ``""``.
        kind: ``figure``, ``neighbour`` or ``""``.
        summary: What a figure is known to show, or ``""``.
        text: The number of its text in the store.
        marks: Spans of anchors in its text as ``start-end``, by comma.
        matches: The anchors in it.
    """

    leg: str
    score: str
    place: str
    kind: str
    summary: str
    text: int
    marks: str
    matches: tuple[Match, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A source, in the path and page lanes a chunk.

    Attributes:
        path: Its path.
        official: Whether it is official; None for a path that is no source of the corpus.
        ranks: Its 1-based rank in each repeat, None where it did not come back.
        covers: The facets that it covers, or the label of a chunk.
        chunks: Its chunks.
        good: Whether that is what was wanted: no chunk of the wrong span is.
        outside: Numbers of anchors that stand in the source file, in none of its chunks.
    """

    path: str
    official: bool | None
    ranks: Ranks
    covers: tuple[str, ...]
    chunks: tuple[Chunk, ...]
    good: bool
    outside: tuple[int, ...] = ()


def result_rows(fixture: FixtureRun, run: Run, store: TextStore) -> tuple[Row, ...]:
    """Return what came back for a question, the best mean rank first."""
    facets = run.settings.lane == "facets"
    rows = _sources(fixture, run.settings.k, store) if facets else _chunks(fixture, store)
    return tuple(sorted(rows, key=lambda row: (_standing(row.ranks), row.path)))


def _standing(ranks: Ranks) -> float:
    absent = 1 + max(rank for rank in ranks if rank)
    return fmean(rank or absent for rank in ranks)


def _sources(fixture: FixtureRun, k: int, store: TextStore) -> Iterator[Row]:
    repeats = [attempt.repeat for attempt in fixture.attempts]
    hits: dict[str, list[RunHit]] = {}
    ranks: dict[str, dict[int, int]] = {}
    for attempt in fixture.attempts:
        for hit in attempt.hits:
            if hit.rank <= k:
                hits.setdefault(hit.path, []).append(hit)
                ranks.setdefault(hit.path, {})[attempt.repeat] = hit.rank
    for path, own in hits.items():
        held = sorted({position for hit in own for position in hit.anchors})
        chunks = tuple(_distinct(own, _with_anchors(fixture.anchors, store)))
        inside = {match.anchor for chunk in chunks for match in chunk.matches}
        yield Row(
            path=path,
            official=own[0].official,
            ranks=tuple(ranks[path].get(repeat) for repeat in repeats),
            covers=_facets(held, fixture),
            chunks=chunks,
            good=bool(held),
            outside=tuple(position + 1 for position in held if position + 1 not in inside),
        )


def _facets(positions: Iterable[int], fixture: FixtureRun) -> tuple[str, ...]:
    named = {name for position in positions for name in fixture.anchors[position].covers}
    return tuple(name for name in fixture.facets if name in named)


def _distinct(hits: Iterable[RunHit], view: Callable[[RunHit], Chunk]) -> Iterator[Chunk]:
    seen = {
        (hit.text, hit.before, hit.after, hit.lines, hit.pages): hit for hit in reversed([*hits])
    }
    yield from map(view, reversed(seen.values()))


def _with_anchors(anchors: Sequence[Anchor], store: TextStore) -> Callable[[RunHit], Chunk]:
    def view(hit: RunHit) -> Chunk:
        text = Marked(shown(hit.before + hit.text + hit.after))
        spans = {position: text.find(shown(anchors[position].passage)) for position in hit.anchors}
        found = {position: span for position, span in spans.items() if span}
        matches = tuple(
            Match(position + 1, anchors[position].covers, text.excerpt(*span))
            for position, span in found.items()
        )
        return _chunk(hit, store.put(text.text), found.values(), matches)

    return view


def _chunk(
    hit: RunHit, text: int, spans: Iterable[tuple[int, int]], matches: tuple[Match, ...] = ()
) -> Chunk:
    return Chunk(
        leg=hit.leg,
        score="" if hit.score is None else f"{hit.score:.4g}",
        place=_place(hit),
        kind="neighbour" if hit.neighbor_of else hit.kind,
        summary=hit.summary,
        text=text,
        marks=",".join(f"{start}-{end}" for start, end in union(spans)),
        matches=matches,
    )


def _place(hit: RunHit) -> str:
    spans = (("line", hit.lines), ("page", hit.pages))
    return ", ".join(_span(noun, *span) for noun, span in spans if span)


def _span(noun: str, first: int, last: int) -> str:
    return f"{noun} {first}" if first == last else f"{noun}s {first}–{last}"


def _chunks(fixture: FixtureRun, store: TextStore) -> Iterator[Row]:
    """Yield the chunks of a path or page entry, equal ones of several repeats once."""
    labelled: dict[Hashable, tuple[RunHit, str]] = {}
    ranks: dict[Hashable, dict[int, int]] = {}
    for attempt in fixture.attempts:
        for rank, hit, label in _labels(fixture, attempt.hits):
            same = (hit.path, hit.text, hit.lines, hit.pages, hit.chunk_id)
            labelled.setdefault(same, (hit, label))
            ranks.setdefault(same, {}).setdefault(attempt.repeat, rank)
    for identity, (hit, label) in labelled.items():
        yield Row(
            path=hit.path,
            official=True,
            ranks=tuple(ranks[identity].get(attempt.repeat) for attempt in fixture.attempts),
            covers=(label,) if label else (),
            good=label in _GOOD,
            chunks=(_chunk(hit, store.put(shown(hit.before + hit.text + hit.after)), ()),),
        )


def _labels(fixture: FixtureRun, hits: Sequence[RunHit]) -> Iterator[tuple[int, RunHit, str]]:
    expected = fixture.expected
    if isinstance(expected, PathExpectation):
        for chunk in rank_chunks(hits, targets_of(expected)):
            yield chunk.rank, chunk.hit, _LABELS[chunk.label]
    elif isinstance(expected, PageExpectation):
        for rank, hit in enumerate(hits, start=1):
            yield rank, hit, _PAGE if covers(hit, expected.expected_pages) else ""
