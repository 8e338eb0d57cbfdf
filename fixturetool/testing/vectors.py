"""Vectors without a model: hashed counts of a text's characters, pairs of them, and words."""

import json
import re
import struct
from base64 import b64encode
from collections import Counter
from hashlib import blake2b
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING

from fixturetool.testing.script import ScriptedReply

if TYPE_CHECKING:
    from fixturetool.testing.wire import Received

DIMENSIONS = 64
"""How long a vector is where a request doesn't say."""

_MOST_DIMENSIONS = 4096
_WORD = re.compile(r"[a-z0-9]+")
_WIDE = re.compile(r"[^\W\x00-\x7f]")


def vector_of(text: str, dimensions: int = DIMENSIONS) -> list[float]:
    """Return the vector of a text, of length 1; texts that share words are near each other.

    Args:
        text: Any text; one without a word has a vector of zeros.
        dimensions: How long the vector is.
    """
    vector = [0.0] * dimensions
    for token, count in _tokens(text).items():
        digest = int.from_bytes(blake2b(token.encode(), digest_size=8).digest())
        vector[digest // 2 % dimensions] += count if digest % 2 else -count
    length = sqrt(sum(value * value for value in vector))
    return [value / length for value in vector] if length else vector


def embed_request(request: "Received") -> ScriptedReply:
    """Answer a request for embeddings as a provider would, with HTTP 400 for what is none."""
    texts, dimensions = _inputs(request), request.payload.get("dimensions", DIMENSIONS)
    if not texts or not all(texts):
        return ScriptedReply("'input' is one text or some, none of them empty", status=400)
    if type(dimensions) is not int or not 1 <= dimensions <= _MOST_DIMENSIONS:
        return ScriptedReply(f"'dimensions' is 1 to {_MOST_DIMENSIONS}", status=400)
    as_base64 = request.payload.get("encoding_format") == "base64"
    vectors = (vector_of(text, dimensions) for text in texts)
    data = [
        {
            "object": "embedding",
            "index": index,
            "embedding": _base64(vector) if as_base64 else vector,
        }
        for index, vector in enumerate(vectors)
    ]
    tokens = sum(sum(_tokens(text).values()) for text in texts)
    usage = {"prompt_tokens": tokens, "total_tokens": tokens}
    body = {"object": "list", "data": data, "model": "scripted", "usage": usage}
    return ScriptedReply(body=json.dumps(body))


def _inputs(request: "Received") -> list[str]:
    given = request.payload.get("input")
    listed = given if isinstance(given, list) else [given]
    texts = [text for text in listed if isinstance(text, str)]
    return texts if len(texts) == len(listed) else []


def _tokens(text: str) -> Counter[str]:
    lowered = text.lower()
    wide = _WIDE.findall(lowered)
    pairs = [one + other for one, other in pairwise(wide)]
    return Counter([*_WORD.findall(lowered), *wide, *pairs])


def _base64(vector: list[float]) -> str:
    return b64encode(struct.pack(f"<{len(vector)}f", *vector)).decode()
