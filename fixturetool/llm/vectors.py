"""What a provider sent with HTTP 200 where vectors were asked for. Pure."""

import binascii
import json
import sys
from array import array
from base64 import b64decode
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, TypeAlias

from fixturetool.errors import ProviderReplyError
from fixturetool.llm.completion import excerpt

if TYPE_CHECKING:
    Vector: TypeAlias = "array[float]"
else:
    Vector = array
"""32-bit floats: ``list(vector)`` has them as numbers, numpy takes the array as it is."""


@dataclass(frozen=True, slots=True)
class Vectors:
    """The vectors of some texts.

    Attributes:
        vectors: One for each text, in the order of the texts; all of one length.
        prompt_tokens: As the provider counted them, or None.
    """

    vectors: tuple[Vector, ...]
    prompt_tokens: int | None

    @property
    def usage(self) -> tuple[int | None, int]:
        """Tokens of the texts, None where the provider didn't tell; and of the answer: none."""
        return self.prompt_tokens, 0


def parse_vectors(body: str, texts: int, *, section: str) -> Vectors:
    """Read a body as the vectors of some texts; each says by its index which text it is of.

    Args:
        body: What came with HTTP 200.
        texts: How many texts were sent, 1 or more.
        section: The settings that name the provider, for what is said of it.

    Raises:
        ProviderReplyError: It is something else, or not the vectors of these texts.
    """
    try:
        table = json.loads(body)
    except (ValueError, RecursionError):
        table = None
    listed = table.get("data") if isinstance(table, dict) else None
    if not isinstance(table, dict) or not isinstance(listed, list):
        raise ProviderReplyError(
            f"the provider's answer holds no vectors: {excerpt(body)}",
            hint=f"is {section}.base_url the address up to, without, /embeddings?",
        )
    return Vectors(_in_order(listed, texts), _prompt_tokens(table.get("usage")))


def _in_order(listed: list[object], texts: int) -> tuple[Vector, ...]:
    found: dict[int, Vector] = {}
    for one in listed:
        table = one if isinstance(one, dict) else {}
        index = table.get("index")
        if type(index) is not int or not 0 <= index < texts:
            raise ProviderReplyError(f"a vector of the provider has the index {_shown(index)}")
        if index in found:
            raise ProviderReplyError(f"the provider sent two vectors of the index {index}")
        found[index] = _vector(table.get("embedding"), index)
    if len(found) != texts:
        raise ProviderReplyError(f"the provider sent {len(found)} vectors for {texts} texts")
    lengths = sorted({len(vector) for vector in found.values()})
    if len(lengths) > 1:
        raise ProviderReplyError(
            f"the provider's vectors differ in length: {lengths[0]} and {lengths[-1]} dimensions"
        )
    return tuple(found[index] for index in range(texts))


def _vector(value: object, index: int) -> Vector:
    try:
        vector = _from_base64(value) if isinstance(value, str) else _from_numbers(value)
    except (ValueError, TypeError, OverflowError) as error:
        raise ProviderReplyError(f"vector {index} of the provider can't be read: {error}") from None
    if not vector or not all(map(isfinite, vector)):
        what = "is empty" if not vector else "holds what is no finite number"
        raise ProviderReplyError(f"vector {index} of the provider {what}")
    return vector


def _from_base64(value: str) -> Vector:
    try:
        data = b64decode(value, validate=True)
    except binascii.Error as error:
        raise ValueError(f"it is no base64 ({error})") from None
    vector = array("f")
    vector.frombytes(data)
    if sys.byteorder == "big":
        vector.byteswap()  # on the wire the lowest byte comes first
    return vector


def _from_numbers(value: object) -> Vector:
    if not isinstance(value, list) or any(type(one) not in {int, float} for one in value):
        raise TypeError("it is neither base64 nor a list of numbers")
    return array("f", value)


def _prompt_tokens(usage: object) -> int | None:
    count = usage.get("prompt_tokens") if isinstance(usage, dict) else None
    return count if type(count) is int and count >= 0 else None


def _shown(value: object) -> str:
    return excerpt(json.dumps(value, ensure_ascii=False))
