"""What an anchor is called where nobody named it."""

from pathlib import PurePosixPath


def label_of(path: str) -> str:
    """Propose a label for an anchor of a source: its name, without number and extension.

    >>> label_of("agd_book/201104_立契考.txt")
    '立契考'
    """
    stem = PurePosixPath(path).stem
    number, _, name = stem.partition("_")
    return (name if number.isdecimal() and name else stem).replace("_", " ").strip() or stem
