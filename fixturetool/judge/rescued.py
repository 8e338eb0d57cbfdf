"""What came of judging: every facet, every file, every run."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from fixturetool.evaluation.run import Question, Run
from fixturetool.evaluation.scores import Coverage
from fixturetool.fixtures.edit import Addition
from fixturetool.judge.claims import Claim
from fixturetool.judge.locate import Drop, Located
from fixturetool.judge.parse import Opinion, Verdict
from fixturetool.llm.spending import Spent


@dataclass(frozen=True, slots=True)
class Candidate:
    """A span that the finder proposed.

    Attributes:
        span: As the finder wrote it.
        place: Where it stands, or why it was dropped.
        opinion: The verifier's; None for a span that was dropped.
    """

    span: str
    place: Located | Drop
    opinion: Opinion | None

    @property
    def accepted(self) -> bool:
        """Whether it becomes an anchor."""
        return self.opinion is not None and self.opinion.verdict is Verdict.ATTESTED


class End(StrEnum):
    """What became of a facet that was judged."""

    RESCUED = "rescued"
    MISS = "miss"
    UNSCORED = "unscored"
    UNAVAILABLE = "unavailable"
    NOT_ASKED = "not asked"
    NOT_WRITTEN = "not written"


@dataclass(frozen=True, slots=True)
class JudgedFacet:
    """A facet that was judged.

    Attributes:
        question: Its fixture.
        claim: The facet.
        candidates: The spans, in the order of the windows they came from.
        lacks: Why there is no answer about some of the windows.
        faults: What was wrong with replies that count as "nothing found".
        unwritten: Why what was accepted could not be written; ``""`` where it could.
    """

    question: Question
    claim: Claim
    candidates: tuple[Candidate, ...]
    lacks: tuple[Opinion, ...]
    faults: tuple[str, ...] = ()
    unwritten: str = ""

    @property
    def end(self) -> End:
        """What became of it: a miss stands only when every question about it was answered."""
        if any(one.accepted for one in self.candidates):
            return End.NOT_WRITTEN if self.unwritten else End.RESCUED
        opinions = [one.opinion for one in self.candidates if one.opinion]
        open_ones = [one for one in (*self.lacks, *opinions) if not one.verdict.settled]
        return End(open_ones[0].verdict.value) if open_ones else End.MISS

    @property
    def why(self) -> str:
        """Why it was not rescued, on one line; ``""`` if it was."""
        if self.end is End.RESCUED:
            return ""
        if self.end is End.NOT_WRITTEN:
            return self.unwritten
        reasons = [_why(one) for one in self.candidates]
        reasons += [one.reason for one in self.lacks]
        reasons += self.faults
        return "; ".join(dict.fromkeys(reasons)) or "no source states it"


@dataclass(frozen=True, slots=True)
class FileChange:
    """What is written into a fixture file, or would be.

    Attributes:
        path: The file.
        name: As the user named it.
        additions: The anchors that it has now and had not before.
        diff: The lines that differ, in the unified format; ``""`` where it was written.
        problem: Why it could not be written; ``""`` where it could.
    """

    path: Path
    name: str
    additions: tuple[Addition, ...]
    diff: str = ""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Regrade:
    """A run before and after the rescue.

    Attributes:
        folder: Where it is saved.
        run: The run, as graded afterwards.
        before: Its scores before.
        after: Its scores afterwards.
    """

    folder: Path
    run: Run
    before: Coverage
    after: Coverage


@dataclass(frozen=True, slots=True)
class Rescue:
    """The whole of it.

    Attributes:
        model: Who judged.
        votes: Verifier calls for a span.
        written: Whether the fixtures were changed; False: what would be.
        facets: Every facet that was judged, in the order of the fixtures.
        changes: The fixture files with new anchors.
        runs: The runs, graded again.
        spent: Calls, tokens and money.
        recalled: Answers that were known already.
    """

    model: str
    votes: int
    written: bool
    facets: tuple[JudgedFacet, ...]
    changes: tuple[FileChange, ...]
    runs: tuple[Regrade, ...]
    spent: Spent
    recalled: int

    @property
    def ends(self) -> Mapping[End, int]:
        """How many facets came to each end."""
        counted = Counter(facet.end for facet in self.facets)
        return {end: counted[end] for end in End}

    @property
    def drops(self) -> Mapping[Drop, int]:
        """How many spans were dropped for each reason."""
        places = [one.place for facet in self.facets for one in facet.candidates]
        counted = Counter(place for place in places if isinstance(place, Drop))
        return {drop: counted[drop] for drop in Drop}

    @property
    def not_attested(self) -> int:
        """How many spans the verifier turned down."""
        return sum(
            one.opinion is not None and one.opinion.verdict is Verdict.NOT_ATTESTED
            for facet in self.facets
            for one in facet.candidates
        )

    @property
    def inconclusive(self) -> int:
        """How many facets could not be judged."""
        return sum(self.ends[end] for end in (End.UNSCORED, End.UNAVAILABLE, End.NOT_ASKED))

    @property
    def failed(self) -> tuple[FileChange, ...]:
        """The files that could not be written."""
        return tuple(change for change in self.changes if change.problem)


def _why(candidate: Candidate) -> str:
    if isinstance(candidate.place, Drop):
        return f'"{candidate.span}" dropped: {candidate.place}'
    if candidate.opinion is None:
        return ""
    return f'"{candidate.place.passage}" {candidate.opinion.verdict}: {candidate.opinion.reason}'
