"""A run: what one retriever brought back for a set of fixtures, and what it was graded on."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from operator import not_
from typing import TYPE_CHECKING, Literal

from fixturetool.evaluation.lanes.expectation import Expectation

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema

RUN_SCHEMA = "fixturetool.run/2"

JUDGE_LABEL = "judge:"
"""What the label of an anchor begins with that a judge wrote."""

Lane = Literal["facets", "paths", "pages"]
Match = Literal["source", "chunk"]
Key = tuple[str, str, str]

# In files, where they are empty.
_LEFT_OUT_OF_HITS = frozenset({"chunk_id", "kind", "summary", "neighbor_of"})
_LEFT_OUT_OF_ATTEMPTS = frozenset({"rewrite"})


def _leaving_out(names: frozenset[str], schema: "CoreSchema") -> "CoreSchema":
    """Return a dataclass's schema by which these attributes are not written where empty."""
    for part in schema["schema"]["fields"]:
        if part["name"] in names:
            part["serialization_exclude_if"] = not_
    return schema


@dataclass(frozen=True, slots=True)
class RunSettings:
    """What was asked for.

    Attributes:
        k: Distinct sources wanted for a query.
        chunk_context: Neighbouring chunks wanted on each side of a chunk.
        match: Whether the full source file is graded or the text that came back.
        repeat: Retrievals of each query.
        preset: The preset that ``k`` and ``chunk_context`` started from, or ``""``.
        categories: The categories asked for, empty for all.
        limit: Fixtures at most, or None for all.
        jobs: Retrievals at once, which latencies depend on.
        lane: What kind of ground truth the questions carry.
        final_k: Chunks of a path or page entry that count for its success; 0 in the facet lane.
        dataset: The file that the entries of a path or page lane come from, or ``""``.
        documents: How many documents the path lane was told that the system has indexed, or None.
    """

    k: int
    chunk_context: int
    match: Match = "source"
    repeat: int = 1
    preset: str = ""
    categories: tuple[str, ...] = ()
    limit: int | None = None
    jobs: int = 1
    lane: Lane = "facets"
    final_k: int = 0
    dataset: str = ""
    documents: int | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """A fixture as it was asked.

    Attributes:
        category: The category's name.
        query: The question.
        language: The language code that selects the corpus, such as ``CHS``.
        subtype: The finer kind within the category, or ``""``.
        entry_id: What names an entry of the path or page lane in its dataset; ``""`` for a fixture.
        tags: An entry's own words for what it is.
    """

    category: str
    query: str
    language: str
    subtype: str = ""
    entry_id: str = ""
    tags: tuple[str, ...] = ()

    @property
    def key(self) -> Key:
        """What tells a question from every other: category, language, and entry id or query."""
        return self.category, self.language, self.entry_id or self.query


@dataclass(frozen=True, slots=True)
class RunHit:
    """One chunk that came back.

    Attributes:
        rank: The 1-based rank of its source, by first appearance.
        path: The source, a POSIX path under the language root.
        score: The system's own score, or None where it was not a finite number.
        leg: The part of a hybrid system that found it, or ``""``.
        lines: 1-based first and last line, inclusive, or None.
        pages: 1-based first and last page, inclusive, or None.
        before: Text right before the chunk, returned with it.
        text: The chunk.
        after: Text right after the chunk, returned with it.
        official: Whether the source is official; None before grading, and for a path that
            is no source of the corpus.
        anchors: 0-based positions, among the fixture's anchors, of those that matched here:
            held by the source file, or by this chunk under ``match="chunk"``.
        chunk_id: The system's own name for the chunk, or ``""``.
        kind: What the chunk is where it is no plain text, such as ``figure``, or ``""``.
        summary: What the system knows a figure to show, or ``""``.
        neighbor_of: The chunk_id of the hit that it came along with as a neighbour, or ``""``.
    """

    rank: int
    path: str
    score: float | None
    leg: str
    lines: tuple[int, int] | None
    pages: tuple[int, int] | None
    before: str
    text: str
    after: str
    official: bool | None = None
    anchors: tuple[int, ...] = ()
    chunk_id: str = ""
    kind: str = ""
    summary: str = ""
    neighbor_of: str = ""

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: object, handler: "GetCoreSchemaHandler"
    ) -> "CoreSchema":
        """Leave out what most systems don't tell where it is empty; pydantic calls this."""
        return _leaving_out(_LEFT_OUT_OF_HITS, handler(source))


