"""Text into words: the terms of the embedded index, and the tokens that carry meaning.

What a token is:

- A run of common ideographs is cut by the segmenter in search mode: every word, and the
  shorter dictionary words inside it. A single ideograph is a token where the segmenter leaves
  it alone. Rarer ideographs (the extensions, 〇 and 々) are tokens one by one.
- A run of letters and digits of other scripts is one token. These we cut ourselves, so that
  the segmenters agree: ``Lv.10`` is ``lv`` and ``10``. English endings such as ``'s`` are dropped.
- A name of the user dictionary that would be torn apart (it holds a middle dot, a space,
  brackets, or several scripts) is one token, beside the tokens that its parts are.

Tokens are lower-cased, and full-width letters and digits become plain ones, since people type
either for the same word. Nothing else is folded. White space follows the one whitespace rule.
"""

import hashlib
import threading
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from fixturetool.corpus.normalize import normalize
from fixturetool.corpus.sources import Corpus
from fixturetool.corpus.words.names import NameFinder
from fixturetool.corpus.words.proper_nouns import (
    ProperNouns,
    find_proper_nouns,
    load_proper_nouns,
)
from fixturetool.corpus.words.script import LETTER, fold, han_one, han_run, rare_one
from fixturetool.corpus.words.script import word as word_pattern
from fixturetool.corpus.words.segmenters import SEGMENTERS, Segmenter, segmenter_version
from fixturetool.corpus.words.stop_words import STOP_WORDS
from fixturetool.errors import SettingsError
from fixturetool.settings import CorpusSettings, TokenSettings

TOKENIZER_VERSION = 1

_BARRIER = "\n"  # no segmenter joins across it


@dataclass(frozen=True, slots=True)
class Terms:
    """What a text is searched by.

    A question and a text are often cut differently, around names and in old prose above all.
    Single ideographs meet there, while a word that both have weighs more, being rarer.

    Attributes:
        words: Tokens but for single common ideographs.
        ideographs: The common ideographs, one by one, those in words among them.
    """

    words: tuple[str, ...]
    ideographs: str

    def __bool__(self) -> bool:
        """Whether there is anything to search by."""
        return bool(self.words or self.ideographs)


class Tokenizer:
    """Cuts text into tokens; safe to share between threads."""

    def __init__(
        self,
        segmenter: str,
        load_segmenter: Callable[[], Segmenter],
        nouns: ProperNouns,
        stop_words: Collection[str],
    ) -> None:
        """Prepare a tokenizer; the segmenter is loaded at the first Chinese text.

        Args:
            segmenter: The segmenter's name.
            load_segmenter: Loads it.
            nouns: The user dictionary.
            stop_words: Words that are no content tokens.
        """
        self._name = segmenter
        self._load = load_segmenter
        self._loaded: Segmenter | None = None
        self._loading = threading.Lock()
        self._nouns = nouns
        self._given_stop_words = stop_words

    @cached_property
    def identity(self) -> str:
        """Segmenter, its version, the dictionary's hash and the version of these rules."""
        version = segmenter_version(self._name)
        return f"{self._name} {version}, dictionary {self._nouns.digest}, rules {TOKENIZER_VERSION}"

    @cached_property
    def _stop_words(self) -> frozenset[str]:
        return frozenset(map(fold, self._given_stop_words))

    @cached_property
    def _names(self) -> NameFinder:
        words = [fold(noun.word) for noun in self._nouns.nouns]
        return NameFinder([word for word in words if _is_torn(word)], LETTER)

    @cached_property
    def stop_words_digest(self) -> str:
        """What the stop words hash to, hex; they change queries and not the index."""
        words = "\n".join(sorted(self._stop_words))
        return hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()[:16]

    def tokens(self, text: str) -> list[str]:
        """Return the index terms of a text, stop words among them.

        They are a bag: as often as they occur, words of the segmenter first. A token holds a
        single space where a name of the dictionary does, and no other white space.
        """
        folded = fold(normalize(text))
        return self._segment(_BARRIER.join(han_run().findall(folded))) + self._others(folded)

    def content_tokens(self, text: str) -> frozenset[str]:
        """Return the different tokens of a text that are no stop words."""
        return frozenset(self.tokens(text)) - self._stop_words

    def index_terms(self, text: str) -> Terms:
        """Return what a search index is to hold of a text."""
        folded = fold(normalize(text))
        runs = han_run().findall(folded)
        cut = self._segmenter().cut(_BARRIER.join(runs)) if runs else []
        words = [word for word in cut if len(word) > 1]
        return Terms((*words, *self._others(folded)), "".join(runs))

    def query_terms(self, query: str) -> Terms:
        """Return what to look up for a query, sorted and each once.

        The terms are those of its content tokens, or of all its tokens where it has none.
        """
        tokens = self.content_tokens(query) or frozenset(self.tokens(query))
        ideographs = set(han_one().findall("".join(tokens)))
        words = (token for token in tokens if token not in ideographs)
        return Terms(tuple(sorted(words)), "".join(sorted(ideographs)))

    def shared_tokens(self, query_tokens: frozenset[str], text: str) -> frozenset[str]:
        """Return those of some tokens that a text holds as tokens.

        The same as ``query_tokens & set(tokens(text))``, but only the runs around a likely
        place are cut.

        Args:
            query_tokens: Tokens, as ``content_tokens`` spells them.
            text: Text under the whitespace rule.
        """
        folded = fold(text)
        likely = {token for token in query_tokens if token in folded}
        chinese = {token for token in likely if han_run().fullmatch(token)}
        others = likely - chinese
        found = others.intersection(self._others(folded)) if others else set()
        return frozenset(found | self._shared_words(chinese, folded))

    def _shared_words(self, wanted: set[str], folded: str) -> set[str]:
        found: set[str] = set()
        for token in sorted(wanted):
            position = folded.find(token)
            while position >= 0 and token not in found:
                start, end = _run_around(folded, position)
                found.update(wanted.intersection(self._segment(folded[start:end])))
                position = folded.find(token, end)
        return found

    def _segment(self, runs: str) -> list[str]:
        if not runs:
            return []
        return [word for word in self._segmenter().cut(runs) if word != _BARRIER]

    def _others(self, folded: str) -> list[str]:
        """Return the tokens that need no segmenter."""
        words: list[str] = word_pattern().findall(folded)
        return words + rare_one().findall(folded) + self._names.find(folded)

    def _segmenter(self) -> Segmenter:
        with self._loading:
            if self._loaded is None:
                self._loaded = self._taught()
            return self._loaded

    def _taught(self) -> Segmenter:
        """Load the segmenter and teach it the dictionary's words and the parts of its names."""
        segmenter = self._load()
        for noun in self._nouns.nouns:
            word = fold(noun.word)
            if han_run().fullmatch(word):
                segmenter.add(word, noun.frequency)
                continue
            for part in han_run().findall(word):
                if len(part) > 1:
                    segmenter.add(part, 0)
        return segmenter


