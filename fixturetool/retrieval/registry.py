"""The retrievers that can be chosen by name."""

import difflib
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from fixturetool.corpus.sources import Corpus, Trouble
from fixturetool.corpus.tokens import Tokenizer
from fixturetool.errors import UsageError
from fixturetool.llm.spending import TellSpent, tell_nobody
from fixturetool.progress import Progress
from fixturetool.retrieval.base import Retriever
from fixturetool.settings.retriever import RetrieverSettings

if TYPE_CHECKING:
    from fixturetool.retrieval.hybrid.model import VectorModel


@dataclass(frozen=True, slots=True)
class Setup:
    """What a retriever may build on.

    Attributes:
        corpora: Fixture language to its corpus.
        tokenizers: Fixture language to its tokenizer; needed by the embedded retrievers alone.
        state_dir: Where derived files are kept.
        progress: Told of long work, such as the building of an index.
        settings: The settings of the systems outside.
        headers: Headers for a system that is asked over HTTP, with the values that are sent.
        jobs: How many queries will be asked at once.
        by_chunk: Whether chunks count, in the order in which they come back and with the paths
            that the system gives them, and not distinct sources of the corpus.
        environ: The environment variables; settings name those that hold a key or a password.
        warn: Told what a retriever can't search wholly.
        tell_spent: Told what calls of models cost, when the retriever is closed.
    """

    corpora: Mapping[str, Corpus]
    tokenizers: Mapping[str, Tokenizer]
    state_dir: Path
    progress: Progress
    settings: RetrieverSettings = field(default_factory=RetrieverSettings)
    headers: Mapping[str, str] = field(default_factory=dict)
    jobs: int = 1
    by_chunk: bool = False
    environ: Mapping[str, str] = field(default_factory=dict)
    warn: Callable[[Sequence[Trouble]], object] = tuple
    tell_spent: TellSpent = tell_nobody


def _bm25(setup: Setup) -> Retriever:
    from fixturetool.retrieval.bm25 import open_bm25
    from fixturetool.retrieval.hybrid.model import open_model
    from fixturetool.retrieval.rewriting import RewritingRetriever, open_rewriter

    settings, environ, tell = setup.settings.embedded, setup.environ, setup.tell_spent
    model = open_model(settings.embeddings, environ, "retriever.embedded.embeddings", tell)
    with ExitStack() as failed:
        if model:
            failed.callback(model.close)
        rewriter = open_rewriter(settings.query_transform, environ, tell)
        found = open_bm25(setup.corpora, setup.tokenizers, setup.state_dir, setup.progress, model)
        failed.pop_all()
    setup.warn(found.troubles)
    return RewritingRetriever(found, rewriter) if rewriter else found


def _http(setup: Setup) -> Retriever:
    from fixturetool.retrieval.http import HttpRetriever

    return HttpRetriever(
        setup.settings.http,
        setup.headers,
        timeout_seconds=setup.settings.timeout_seconds,
        connections=setup.jobs,
        nameless=setup.by_chunk,
    )


def _command(setup: Setup) -> Retriever:
    from fixturetool.retrieval.command import CommandRetriever

    return CommandRetriever(setup.settings.command.run, setup.settings.timeout_seconds)


def _opensearch(setup: Setup) -> Retriever:
    from fixturetool.retrieval.databases.opensearch import OpenSearchRetriever

    settings = setup.settings.opensearch
    return OpenSearchRetriever(
        settings,
        setup.headers,
        _secret(setup.environ, settings.password_env, "retriever.opensearch.password_env"),
        _vectors(setup),
        timeout_seconds=setup.settings.timeout_seconds,
        connections=setup.jobs,
    )


def _chroma(setup: Setup) -> Retriever:
    from fixturetool.retrieval.databases.chroma import ChromaRetriever

    return ChromaRetriever(
        setup.settings.chroma,
        setup.headers,
        _vectors(setup),
        timeout_seconds=setup.settings.timeout_seconds,
        connections=setup.jobs,
    )


def _postgres(setup: Setup) -> Retriever:
    from fixturetool.retrieval.databases.postgres import PostgresRetriever

    settings = setup.settings.postgres
    return PostgresRetriever(
        settings,
        _secret(setup.environ, settings.conninfo_env, "retriever.postgres.conninfo_env"),
        _vectors(setup),
        timeout_seconds=setup.settings.timeout_seconds,
    )


def _vectors(setup: Setup) -> "VectorModel | None":
    from fixturetool.retrieval.hybrid.model import open_model

    return open_model(
        setup.settings.embeddings, setup.environ, "retriever.embeddings", setup.tell_spent
    )


def _secret(environ: Mapping[str, str], name: str, setting: str) -> str:
    """Return what a variable holds that a setting names, ``""`` where it names none."""
    if name and not environ.get(name):
        raise UsageError(f'the environment variable "{name}" is not set, which {setting} names')
    return environ[name] if name else ""


def _python(name: str, setup: Setup) -> Retriever:
    from fixturetool.retrieval.python_object import PythonRetriever

    return PythonRetriever(name, setup.settings.python, setup.settings.timeout_seconds)


EMBEDDED: Mapping[str, Callable[[Setup], Retriever]] = {"bm25": _bm25}
"""Name to builder, of the retrievers that answer with the corpus's own paths."""

OUTSIDE: Mapping[str, Callable[[Setup], Retriever]] = {
    "chroma": _chroma,
    "command": _command,
    "http": _http,
    "opensearch": _opensearch,
    "postgres": _postgres,
}
"""Name to builder, of the retrievers whose paths have to be resolved to sources."""


def build_retriever(name: str, setup: Setup) -> Retriever:
    """Make a retriever ready to answer.

    Args:
        name: A name of ``EMBEDDED`` or ``OUTSIDE``, or ``package.module:attribute``.
        setup: What it may build on.

    Raises:
        UsageError: There is no retriever of that name.
        FixturetoolError: It can't be made ready.
    """
    if name in EMBEDDED:
        return _counted(EMBEDDED[name](setup), setup)
    if name not in OUTSIDE and ":" not in name:
        raise UsageError(f'there is no retriever "{name}"', hint=_suggestion(name))
    from fixturetool.retrieval.resolving import ResolvingRetriever

    inner = OUTSIDE[name](setup) if name in OUTSIDE else _python(name, setup)
    return _counted(inner if setup.by_chunk else ResolvingRetriever(inner, setup.corpora), setup)


def _counted(retriever: Retriever, setup: Setup) -> Retriever:
    from fixturetool.retrieval.chunkwise import ChunkRetriever

    return ChunkRetriever(retriever) if setup.by_chunk else retriever


def _suggestion(name: str) -> str:
    names = sorted([*EMBEDDED, *OUTSIDE])
    known = f"known are {', '.join(names)} and package.module:attribute"
    near = difflib.get_close_matches(name.lower(), names, n=1)
    return f'did you mean "{near[0]}"? {known}' if near else known
