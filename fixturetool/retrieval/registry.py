"""The retrievers that can be chosen by name."""

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from fixturetool.corpus.sources import Corpus
from fixturetool.corpus.tokens import Tokenizer
from fixturetool.errors import UsageError
from fixturetool.progress import Progress
from fixturetool.retrieval.base import Retriever


@dataclass(frozen=True, slots=True)
class Setup:
    """What a retriever may build on.

    Attributes:
        corpora: Fixture language to its corpus.
        tokenizers: Fixture language to its tokenizer; the same languages.
        state_dir: Where derived files are kept.
        progress: Told of long work, such as the building of an index.
    """

    corpora: Mapping[str, Corpus]
    tokenizers: Mapping[str, Tokenizer]
    state_dir: Path
    progress: Progress


def _bm25(setup: Setup) -> Retriever:
    from fixturetool.retrieval.bm25 import open_bm25

    return open_bm25(setup.corpora, setup.tokenizers, setup.state_dir, setup.progress)


RETRIEVERS: Mapping[str, Callable[[Setup], Retriever]] = {"bm25": _bm25}
"""Name to builder."""


def build_retriever(name: str, setup: Setup) -> Retriever:
    """Make a retriever ready to answer.

    Raises:
        UsageError: There is no retriever of that name.
        FixturetoolError: It can't be made ready.
    """
    builder = RETRIEVERS.get(name)
    if builder is None:
        raise UsageError(f'there is no retriever "{name}"', hint=_suggestion(name))
    return builder(setup)


def _suggestion(name: str) -> str:
    known = f"known are {', '.join(sorted(RETRIEVERS))}"
    near = difflib.get_close_matches(name.lower(), RETRIEVERS, n=1)
    return f'did you mean "{near[0]}"? {known}' if near else known
