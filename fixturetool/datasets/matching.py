"""Whether two spellings of a document's path mean the same document, in the path lane.

The rule is the lane's own: one path may be the end of the other, by whole segments, and case does
not count. So ``a.md`` means every ``a.md``; ``mail.txt`` does not mean ``blackmail.txt``.
"""

from collections.abc import Iterator


def document_form(path: str) -> str:
    r"""Return the form in which paths are compared, ``""`` for a blank one.

    >>> document_form(" .\\Docs\\A.md ")
    'docs/a.md'
    """
    form = path.replace("\\", "/").strip().lower()
    while form.startswith("./"):
        form = form[2:]
    return form.rstrip("/")


def ends_of(form: str) -> Iterator[str]:
    """Yield the other forms that end the document's path by whole segments, the longest first.

    >>> list(ends_of("docs/en/a.md"))
    ['en/a.md', 'a.md']
    """
    while "/" in form:
        form = form.partition("/")[2]
        yield form


def means_document(one: str, other: str) -> bool:
    """Tell whether two forms mean the same document; a blank one never does."""
    if not one or not other:
        return False
    return one == other or one.endswith(f"/{other}") or other.endswith(f"/{one}")
