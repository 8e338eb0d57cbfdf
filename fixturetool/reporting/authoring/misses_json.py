"""The misses of a run, for a program."""

from fixturetool.authoring.misses import CLOSE, Miss, Misses, Retrieved
from fixturetool.reporting.document import json_document

SCHEMA = "fixturetool.misses/1"


def render_misses(misses: Misses) -> str:
    """Write ``{"schema", "run", "k", "depth", "close", "facets", "misses": [...]}``.

    Each miss has ``category``, ``query``, ``language``, ``facet``, ``description``, ``anchors``,
    ``verdict``, ``marked``, ``notes``, ``holders`` (``path``, ``rank``), ``reached`` and
    ``sources`` (``rank``, ``path``, ``official``, and ``passages``: ``passage``, ``line``,
    ``score``, ``shared``). ``reached`` counts the sources that came when ``depth`` were asked for;
    null where nothing was asked or answered. ``close`` is the score from which a passage makes a
    false-miss candidate.
    """
    content = {
        "run": misses.run.id,
        "k": misses.run.settings.k,
        "depth": misses.depth,
        "close": CLOSE,
        "facets": misses.facets,
        "misses": [_miss(one) for one in misses.misses],
    }
    return json_document(SCHEMA, content)


def _miss(miss: Miss) -> dict[str, object]:
    return {
        "category": miss.question.category,
        "query": miss.question.query,
        "language": miss.question.language,
        "facet": miss.facet,
        "description": miss.description,
        "anchors": list(miss.anchors),
        "verdict": miss.verdict,
        "marked": miss.is_marked,
        "notes": list(miss.marks),
        "holders": [{"path": one.path, "rank": one.rank} for one in miss.holders],
        "reached": miss.reached,
        "sources": [_source(one) for one in miss.sources],
    }


def _source(source: Retrieved) -> dict[str, object]:
    return {
        "rank": source.rank,
        "path": source.path,
        "official": source.official,
        "passages": [
            {
                "passage": one.text,
                "line": one.line,
                "score": one.score,
                "shared": list(one.shared),
            }
            for one in source.slices
        ],
    }
