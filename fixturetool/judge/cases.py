"""From graded runs to the questions for the finder."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from fixturetool.corpus.normalize import normalize
from fixturetool.evaluation.run import FixtureRun, Key, Run, RunHit
from fixturetool.evaluation.scores import Coverage
from fixturetool.judge.claims import Case, Claim, Document

GradedRun = tuple[Run, Coverage]


class Sources(Protocol):
    """The sources of the corpora."""

    def sources(self, language: str) -> Mapping[str, bool]:
        """Return the readable sources of a language: path to whether it is official."""

    def original(self, language: str, path: str) -> str:
        """Return a source's original text."""


def collect_cases(runs: Sequence[GradedRun], corpus: Sources) -> tuple[Case, ...]:
    """Gather what the finder is asked: one question a fixture.

    A facet is asked for when a run missed it in every repeat and its description is not blank. Of
    several runs, pooled, only those that missed a facet bring texts for it: what another one
    covers it by is known already. So a fixture has more than one question only where runs missed
    different facets of it.

    Args:
        runs: Runs, graded on one revision of the fixtures.
        corpus: The sources of their corpora.

    Returns:
        The questions in the order in which the runs asked their fixtures.
    """
    asked: dict[Key, list[tuple[Run, FixtureRun, frozenset[str]]]] = {}
    for run, coverage in runs:
        for fixture, scores in zip(run.fixtures, coverage.fixtures, strict=True):
            missed = frozenset(name for name in scores.missed if fixture.facets[name].strip())
            asked.setdefault(fixture.question.key, []).append((run, fixture, missed))
    return tuple(case for pooled in asked.values() for case in _cases(pooled, corpus))


def _cases(
    pooled: Sequence[tuple[Run, FixtureRun, frozenset[str]]], corpus: Sources
) -> Iterator[Case]:
    first = pooled[0][1]
    groups: dict[tuple[int, ...], list[Claim]] = {}
    for facet, description in first.facets.items():
        runs = tuple(at for at, (_, _, missed) in enumerate(pooled) if facet in missed)
        if runs:
            groups.setdefault(runs, []).append(Claim(facet, description))
    reserve = sum(len(facet) + len(claim) for facet, claim in first.facets.items())
    for runs, claims in groups.items():
        documents = [one for at in runs for one in _documents(*pooled[at][:2], corpus)]
        yield Case(first.question, tuple(claims), _unique(documents), reserve)


def _documents(run: Run, fixture: FixtureRun, corpus: Sources) -> Iterator[Document]:
    """Yield the texts that were graded; a path that is no source can't be anchored on."""
    language = fixture.question.language
    sources = corpus.sources(language)
    for hit in _graded_hits(run, fixture):
        if hit.path in sources:
            whole = run.settings.match == "source"
            text = corpus.original(language, hit.path) if whole else _returned(hit)
            yield Document(hit.path, sources[hit.path], hit.rank, text)


def _graded_hits(run: Run, fixture: FixtureRun) -> Iterator[RunHit]:
    for attempt in fixture.attempts:
        yield from (hit for hit in attempt.hits if hit.rank <= run.settings.k)


def _returned(hit: RunHit) -> str:
    return hit.before + hit.text + hit.after


def _unique(documents: Iterable[Document]) -> tuple[Document, ...]:
    """Keep each text of a source once, at its best rank."""
    best: dict[tuple[str, str], Document] = {}
    for document in sorted(documents, key=lambda one: (one.rank, one.path)):
        if text := normalize(document.text):
            best.setdefault((document.path, text), document)
    return tuple(best.values())
