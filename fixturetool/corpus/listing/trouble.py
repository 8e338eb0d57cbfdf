"""What stands in the way of reading a part of a corpus."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Trouble:
    """A file or folder that can't be read, or not wholly.

    Attributes:
        path: Its path under the language root; bytes that are not UTF-8 are escaped.
        reason: Why, as a phrase for people.
        usable: True for a mere warning: the file is a source and its text is used.
    """

    path: str
    reason: str
    usable: bool = False
