"""Anchors that are about to be written: where they stand in the corpus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fixturetool.authoring.labels import label_of
from fixturetool.corpus.match import occurs
from fixturetool.corpus.normalize import normalize
from fixturetool.errors import SelectionError, UnansweredError
from fixturetool.fixtures.model import Passage
from fixturetool.jsontext.problem import quote

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fixturetool.authoring.ground import Ground
    from fixturetool.corpus.sources import Source

_SHOWN = 3


class NotThereError(UnansweredError):
    """A passage does not stand where it is said to stand: the answer is no."""

    exit_code = 1


def find_source(ground: Ground, named: str) -> Source:
    """Find a source by its path under the language folder, a path to that, or the end of one.

    The end begins behind a slash or an underscore: ``book/201104_立契考.txt`` is ``立契考.txt``.

    Raises:
        SelectionError: No source is meant, or several are.
    """
    path = named.replace("\\", "/").removeprefix("./")
    parts = path.split("/")
    for at in range(len(parts)):
        source = ground.corpus.find("/".join(parts[at:]))
        if source is not None:
            return source
    ending = [s for s in ground.corpus.sources if s.path.endswith((f"/{path}", f"_{path}"))]
    if len(ending) == 1:
        return ending[0]
    if ending:
        raise _several_sources(named, ending)
    raise _no_source(ground, named)


def anchor_of(
    ground: Ground, text: str, covers: Sequence[str], source: Source | None, label: str = ""
) -> Passage:
    """Make an anchor of a text that stands in the corpus.

    Args:
        ground: The corpus.
        text: The passage; it is written under the whitespace rule.
        covers: The facets that it attests.
        source: Where it stands; None for wherever it does.
        label: What it is called; ``""`` for the name of its source.

    Returns:
        The anchor, ``official`` as its source is.

    Raises:
        NotThereError: It does not stand there; where it does stand is told.
        SelectionError: It is blank.
        UnansweredError: The source, or a file that may hold it, could not be read as text.
    """
    passage = normalize(text)
    if not passage:
        raise SelectionError("the passage is blank", hint="give a verbatim slice of a source")
    held = source and occurs(passage, _text_of(ground, source))
    if source is None or not held:
        source = _holder(ground, passage, source)
    return Passage(passage, label or label_of(source.path), source.official, tuple(covers))


def _text_of(ground: Ground, source: Source) -> str:
    for trouble in ground.snapshot.troubles:
        if trouble.path == source.path and not trouble.usable:
            raise UnansweredError(f"{source.path} can't be read: {trouble.reason}")
    return ground.snapshot.text(source.path)


def _holder(ground: Ground, passage: str, source: Source | None) -> Source:
    """Return a source that holds a passage, or tell where it stands instead of where it should."""
    found = ground.holders((passage,))[passage]
    if source is not None and found:
        raise _elsewhere(passage, source, found)
    holders = [one for path in found if (one := ground.corpus.find(path))]
    if not holders:
        raise _nowhere(ground, passage)
    return max(holders, key=lambda one: one.official)


def _nowhere(ground: Ground, passage: str) -> UnansweredError:
    """Tell why no source holds a passage, and which text is nearest."""
    unreadable = sum(not trouble.usable for trouble in ground.snapshot.troubles)
    if unreadable:
        files = "1 file" if unreadable == 1 else f"{unreadable} files"
        message = f"{quote(passage)} stands in no source that could be read"
        return UnansweredError(message, hint=f"{files} of the corpus could not be, and may hold it")
    from fixturetool.authoring.missing import explain_missing
    from fixturetool.authoring.reasons import describe_differences

    near = explain_missing(
        (passage,),
        len(ground.snapshot.paths),
        ground.holders,
        ground.snapshot.text,
    )[passage].nearest
    message = f"{quote(passage)} stands in no source of the corpus"
    if near is None:
        hint = "fixturetool search finds the wording that does; paste it from there"
        return NotThereError(message, hint=hint)
    reason = "; ".join(describe_differences(passage, near.text))
    hint = f"{near.path} has {quote(near.text)}: take that if it is what you mean"
    return NotThereError(f"{message}: {reason}", hint=hint)


def _elsewhere(passage: str, source: Source, paths: Sequence[str]) -> NotThereError:
    message = f"{quote(passage)} does not stand in {source.path}"
    more = f" and {len(paths) - _SHOWN} more" if len(paths) > _SHOWN else ""
    return NotThereError(message, hint=f"it stands in {', '.join(paths[:_SHOWN])}{more}")


def _several_sources(named: str, ending: Sequence[Source]) -> SelectionError:
    paths = ", ".join(one.path for one in ending[:_SHOWN])
    message = f"{quote(named)} may be any of {len(ending)} sources: {paths}"
    return SelectionError(message, hint="give the path under the language folder")


def _no_source(ground: Ground, named: str) -> SelectionError:
    from rapidfuzz import process

    paths = [source.path for source in ground.corpus.sources]
    near = process.extractOne(named, paths, score_cutoff=60)
    hint = f"did you mean {quote(near[0])}?" if near else "fixturetool search shows the paths"
    return SelectionError(f"no source {quote(named)} in {ground.corpus.language}", hint=hint)
