"""Building the embedded index beside the work that can't be avoided, and building it again.

The unavoidable work is cutting the texts by rjieba and writing tokens that are cut already.
"""

import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.measure import Taken, report
from fixturetool.corpus.sources import Corpus, load_corpus
from fixturetool.corpus.tokens import Tokenizer, load_tokenizer
from fixturetool.progress import Silent
from fixturetool.retrieval.index import build_index
from fixturetool.retrieval.indexing.blocks import Spelled, parse_terms
from fixturetool.retrieval.indexing.engine import EngineWriter
from fixturetool.retrieval.indexing.generation import Blocks
from fixturetool.retrieval.indexing.location import find_index, hold_index, index_key
from fixturetool.settings import CorpusSettings

_COPIES = 6
_ROUNDS = 3
_Documents = list[tuple[Spelled, Spelled]]


def ratios(corpus: Path, work: Path, files: int) -> Iterator[str]:  # noqa: ARG001 - one shape for all suites
    """Yield the ratios of a build and of a second one, best of some rounds."""
    work = work / "index"
    shutil.rmtree(work, ignore_errors=True)
    for copy in range(_COPIES):
        shutil.copytree(corpus, work / "text" / "chs" / f"copy{copy}")
    copies = load_corpus(work / "text", "CHS", "chs", CorpusSettings())
    tokenizer = load_tokenizer("rjieba", None, ())
    tokenizer.tokens("热身")
    state = work / "state"
    build_index(copies, tokenizer, state, Silent())
    documents = _documents(copies, tokenizer, state)
    texts = [copies.read(source.path) for source in copies.sources]
    cut = _best(lambda: _cut_alone(texts))
    written = _best(lambda: _write_alone(documents, work / "alone"))
    fresh = _best(lambda: _fresh(copies, tokenizer, state))
    again = _best(lambda: build_index(copies, tokenizer, state, Silent()))
    parts = Taken(cut.seconds + written.seconds, 0)
    yield report(f"index {len(texts)} files / cutting + writing alone", fresh, parts, 2)
    yield report("index again without changes / first build", again, fresh, 0.1)


def _best(work: Callable[[], object]) -> Taken:
    def seconds() -> float:
        start = time.perf_counter()
        work()
        return time.perf_counter() - start

    return Taken(min(seconds() for _ in range(_ROUNDS)), 0)


def _fresh(corpus: Corpus, tokenizer: Tokenizer, state: Path) -> None:
    shutil.rmtree(state, ignore_errors=True)
    build_index(corpus, tokenizer, state, Silent())


def _cut_alone(texts: list[str]) -> None:
    import rjieba

    for text in texts:
        rjieba.cut_for_search(text)


def _write_alone(documents: _Documents, folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    writer = EngineWriter(folder)
    for ordinal, (name, body) in enumerate(documents):
        writer.add(ordinal, name, body)
    writer.finish()


def _documents(corpus: Corpus, tokenizer: Tokenizer, state: Path) -> _Documents:
    with hold_index(state, corpus.language) as home:
        found = find_index(home, index_key(corpus, tokenizer))
        if found.folder is None:
            raise RuntimeError("the index that was just built is gone")
        blocks = Blocks(found.folder)
        documents = []
        for entry in found.entries:
            name, bodies = parse_terms(blocks.read(entry), entry.chunks)
            documents += [(name, body) for body in bodies]
        blocks.close()
    return documents