def load_tokenizer(
    segmenter: str,
    dictionary: Path | None,
    stop_words: Collection[str],
    *,
    cache_dir: Path | None = None,
) -> Tokenizer:
    """Make a tokenizer.

    Args:
        segmenter: ``rjieba`` or ``jieba``; never replaced by another.
        dictionary: A user dictionary of proper nouns; None or a missing file for none.
        stop_words: Words that are no content tokens, beside the built-in ones.
        cache_dir: Where jieba's prepared model is kept; None for nowhere, which costs it a
            second at every start.

    Raises:
        SettingsError: There is no such segmenter, or the dictionary is malformed.
    """
    builder = SEGMENTERS.get(segmenter)
    if builder is None:
        known = " and ".join(sorted(SEGMENTERS))
        raise SettingsError(
            f'there is no segmenter "{segmenter}"', hint=f"set tokens.segmenter; known are {known}"
        )
    nouns = load_proper_nouns(dictionary)
    return Tokenizer(segmenter, lambda: builder(cache_dir), nouns, {*STOP_WORDS, *stop_words})


def corpus_tokenizer(
    corpus: Corpus, proper_nouns: str, rules: TokenSettings, cache_dir: Path
) -> Tokenizer:
    """Make the tokenizer of a corpus, with the corpus's own user dictionary.

    Args:
        corpus: The corpus.
        proper_nouns: The dictionary's path under the language root, ``""`` for none; only
            that of the default settings may be missing.
        rules: The segmenter and further stop words.
        cache_dir: Where jieba's prepared model is kept.

    Raises:
        SettingsError: The dictionary is malformed, missing, or no file.
    """
    dictionary = find_proper_nouns(
        corpus.root, proper_nouns, may_be_missing=proper_nouns == CorpusSettings().proper_nouns
    )
    return load_tokenizer(rules.segmenter, dictionary, rules.stop_words, cache_dir=cache_dir)


def _is_torn(word: str) -> bool:
    """Tell whether a folded word of the dictionary is more than one token."""
    run = han_run().fullmatch(word) or rare_one().fullmatch(word)
    return run is None and word_pattern().findall(word) != [word]


def _run_around(folded: str, position: int) -> tuple[int, int]:
    """Return the span of the run of ideographs that holds a position."""
    start = position
    while start and han_run().match(folded, start - 1):
        start -= 1
    run = han_run().match(folded, start)
    return start, run.end() if run else position
