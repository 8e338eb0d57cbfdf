"""The one effectful step of ``verify``: ask the corpus about every anchor.

What only a missing anchor needs is imported when there is one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fixturetool.authoring.evidence import Evidence, Missing, NearText
from fixturetool.authoring.reachability import (
    Answers,
    Document,
    Reachability,
    load_answers,
    save_answers,
)
from fixturetool.corpus.match import find_anchors
from fixturetool.corpus.normalize import normalize, original_span
from fixturetool.corpus.snapshot import Snapshot, open_snapshot
from fixturetool.corpus.sources import Source, Trouble, load_corpus
from fixturetool.corpus.tokens import corpus_tokenizer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from fixturetool.authoring.missing import Absence, Nearest
    from fixturetool.fixtures.model import CategoryFile, Fixture
    from fixturetool.progress import Progress
    from fixturetool.settings import Settings

_LINE_END = re.compile(r"\r\n?|\n")


@dataclass(frozen=True, slots=True)
class Gathered:
    """Evidence, and what could not be looked at.

    Attributes:
        evidence: What the corpus says.
        troubles: Files that can't be read or are only partly usable, without repetition.
    """

    evidence: Evidence
    troubles: tuple[Trouble, ...]


def gather(categories: Sequence[CategoryFile], settings: Settings, progress: Progress) -> Gathered:
    """Ask the corpora of all languages about all anchors, one pass for each language.

    Raises:
        CorpusError: A language has no corpus.
        StateError: The snapshot can't be written.
    """
    cache = settings.paths.state / "cache"
    answers = load_answers(cache / "reachability.json")
    holders: dict[tuple[str, str], tuple[Source, ...]] = {}
    missing: dict[tuple[str, str], Missing] = {}
    unreachable: set[tuple[str, str, str]] = set()
    troubles: dict[str, tuple[Trouble, ...]] = {}
    for language, fixtures in _by_language(categories).items():
        asked = _Language(language, settings, answers, progress)
        found = asked.holders(fixtures)
        holders |= {(language, anchor): sources for anchor, sources in found.items()}
        gone = [anchor for anchor, sources in found.items() if not sources]
        missing |= {(language, anchor): one for anchor, one in asked.missing(gone).items()}
        unreachable.update((language, *pair) for pair in asked.unreachable(fixtures, found))
        troubles[language] = asked.snapshot.troubles
    save_answers(answers, cache / "reachability.json")
    unreadable = {
        language: sum(not trouble.usable for trouble in found)
        for language, found in troubles.items()
    }
    evidence = Evidence(
        holders, missing, frozenset(unreachable), unreadable, settings.verify.min_sources
    )
    return Gathered(evidence, tuple(dict.fromkeys(t for one in troubles.values() for t in one)))


def _by_language(categories: Iterable[CategoryFile]) -> dict[str, list[Fixture]]:
    found: dict[str, list[Fixture]] = {}
    for category in categories:
        for fixture in category.fixtures:
            found.setdefault(fixture.language, []).append(fixture)
    return found


class _Language:
    """The corpus of one language, being asked."""

    def __init__(
        self, language: str, settings: Settings, answers: Answers, progress: Progress
    ) -> None:
        folder = settings.folder_of(language)
        self._corpus = load_corpus(settings.paths.corpus, language, folder, settings.corpus)
        self.snapshot: Snapshot = open_snapshot(self._corpus, settings.paths.state, progress)
        self._cache = settings.paths.state / "cache"
        self._progress = progress
        tokens = settings.tokens
        cutter = corpus_tokenizer(self._corpus, settings.corpus.proper_nouns, tokens, self._cache)
        self._reachability = Reachability(
            cutter, settings.aliases, answers, stop_words=tokens.stop_words
        )

    def holders(self, fixtures: Iterable[Fixture]) -> dict[str, tuple[Source, ...]]:
        """Return for every anchor the sources that hold it."""
        anchors = dict.fromkeys(
            passage.passage for fixture in fixtures for passage in fixture.relevant_passages
        )
        found = find_anchors(self.snapshot, tuple(anchors), self._cache, self._progress)
        by_path = {source.path: source for source in self._corpus.sources}
        return {anchor: tuple(by_path[path] for path in found[anchor]) for anchor in anchors}

    def missing(self, anchors: Sequence[str]) -> dict[str, Missing]:
        """Return what there is in the place of anchors that no source holds."""
        if not anchors:
            return {}
        from fixturetool.authoring.missing import explain_missing

        spelled = {anchor: normalize(anchor) for anchor in anchors}
        absences = explain_missing(
            tuple(dict.fromkeys(spelled.values())),
            len(self.snapshot.paths),
            lambda pieces: find_anchors(self.snapshot, pieces, self._cache, self._progress),
            self.snapshot.text,
        )
        return {anchor: self._located(text, absences[text]) for anchor, text in spelled.items()}

    def _located(self, anchor: str, absence: Absence) -> Missing:
        near = absence.nearest
        return Missing(None if near is None else self._near_text(anchor, near), absence.parts)

    def _near_text(self, anchor: str, near: Nearest) -> NearText:
        from fixturetool.authoring.reasons import describe_differences

        differences = describe_differences(anchor, near.text)
        original = self._corpus.read(near.path)
        if not normalize(original).startswith(near.text, near.start):
            # The file changed since the snapshot was taken.
            return NearText(near.path, 1, near.text, differences)
        start, end = original_span(original, near.start, near.end)
        line = 1 + sum(1 for _ in _LINE_END.finditer(original, 0, start))
        as_written = original[start:end]
        text = near.text if _LINE_END.search(as_written) else as_written
        return NearText(near.path, line, text, differences)

    def unreachable(
        self, fixtures: Iterable[Fixture], found: Mapping[str, tuple[Source, ...]]
    ) -> Iterator[tuple[str, str]]:
        """Yield query and anchor where no holding source shares a word with the query."""
        for fixture in fixtures:
            for passage in fixture.relevant_passages:
                documents = map(self._document, found[passage.passage])
                if not self._reachability.reachable(fixture.query, documents):
                    yield fixture.query, passage.passage

    def _document(self, source: Source) -> Document:
        path = source.path
        return Document(path, self.snapshot.digest(path), lambda: self.snapshot.text(path))
