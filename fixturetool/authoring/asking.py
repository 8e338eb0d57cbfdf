"""The corpus of one language, being asked about fixtures.

What only a missing anchor needs is imported when there is one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fixturetool.authoring.evidence import Missing, NearText
from fixturetool.authoring.ground import open_ground
from fixturetool.authoring.reachability import Reachability
from fixturetool.authoring.relatedness import Relatedness
from fixturetool.authoring.surroundings import Surroundings
from fixturetool.corpus.normalize import normalize, original_span

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from fixturetool.authoring.answers import Answers
    from fixturetool.authoring.missing import Absence, Nearest
    from fixturetool.corpus.snapshot import Snapshot
    from fixturetool.corpus.sources import Source
    from fixturetool.evaluation.rewrites import Rewrites
    from fixturetool.fixtures.model import Fixture
    from fixturetool.progress import Progress
    from fixturetool.settings import Settings

_MOST = 5  # sources of one anchor that are compared with a description
_SENTENCE_END = "。"  # no word goes on beyond it
_LINE_END = re.compile(r"\r\n?|\n")


class AskedCorpus:
    """The corpus of one language, being asked about fixtures.

    Attributes:
        snapshot: The corpus as it is now.
        held: Anchor to the sources that hold it.
    """

    def __init__(
        self,
        language: str,
        fixtures: Sequence[Fixture],
        settings: Settings,
        answers: Answers,
        progress: Progress,
        rewrites: Rewrites | None = None,
    ) -> None:
        self._language = language
        self._fixtures = fixtures
        self._rewrites = rewrites or {}
        self._ground = ground = open_ground(language, settings, progress)
        self.snapshot: Snapshot = ground.snapshot
        self._surroundings = Surroundings(ground.snapshot)
        self._reachability = Reachability(
            ground.tokenizer,
            ground.aliases,
            answers,
            stop_words=ground.stop_words,
            share=self._surroundings.share,
        )
        self._relatedness = Relatedness(
            ground.tokenizer,
            answers,
            share=self._surroundings.share,
            corpus=ground.snapshot.fingerprint,
        )
        self.held = self._holders()

    @property
    def unreadable(self) -> int:
        """How many files could not be read as text."""
        return sum(not trouble.usable for trouble in self.snapshot.troubles)

    def _holders(self) -> dict[str, tuple[Source, ...]]:
        anchors = dict.fromkeys(
            passage.passage for fixture in self._fixtures for passage in fixture.relevant_passages
        )
        found = self._ground.holders(tuple(anchors))
        by_path = {source.path: source for source in self._ground.corpus.sources}
        return {anchor: tuple(by_path[path] for path in found[anchor]) for anchor in anchors}

    def missing(self) -> dict[str, Missing]:
        """Return what there is in the place of anchors that no source holds."""
        anchors = [anchor for anchor, sources in self.held.items() if not sources]
        if not anchors:
            return {}
        from fixturetool.authoring.missing import explain_missing

        spelled = {anchor: normalize(anchor) for anchor in anchors}
        absences = explain_missing(
            tuple(dict.fromkeys(spelled.values())),
            len(self.snapshot.paths),
            self._ground.holders,
            self.snapshot.text,
        )
        found = {a: self._located(text, absences[text]) for a, text in spelled.items()}
        nothing = {a for a, one in found.items() if one.near is None and one.parts is None}
        return {**found, **self._lost(nothing)} if nothing else found

    def _located(self, anchor: str, absence: Absence) -> Missing:
        near = absence.nearest
        return Missing(None if near is None else self._near_text(anchor, near), absence.parts)

    def _lost(self, anchors: Collection[str]) -> dict[str, Missing]:
        """Say of anchors that nothing is like which labels name a source that is not there."""
        from fixturetool.authoring.repairing.labels import Labels

        labels = Labels(source.path for source in self._ground.corpus.sources)
        lost: dict[str, dict[str, str]] = {anchor: {} for anchor in anchors}
        for passage in (one for fixture in self._fixtures for one in fixture.relevant_passages):
            if passage.passage in lost and (name := labels.lost(passage.label)):
                lost[passage.passage][passage.label] = name
        return {anchor: Missing(lost=names) for anchor, names in lost.items()}

    def _near_text(self, anchor: str, near: Nearest) -> NearText:
        from fixturetool.authoring.reasons import describe_differences

        differences = describe_differences(anchor, near.text)
        original = self._ground.corpus.read(near.path)
        if not normalize(original).startswith(near.text, near.start):
            # The file changed since the snapshot was taken.
            return NearText(near.path, 1, near.text, differences)
        start, end = original_span(original, near.start, near.end)
        line = 1 + sum(1 for _ in _LINE_END.finditer(original, 0, start))
        as_written = original[start:end]
        text = near.text if _LINE_END.search(as_written) else as_written
        return NearText(near.path, line, text, differences)

    def unreachable(self) -> Iterator[tuple[str, str]]:
        """Yield query and anchor where the query leads to no source that holds the anchor."""
        for fixture in self._fixtures:
            for passage in fixture.relevant_passages:
                anchor = passage.passage
                documents = (
                    self._surroundings.document(source, anchor) for source in self.held[anchor]
                )
                if not self._reachability.reachable(self._searched(fixture.query), documents):
                    yield fixture.query, anchor

    def _searched(self, query: str) -> str:
        """Return a query with what is known to be searched in its place, as one text."""
        return _SENTENCE_END.join([query, *self._rewrites.get((self._language, query), ())])

    def unrelated(self) -> Iterator[tuple[str, str]]:
        """Yield description and anchor where they have nothing to do with each other."""
        for fixture in self._fixtures:
            for passage in fixture.relevant_passages:
                anchor, held = passage.passage, self.held[passage.passage]
                around = [self._surroundings.around(source, anchor) for source in held[:_MOST]]
                for facet in passage.covers if held else ():
                    description = fixture.expected_coverage[facet]
                    if description and not self._relatedness.related(description, anchor, around):
                        yield description, anchor

    def changed(self, since: str) -> Mapping[str, str]:
        """Return the sources of anchors that changed after a day, each with its latest day."""
        if not since:
            return {}
        from datetime import date

        from fixturetool.corpus.changes import changed_sources

        root = self._ground.corpus.root
        cache = self._ground.cache_dir / f"changes-{root.name}.json"
        return changed_sources(root, since, self.snapshot.fingerprint, cache, date.today())
