"""Whether the figures that came back were described; pure.

A caption says what a figure is about, and not what it shows: where nothing else is indexed, a
question that only the plot answers can hardly find it.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from fixturetool.evaluation.lanes.pages import FIGURE, expectation_of, page_group
from fixturetool.evaluation.run import FixtureRun, Run, RunHit

CONTENT = "content"


@dataclass(frozen=True, slots=True)
class FiguresBack:
    """The figure chunks of all answers, each counted once.

    Attributes:
        returned: How many came back.
        described: How many of them tell what the figure shows.
        wanted: How many items ask what a figure shows: the content group.
    """

    returned: int
    described: int
    wanted: int

    @property
    def note(self) -> str:
        """A sentence on what to expect of the content group, ``""`` where nothing is amiss."""
        if not self.wanted or 0 < self.returned == self.described:
            return ""
        expected = "the content group is expected to score low, as a caption can't tell what a"
        if not self.returned:
            return f"no figure came back: {expected} plot shows; index the figures, described"
        bare = self.returned - self.described
        figures = "1 figure" if self.returned == 1 else f"{self.returned} figures"
        have = "has" if bare == 1 else "have"
        return (
            f"{bare} of {figures} that came back {have} no description: {expected} plot shows; "
            "describe the figures"
        )


def figures_back(run: Run) -> FiguresBack:
    """Return which figures the answers of a run of the page lane brought back."""
    described: dict[tuple[str, str, tuple[int, int] | None], bool] = {}
    for hit in _figures(run):
        key = (hit.path, hit.chunk_id, hit.pages)
        described[key] = described.get(key, False) or bool(hit.summary.strip())
    wanted = sum(_asks_what_is_shown(fixture) for fixture in run.fixtures)
    return FiguresBack(len(described), sum(described.values()), wanted)


def _figures(run: Run) -> Iterator[RunHit]:
    for fixture in run.fixtures:
        for attempt in fixture.attempts:
            yield from (hit for hit in attempt.hits if hit.kind == FIGURE)


def _asks_what_is_shown(fixture: FixtureRun) -> bool:
    return page_group(fixture.question.tags, expectation_of(fixture).kind) == CONTENT
