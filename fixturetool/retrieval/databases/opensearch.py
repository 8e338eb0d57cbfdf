"""The retriever ``opensearch``: a cluster of OpenSearch or Elasticsearch.

Tested against the documented wire format of ``POST /{index}/_search``, and tried by hand against
the core of Elasticsearch 7.0.0. Both systems speak it: what differs is the user's own request, such
as where a vector search stands in it. OpenSearch's client sends and reads plain
``application/json``, which every Elasticsearch takes, and does not ask which of the two answers.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from fixturetool.errors import SettingsError, UsageError
from fixturetool.retrieval.databases.opensearch_connection import connection_class
from fixturetool.retrieval.databases.opensearch_failures import refuse_partial, unreadable
from fixturetool.retrieval.extras import need_extra
from fixturetool.retrieval.mapping import AnswerReader
from fixturetool.retrieval.requests import digest, parse_address, shown_address
from fixturetool.retrieval.template import Value, fill, holds

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import httpx2
    from opensearchpy import OpenSearch

    from fixturetool.retrieval.base import Hit
    from fixturetool.retrieval.hybrid.model import VectorModel
    from fixturetool.settings.databases import OpenSearchSettings

_MATCH_TEXT = {"query": {"match": {"text": "{query}"}}}


class OpenSearchRetriever:
    """Asks a cluster; a Retriever that any number of threads may call.

    Args:
        settings: Where the cluster is, how it is asked and how its answer is read.
        headers: Sent with every request, their values as they are; kept out of every record.
        password: That of the user whom the settings name; kept out of every record.
        model: Makes the vector of a query; None where the settings name no model.
        timeout_seconds: For a call.
        connections: How many calls are made at once.

    Raises:
        UsageError: The client is not installed, or no index or no address is set.
        SettingsError: The request or the mapping is not valid.
    """

    def __init__(
        self,
        settings: OpenSearchSettings,
        headers: Mapping[str, str],
        password: str,
        model: VectorModel | None,
        *,
        timeout_seconds: float,
        connections: int,
    ) -> None:
        self._settings = settings
        self._template = _template(settings, model)
        self._model = model if holds(self._template, "vector") else None
        self._reader = AnswerReader(settings.answer, "retriever.opensearch.answer")
        url = parse_address(settings.base_url, "a cluster")
        self._shown = shown_address(url)
        self._client = _client(url, settings, headers, password, timeout_seconds, connections)

    def describe(self) -> Mapping[str, str | int | float | bool]:
        """Return the address, the index, what is asked for, and a digest of the mapping."""
        return {
            "name": "opensearch",
            "url": self._shown,
            "index": self._settings.index,
            "top_k": self._settings.top_k,
            "mapping": digest(self._template, asdict(self._settings.answer)),
            **(self._model.describe() if self._model else {}),
        }

    def retrieve(self, query: str, k: int, *, language: str, chunk_context: int) -> Sequence[Hit]:
        """Return the hits of the answer, best first; ``top_k`` of them are asked for, or ``k``.

        An answer to which a part of the index did not contribute is no answer.

        Raises:
            BusyError: The cluster answered with 429 or 503.
            TransientError: It could not be reached, was too slow or broke down, as a whole or
                in a shard.
            RetrievalError: It refused the request, or its answer can't be read.
        """
        values: dict[str, Value] = {
            "query": query,
            "k": k,
            "top_k": max(k, self._settings.top_k),
            "language": language,
            "chunk_context": chunk_context,
        }
        if self._model:
            values["vector"] = list(self._model.vector_of_query(query))
        index = str(fill(self._settings.index, {"language": language.lower()}))
        answer = self._answer(index, fill(self._template, values))
        refuse_partial(answer)
        return self._reader.read(answer)

    def close(self) -> None:
        """Close the connections."""
        self._client.close()
        if self._model:
            self._model.close()

    def _answer(self, index: str, body: object) -> Mapping[str, object]:
        from opensearchpy import exceptions

        try:
            answer: object = self._client.search(index=index, body=body)
        except exceptions.SerializationError as error:
            raise unreadable(self._shown, error.args[0]) from error
        except RecursionError as error:
            raise unreadable(self._shown, "it is nested too deeply") from error
        if not isinstance(answer, dict):
            raise unreadable(self._shown, answer)
        return answer


def _client(
    url: httpx2.URL,
    settings: OpenSearchSettings,
    headers: Mapping[str, str],
    password: str,
    timeout_seconds: float,
    connections: int,
) -> OpenSearch:
    need_extra("opensearch", "opensearchpy")
    from opensearchpy import OpenSearch
    from opensearchpy.serializer import TextSerializer

    user = (settings.user, password) if settings.user else (url.username, url.password)
    secure = url.scheme == "https"
    return OpenSearch(
        # The client reads an address too, but fails over a user without a password.
        hosts=[
            {
                "host": url.host,
                "port": url.port or (443 if secure else 80),
                "url_prefix": url.path.strip("/"),
                "use_ssl": secure,
            }
        ],
        http_auth=user if any(user) else None,
        headers=dict(headers),
        timeout=timeout_seconds,
        pool_maxsize=connections,
        verify_certs=settings.verify_certs,
        ssl_show_warn=False,
        ca_certs=settings.ca_certs or None,
        connection_class=connection_class(shown_address(url), timeout_seconds),
        # A run makes its calls again by itself, and paces them.
        max_retries=0,
        retry_on_status=(),
        # A page of a proxy is shown in the error; the client refuses it unseen.
        serializers={"text/html": TextSerializer()},
    )


def _template(settings: OpenSearchSettings, model: VectorModel | None) -> Mapping[str, object]:
    if not settings.index:
        raise UsageError(
            "the retriever opensearch has no index", hint="set retriever.opensearch.index"
        )
    template = settings.request or _MATCH_TEXT
    asks_vector = holds(template, "vector")
    if not asks_vector and not holds(template, "query"):
        raise SettingsError(
            'retriever.opensearch.request holds neither "{query}" nor "{vector}", '
            "so nothing would be asked"
        )
    if asks_vector and model is None:
        raise SettingsError(
            'retriever.opensearch.request holds "{vector}", and no model makes vectors',
            hint="set retriever.embeddings.model",
        )
    return {"size": "{top_k}", **template}
