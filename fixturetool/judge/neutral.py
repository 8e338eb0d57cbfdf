"""Text of others made safe to stand in a prompt: it can't close its fence or fake a turn."""

import json
from collections.abc import Iterable
from hashlib import blake2b
from itertools import count

# Chat templates mark turns and thoughts by tags such as <|im_end|>, <｜User｜> or </think>, and
# some servers obey them in data. One character stands for one, so that offsets stay.
_NEUTRAL = str.maketrans("<>", "‹›")
_RESTORED = str.maketrans("‹›", "<>")


def neutralize(text: str) -> str:
    """Take the angle brackets, of which tags are made, out of a text; its length stays."""
    return text.translate(_NEUTRAL)


def spellings(span: str) -> tuple[str, ...]:
    """Return what a span that was copied from a neutralised text may be in the text itself."""
    return tuple(dict.fromkeys((span, span.translate(_RESTORED))))


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
