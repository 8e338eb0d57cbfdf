"""One ranking, for a person and for a program."""

import math
from collections.abc import Iterator, Mapping, Sequence

from fixturetool.reporting.document import json_document
from fixturetool.reporting.terminal import DIM, GREEN, MAGENTA, painted, visible
from fixturetool.reporting.wording import counted
from fixturetool.retrieval.base import Hit, RankedSource

SCHEMA = "fixturetool.retrieve/1"


def render_text(
    sources: Sequence[RankedSource],
    official: Mapping[str, bool],
    *,
    colour: bool,
    rewrite: str = "",
) -> str:
    """List the sources by rank, each with score, lines and the text of its best chunk.

    Args:
        sources: A folded ranking.
        official: The corpus's sources and whether each is official.
        colour: Whether to style the text for a terminal.
        rewrite: What was searched in place of the query, or ``""``.
    """
    searched = [f"searched: {visible(rewrite)}", ""] if rewrite else []
    lines = [line for source in sources for line in _source(source, official, colour)]
    return "".join(f"{line}\n" for line in [*searched, *lines, counted(len(sources), "source")])


def _source(source: RankedSource, official: Mapping[str, bool], colour: bool) -> Iterator[str]:
    best = max(source.hits, key=lambda hit: -math.inf if math.isnan(hit.score) else hit.score)
    rank = painted(f"{source.rank:>2}", GREEN, colour=colour)
    path = painted(visible(source.path), MAGENTA, colour=colour)
    chunks = f", best of {len(source.hits)} chunks" if len(source.hits) > 1 else ""
    note = f"{_score(best)}{_pages(best)}{_lines(best)}{chunks}{_kind(official.get(source.path))}"
    yield f"{rank}  {path}  {painted(note, DIM, colour=colour)}"
    for line in best.graded_text.splitlines():
        if line.strip():
            yield f"      {visible(line.strip())}"
    yield ""


def _score(hit: Hit) -> str:
    if math.isnan(hit.score):
        return "no score"
    digits = 5 if abs(hit.score) < 0.1 else 3  # sums of reciprocal ranks are small
    return f"score {hit.score:.{digits}f}"


def _pages(hit: Hit) -> str:
    if hit.start_page is None:
        return ""
    kind = f" ({visible(hit.kind)})" if hit.kind else ""
    if hit.end_page in {hit.start_page, None}:
        return f", page {hit.start_page}{kind}"
    return f", pages {hit.start_page}-{hit.end_page}{kind}"


def _lines(hit: Hit) -> str:
    if hit.start_line is None:
        return ""
    if hit.end_line in {hit.start_line, None}:
        return f", line {hit.start_line}"
    return f", lines {hit.start_line}-{hit.end_line}"


def _kind(official: bool | None) -> str:
    return {True: "", False: ", unofficial", None: ", not in the corpus"}[official]


def render_json(
    query: str,
    sources: Sequence[RankedSource],
    official: Mapping[str, bool],
    *,
    rewrite: str = "",
) -> str:
    """Return ``{"schema", "query", "rewrite", "sources": [{"rank", "path", "official", "hits"}]}``.

    ``rewrite`` is what was searched in place of the query, or null. ``official`` is null for a
    path that is no source of the corpus. A hit has ``score`` (a number or null), ``leg``,
    ``lines`` and ``pages`` (1-based, inclusive, or null), ``before``, ``text`` and ``after``.
    """
    document = {
        "query": query,
        "rewrite": rewrite or None,
        "sources": [
            {
                "rank": source.rank,
                "path": source.path,
                "official": official.get(source.path),
                "hits": [_hit(hit) for hit in source.hits],
            }
            for source in sources
        ],
    }
    return json_document(SCHEMA, document)


def _hit(hit: Hit) -> dict[str, object]:
    return {
        "score": hit.score if math.isfinite(hit.score) else None,
        "leg": hit.leg,
        "lines": [hit.start_line, hit.end_line] if hit.start_line is not None else None,
        "pages": [hit.start_page, hit.end_page] if hit.start_page is not None else None,
        "before": hit.context_before,
        "text": hit.text,
        "after": hit.context_after,
    }
