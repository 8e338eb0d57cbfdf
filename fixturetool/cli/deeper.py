"""The retriever of a run asked for more sources than the run has."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from functools import partial

import click

from fixturetool.cli.patience import answered_in_time
from fixturetool.cli.retrieving import foreign_code
from fixturetool.corpus.sources import Corpus
from fixturetool.errors import RetrievalError, UsageError
from fixturetool.evaluation.run import Question, Run
from fixturetool.progress import Progress
from fixturetool.reporting.terminal import visible
from fixturetool.retrieval.base import Retriever
from fixturetool.settings import Settings

Ranks = Callable[[Question], Mapping[str, int] | None]


class Deeper:
    """Asks a retriever where it ranks sources.

    Attributes:
        failed: How many questions it did not answer.
    """

    def __init__(self, retriever: Retriever, settings: Settings, depth: int) -> None:
        """Prepare to ask for ``depth`` sources."""
        self._retriever = retriever
        self._settings = settings
        self._depth = depth
        self.failed = 0

    def ranks(self, question: Question) -> Mapping[str, int] | None:
        """Return the 1-based rank of each source; None, having warned, where it does not answer."""
        call = partial(
            self._retriever.retrieve,
            question.query,
            self._depth,
            language=question.language,
            chunk_context=0,
        )
        try:
            hits = answered_in_time(self._settings, call)
        except RetrievalError as error:
            self.failed += 1
            click.echo(
                f'warning: "{visible(question.query)}" could not be asked for more: '
                f"{visible(str(error))}",
                err=True,
            )
            return None
        paths = dict.fromkeys(hit.path for hit in hits)
        return {path: rank for rank, path in enumerate(paths, 1)}


def is_free(run: Run, settings: Settings) -> bool:
    """Tell whether the settings' retriever is the run's, and one that costs nothing to ask."""
    name, embedded = settings.retriever.name, settings.retriever.embedded
    return name == run.retriever.get("name") == "bm25" and not embedded.asks_models


@contextmanager
def asked_deeper(
    run: Run, corpora: Mapping[str, Corpus], settings: Settings, progress: Progress, depth: int
) -> Iterator[Deeper]:
    """Open the retriever of the settings, which must be that of the run.

    Raises:
        UsageError: It is another one.
    """
    from fixturetool.cli.testbench import open_retriever

    with foreign_code(), closing(open_retriever(corpora, settings, progress)) as retriever:
        asked, here = run.retriever.get("name"), retriever.describe().get("name")
        if asked != here:
            raise UsageError(
                f"run '{visible(run.id)}' asked the retriever \"{visible(str(asked))}\", "
                f'and --depth would ask "{visible(str(here))}"',
                hint="name it as eval-retrieval did, with --retriever, --base-url or --command",
            )
        yield Deeper(retriever, settings, depth)
