"""Opening the embedded index of every language, with the vectors that the settings ask for."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

from fixturetool.retrieval.hybrid.filling import open_vectors
from fixturetool.retrieval.indexing.opened import open_index
from fixturetool.retrieval.legs import Legs

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from fixturetool.corpus.sources import Corpus
    from fixturetool.corpus.tokens import Tokenizer
    from fixturetool.progress import Progress
    from fixturetool.retrieval.hybrid.model import VectorModel

_ANY_WORD = "检索"


def open_legs(
    corpora: Mapping[str, Corpus],
    tokenizers: Mapping[str, Tokenizer],
    state_dir: Path,
    progress: Progress,
    model: VectorModel | None = None,
) -> dict[str, Legs]:
    """Bring the index of every language up to date and open it, ready for the first query.

    Args:
        corpora: Fixture language to its corpus.
        tokenizers: Fixture language to its tokenizer.
        state_dir: Where derived files are kept.
        progress: Told of long work.
        model: Makes vectors; None: words alone are searched.

    Raises:
        ProviderError: Vectors of chunks can't be had; those that were paid for are kept.
        BudgetError: The bound on what vectors may cost could be passed; so are they.
        RetrievalError: A source changed while its vectors were being fetched.
        StateError: An index can't be written or read.
    """
    legs: dict[str, Legs] = {}
    with ExitStack() as opened:
        for language, corpus in corpora.items():
            tokenizer = tokenizers[language]
            index = open_index(corpus, tokenizer, state_dir, progress)
            opened.callback(index.close)
            # Loads the segmenter's dictionary, which is no part of the first query's latency.
            tokenizer.tokens(_ANY_WORD)
            if model is None:
                legs[language] = Legs(index, tokenizer, None, None)
                continue
            vectors, report = open_vectors(index, language, state_dir, model, progress)
            legs[language] = Legs(index, tokenizer, vectors, model, report.troubles)
        opened.pop_all()
    return legs
