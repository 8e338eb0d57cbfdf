"""Whether a query leads to a source: do they share a content token (rule 9)?

A source as long as a chapter shares some word with nearly any query. There a word counts for
less: near the anchor and in the file name any word leads, elsewhere only one that no more than
half of the sources hold.

Cutting text into words is slow to start, so answers are kept on disk, and a run that finds
all of them there loads no segmenter.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Protocol

from fixturetool.authoring.answers import Answers, key_of
from fixturetool.corpus.normalize import normalize

# Held by more of the sources than this, a word leads to none of them.
_COMMON = 0.5


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
        self._base = key_of(cutter.identity, json.dumps([spelled, sorted(stop_words)]))
        self._tokens: dict[str, frozenset[str]] = {}

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
        tokens = self._tokens.get(query)
        if tokens is None:
            tokens = query_tokens(query, self._aliases, self._cutter)
            self._tokens[query] = tokens
        shared = self._cutter.shared_tokens
        if not tokens or shared(tokens, name_text(document.path)):
            return True
        if document.near is None:
            return bool(shared(tokens, document.read()))
        if shared(tokens, document.near()):
            return True
        return any(self._share(token) <= _COMMON for token in shared(tokens, document.read()))
