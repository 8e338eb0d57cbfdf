"""The bytes of a JSON file that is about to be written."""

from fixturetool.errors import UsageError
from fixturetool.jsontext.problem import quote, without_surrogates


def encode(source: str) -> bytes:
    """Return a text in UTF-8.

    Raises:
        UsageError: It has a lone surrogate, which is what a byte of an argument that is not UTF-8
            becomes.
    """
    try:
        return source.encode("utf-8")
    except UnicodeEncodeError as error:
        around = source[max(0, error.start - 8) : error.end].rpartition('"')[2]
        raise UsageError(
            f"{without_surrogates(quote(around))} ends in a byte that is not UTF-8, "
            "so nothing was written",
            hint="give the text in UTF-8",
        ) from error
