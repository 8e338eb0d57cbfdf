"""A run as annotations of a GitHub workflow: the total, then what is worth a look, worst first."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from fixturetool.reporting.formats.cases import Case, Outcome, cases, unwinnable
from fixturetool.reporting.formats.registry import Report
from fixturetool.reporting.formats.workflow_command import workflow_command
from fixturetool.reporting.notes import notes
from fixturetool.reporting.totals import in_short
from fixturetool.reporting.wording import counted

# GitHub shows ten of a kind for a step: whatever is beyond is in the log alone.
_ORDER = (Outcome.ERROR, Outcome.FAILED, Outcome.FLAKY)
_NAMED = 20
_SEVERITY = {Outcome.ERROR: "error", Outcome.FAILED: "warning", Outcome.FLAKY: "notice"}


def render_annotations(report: Report) -> str:
    """Write one command for the total, and one for each question that has something to tell."""
    title = {"title": f"fixturetool run {report.run.id}"}
    questions = [
        list(group) for _, group in groupby(cases(report), key=lambda one: one.question.key)
    ]
    told = sorted(filter(_troubled, questions), key=_worst_first)
    total = workflow_command("notice", title, [in_short(report), *notes(report.run)])
    lines = [total, *map(_question, told), *_unwinnable(report)]
    return "".join(f"{line}\n" for line in lines)


def _unwinnable(report: Report) -> Iterator[str]:
    """Yield one command for all facets that can't be covered: there is room for ten."""
    if found := unwinnable(report):
        told = [
            f"{one.question.query}: {one.name}: {', '.join(one.anchors)}" for one in found[:_NAMED]
        ]
        told += [f"and {len(found) - _NAMED} more"] if len(found) > _NAMED else []
        facets = counted(len(found), "facet is", "facets are")
        why = f"{facets} unwinnable: no source of the corpus holds any of the anchors"
        yield workflow_command("notice", {"title": "unwinnable"}, [why, *told])


def _troubled(members: Sequence[Case]) -> bool:
    return any(one.outcome in _ORDER for one in members)


def _worst_first(members: Sequence[Case]) -> tuple[int, float]:
    worst = min(_ORDER.index(one.outcome) for one in members if one.outcome in _ORDER)
    return worst, sum(one.mean or 0.0 for one in members) / len(members)


def _question(members: Sequence[Case]) -> str:
    outcome = _ORDER[_worst_first(members)[0]]
    question = members[0].question
    title = {"title": f"{question.category}: {question.query}"}
    return workflow_command(_SEVERITY[outcome], title, _lines(members))


def _lines(members: Sequence[Case]) -> Iterator[str]:
    for one in members:
        if one.outcome in _ORDER:
            yield f"{one.name}: {one.message}"
    yield from members[0].errors
