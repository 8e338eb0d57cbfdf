"""A search result as JSON, ``fixturetool.search/1``.

All offsets are 0-based, half-open and count characters (Unicode code points) of the source's
original text, without its byte order mark; ``line`` and ``column`` are 1-based::

    {"schema": "fixturetool.search/1", "pattern", "fixed", "ignore_case", "official_only",
     "language", "totals": {"sources", "hits", "name_hits", "long_matches"}, "partial",
     "sources": [{"path", "official", "hit_count",
                  "names": [{"start", "end", "text"}],           # places in the path
                  "hits": [{"line", "column", "start", "end", "text", "rewrapped",
                            "sentence": {"start", "end", "text", "cut"}}]}],
     "troubles": [{"path", "reason", "usable"}]}

Keys may be added within version 1; none changes its meaning.
"""

import json

from fixturetool.corpus.hits import Hit, SearchResult, SourceHits
from fixturetool.corpus.sources import Trouble
from fixturetool.reporting.terminal import escape_json

SCHEMA = "fixturetool.search/1"


def render_search_json(result: SearchResult) -> str:
    """Return the JSON document, indented, with a line break at the end."""
    document = {
        "schema": SCHEMA,
        "pattern": result.pattern,
        "fixed": result.fixed,
        "ignore_case": result.ignore_case,
        "official_only": result.official_only,
        "language": result.language,
        "totals": {
            "sources": result.totals.sources,
            "hits": result.totals.hits,
            "name_hits": result.totals.name_hits,
            "long_matches": result.long_matches,
        },
        "partial": result.partial,
        "sources": [_source(source) for source in result.sources],
        "troubles": [_trouble(trouble) for trouble in result.troubles],
    }
    return escape_json(json.dumps(document, ensure_ascii=False, indent=2)) + "\n"


def _source(source: SourceHits) -> dict[str, object]:
    return {
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


def _trouble(trouble: Trouble) -> dict[str, object]:
    return {"path": trouble.path, "reason": trouble.reason, "usable": trouble.usable}
