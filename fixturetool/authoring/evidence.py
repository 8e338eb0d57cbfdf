"""What the corpus says about anchors: all that the rules are checked on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fixturetool.settings.verify import VerifySettings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fixturetool.authoring.missing import Parts
    from fixturetool.corpus.sources import Source


@dataclass(frozen=True, slots=True)
class NearText:
    """The corpus text that a missing anchor resembles.

    Attributes:
        path: Its source.
        line: The 1-based line of the source on which it begins.
        text: The text to paste as the passage.
        differences: How it differs from the anchor, one phrase each.
    """

    path: str
    line: int
    text: str
    differences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Missing:
    """What there is in the place of a missing anchor.

    Attributes:
        near: The nearest text, or None when nothing resembles the anchor.
        parts: The two slices that the anchor joins, or None.
        lost: Where there is neither, label to the source that it names and that is not there.
    """

    near: NearText | None = None
    parts: Parts | None = None
    lost: Mapping[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Evidence:
    """The corpus's answers about the anchors of some fixtures.

    Attributes:
        holders: Language and anchor (as spelled) to the sources that hold it, sorted by path.
        missing: Language and anchor to what there is instead, for anchors without a source.
        unreachable: Language, query and anchor where no source shares a word with the query.
        unreadable: Language to the number of files that could not be read as text.
        bounds: What is too few, too broad, too short and too long.
        documents: Language to the number of readable sources.
        unrelated: Language, description and anchor where no source says anything of the
            description near the anchor.
        changed: Language and path of a source to the latest day, ``YYYY-MM-DD``, on which its
            text is known to have changed.
    """

    holders: Mapping[tuple[str, str], tuple[Source, ...]]
    missing: Mapping[tuple[str, str], Missing]
    unreachable: frozenset[tuple[str, str, str]]
    unreadable: Mapping[str, int]
    bounds: VerifySettings = field(default_factory=VerifySettings)
    documents: Mapping[str, int] = field(default_factory=dict)
    unrelated: frozenset[tuple[str, str, str]] = frozenset()
    changed: Mapping[tuple[str, str], str] = field(default_factory=dict)
