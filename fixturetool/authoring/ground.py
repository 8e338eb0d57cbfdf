"""The corpus of one language, opened once and asked many times while fixtures are written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fixturetool.corpus.match import find_anchors
from fixturetool.corpus.snapshot import open_snapshot
from fixturetool.corpus.sources import load_corpus
from fixturetool.corpus.tokens import corpus_tokenizer

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from pathlib import Path

    from fixturetool.corpus.snapshot import Snapshot
    from fixturetool.corpus.sources import Corpus
    from fixturetool.corpus.tokens import Tokenizer
    from fixturetool.progress import Progress
    from fixturetool.settings import Settings


@dataclass(frozen=True, slots=True)
class Ground:
    """What candidates are taken from.

    Attributes:
        corpus: The sources.
        snapshot: Their normalised texts.
        tokenizer: Cuts queries, descriptions and texts into words.
        aliases: A word of a query to other words that a rewrite is likely to use for it.
        stop_words: The settings' own stop words.
        cache_dir: Where compiled scanners and answers are kept.
        progress: Told of long passes.
    """

    corpus: Corpus
    snapshot: Snapshot
    tokenizer: Tokenizer
    aliases: Mapping[str, Sequence[str]]
    stop_words: Sequence[str]
    cache_dir: Path
    progress: Progress

    def holders(self, anchors: Collection[str]) -> Mapping[str, tuple[str, ...]]:
        """Find the sources that hold each anchor, in one pass; see ``find_anchors``."""
        return find_anchors(self.snapshot, anchors, self.cache_dir, self.progress)


def open_ground(language: str, settings: Settings, progress: Progress) -> Ground:
    """Open the corpus of a fixture language, having read the files that changed.

    Raises:
        CorpusError: The language has no corpus.
        SettingsError: The user dictionary is malformed.
        StateError: The snapshot can't be written.
    """
    folder = settings.folder_of(language)
    corpus = load_corpus(settings.paths.corpus, language, folder, settings.corpus)
    return ground_of(corpus, settings, progress)


def ground_of(corpus: Corpus, settings: Settings, progress: Progress) -> Ground:
    """Open a corpus that is listed already, as ``open_ground`` does."""
    state = settings.paths.state
    cache = state / "cache"
    rules = settings.tokens
    return Ground(
        corpus=corpus,
        snapshot=open_snapshot(corpus, state, progress),
        tokenizer=corpus_tokenizer(corpus, settings.corpus.proper_nouns, rules, cache),
        aliases=settings.aliases,
        stop_words=rules.stop_words,
        cache_dir=cache,
        progress=progress,
    )
