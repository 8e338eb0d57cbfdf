"""What a reader of a run's figures must bear in mind, the same in every format."""

from collections.abc import Iterator, Sequence
from enum import StrEnum

from fixturetool.evaluation.coverage import score
from fixturetool.evaluation.lanes.page_figures import figures_back
from fixturetool.evaluation.run import Run, RunHit
from fixturetool.reporting.wording import counted


class Grading(StrEnum):
    """What anchors were looked for in."""

    SOURCES = "sources"
    TEXTS = "texts"
    BOTH = "both"


def graded_on(run: Run) -> Grading:
    """Tell whether full source files were graded, the texts that came back, or some of each.

    A path that is no source of the corpus has no file: its text is graded in any case.

    Args:
        run: A graded run of the facet lane.
    """
    if run.settings.match == "chunk":
        return Grading.TEXTS
    strange, all_paths = _strange_paths(run)
    if not strange:
        return Grading.SOURCES
    return Grading.TEXTS if strange == all_paths else Grading.BOTH


def notes(run: Run) -> tuple[str, ...]:
    """Return what stands beside a run's figures, without a capital and a full stop."""
    return tuple(filter(None, _notes(run)))


def _notes(run: Run) -> Iterator[str]:
    yield _of_rankings(run)
    if run.settings.lane == "facets":
        yield _of_paths(run)
        yield _of_texts(run)
    elif run.settings.lane == "paths":
        yield _of_names(run)
    else:
        yield _of_pages(run)
        yield figures_back(run).note


def _of_rankings(run: Run) -> str:
    answers = [one for fixture in run.fixtures for one in fixture.attempts if one.error is None]
    if not answers or any(answer.hits for answer in answers):
        return ""
    return "nothing came back for any query: a field or an index that is asked may hold nothing"


def _of_texts(run: Run) -> str:
    hits = _hits(run)
    if run.settings.match != "chunk" or not hits or any(hit.text.strip() for hit in hits):
        return ""
    return "no chunk that came back has a text, so that no anchor could be in one"


def _of_paths(run: Run) -> str:
    strange, all_paths = _strange_paths(run)
    if not strange:
        return ""
    if strange == all_paths:
        none = "the one path" if strange == 1 else f"none of the {strange} paths"
        no = "no source" if strange == 1 else "a source"
        return f"graded on the returned texts alone: {none} that came back is {no} of the corpus"
    is_none = "is none" if strange == 1 else "are none"
    grading = "" if run.settings.match == "chunk" else ", and graded on the text that came back"
    sources = counted(all_paths, "retrieved source")
    return f"{strange} of {sources} {is_none} of the corpus{grading}"


def _of_names(run: Run) -> str:
    hits = _hits(run)
    if not hits or any(hit.path for hit in hits):
        return ""
    return "no chunk that came back says its path, so that none could be a hit"


def _of_pages(run: Run) -> str:
    hits = _hits(run)
    if not hits or any(hit.pages for hit in hits):
        return ""
    return "no chunk that came back says its page, so that none could be a hit"


def _hits(run: Run) -> Sequence[RunHit]:
    return [hit for one in run.fixtures for attempt in one.attempts for hit in attempt.hits]


def _strange_paths(run: Run) -> tuple[int, int]:
    """Count the ranked paths that are no sources of the corpus, and all of them."""
    coverage = score(run)
    rankings = (ranking for fixture in coverage.fixtures for ranking in fixture.rankings)
    return coverage.summary.unresolved, sum(len(ranking.sources) for ranking in rankings)
