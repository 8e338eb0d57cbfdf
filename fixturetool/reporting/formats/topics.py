"""A run of any lane as topics, ranked documents and what each of them covers, as TREC has it.

In the facet lane a document is a source and a subtopic a facet; in the path and page lanes a
document is a chunk, and a subtopic one expectation.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from fixturetool.evaluation.coverage import score
from fixturetool.evaluation.lanes.expectation import PageExpectation, PathExpectation
from fixturetool.evaluation.lanes.pages import covers
from fixturetool.evaluation.lanes.paths import rank_chunks, targets_of
from fixturetool.evaluation.measured import measured
from fixturetool.evaluation.run import Attempt, FixtureRun, Question, Run

_DEEPEST = 20
ANY_PAGE = "page"
"""The one subtopic of an item of the page lane: any expected page answers."""


@dataclass(frozen=True, slots=True)
class Document:
    """A source or a chunk that came back.

    Attributes:
        path: Its path.
        covered: The subtopics that it covers.
    """

    path: str
    covered: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Topic:
    """One retrieval that was answered.

    Attributes:
        question: What was asked.
        repeat: 1-based.
        ranked: What came back, by rank.
        subtopics: What there was to cover.
    """

    question: Question
    repeat: int
    ranked: tuple[Document, ...]
    subtopics: tuple[str, ...]

    def recall_at(self, cutoff: int) -> Fraction:
        """Return the share of the subtopics that the first ``cutoff`` documents cover, 0 of 0."""
        covered = {name for document in self.ranked[:cutoff] for name in document.covered}
        return Fraction(len(covered), len(self.subtopics) or 1)


def topics(run: Run) -> Iterator[Topic]:
    """Yield the retrievals of a graded run that were answered, in file order."""
    if run.settings.lane == "facets":
        yield from _facet_topics(run)
        return
    for fixture in run.fixtures:
        for attempt in fixture.attempts:
            if attempt.error is None:
                yield Topic(fixture.question, attempt.repeat, *_chunks(fixture, attempt))


def _facet_topics(run: Run) -> Iterator[Topic]:
    for fixture in score(run).fixtures:
        names = tuple(facet.name for facet in fixture.facets)
        for ranking in fixture.rankings:
            if ranking.error is None:
                ranked = tuple(Document(one.path, one.facets) for one in ranking.sources)
                yield Topic(fixture.question, ranking.repeat, ranked, names)


def _chunks(fixture: FixtureRun, attempt: Attempt) -> tuple[tuple[Document, ...], tuple[str, ...]]:
    expected = fixture.expected
    if isinstance(expected, PathExpectation):
        targets = targets_of(expected)
        forms: Sequence[str] = [target.form for target in targets]
        ranked = tuple(
            Document(chunk.hit.path, tuple(forms[place] for place in sorted(chunk.satisfied)))
            for chunk in rank_chunks(attempt.hits, targets)
        )
        return ranked, tuple(forms)
    pages = expected.expected_pages if isinstance(expected, PageExpectation) else ()
    return tuple(
        Document(hit.path, (ANY_PAGE,) if covers(hit, pages) else ()) for hit in attempt.hits
    ), (ANY_PAGE,)


def curve(run: Run) -> tuple[float, ...]:
    """Return what a run covers at cutoff 1, 2, …, in [0, 1]; empty if nothing was scored.

    In the facet lane it is the coverage rate up to k, in the others the mean recall of the
    informative entries, up to the depth that was returned, 20 at most.
    """
    if run.settings.lane == "facets":
        return score(run).summary.curve
    informative = {row.key for row in measured(run) if row.informative}
    found = [topic for topic in topics(run) if topic.question.key in informative]
    depth = min(_DEEPEST, max((len(topic.ranked) for topic in found), default=0))
    return tuple(
        float(sum(topic.recall_at(cutoff) for topic in found) / len(found))
        for cutoff in range(1, depth + 1)
    )
