"""From what Python retrievers return to hits, told by its shape and never by its class.

So neither LangChain nor LlamaIndex is imported to know their records.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields

from fixturetool.errors import RetrievalError
from fixturetool.retrieval.base import Hit, Rewritten, with_hits
from fixturetool.retrieval.records import parse_hit

_ATTRIBUTES = tuple(field.name for field in fields(Hit))


def read_results(results: object, path_keys: Sequence[str]) -> Sequence[Hit]:
    """Return the hits, in the order in which they came.

    A result may be

    - a :class:`~fixturetool.retrieval.base.Hit`;
    - a mapping with the attributes of one, ``path`` among them;
    - text, which is the path of a source;
    - a LangChain document, with ``page_content`` and ``metadata``;
    - a LlamaIndex node with its score, with ``node`` and ``score``;
    - a pair of one of these and its score.

    ``Rewritten`` around them tells what was searched in place of the query.

    Args:
        results: What the retriever returned; None is refused, as it mostly is an oversight.
        path_keys: Keys of a document's metadata that may hold its source, first come first.

    Raises:
        RetrievalError: It is none of these, or it does not say which source it is of.
    """
    if isinstance(results, str | bytes | Mapping) or not isinstance(results, Iterable):
        raise RetrievalError(f"the retriever returned {_kind(results)}, and no list of hits")
    hits = [
        _read(result, f"hit {position}", path_keys)
        for position, result in enumerate(results, start=1)
    ]
    return with_hits(results, hits) if isinstance(results, Rewritten) else hits


def _read(result: object, where: str, path_keys: Sequence[str]) -> Hit:
    record = _record(result, where, path_keys)
    if record is None:
        raise RetrievalError(f"{where} is {_kind(result)}, which can't be read as a hit")
    return parse_hit(record, where)


def _record(result: object, where: str, path_keys: Sequence[str]) -> Mapping[str, object] | None:
    if isinstance(result, Hit):
        result = {name: getattr(result, name) for name in _ATTRIBUTES}
    if isinstance(result, Mapping):
        return result
    if isinstance(result, str):
        return {"path": result}
    if isinstance(result, tuple) and len(result) == 2:
        inside = _record(result[0], where, path_keys)
        return None if inside is None else {**inside, "score": result[1]}
    if hasattr(result, "page_content"):
        return _document(result, result.page_content, where, path_keys)
    if hasattr(result, "node"):
        node = result.node
        text = node.get_content() if hasattr(node, "get_content") else getattr(node, "text", None)
        score = getattr(result, "score", None)
        return {**_document(node, text, where, path_keys), "score": score}
    return None


# LangChain's name for a chunk, and LlamaIndex's.
_NAMES = ("id", "node_id")


def _document(
    document: object, text: object, where: str, path_keys: Sequence[str]
) -> Mapping[str, object]:
    metadata = getattr(document, "metadata", None)
    known = metadata if isinstance(metadata, Mapping) else {}
    path = next((known[key] for key in path_keys if known.get(key) is not None), None)
    if path is None:
        there = ", ".join(map(repr, known)) or "nothing"
        raise RetrievalError(
            f"{where} names no source: its metadata holds {there}",
            hint=f"retriever.python.path_keys looks for {', '.join(path_keys)}",
        )
    chunk = next((str(name) for key in _NAMES if (name := getattr(document, key, None))), "")
    return {"path": str(path), "text": text, "score": known.get("score"), "chunk_id": chunk}


def _kind(value: object) -> str:
    return "None" if value is None else f"a '{type(value).__name__}'"