@dataclass(frozen=True, slots=True)
class Attempt:
    """One retrieval of one fixture.

    Attributes:
        repeat: 1-based.
        latency_ms: Milliseconds that the call took, whether it failed or not; of several tries
            the last one, without the pause before it.
        error: Why it failed, on one line; None for an answer, be it an empty one.
        hits: All chunks in the order in which they came back.
        tries: How often the retriever was asked, more than once where its failure could pass.
        rewrite: What the retriever searched in place of the query, or ``""`` where it told none.
    """

    repeat: int
    latency_ms: float
    error: str | None
    hits: tuple[RunHit, ...]
    tries: int = 1
    rewrite: str = ""

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: object, handler: "GetCoreSchemaHandler"
    ) -> "CoreSchema":
        """Leave out a rewrite where there is none; pydantic calls this."""
        return _leaving_out(_LEFT_OUT_OF_ATTEMPTS, handler(source))


@dataclass(frozen=True, slots=True)
class Anchor:
    """An anchor passage that a fixture was graded on.

    Attributes:
        passage: The slice of the corpus.
        label: Who or what it is.
        official: What the fixture says about its source.
        covers: The facets that it attests.
        sources: How many sources of the corpus hold it; 0 means that nothing can match it.
    """

    passage: str
    label: str
    official: bool
    covers: tuple[str, ...]
    sources: int

    @property
    def by_judge(self) -> bool:
        """Whether a judge wrote it."""
        return self.label.startswith(JUDGE_LABEL)


@dataclass(frozen=True, slots=True)
class FixtureRun:
    """A fixture with everything that was retrieved for it.

    Attributes:
        question: The fixture as asked.
        facets: Facet name to description, in the fixture's order; empty before grading.
        anchors: The anchors that it was graded on; empty before grading.
        attempts: By repeat; some are missing as long as the run is not finished.
        expected: What an entry of the path or page lane expects; None for a fixture.
    """

    question: Question
    facets: Mapping[str, str]
    anchors: tuple[Anchor, ...]
    attempts: tuple[Attempt, ...]
    expected: Expectation | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """One system's saved rankings; everything that a report shows comes from it.

    Attributes:
        schema: The version of the record, ``RUN_SCHEMA``.
        id: The name of its folder, sortable by time.
        created_at: When it began, ISO 8601 in UTC.
        tool_version: The fixturetool that made it.
        settings: What was asked for.
        retriever: The retriever's description of itself.
        corpora: Fixture language to the fingerprint of its corpus.
        fixtures: In file order.
        unreadable: Fixture language to how many files of its corpus could not be read, where
            there are any; facets may look unwinnable for that.
        revision: The git commit of the fixtures when it began, followed by ``-dirty`` where files
            of theirs were not committed, or ``""``.
    """

    schema: str
    id: str
    created_at: str
    tool_version: str
    settings: RunSettings
    retriever: Mapping[str, str | int | float | bool]
    corpora: Mapping[str, str]
    fixtures: tuple[FixtureRun, ...]
    unreadable: Mapping[str, int] = field(default_factory=dict)
    revision: str = ""

    @property
    def missing(self) -> int:
        """How many retrievals have not been made yet."""
        made = sum(len(fixture.attempts) for fixture in self.fixtures)
        return len(self.fixtures) * self.settings.repeat - made


def with_attempts(run: Run, attempts: Mapping[tuple[int, int], Attempt]) -> Run:
    """Return the run with these attempts added, later ones in place of earlier ones.

    Args:
        run: The run.
        attempts: Fixture position (0-based) and repeat (1-based) to the attempt.
    """
    gathered: list[dict[int, Attempt]] = [
        {attempt.repeat: attempt for attempt in fixture.attempts} for fixture in run.fixtures
    ]
    for (position, repeat), attempt in attempts.items():
        gathered[position][repeat] = attempt
    fixtures = (
        replace(fixture, attempts=tuple(made[repeat] for repeat in sorted(made)))
        for fixture, made in zip(run.fixtures, gathered, strict=True)
    )
    return replace(run, fixtures=tuple(fixtures))


def without_errors(run: Run) -> Run:
    """Return the run without its failed attempts, which are then missing."""
    fixtures = (
        replace(fixture, attempts=tuple(one for one in fixture.attempts if one.error is None))
        for fixture in run.fixtures
    )
    return replace(run, fixtures=tuple(fixtures))
