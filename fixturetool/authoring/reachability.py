"""Whether a query leads to a source: do they share a content token (rule 9)?

A source as long as a chapter shares some word with nearly any query. There a word counts for
less: near the anchor and in the file name any word leads, elsewhere only one that no more than
half of the sources hold. A long word leads by its parts too: 林黛玉 to a text that says 黛玉.

Cutting text into words is slow to start, so answers are kept on disk, and a run that finds
all of them there loads no segmenter.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import PurePosixPath
from typing import Protocol

from fixturetool.authoring.answers import Answers, key_of
from fixturetool.corpus.normalize import is_cjk, normalize

# Held by more of the sources than this, a word leads to none of them.
_COMMON = 0.5
_LONG = 3  # ideographs of a word from which on a part of it is a word too
# Part of every answer's key: raise it when the rule gives other answers.
_RULE = "2"


class Cutter(Protocol):
    """What reachability needs of a tokenizer."""

    @property
    def identity(self) -> str:
        """Segmenter, version and dictionary: what the tokens depend on."""

    def content_tokens(self, text: str, /) -> frozenset[str]:
        """Cut text into the tokens that carry meaning."""

    def shared_tokens(self, wanted: frozenset[str], text: str, /) -> frozenset[str]:
        """Return the wanted content tokens that a normalised text holds."""


@dataclass(frozen=True, slots=True)
class Document:
    """A source as seen from a query.

    Attributes:
        path: Its path under the language root.
        digest: The hash of its text, and of whatever else the answer hangs on.
        read: Returns its text.
        near: Returns the text near the anchor, or None where the source is short and any word
            of it counts.
    """

    path: str
    digest: str
    read: Callable[[], str]
    near: Callable[[], str] | None = None


def name_text(path: str) -> str:
    """Return what a file name says, normalised: no folder, extension or underscore."""
    return normalize(PurePosixPath(path).stem.replace("_", " "))


def query_tokens(
    query: str, aliases: Mapping[str, Sequence[str]], cutter: Cutter
) -> frozenset[str]:
    """Return the content tokens of a query and of the aliases of its words."""
    tokens = cutter.content_tokens(query)
    found = set(tokens)
    for word, others in aliases.items():
        named = cutter.content_tokens(word)
        if named and named <= tokens:
            found.update(*map(cutter.content_tokens, others))
    return frozenset(found)


def parts_of(tokens: Iterable[str], cutter: Cutter) -> tuple[str, ...]:
    """Return the pairs of neighbouring ideographs in long words, those of stop words left out."""
    pairs = {
        first + second
        for token in tokens
        if len(token) >= _LONG and all(map(is_cjk, token))
        for first, second in pairwise(token)
    }
    return tuple(sorted(filter(cutter.content_tokens, pairs)))


class Reachability:
    """Answers whether a query leads to a source, from memory where it can."""

    def __init__(
        self,
        cutter: Cutter,
        aliases: Mapping[str, Sequence[str]],
        answers: Answers,
        *,
        stop_words: Sequence[str] = (),
        share: Callable[[str], float] = lambda _: 0.0,
    ) -> None:
        """Prepare to answer.

        Args:
            cutter: The tokenizer.
            aliases: A word of a query to other words that a rewrite is likely to use for it.
            answers: Answers that are known; new ones are added.
            stop_words: The cutter's own, which its identity does not tell.
            share: Returns the share of the sources that hold a token.
        """
        self._cutter = cutter
        self._aliases = aliases
        self._answers = answers
        self._share = share
        spelled = {word: list(others) for word, others in aliases.items()}
        self._base = key_of(_RULE, cutter.identity, json.dumps([spelled, sorted(stop_words)]))
        self._words: dict[str, tuple[frozenset[str], tuple[str, ...]]] = {}

    def reachable(self, query: str, documents: Iterable[Document]) -> bool:
        """Tell whether at least one document shares a token with the query.

        A query without any content token leads nowhere, so it is not held against a source.
        """
        seen = False
        for document in documents:
            seen = True
            if self._leads(query, document):
                return True
        return not seen

    def _leads(self, query: str, document: Document) -> bool:
        key = key_of(self._base, query, document.path, document.digest)
        answer = self._answers.get(key)
        if answer is None:
            answer = self._ask(query, document)
            self._answers.used[key] = answer
        return answer

    def _ask(self, query: str, document: Document) -> bool:
        if query not in self._words:
            tokens = query_tokens(query, self._aliases, self._cutter)
            self._words[query] = tokens, parts_of(tokens, self._cutter)
        tokens, parts = self._words[query]
        if not tokens or self._shared(tokens, parts, name_text(document.path)):
            return True
        if document.near is None:
            return bool(self._shared(tokens, parts, document.read()))
        if self._shared(tokens, parts, document.near()):
            return True
        far = self._shared(tokens, parts, document.read())
        return any(self._share(word) <= _COMMON for word in far)

    def _shared(self, tokens: frozenset[str], parts: Sequence[str], text: str) -> set[str]:
        return {*self._cutter.shared_tokens(tokens, text), *(one for one in parts if one in text)}
