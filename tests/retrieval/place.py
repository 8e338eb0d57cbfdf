"""A corpus on disk that tests change, and its index."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from fixturetool.corpus.sources import Corpus, load_corpus
from fixturetool.corpus.tokens import Tokenizer
from fixturetool.progress import Silent
from fixturetool.retrieval.base import Hit
from fixturetool.retrieval.bm25 import Bm25Retriever, open_bm25
from fixturetool.retrieval.index import BuildReport, IndexStatus, build_index, index_status
from fixturetool.settings import CorpusSettings

LONG_AGO_NS = 1_000_000_000_000_000_000


class Place:
    """A corpus, a state folder and a tokenizer."""

    def __init__(self, base: Path, tokenizer: Tokenizer) -> None:
        self.text = base / "text"
        self.root = self.text / "chs"
        self.state = base / "state"
        self.tokenizer = tokenizer
        self.rules = CorpusSettings()
        self._time_ns = LONG_AGO_NS

    def write(self, files: Mapping[str, str | bytes]) -> None:
        """Write files, each time at a new modification time in the past."""
        self._time_ns += 1
        for path, text in files.items():
            file = self.root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text if isinstance(text, bytes) else text.encode())
            os.utime(file, ns=(self._time_ns, self._time_ns))

    def remove(self, path: str) -> None:
        (self.root / path).unlink()

    def corpus(self) -> Corpus:
        return load_corpus(self.text, "CHS", "chs", self.rules)

    def build(self) -> BuildReport:
        return build_index(self.corpus(), self.tokenizer, self.state, Silent())

    def status(self) -> IndexStatus:
        return index_status(self.corpus(), self.tokenizer, self.state)

    def open(self, state: Path | None = None) -> Bm25Retriever:
        return open_bm25(
            {"CHS": self.corpus()}, {"CHS": self.tokenizer}, state or self.state, Silent()
        )

    def ask(
        self, query: str, k: int = 10, chunk_context: int = 0, state: Path | None = None
    ) -> Sequence[Hit]:
        """Bring the index up to date and ask it."""
        retriever = self.open(state)
        try:
            return retriever.retrieve(query, k, language="CHS", chunk_context=chunk_context)
        finally:
            retriever.close()

    @property
    def home(self) -> Path:
        """Where the index lies."""
        return self.state / "index/CHS"

    @property
    def folder(self) -> Path:
        """The index that is in use."""
        return self.home / (self.home / "current").read_text("utf-8")
