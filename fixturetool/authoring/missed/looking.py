"""What came back in the place of a missed facet, and what of it comes close."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fixturetool.authoring.missed.claim import claim_of
from fixturetool.authoring.missed.miss import CloseSlice
from fixturetool.authoring.missed.resemblance import resembling
from fixturetool.authoring.surroundings import Surroundings
from fixturetool.corpus.listing.decoding import UnreadableError
from fixturetool.corpus.normalize import normalize, original_span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fixturetool.authoring.ground import Ground
    from fixturetool.authoring.missed.claim import Claim
    from fixturetool.evaluation.run import FixtureRun, Run

_PER_SOURCE = 2


def retrieved(run: Run, asked: FixtureRun) -> list[tuple[int, str, bool | None, str]]:
    """Return rank, path, kind and graded text of each source that came back in any repeat.

    The rank is the best 1-based one, the kind None where the path is no source, and the text ``""``
    where the whole source file was graded.
    """
    ranks: dict[str, int] = {}
    kinds: dict[str, bool | None] = {}
    texts: dict[str, dict[str, None]] = {}
    by_text = run.settings.match == "chunk"
    for attempt in asked.attempts:
        for hit in attempt.hits if attempt.error is None else ():
            if hit.rank > run.settings.k:
                continue
            ranks[hit.path] = min(hit.rank, ranks.get(hit.path, hit.rank))
            kinds[hit.path] = hit.official
            if by_text or hit.official is None:
                texts.setdefault(hit.path, {})[hit.before + hit.text + hit.after] = None
    return sorted(
        (rank, path, kinds[path], "\n\n".join(texts.get(path, ()))) for path, rank in ranks.items()
    )


class Looker:
    """Looks into the sources of one language."""

    def __init__(self, ground: Ground) -> None:
        """Look into the sources of a corpus."""
        self._ground = ground
        self._surroundings = Surroundings(ground.snapshot)

    def claim(self, query: str, description: str, anchors: Sequence[str]) -> Claim:
        """Weigh what a facet says, as ``claim_of`` does."""
        return claim_of(
            query, description, anchors, self._ground.tokenizer, self._surroundings.share
        )

    def slices(self, claim: Claim, path: str, text: str) -> tuple[CloseSlice, ...]:
        """Return the slices that most resemble a claim.

        Args:
            claim: What the facet says.
            path: The source; a path that is none has no lines.
            text: What of it was graded, ``""`` for all of it.
        """
        original = self._original(path)
        found = resembling(claim, text or original, _PER_SOURCE)
        normal = normalize(original)
        return tuple(
            CloseSlice(one.text, _line(original, normal, one.text), one.score, one.shared)
            for one in found
        )

    def _original(self, path: str) -> str:
        try:
            return self._ground.corpus.read(path)
        except (KeyError, UnreadableError):
            return ""


def _line(original: str, normal: str, slice_: str) -> int | None:
    at = normal.find(slice_)
    if at < 0:
        return None
    start, _ = original_span(original, at, at + len(slice_))
    return original.count("\n", 0, start) + 1
