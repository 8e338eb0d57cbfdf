"""The results of a search as JSON, ``fixturetool.search/1``.

All offsets are 0-based, half-open and count characters (Unicode code points) of the source's
original text, without its byte order mark; ``line`` and ``column`` are 1-based::

    {"schema": "fixturetool.search/1", "pattern", "fixed", "ignore_case", "official_only",
     "languages": ["CHS"], "partial",
     "totals": {"sources", "hits", "name_hits", "long_matches"},
     "sources": [{"language", "path", "official", "hit_count",
                  "names": [{"start", "end", "text"}],           # places in the path
                  "hits": [{"line", "column", "start", "end", "text", "rewrapped",
                            "sentence": {"start", "end", "text", "cut"}}]}],
     "query",                                                    # null where none was given
     "candidates": [{"language", "passage", "source", "official", "sources", "start", "end",
                     "line", "reachable", "group", "attested", "context"}],   # ranked
     "troubles": [{"language", "path", "reason", "usable"}]}

The totals count everything found, though ``sources`` and ``hits`` may have been limited. A
search by a description has it as ``description`` in the place of what a pattern found.
Keys may be added within version 1; none changes its meaning.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from fixturetool.authoring.candidates import Candidate
from fixturetool.corpus.searching.hits import Hit, SearchResult, SourceHits
from fixturetool.corpus.sources import Trouble
from fixturetool.reporting.document import json_document

SCHEMA = "fixturetool.search/1"


def render_search_json(
    results: Sequence[SearchResult],
    offered: Mapping[str, Sequence[Candidate]] | None = None,
    query: str | None = None,
) -> str:
    """Return one document for one search in one or more languages, a line break at its end.

    Args:
        results: What was found, one result a language.
        offered: Language to the candidates, ranked.
        query: The query that the sources should be reachable from.
    """
    asked = results[0]
    return json_document(
        SCHEMA,
        {
            "pattern": asked.pattern,
            "fixed": asked.fixed,
            "ignore_case": asked.ignore_case,
            "official_only": asked.official_only,
            "languages": [result.language for result in results],
            "partial": any(result.partial for result in results),
            "totals": {
                "sources": sum(result.totals.sources for result in results),
                "hits": sum(result.totals.hits for result in results),
                "name_hits": sum(result.totals.name_hits for result in results),
                "long_matches": sum(result.long_matches for result in results),
            },
            "sources": [_source(r.language, source) for r in results for source in r.sources],
            "query": query,
            "candidates": _candidates(offered or {}),
            "troubles": [_trouble(r.language, trouble) for r in results for trouble in r.troubles],
        },
    )


def render_described_json(
    description: str,
    offered: Mapping[str, Sequence[Candidate]],
    troubles: Mapping[str, Sequence[Trouble]],
    query: str | None = None,
) -> str:
    """Return one document for a search by a description, a line break at its end."""
    return json_document(
        SCHEMA,
        {
            "description": description,
            "languages": list(offered),
            "query": query,
            "candidates": _candidates(offered),
            "troubles": [_trouble(one, trouble) for one in troubles for trouble in troubles[one]],
        },
    )


def _candidates(offered: Mapping[str, Sequence[Candidate]]) -> list[dict[str, object]]:
    return [
        {"language": language, **asdict(candidate)}
        for language, candidates in offered.items()
        for candidate in candidates
    ]


def _source(language: str, source: SourceHits) -> dict[str, object]:
    return {
        "language": language,
        "path": source.path,
        "official": source.official,
        "hit_count": source.total,
        "names": [
            {"start": name.start, "end": name.end, "text": source.path[name.start : name.end]}
            for name in source.names
        ],
        "hits": [_hit(hit) for hit in source.hits],
    }


def _hit(hit: Hit) -> dict[str, object]:
    return {
        "line": hit.line,
        "column": hit.column,
        "start": hit.start,
        "end": hit.end,
        "text": hit.text,
        "rewrapped": hit.rewrapped,
        "sentence": {
            "start": hit.sentence.start,
            "end": hit.sentence.end,
            "text": hit.sentence.text,
            "cut": hit.sentence.cut,
        },
    }


def _trouble(language: str, trouble: Trouble) -> dict[str, object]:
    return {
        "language": language,
        "path": trouble.path,
        "reason": trouble.reason,
        "usable": trouble.usable,
    }
