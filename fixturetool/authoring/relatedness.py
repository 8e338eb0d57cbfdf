"""Whether an anchor has to do with the description of a facet: do they share a word?

Wording differs on purpose, so in the anchor itself a part of a word does, and the text around it
and the file name speak for it too.
"""

import re
from collections.abc import Sequence

from fixturetool.authoring.answers import Answers, key_of
from fixturetool.authoring.reachability import Cutter, Document, name_text
from fixturetool.corpus.normalize import normalize

_STEM = 4  # letters: holders and holds


class Relatedness:
    """Answers whether anchors have to do with descriptions, from memory where it can."""

    def __init__(self, cutter: Cutter, answers: Answers) -> None:
        """Prepare to answer.

        Args:
            cutter: The tokenizer.
            answers: Answers that are known; new ones are added.
        """
        self._cutter = cutter
        self._answers = answers

    def related(self, description: str, anchor: str, documents: Sequence[Document]) -> bool:
        """Tell whether any source says a word of the description at the anchor or near it.

        Args:
            description: The facet's description; one without content tokens fits anything.
            anchor: The anchor as spelled.
            documents: The sources that hold it, each with ``near``.
        """
        digests = [part for document in documents for part in (document.path, document.digest)]
        key = key_of("related", self._cutter.identity, description, anchor, *digests)
        answer = self._answers.get(key)
        if answer is None:
            answer = self._ask(description, anchor, documents)
            self._answers.used[key] = answer
        return answer

    def _ask(self, description: str, anchor: str, documents: Sequence[Document]) -> bool:
        tokens, shared = self._cutter.content_tokens(description), self._cutter.shared_tokens
        if not tokens or _akin(tokens, normalize(anchor).casefold()):
            return True
        return any(
            shared(tokens, name_text(document.path))
            or (document.near is not None and shared(tokens, document.near()))
            for document in documents
        )


def _akin(tokens: frozenset[str], text: str) -> bool:
    """Tell whether a text holds an ideograph of one of the tokens, or the stem of a word."""
    return any(
        re.search(rf"\b{re.escape(token[:_STEM])}", text)
        if token.isascii()
        else set(token) & set(text)
        for token in tokens
    )
