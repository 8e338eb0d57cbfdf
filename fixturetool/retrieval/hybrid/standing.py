"""How the vectors of an index stand, and bringing them up to date for their own sake."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fixturetool.retrieval.hybrid.cuts import load_cuts
from fixturetool.retrieval.hybrid.filling import VectorReport, open_vectors
from fixturetool.retrieval.hybrid.model import identity_of
from fixturetool.retrieval.hybrid.place import cuts_file, vectors_folder
from fixturetool.retrieval.hybrid.store import VectorStore
from fixturetool.retrieval.indexing.location import find_index, index_home, index_key
from fixturetool.retrieval.indexing.opened import open_index

if TYPE_CHECKING:
    from pathlib import Path

    from fixturetool.corpus.sources import Corpus
    from fixturetool.corpus.tokens import Tokenizer
    from fixturetool.progress import Progress
    from fixturetool.retrieval.hybrid.model import VectorModel
    from fixturetool.settings.embedded import EmbeddingSettings


@dataclass(frozen=True, slots=True)
class VectorStatus:
    """How the vectors of an index stand.

    Attributes:
        language: The fixture language.
        model: Whose vectors they are.
        dimensions: How long they are; 0 where there are none.
        chunks: Chunks of the index whose vectors are there.
        missing: Chunks of the index whose vectors may have to be fetched.
        bytes_on_disk: The size of their file.
    """

    language: str
    model: str
    dimensions: int
    chunks: int
    missing: int
    bytes_on_disk: int

    @property
    def is_current(self) -> bool:
        """Whether none has to be fetched for the index as it is."""
        return not self.missing


def build_vectors(
    corpus: Corpus, tokenizer: Tokenizer, state_dir: Path, model: VectorModel, progress: Progress
) -> VectorReport:
    """Get the vectors that the index of a corpus lacks; the index is brought up to date before.

    Raises:
        ProviderError: Vectors can't be had; those that were paid for are kept.
        RetrievalError: A source changed meanwhile.
        StateError: The index or the vectors can't be written.
    """
    with closing(open_index(corpus, tokenizer, state_dir, progress)) as index:
        return open_vectors(index, corpus.language, state_dir, model, progress)[1]


def vector_status(
    corpus: Corpus, tokenizer: Tokenizer, state_dir: Path, settings: EmbeddingSettings
) -> VectorStatus:
    """Tell how the vectors of a corpus's index stand; nothing is written, and no model asked.

    Raises:
        StateError: The vectors can't be read.
    """
    home = index_home(state_dir, corpus.language)
    entries = find_index(home, index_key(corpus, tokenizer)).entries
    cuts = load_cuts(cuts_file(state_dir, corpus.language))
    folder = vectors_folder(state_dir, corpus.language)
    stored = VectorStore(folder, identity_of(settings)).load()
    rows = stored.rows if stored else {}
    there = sum(name in rows for entry in entries for name in cuts.of(entry) or ())
    return VectorStatus(
        language=corpus.language,
        model=settings.model,
        dimensions=stored.dimensions if stored else 0,
        chunks=there,
        missing=sum(entry.chunks for entry in entries) - there,
        bytes_on_disk=stored.size if stored else 0,
    )
