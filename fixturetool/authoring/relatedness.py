"""Whether an anchor has to do with the description of a facet: do they share a telling word?

Wording differs on purpose, so in the anchor itself a part of a word does, and the text around it
and the file name speak for it too. Function words tell nothing, and neither does a word or an
ideograph that most sources hold: 人 and 说 stand near anything.
"""

import re
from collections.abc import Callable, Sequence
from itertools import takewhile

from fixturetool.authoring.answers import Answers, key_of
from fixturetool.authoring.reachability import Cutter, Document, name_text
from fixturetool.corpus.normalize import is_cjk, normalize

_STEM = 4  # letters: holders and holds
_ENDING = 2  # letters that the shorter of two words of one stem may have more than it
_COMMON = 0.5  # the share of the sources above which a word near the anchor tells nothing,
_COMMON_IDEOGRAPH = 0.7  # and one ideograph in the anchor itself, which is short
_WORD = re.compile(r"[^\W_]+")


class Relatedness:
    """Answers whether anchors have to do with descriptions, from memory where it can."""

    def __init__(
        self,
        cutter: Cutter,
        answers: Answers,
        *,
        share: Callable[[str], float] = lambda _: 0.0,
        corpus: str = "",
    ) -> None:
        """Prepare to answer.

        Args:
            cutter: The tokenizer.
            answers: Answers that are known; new ones are added.
            share: Returns the share of the sources, in [0, 1], that hold a token.
            corpus: The hash of all sources, which the shares hang on.
        """
        self._cutter = cutter
        self._answers = answers
        self._share = share
        self._base = key_of("related 2", cutter.identity, corpus)

    def related(self, description: str, anchor: str, documents: Sequence[Document]) -> bool:
        """Tell whether any source says a telling word of the description at the anchor or near it.

        Args:
            description: The facet's description; one without telling words fits anything.
            anchor: The anchor as spelled.
            documents: The sources that hold it, each with ``near``.
        """
        digests = [part for document in documents for part in (document.path, document.digest)]
        key = key_of(self._base, description, anchor, *digests)
        answer = self._answers.get(key)
        if answer is None:
            answer = self._ask(description, anchor, documents)
            self._answers.used[key] = answer
        return answer

    def _ask(self, description: str, anchor: str, documents: Sequence[Document]) -> bool:
        tokens, shared = self._cutter.content_tokens(description), self._cutter.shared_tokens
        telling = frozenset(token for token in tokens if self._share(token) <= _COMMON)
        if not telling or self._akin(tokens, anchor):
            return True
        return any(
            shared(telling, name_text(document.path))
            or (document.near is not None and shared(telling, document.near()))
            for document in documents
        )

    def _akin(self, tokens: frozenset[str], anchor: str) -> bool:
        """Tell whether an anchor has an ideograph in common with tokens, or the stem of a word."""
        chinese = {token for token in tokens if is_cjk(token[0])}
        words = _WORD.findall(normalize(anchor).casefold())
        if any(_same_stem(token, word) for token in tokens - chinese for word in words):
            return True
        held = set("".join(self._cutter.content_tokens(anchor))) if chinese else set()
        return any(self._share(one) <= _COMMON_IDEOGRAPH for one in held & set("".join(chinese)))


def _same_stem(one: str, other: str) -> bool:
    """Tell whether two words differ in their endings at most."""
    common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other)))  # noqa: B905
    shorter = min(len(one), len(other))
    return one == other or common >= max(_STEM, shorter - _ENDING)
