"""The retriever ``chroma``: a collection on a Chroma server."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import asdict
from threading import Lock
from typing import TYPE_CHECKING

from fixturetool.errors import SettingsError, UsageError
from fixturetool.retrieval.databases.chroma_failures import failure_of
from fixturetool.retrieval.extras import need_extra
from fixturetool.retrieval.mapping import HitReader
from fixturetool.retrieval.requests import digest, parse_address, shown_address
from fixturetool.retrieval.template import fill

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import httpx
    from chromadb.api import AdminAPI, ClientAPI
    from chromadb.api.models.Collection import Collection

    from fixturetool.retrieval.base import Hit
    from fixturetool.retrieval.hybrid.model import VectorModel
    from fixturetool.settings.databases import ChromaSettings


class ChromaRetriever:
    """Asks a Chroma server; a Retriever that any number of threads may call.

    A query is embedded by the embedding function that the collection was made with, as Chroma's
    client does it, or by an endpoint of ours. Chroma knows distances: the score of a hit is
    the negative of its distance.

    Args:
        settings: Where the server is, what is asked and how a record is read.
        headers: Sent with every request, their values as they are; kept out of every record.
        model: Makes the vector of a query; None where the settings name no model.
        timeout_seconds: For connecting, and for each pause in an answer.
        connections: How many calls are made at once.

    Raises:
        UsageError: The client is not installed, or no collection or no address is set.
        SettingsError: The mapping is not valid.
    """

    def __init__(
        self,
        settings: ChromaSettings,
        headers: Mapping[str, str],
        model: VectorModel | None,
        *,
        timeout_seconds: float,
        connections: int,
    ) -> None:
        _check(settings, model)
        self._settings = settings
        self._headers = dict(headers)
        self._model = model if settings.vectors else None
        self._reader = HitReader(settings.answer, "retriever.chroma.answer")
        self._timeout_seconds = timeout_seconds
        self._connections = connections
        self._url = parse_address(settings.base_url, "a Chroma server")
        self._lock = Lock()
        self._client: ClientAPI | None = None
        self._collections: dict[str, Collection] = {}

    def describe(self) -> Mapping[str, str | int | float | bool]:
        """Return the address, the collection, what is asked for, and a digest of the mapping."""
        settings = self._settings
        return {
            "name": "chroma",
            "url": shown_address(self._url),
            "tenant": settings.tenant,
            "database": settings.database,
            "collection": settings.collection,
            "top_k": settings.top_k,
            "vectors": settings.vectors,
            "mapping": digest(settings.where, settings.where_document, asdict(settings.answer)),
            **(self._model.describe() if self._model else {}),
        }

    def retrieve(
        self,
        query: str,
        k: int,
        *,
        language: str,
        chunk_context: int,  # noqa: ARG002 - Chroma knows no neighbours
    ) -> Sequence[Hit]:
        """Return the nearest records, best first; ``top_k`` of them are asked for, or ``k``.

        Raises:
            BusyError: The server answered with 429 or 503.
            TransientError: It could not be reached, was too slow or broke down.
            RetrievalError: It refused the request, or its answer can't be read.
        """
        asked: dict[str, object] = {"n_results": max(k, self._settings.top_k)}
        for name in ("where", "where_document"):
            if template := getattr(self._settings, name):
                asked[name] = fill(template, {"query": query, "language": language})
        if self._model:
            asked["query_embeddings"] = [list(self._model.vector_of_query(query))]
        else:
            asked["query_texts"] = [query]
        with self._failures():
            answer = self._collection(language).query(**asked)
            records = list(map(_record, *(answer[name][0] for name in _COLUMNS)))
        return [self._reader.read(record, place) for place, record in enumerate(records, start=1)]

    def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            self._client.close()
            _session(self._client).close()
            _session(self._client._admin_client).close()
        if self._model:
            self._model.close()

    def _collection(self, language: str) -> Collection:
        """Return the collection, connecting first where nobody has yet."""
        name = str(fill(self._settings.collection, {"language": language}))
        with self._lock:
            if self._client is None:
                self._client = self._connected()
            if name not in self._collections:
                self._collections[name] = self._client.get_collection(name)
            return self._collections[name]

    def _connected(self) -> ClientAPI:
        import chromadb
        from chromadb.config import Settings

        client = chromadb.HttpClient(
            # A whole address is taken as it is; the port beside it is then not used.
            host=self._settings.base_url.rstrip("/"),
            headers=self._headers,
            settings=Settings(
                anonymized_telemetry=False,
                chroma_http_max_connections=self._connections,
                chroma_http_max_keepalive_connections=self._connections,
            ),
            tenant=self._settings.tenant,
            database=self._settings.database,
        )
        _session(client).timeout = self._timeout_seconds
        return client

    @contextmanager
    def _failures(self) -> Iterator[None]:
        """Tell what went wrong in the client, which raises bare exceptions too."""
        try:
            yield
        except Exception as error:
            raise failure_of(error, self._url, self._timeout_seconds) from error


def _session(client: ClientAPI | AdminAPI) -> httpx.Client:
    """Return what a client sends by: it has no timeout of its own, and leaves this one open."""
    session: httpx.Client = client._server._session
    return session


_COLUMNS = ("ids", "documents", "metadatas", "distances")


def _record(name: str, document: str | None, metadata: object, distance: float) -> object:
    return {
        "id": name,
        "document": document,
        "metadata": metadata,
        "distance": distance,
        "score": 0.0 - distance,  # no negative zero
    }


def _check(settings: ChromaSettings, model: VectorModel | None) -> None:
    if not settings.collection:
        raise UsageError(
            "the retriever chroma has no collection", hint="set retriever.chroma.collection"
        )
    if settings.vectors and model is None:
        raise SettingsError(
            "retriever.chroma.vectors is set, and no model makes vectors",
            hint="set retriever.embeddings.model",
        )
    need_extra("chroma", "chromadb")
