"""The settings of the search engines and databases that are asked through their own clients."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from fixturetool.settings.answer import ChromaAnswer, OpenSearchAnswer
from fixturetool.settings.bounds import AtLeast, Section


@dataclass(frozen=True, slots=True)
class OpenSearchSettings(Section):
    """The retriever ``opensearch``: a cluster of OpenSearch or Elasticsearch.

    Attributes:
        base_url: Where the cluster is.
        index: What is searched; may hold ``{language}``, which is lower-cased as the names of
            indexes are.
        top_k: Chunks to ask for, so that k distinct sources are among them; the ``size`` of the
            request where it names none.
        user: The user name, where the cluster asks for one.
        password_env: The environment variable that holds the user's password.
        headers: Header to value, in which ``$NAME`` is the environment variable of that name.
        verify_certs: Whether the certificate of an ``https`` address is checked.
        ca_certs: A file of certificates to check it with; ``""``: those that the client brings.
        request: The body of the search; texts in it may hold ``{query}``, ``{k}``, ``{top_k}``,
            ``{language}``, ``{chunk_context}`` and, alone in a text, ``{vector}``. Without one,
            the field ``text`` is matched.
        answer: Where things are in the answer.
    """

    base_url: str = "http://127.0.0.1:9200"
    index: str = ""
    top_k: Annotated[int, AtLeast(1)] = 20
    user: str = ""
    password_env: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    verify_certs: bool = True
    ca_certs: str = ""
    request: Mapping[str, object] = field(default_factory=dict)
    answer: OpenSearchAnswer = field(default_factory=OpenSearchAnswer)


@dataclass(frozen=True, slots=True)
class ChromaSettings(Section):
    """The retriever ``chroma``: a collection on a Chroma server.

    Attributes:
        base_url: Where the server is.
        collection: The collection's name; may hold ``{language}``.
        top_k: Chunks to ask for, so that k distinct sources are among them.
        tenant: The tenant.
        database: The database of the tenant.
        headers: Header to value, in which ``$NAME`` is the environment variable of that name.
        vectors: Whether the query is embedded by ``[retriever.embeddings]``, and not by the
            collection's own embedding function.
        where: A filter on metadata; texts in it may hold ``{language}``.
        where_document: A filter on documents; texts in it may hold ``{query}``.
        answer: Where things are in a record.
    """

    base_url: str = "http://127.0.0.1:8000"
    collection: str = ""
    top_k: Annotated[int, AtLeast(1)] = 20
    tenant: str = "default_tenant"
    database: str = "default_database"
    headers: Mapping[str, str] = field(default_factory=dict)
    vectors: bool = False
    where: Mapping[str, object] = field(default_factory=dict)
    where_document: Mapping[str, object] = field(default_factory=dict)
    answer: ChromaAnswer = field(default_factory=ChromaAnswer)


@dataclass(frozen=True, slots=True)
class PostgresSettings(Section):
    """The retriever ``postgres``: any query of a PostgreSQL database.

    Attributes:
        conninfo: Where the database is, as libpq reads it: ``host=127.0.0.1 dbname=docs`` or an
            address. It holds no password: libpq takes that from ``PGPASSWORD`` or a password file.
        conninfo_env: An environment variable that holds all of it, in place of ``conninfo``.
        top_k: Chunks to ask for, so that k distinct sources are among them.
        query: The SQL. It may hold ``%(query)s``, ``%(k)s``, ``%(top_k)s``, ``%(language)s``,
            ``%(chunk_context)s`` and ``%(vector)s``. Its columns have the names of a hit's
            attributes; ``path`` is the one that must be there.
    """

    conninfo: str = ""
    conninfo_env: str = ""
    top_k: Annotated[int, AtLeast(1)] = 20
    query: str = ""
