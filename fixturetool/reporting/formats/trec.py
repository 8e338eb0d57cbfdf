"""A run as a TREC run and its qrels: StRecall@k over them is the coverage rate of each retrieval.

A topic is one retrieval that was answered: a fixture, with ``#N`` after it where it was asked N
times. The facet stands in the iteration column of the qrels, from which ``StRecall`` and
``alpha_nDCG`` of ir_measures (ndeval) take subtopics. Relevant to a facet are the retrieved sources
that cover it; a facet without any has a sentinel line, or it would fall out of the mean. So these
qrels belong to this run alone; ``fixturetool export`` writes those of the whole corpus. What was
ranked beyond k is left out.

White space, ``%`` and ``#`` of names are percent-encoded: white space divides the columns.
"""

from fixturetool.evaluation.run import Run
from fixturetool.exchange.trec_names import NOWHERE, encoded, topic_name
from fixturetool.reporting.formats.registry import Report
from fixturetool.reporting.formats.topics import Topic, topics


def render_trec_run(report: Report) -> str:
    """Write ``topic Q0 document rank score tag`` lines; the score falls by 1 with each rank."""
    tag = encoded(str(report.run.retriever.get("name") or "fixturetool"))
    return "".join(
        f"{_name(topic, report.run)} Q0 {document} {rank} {len(topic.ranked) - rank + 1} {tag}\n"
        for topic in topics(report.run)
        for rank, document in enumerate(_documents(topic, report.run), start=1)
    )


def render_trec_qrels(report: Report) -> str:
    """Write ``topic facet document 1`` lines."""
    return "".join(
        f"{_name(topic, report.run)} {encoded(subtopic)} {document} 1\n"
        for topic in topics(report.run)
        for subtopic in topic.subtopics
        for document in _relevant(subtopic, topic, report.run)
    )


def _name(topic: Topic, run: Run) -> str:
    return topic_name(*topic.question.key) + (f"#{topic.repeat}" if run.settings.repeat > 1 else "")


def _documents(topic: Topic, run: Run) -> list[str]:
    names = [encoded(document.path) for document in topic.ranked]
    if run.settings.lane == "facets":
        return names
    return [f"{name}#{rank}" for rank, name in enumerate(names, start=1)]


def _relevant(subtopic: str, topic: Topic, run: Run) -> list[str]:
    documents = zip(_documents(topic, run), topic.ranked, strict=True)
    found = [name for name, document in documents if subtopic in document.covered]
    return found or [NOWHERE]
