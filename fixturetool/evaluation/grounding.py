"""Which anchors matched where: a run joined with its fixtures and the corpus."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from fixturetool.corpus.normalize import normalize
from fixturetool.errors import SelectionError
from fixturetool.evaluation.run import Anchor, Attempt, FixtureRun, Key, Run, RunHit
from fixturetool.fixtures.model import CategoryFile, Fixture


@dataclass(frozen=True, slots=True)
class Ground:
    """What the corpus of one language says.

    Attributes:
        official: Every source's path to whether it is official.
        holders: Anchor, as the fixture spells it, to the paths of the sources that hold it.
    """

    official: Mapping[str, bool]
    holders: Mapping[str, Collection[str]]


def ground(run: Run, categories: Iterable[CategoryFile], grounds: Mapping[str, Ground]) -> Run:
    """Return the run with the facets and anchors of its fixtures, and the matches on every hit.

    Under ``match="source"`` an anchor matches a hit whose source file holds it; a hit whose path
    is no source of the corpus is graded on its own text. Under ``match="chunk"`` every hit is
    graded on its own text: the chunk with the context that came with it. Hits are texts of their
    own: no anchor matches across two of them, not even where they are neighbours in the source.

    Args:
        run: A run, graded before or not.
        categories: The fixtures to grade it on; those that it did not ask are ignored.
        grounds: Fixture language to what its corpus says.

    Raises:
        SelectionError: The run asked a question that the fixtures don't hold.
    """
    fixtures = {
        (category.category, fixture.language, fixture.query): fixture
        for category in categories
        for fixture in category.fixtures
    }
    return replace(
        run,
        fixtures=tuple(
            _ground_fixture(
                asked,
                _fixture_of(asked, fixtures),
                grounds[asked.question.language],
                by_text=run.settings.match == "chunk",
            )
            for asked in run.fixtures
        ),
    )


def _fixture_of(asked: FixtureRun, fixtures: Mapping[Key, Fixture]) -> Fixture:
    fixture = fixtures.get(asked.question.key)
    if fixture is None:
        question = asked.question
        raise SelectionError(
            f"the run asked '{question.query}' ({question.language}), which category "
            f"'{question.category}' does not hold",
            hint="score it with the fixtures that it was made with, or run the evaluation again",
        )
    return fixture


def _ground_fixture(
    asked: FixtureRun, fixture: Fixture, corpus: Ground, *, by_text: bool
) -> FixtureRun:
    anchors = tuple(
        Anchor(
            passage=passage.passage,
            label=passage.label,
            official=passage.official,
            covers=passage.covers,
            sources=len(corpus.holders[passage.passage]),
        )
        for passage in fixture.relevant_passages
    )
    matcher = _Matcher([anchor.passage for anchor in anchors], corpus, by_text=by_text)
    return FixtureRun(
        question=asked.question,
        facets=dict(fixture.expected_coverage),
        anchors=anchors,
        attempts=tuple(matcher.matched(attempt) for attempt in asked.attempts),
    )


class _Matcher:
    """Finds one fixture's anchors in hits; equal rankings are looked at once."""

    def __init__(self, passages: Sequence[str], corpus: Ground, *, by_text: bool) -> None:
        self._holders = [frozenset(corpus.holders[passage]) for passage in passages]
        self._needles = [normalize(passage) for passage in passages]
        self._official = corpus.official
        self._by_text = by_text
        self._rankings: dict[tuple[RunHit, ...], tuple[RunHit, ...]] = {}

    def matched(self, attempt: Attempt) -> Attempt:
        known = self._rankings.get(attempt.hits)
        if known is None:
            known = tuple(map(self._match, attempt.hits))
            self._rankings[attempt.hits] = known
        return replace(attempt, hits=known)

    def _match(self, hit: RunHit) -> RunHit:
        official = self._official.get(hit.path)
        if self._by_text or official is None:
            text = normalize(hit.before + hit.text + hit.after)
            found = [needle in text for needle in self._needles]
        else:
            found = [hit.path in holders for holders in self._holders]
        anchors = tuple(position for position, matches in enumerate(found) if matches)
        return replace(hit, official=official, anchors=anchors)
