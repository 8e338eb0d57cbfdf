"""The retriever ``postgres``: any query of a PostgreSQL database, full text and pgvector alike."""

from __future__ import annotations

import re
from contextlib import ExitStack
from threading import Lock
from typing import TYPE_CHECKING

from fixturetool.errors import RetrievalError, SettingsError
from fixturetool.retrieval.databases.postgres_connection import (
    connect,
    refuse_password,
    shown_place,
)
from fixturetool.retrieval.databases.postgres_failures import failure_of
from fixturetool.retrieval.extras import need_extra
from fixturetool.retrieval.records import parse_hit
from fixturetool.retrieval.requests import digest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from psycopg import Connection

    from fixturetool.retrieval.base import Hit
    from fixturetool.retrieval.hybrid.model import VectorModel
    from fixturetool.settings.databases import PostgresSettings

_PARAMETERS = ("query", "k", "top_k", "language", "chunk_context", "vector")
_PARAMETER = re.compile(r"%(?:%|\((\w*)\)s|)")
_EXAMPLE = (
    "such as SELECT path, body AS text FROM docs WHERE to_tsvector(body) @@ "
    "websearch_to_tsquery(%(query)s) LIMIT %(top_k)s"
)


class PostgresRetriever:
    """Asks a database; a Retriever that any number of threads may call.

    The columns of the answer have the names of a hit's attributes. Every call is a transaction
    that may only read. A connection is made when it is first needed, and kept.

    Args:
        settings: The query, and how many chunks it is asked for.
        secret_conninfo: Where the database is, in place of what the settings say, with what is
            secret in it; kept out of every record. ``""``: the settings say it.
        model: Makes the vector of a query; None where the settings name no model.
        timeout_seconds: For a query, and for connecting.

    Raises:
        UsageError: The client is not installed, or no database is named.
        SettingsError: The query is none, or a password stands in the settings.
    """

    def __init__(
        self,
        settings: PostgresSettings,
        secret_conninfo: str,
        model: VectorModel | None,
        *,
        timeout_seconds: float,
    ) -> None:
        need_extra("postgres", "psycopg", "pgvector.psycopg")
        self._settings = settings
        refuse_password(settings.conninfo)
        self._conninfo = secret_conninfo or settings.conninfo
        self._shown = shown_place(self._conninfo)
        self._parameters = _parameters(settings.query, model)
        self._model = model if "vector" in self._parameters else None
        self._timeout_seconds = timeout_seconds
        self._lock = Lock()
        self._idle: list[Connection] = []
        self._closed = False

    def describe(self) -> Mapping[str, str | int | float | bool]:
        """Return where the database is, how many chunks are asked for, and a digest of the SQL."""
        return {
            "name": "postgres",
            "database": self._shown,
            "top_k": self._settings.top_k,
            "mapping": digest(self._settings.query),
            **(self._model.describe() if self._model else {}),
        }

    def retrieve(self, query: str, k: int, *, language: str, chunk_context: int) -> Sequence[Hit]:
        """Return the rows of the answer as hits; ``top_k`` of them are asked for, or ``k``.

        Raises:
            BusyError: The database takes no more connections.
            TransientError: It could not be reached, was too slow or broke down.
            RetrievalError: It refused the query, or a row can't be read as a hit.
        """
        given: dict[str, object] = {
            "query": query,
            "k": k,
            "top_k": max(k, self._settings.top_k),
            "language": language,
            "chunk_context": chunk_context,
        }
        if self._model:
            given["vector"] = _vector(self._model, query)
        rows = self._rows({name: given[name] for name in self._parameters})
        return [parse_hit(row, f"row {place}") for place, row in enumerate(rows, start=1)]

    def close(self) -> None:
        """Close the connections; those at work are closed after their query."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()
        if self._model:
            self._model.close()

    def _rows(self, parameters: Mapping[str, object]) -> list[dict[str, object]]:
        import psycopg

        with ExitStack() as failed:
            try:
                connection = self._borrow()
                failed.callback(connection.close)
                rows = self._executed(connection, parameters)
            except psycopg.Error as error:
                raise failure_of(error, self._shown, self._timeout_seconds) from error
            except UnicodeEncodeError as error:  # a lone surrogate, which UTF-8 has not
                raise RetrievalError(
                    f"the query can't be sent to {self._shown}: {error}"
                ) from error
            with self._lock:
                if not self._closed:
                    failed.pop_all()
                    self._idle.append(connection)
        return rows

    def _borrow(self) -> Connection:
        with self._lock:
            if self._closed:
                raise RetrievalError("the retriever postgres is closed")
            if self._idle:
                return self._idle.pop()
        return connect(self._conninfo, self._timeout_seconds, vectors=self._model is not None)

    def _executed(
        self, connection: Connection, parameters: Mapping[str, object]
    ) -> list[dict[str, object]]:
        from psycopg.rows import dict_row

        milliseconds = str(max(1, round(self._timeout_seconds * 1000)))
        with connection.transaction(), connection.cursor(row_factory=dict_row) as cursor:
            cursor.execute("SELECT set_config('statement_timeout', %s, true)", [milliseconds])
            cursor.execute(self._settings.query, parameters)
            rows: list[dict[str, object]] = cursor.fetchall()
        return rows


def _vector(model: VectorModel, query: str) -> object:
    from pgvector import Vector

    return Vector(list(model.vector_of_query(query)))


def _parameters(query: str, model: VectorModel | None) -> frozenset[str]:
    """Return the names of the parameters of a query, which it is checked for.

    Raises:
        SettingsError: It asks nothing, or has a parameter that nobody knows.
    """
    names = [match[1] for match in _PARAMETER.finditer(query) if match[0] != "%%"]
    unknown = [name for name in names if name not in _PARAMETERS]
    if unknown:
        shown = f"%({unknown[0]})s" if unknown[0] else "%"
        raise SettingsError(
            f'retriever.postgres.query holds "{shown}", which is no parameter',
            hint=f"known are {', '.join(f'%({name})s' for name in _PARAMETERS)}; write %% for %",
        )
    if "query" not in names and "vector" not in names:
        raise SettingsError(
            "retriever.postgres.query holds neither %(query)s nor %(vector)s, "
            "so nothing would be asked",
            hint=_EXAMPLE,
        )
    if "vector" in names and model is None:
        raise SettingsError(
            "retriever.postgres.query holds %(vector)s, and no model makes vectors",
            hint="set retriever.embeddings.model",
        )
    return frozenset(names)
