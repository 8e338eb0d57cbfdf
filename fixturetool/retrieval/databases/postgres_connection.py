"""A connection to a PostgreSQL database that may only read."""

from __future__ import annotations

import math
from contextlib import ExitStack
from typing import TYPE_CHECKING

from fixturetool.errors import SettingsError, UsageError

if TYPE_CHECKING:
    from psycopg import Connection

_SHOWN = ("host", "hostaddr", "port", "dbname", "user", "service")


def shown_place(conninfo: str) -> str:
    """Return where a database is, as records and messages have it.

    Args:
        conninfo: As libpq reads it; what is secret in it is not shown.

    Raises:
        UsageError: It names no database, or can't be read.
    """
    import psycopg
    from psycopg.conninfo import conninfo_to_dict

    hint = 'such as "host=127.0.0.1 dbname=docs", or an address postgresql://…'
    if not conninfo.strip():
        raise UsageError(
            "the retriever postgres has no database",
            hint="set retriever.postgres.conninfo or conninfo_env",
        )
    try:
        parts = conninfo_to_dict(conninfo)
    except psycopg.ProgrammingError:
        # What it says quotes the text, which may hold a password.
        raise UsageError(
            "retriever.postgres.conninfo can't be read as a connection string", hint=hint
        ) from None
    return " ".join(f"{name}={parts[name]}" for name in _SHOWN if parts.get(name)) or "PostgreSQL"


def refuse_password(conninfo: str) -> None:
    """Refuse a password in what stands in a settings file.

    Raises:
        SettingsError: There is one.
    """
    import psycopg
    from psycopg.conninfo import conninfo_to_dict

    try:
        parts = conninfo_to_dict(conninfo)
    except psycopg.ProgrammingError:
        return  # It is told where it is used.
    if any(parts.get(name) for name in ("password", "sslpassword")):
        raise SettingsError(
            "retriever.postgres.conninfo holds a password, which belongs in the environment",
            hint="set PGPASSWORD, or name a variable that holds all of it with conninfo_env",
        )


def connect(conninfo: str, timeout_seconds: float, *, vectors: bool) -> Connection:
    """Connect.

    Args:
        conninfo: Where to.
        timeout_seconds: How long that may take.
        vectors: Whether parameters are vectors of pgvector.

    Raises:
        psycopg.Error: It failed.
    """
    import psycopg

    with ExitStack() as failed:
        connection = psycopg.connect(
            conninfo,
            # libpq counts whole seconds, and takes 1 for 2.
            connect_timeout=max(2, math.ceil(timeout_seconds)),
            application_name="fixturetool",
        )
        failed.callback(connection.close)
        connection.read_only = True
        if vectors:
            from pgvector.psycopg import register_vector

            register_vector(connection)
            connection.rollback()
        failed.pop_all()
    return connection
