"""Retrievers whose client is an extra."""

import sys

import pytest

from fixturetool.errors import UsageError
from fixturetool.progress import Silent
from fixturetool.retrieval.registry import Setup, build_retriever
from fixturetool.settings.databases import (
    ChromaSettings,
    OpenSearchSettings,
    PostgresSettings,
)
from fixturetool.settings.retriever import RetrieverSettings
from tests.retrieval.place import Place

SETTINGS = RetrieverSettings(
    opensearch=OpenSearchSettings(index="docs"),
    chroma=ChromaSettings(collection="docs"),
    postgres=PostgresSettings(conninfo="dbname=docs", query="SELECT %(query)s AS path"),
)


@pytest.mark.parametrize(
    ("name", "module"),
    [
        pytest.param("opensearch", "opensearchpy", id="opensearch"),
        pytest.param("chroma", "chromadb", id="chroma"),
        pytest.param("postgres", "psycopg", id="postgres"),
    ],
)
def test_a_client_that_is_not_installed_is_named_with_what_installs_it(
    place: Place, monkeypatch: pytest.MonkeyPatch, name: str, module: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    setup = Setup({}, {}, place.state, Silent(), SETTINGS)
    with pytest.raises(UsageError, match=f'{name} needs the Python module "{module}"') as caught:
        build_retriever(name, setup)
    assert caught.value.hint == f"pip install 'fixturetool[{name}]'"


@pytest.mark.parametrize(
    ("name", "settings", "message"),
    [
        pytest.param(
            "opensearch",
            RetrieverSettings(opensearch=OpenSearchSettings(index="d", password_env="NO_SUCH")),
            '"NO_SUCH" is not set, which retriever.opensearch.password_env names',
            id="opensearch",
        ),
        pytest.param(
            "postgres",
            RetrieverSettings(postgres=PostgresSettings(conninfo_env="NO_SUCH")),
            '"NO_SUCH" is not set, which retriever.postgres.conninfo_env names',
            id="postgres",
        ),
    ],
)
def test_a_secret_that_is_not_there_is_named(
    place: Place, name: str, settings: RetrieverSettings, message: str
) -> None:
    setup = Setup({}, {}, place.state, Silent(), settings)
    with pytest.raises(UsageError, match=message):
        build_retriever(name, setup)
