"""A retriever on a corpus, opened for the languages that are asked for."""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from fixturetool.cli.corpora import load_corpora, open_snapshots
from fixturetool.cli.retrieving import environment_headers
from fixturetool.cli.spending import tell_spent
from fixturetool.cli.troubles import is_partial, warn_of
from fixturetool.corpus.sources import Corpus, Trouble
from fixturetool.corpus.tokens import Tokenizer, corpus_tokenizer
from fixturetool.evaluation.evaluate import Evaluator
from fixturetool.fixtures.model import CategoryFile
from fixturetool.progress import Progress
from fixturetool.retrieval.base import Retriever
from fixturetool.retrieval.registry import EMBEDDED, Setup, build_retriever
from fixturetool.settings import Settings


@dataclass(frozen=True, slots=True)
class Testbench:
    """What an evaluation runs on.

    Attributes:
        evaluator: Fixtures, corpora and retriever.
        partial: Whether a part of a corpus could not be read, or not be searched by vectors.
    """

    evaluator: Evaluator
    partial: bool


def open_testbench(
    categories: Sequence[CategoryFile], settings: Settings, progress: Progress, *, jobs: int
) -> Testbench:
    """Open the corpora that the fixtures need and the retriever over them.

    Args:
        categories: The fixtures.
        settings: Names the retriever.
        progress: Told of long work.
        jobs: How many queries will be asked at once.

    Raises:
        CorpusError: A language has no corpus.
        UsageError: No retriever has that name.
    """
    languages = [fixture.language for one in categories for fixture in one.fixtures]
    corpora = load_corpora(settings, languages)
    snapshots = open_snapshots(corpora, settings, progress)
    troubles = [trouble for one in snapshots.values() for trouble in one.troubles]
    warn_of(troubles)
    retriever = open_retriever(corpora, settings, progress, jobs=jobs, met=troubles)
    return Testbench(
        Evaluator(categories, snapshots, retriever, settings.paths.state, progress),
        is_partial(troubles),
    )


def open_retriever(
    corpora: Mapping[str, Corpus],
    settings: Settings,
    progress: Progress,
    *,
    jobs: int = 1,
    by_chunk: bool = False,
    met: list[Trouble] | None = None,
) -> Retriever:
    """Open the retriever of the settings, for so many queries at once.

    With ``by_chunk`` chunks count, in the order in which they come back, and not sources. What it
    can't search wholly is named, and added to ``met``.
    """

    def warn(troubles: Sequence[Trouble]) -> None:
        warn_of(troubles)
        if met is not None:
            met.extend(troubles)

    name = settings.retriever.name
    tokenizers = load_tokenizers(corpora.values(), settings) if name in EMBEDDED else {}
    setup = Setup(
        corpora,
        tokenizers,
        settings.paths.state,
        progress,
        settings.retriever,
        environment_headers(settings.retriever),
        jobs,
        environ=os.environ,
        by_chunk=by_chunk,
        warn=warn,
        tell_spent=tell_spent,
    )
    return build_retriever(name, setup)


def load_tokenizers(corpora: Iterable[Corpus], settings: Settings) -> dict[str, Tokenizer]:
    """Return the tokenizer of each language, with the corpus's own proper nouns."""
    return {
        corpus.language: corpus_tokenizer(
            corpus,
            "" if corpus.has_pages else settings.corpus.proper_nouns,
            settings.tokens,
            settings.paths.state / "cache",
        )
        for corpus in corpora
    }
