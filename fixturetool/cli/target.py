"""What a retriever would call, in words, without calling it."""

import shlex
from collections.abc import Callable, Iterator, Mapping

from fixturetool.settings.embedded import EmbeddingSettings, QueryTransformSettings
from fixturetool.settings.retriever import RetrieverSettings


def told_target(settings: RetrieverSettings) -> Iterator[tuple[str, str]]:
    """Yield what would be called, each with a label; no secret is in it.

    Raises:
        UsageError: An address is none, or is missing.
    """
    place = _PLACES.get(settings.name)
    yield "retriever", f"{settings.name}, {place(settings)}" if place else settings.name
    yield from _models(settings)


def chunks_asked(settings: RetrieverSettings, k: int) -> int | None:
    """Return how many chunks a system outside would be asked for, None where it counts sources."""
    table = getattr(settings, "python" if ":" in settings.name else settings.name, None)
    top_k = getattr(table, "top_k", None)
    return None if top_k is None else max(k, top_k)


def _models(settings: RetrieverSettings) -> Iterator[tuple[str, str]]:
    if settings.name == "bm25":
        yield from _model("rewrites", settings.embedded.query_transform, "one a call")
        yield from _model("vectors", settings.embedded.embeddings, "one a call, and the index's")
    elif settings.name in {"opensearch", "chroma", "postgres"}:
        yield from _model("vectors", settings.embeddings, "one a call that asks by a vector")


def _model(
    label: str, settings: EmbeddingSettings | QueryTransformSettings, often: str
) -> Iterator[tuple[str, str]]:
    from fixturetool.llm.endpoint import shown_url

    if settings.enabled and settings.model:
        yield label, f"{settings.model}, {shown_url(settings.base_url)}, {often}{_bound(settings)}"


def _bound(settings: EmbeddingSettings | QueryTransformSettings) -> str:
    tokens, usd = settings.budget_tokens, settings.budget_usd
    bounds = [f"{tokens} tokens"] if tokens is not None else []
    bounds += [f"{usd:g} USD"] if usd is not None else []
    return f"; at most {' and '.join(bounds)}" if bounds else ""


def _http(settings: RetrieverSettings) -> str:
    from fixturetool.retrieval.requests import address, shown_address

    return f"{settings.http.method} {shown_address(address(settings.http))}"


def _command(settings: RetrieverSettings) -> str:
    return shlex.join(settings.command.run) or "no program"


def _opensearch(settings: RetrieverSettings) -> str:
    index = settings.opensearch.index or "no index"
    return f"POST {_shown(settings.opensearch.base_url, 'a cluster')}/{index}/_search"


def _chroma(settings: RetrieverSettings) -> str:
    collection = settings.chroma.collection or "none"
    return f"{_shown(settings.chroma.base_url, 'a Chroma server')}, collection {collection}"


def _postgres(settings: RetrieverSettings) -> str:
    if settings.postgres.conninfo_env:
        return f"the database of ${settings.postgres.conninfo_env}"
    from fixturetool.retrieval.extras import need_extra

    need_extra("postgres", "psycopg")
    from fixturetool.retrieval.databases.postgres_connection import shown_place

    return shown_place(settings.postgres.conninfo)


def _shown(base_url: str, what: str) -> str:
    from fixturetool.retrieval.requests import parse_address, shown_address

    return shown_address(parse_address(base_url, what)).rstrip("/")


_PLACES: Mapping[str, Callable[[RetrieverSettings], str]] = {
    "chroma": _chroma,
    "command": _command,
    "http": _http,
    "opensearch": _opensearch,
    "postgres": _postgres,
}
