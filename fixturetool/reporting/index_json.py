"""How indexes and their vectors stand, for a program."""

from collections.abc import Mapping, Sequence

from fixturetool.corpus.sources import Trouble
from fixturetool.reporting.document import json_document
from fixturetool.retrieval.hybrid.standing import VectorStatus
from fixturetool.retrieval.index import IndexStatus

SCHEMA = "fixturetool.index-status/1"


def render_index_status(
    indexes: Sequence[IndexStatus],
    vectors: Mapping[str, VectorStatus],
    troubles: Sequence[Trouble],
) -> str:
    """Write ``{"schema", "is_current", "indexes": [...], "troubles": [...]}``.

    Each of ``indexes`` has ``language``, ``is_built``, ``is_current``, ``sources``, ``chunks``,
    ``bytes_on_disk``, ``added``, ``changed``, ``removed``, ``rebuilt_because`` (why what is there
    can't be used, or null) and ``vectors``: null where none are wanted, or ``model``,
    ``is_current``, ``dimensions``, ``chunks``, ``missing`` and ``bytes_on_disk``.

    Args:
        indexes: One a language.
        vectors: Language to how its vectors stand; empty where none are wanted.
        troubles: What of the corpus can't be read.
    """
    standing = [one.is_current for one in indexes] + [one.is_current for one in vectors.values()]
    content = {
        "is_current": all(standing),
        "indexes": [_index(one, vectors.get(one.language)) for one in indexes],
        "troubles": [
            {"path": one.path, "reason": one.reason, "usable": one.usable} for one in troubles
        ],
    }
    return json_document(SCHEMA, content)


def _index(index: IndexStatus, vectors: VectorStatus | None) -> dict[str, object]:
    return {
        "language": index.language,
        "is_built": index.is_built,
        "is_current": index.is_current,
        "sources": index.sources,
        "chunks": index.chunks,
        "bytes_on_disk": index.bytes_on_disk,
        "added": index.added,
        "changed": index.changed,
        "removed": index.removed,
        "rebuilt_because": index.rebuilt_because or None,
        "vectors": None if vectors is None else _vectors(vectors),
    }


def _vectors(vectors: VectorStatus) -> dict[str, object]:
    return {
        "model": vectors.model,
        "is_current": vectors.is_current,
        "dimensions": vectors.dimensions,
        "chunks": vectors.chunks,
        "missing": vectors.missing,
        "bytes_on_disk": vectors.bytes_on_disk,
    }
