"""Names in the columns of TREC files, which white space divides."""

from urllib.parse import unquote

NOWHERE = "%nowhere"
"""A document that no system returns: no encoded name has a bare ``%``."""


def encoded(name: str) -> str:
    """Percent-encode white space, controls, ``%`` and ``#``; all else stays readable.

    >>> encoded("书/立契 考.txt")
    '书/立契%20考.txt'
    """
    return "".join(map(_encoded, name))


def decoded(name: str) -> str:
    """Return the name that was encoded; one that never was stays as it is but for ``%XX``."""
    return unquote(name, errors="surrogateescape")


def topic_name(category: str, language: str, query: str) -> str:
    """Name a fixture in one column: category, language and query with slashes between."""
    return "/".join(encoded(part).replace("/", "%2F") for part in (category, language, query))


def topic_parts(name: str) -> tuple[str, ...]:
    """Return what a topic's name was made of."""
    return tuple(map(decoded, name.split("/")))


def _encoded(character: str) -> str:
    if character in "%#" or character.isspace() or not character.isprintable():
        return "".join(f"%{byte:02X}" for byte in character.encode("utf-8", "surrogatepass"))
    return character
