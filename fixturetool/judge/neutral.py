"""Quotations in a prompt that can't close their own fence, and what they are in their source."""

import json
from collections.abc import Iterable
from hashlib import blake2b
from itertools import count

from fixturetool.llm.neutral import neutralize


def spellings(span: str, text: str) -> tuple[str, ...]:
    """Return what a span that was copied from a neutralised text is in the text itself.

    Returns:
        The slices of the text that become the span, as it is or neutralised too, each once: the
        span itself first, then in the order of the text. Nothing for an empty span.
    """
    plain, wanted = neutralize(text), neutralize(span)
    found = {span: None} if span and span in text else {}
    at = plain.find(wanted) if wanted else -1
    while at >= 0:
        found.setdefault(text[at : at + len(wanted)])
        at = plain.find(wanted, at + 1)
    return tuple(found)


def quoted(text: str) -> str:
    """Write a short text as a JSON string, in which no line can end."""
    return json.dumps(neutralize(text), ensure_ascii=False)


def fence_for(texts: Iterable[str]) -> str:
    """Return a marker that none of the texts contains; the same texts, the same marker.

    It is derived from all of them, so nobody can write it into one of them beforehand.
    """
    held = list(texts)
    seed = "\0".join(held).encode("utf-8", "surrogatepass")
    for number in count():
        digest = blake2b(seed, digest_size=8, salt=number.to_bytes(4, "big"))
        if not any(digest.hexdigest() in text for text in held):
            return digest.hexdigest()
    raise AssertionError("count() ends")  # pragma: no cover
