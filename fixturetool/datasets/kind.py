"""Which of the three kinds of files a JSON value is, by its shape."""

from typing import Literal

Kind = Literal["facets", "paths", "pages"]

KIND_NAMES: dict[Kind, str] = {
    "facets": "facet fixtures",
    "paths": "path dataset",
    "pages": "page dataset",
}


def kind_of(value: object) -> Kind:
    """Return the kind: a list is a path dataset, an object with ``items`` a page dataset.

    Anything else is left to the loader of facet fixtures, the strictest of the three.
    """
    if isinstance(value, list):
        return "paths"
    if isinstance(value, dict) and "items" in value and "fixtures" not in value:
        return "pages"
    return "facets"
