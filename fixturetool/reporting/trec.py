"""A run as a TREC run and its qrels: StRecall@k over them is our coverage rate at k.

A topic is one retrieval that was answered: a fixture, with ``#N`` after it where it was asked N
times. The facet stands in the iteration column of the qrels, from which ``StRecall`` and
``alpha_nDCG`` of ir_measures (ndeval) take subtopics. Relevant to a facet are the retrieved sources
that cover it; a facet without any has a sentinel line, or it would fall out of the mean. So these
qrels belong to this run alone; ``fixturetool export`` writes those of the whole corpus. What was
ranked beyond k is left out.

In the path and page lanes a document is a chunk, and a subtopic one expectation.

White space, ``%`` and control characters of names are percent-encoded, as the columns are divided
by white space.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from fixturetool.evaluation.coverage import score
from fixturetool.evaluation.expectation import PageExpectation, PathExpectation
from fixturetool.evaluation.run import Attempt, FixtureRun, Run
from fixturetool.reporting.formats import Report

NOWHERE = "(nowhere)"
"""The document that nothing retrieves, relevant to what nothing covers."""


@dataclass(frozen=True, slots=True)
class _Topic:
    name: str
    ranked: Sequence[tuple[str, Iterable[str]]]
    subtopics: Sequence[str]


def render_trec_run(report: Report) -> str:
    """Write ``topic Q0 document rank score tag`` lines; scores fall from 1 with the rank."""
    tag = encoded(str(report.run.retriever.get("name") or "fixturetool"))
    return "".join(
        f"{topic.name} Q0 {document} {rank} {1 / rank:.6f} {tag}\n"
        for topic in _topics(report.run)
        for rank, (document, _) in enumerate(topic.ranked, start=1)
    )


def render_trec_qrels(report: Report) -> str:
    """Write ``topic facet document 1`` lines."""
    return "".join(
        f"{topic.name} {subtopic} {document} 1\n"
        for topic in _topics(report.run)
        for subtopic in topic.subtopics
        for document in _relevant(subtopic, topic)
    )


def encoded(name: str) -> str:
    """Percent-encode what would end a column; ``%`` too, so that names stay distinct."""
    return "".join(
        "".join(f"%{byte:02X}" for byte in character.encode())
        if character in "%#" or character.isspace() or not character.isprintable()
        else character
        for character in name
    )


def topic_name(category: str, language: str, query: str) -> str:
    """Name a fixture in one column: its category, language and query with a slash between."""
    return "/".join(encoded(part).replace("/", "%2F") for part in (category, language, query))


def _relevant(subtopic: str, topic: _Topic) -> list[str]:
    found = [document for document, covered in topic.ranked if subtopic in covered]
    return found or [NOWHERE]


def _topics(run: Run) -> Iterator[_Topic]:
    if run.settings.lane == "facets":
        yield from _facet_topics(run)
        return
    for fixture in run.fixtures:
        for attempt in fixture.attempts:
            if attempt.error is None:
                yield _chunk_topic(fixture, attempt, run)


def _facet_topics(run: Run) -> Iterator[_Topic]:
    for fixture in score(run).fixtures:
        for ranking in fixture.rankings:
            if ranking.error is None:
                yield _Topic(
                    _named(fixture.question.key, ranking.repeat, run),
                    [
                        (encoded(source.path), [*map(encoded, source.facets)])
                        for source in ranking.sources
                    ],
                    [encoded(facet.name) for facet in fixture.facets],
                )


def _named(key: tuple[str, str, str], repeat: int, run: Run) -> str:
    return topic_name(*key) + (f"#{repeat}" if run.settings.repeat > 1 else "")


def _chunk_topic(fixture: FixtureRun, attempt: Attempt, run: Run) -> _Topic:
    ranked, subtopics = _chunks(fixture, attempt)
    return _Topic(
        _named(fixture.question.key, attempt.repeat, run),
        [
            (f"{encoded(path)}#{rank}", satisfied)
            for rank, (path, satisfied) in enumerate(ranked, start=1)
        ],
        subtopics,
    )


def _chunks(fixture: FixtureRun, attempt: Attempt) -> tuple[list[tuple[str, list[str]]], list[str]]:
    """Return the chunks with the expectations that each satisfies, and all expectations."""
    from fixturetool.evaluation.pages import covers
    from fixturetool.evaluation.paths import rank_chunks, targets_of

    if isinstance(fixture.expected, PathExpectation):
        targets = targets_of(fixture.expected)
        ranked = [
            (chunk.hit.path, [encoded(targets[place].form) for place in sorted(chunk.satisfied)])
            for chunk in rank_chunks(attempt.hits, targets)
        ]
        return ranked, [encoded(target.form) for target in targets]
    pages = fixture.expected.expected_pages if isinstance(fixture.expected, PageExpectation) else ()
    # Any expected page answers, so they are one subtopic.
    return [(hit.path, ["page"] if covers(hit, pages) else []) for hit in attempt.hits], ["page"]
