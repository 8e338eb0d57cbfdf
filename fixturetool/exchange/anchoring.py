"""From topics to fixtures: for each claim a slice that stands in the corpus letter by letter."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from fixturetool.corpus.match import find_anchors
from fixturetool.corpus.normalize import normalize
from fixturetool.corpus.snapshot import Snapshot
from fixturetool.exchange.records import Claim, Document, Imported, Lost, Topic
from fixturetool.fixtures.model import Fixture, Passage
from fixturetool.progress import Progress
from fixturetool.retrieval.resolving import Resolver

_SENTENCE = re.compile(r"[^。！？!?；;\n]*[。！？!?；;]?")
_SHORTEST, _LONGEST = 6, 60
_TRIED = 40
_RATIONALE = "Imported."
_TWICE = "another topic asks the same"


@dataclass(frozen=True, slots=True)
class _Sought:
    """A document of a claim: where it stands, if it is known, and slices that may stand for it."""

    path: str | None
    slices: tuple[str, ...]


def anchor_topics(
    topics: Sequence[Topic], snapshot: Snapshot, cache: Path, progress: Progress
) -> Imported:
    """Make fixtures of topics, all of one language.

    An anchor that a topic brings along is kept where the corpus holds it. Else, for each document
    that attests a claim, one sentence becomes an anchor: one that the document's source holds and
    as few others as possible, that shares as much as possible with the question. A document is a
    source by its id, or else by its text.

    Args:
        topics: The topics.
        snapshot: The corpus of their language.
        cache: Where compiled scanners are kept.
        progress: Told of the passes.

    Raises:
        UnansweredError: A source of a topic went away meanwhile, or can't be read.
    """
    resolver = Resolver(snapshot.corpus)
    sought = {
        (topic.id, claim.facet, document): _seek(document, topic.query, snapshot, resolver)
        for topic in topics
        for claim in topic.claims
        for document in claim.documents
    }
    slices = {one for found in sought.values() for one in found.slices}
    given = {one.passage for topic in topics for claim in topic.claims for one in claim.passages}
    holders = find_anchors(snapshot, list(slices | given), cache, progress)
    official = {source.path: source.official for source in snapshot.corpus.sources}
    anchorer = _Anchorer(sought, holders, official, snapshot.corpus.language)
    return anchorer.imported(topics)


@dataclass(frozen=True, slots=True)
class _Anchorer:
    """Chooses the anchors of topics from what was found in the corpus."""

    sought: Mapping[tuple[str, str, Document], _Sought]
    holders: Mapping[str, Sequence[str]]
    official: Mapping[str, bool]
    language: str

    def imported(self, topics: Sequence[Topic]) -> Imported:
        fixtures: dict[str, Fixture] = {}
        lost: list[Lost] = []
        anchored = 0
        for topic in topics:
            if topic.query in fixtures:
                lost += [self._lost(topic, claim, _TWICE) for claim in topic.claims]
                continue
            found = [(claim, tuple(self._passages(topic, claim))) for claim in topic.claims]
            kept = [(claim, passages) for claim, passages in found if passages]
            anchored += len(kept)
            lost += [
                self._lost(topic, claim, self._why(topic, claim))
                for claim, passages in found
                if not passages
            ]
            if kept:
                fixtures[topic.query] = self._fixture(topic, kept)
        return Imported(tuple(fixtures.values()), anchored, tuple(lost))

    def _fixture(self, topic: Topic, kept: Sequence[tuple[Claim, Sequence[Passage]]]) -> Fixture:
        extras = {"rationale": _RATIONALE, **topic.extras}
        return Fixture(
            query=topic.query,
            language=self.language,
            expected_coverage={claim.facet: claim.description for claim, _ in kept},
            relevant_passages=tuple(_merged(one for _, passages in kept for one in passages)),
            **extras,
        )

    def _passages(self, topic: Topic, claim: Claim) -> Iterator[Passage]:
        given = [self._sound(one) for one in claim.passages if self.holders[one.passage]]
        yield from given
        for document in () if given else claim.documents:
            found = self.sought[topic.id, claim.facet, document]
            standing = (one for one in found.slices if self._stands(one, found.path))
            best = min(standing, key=self._spread, default=None)
            if best is not None:
                path = found.path or self.holders[best][0]
                label = f"imported: {path}"
                yield Passage(best, label, self.official[path], (claim.facet,))

    def _sound(self, given: Passage) -> Passage:
        """Return an anchor of the file, marked official or not as the sources that hold it are."""
        kinds = {self.official[path] for path in self.holders[given.passage]}
        return given if given.official in kinds else replace(given, official=not given.official)

    def _stands(self, anchor: str, path: str | None) -> bool:
        """Tell whether a slice stands in a source, or in any where it is not known which."""
        paths = self.holders[anchor]
        return path in paths if path else bool(paths)

    def _spread(self, anchor: str) -> int:
        return len(self.holders[anchor])

    def _lost(self, topic: Topic, claim: Claim, why: str) -> Lost:
        return Lost(topic.id, topic.query, claim.facet, claim.description, why)

    def _why(self, topic: Topic, claim: Claim) -> str:
        if claim.passages:
            return "the corpus holds none of its passages"
        found = [self.sought[topic.id, claim.facet, one] for one in claim.documents]
        if not found:
            return "no document attests it"
        if any(one.slices for one in found):
            return "the corpus holds no sentence of it"
        names = ", ".join(f"'{one.id}'" for one in claim.documents if one.id)
        return (
            f"the corpus has no source {names}" if names else "it has no sentence of a fit length"
        )


def _seek(document: Document, query: str, snapshot: Snapshot, resolver: Resolver) -> _Sought:
    path = resolver.resolve(document.id) if document.id else None
    if path is not None and not snapshot.holds(path):
        path = None
    text = document.text or (snapshot.corpus.read(path) if path else "")
    return _Sought(path, sentences(text, query))


def sentences(text: str, query: str) -> tuple[str, ...]:
    """Return the sentences of a text that may be anchors, those most like the question first.

    Likeness is the number of two-character pieces that they share with it.
    """
    pieces = {query[at : at + 2].lower() for at in range(len(query) - 1)}
    found = (normalize(one) for one in _SENTENCE.findall(text))
    fit = dict.fromkeys(one for one in found if _SHORTEST <= len(one) <= _LONGEST)
    ranked = sorted(fit, key=lambda one: -_shared(one.lower(), pieces))
    return tuple(ranked[:_TRIED])


def _shared(sentence: str, pieces: set[str]) -> int:
    return len(pieces & {sentence[at : at + 2] for at in range(len(sentence) - 1)})


def _merged(passages: Iterator[Passage]) -> Iterator[Passage]:
    """Make one of equal anchors of several facets."""
    merged: dict[str, Passage] = {}
    for one in passages:
        known = merged.get(one.passage)
        covers = tuple(dict.fromkeys((*(known.covers if known else ()), *one.covers)))
        base = known or one
        merged[one.passage] = Passage(base.passage, base.label, base.official, covers)
    yield from merged.values()
