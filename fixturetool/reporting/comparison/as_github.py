"""A comparison as annotations of a GitHub workflow: the sentence, then what got worse."""

from collections.abc import Iterator

from fixturetool.evaluation.compare import Comparison
from fixturetool.evaluation.comparing.changes import QueryChange
from fixturetool.evaluation.lanes.page_comparison import PageComparison
from fixturetool.reporting.bars import percent
from fixturetool.reporting.comparison.wording import (
    CONTROL_FIRST,
    details,
    in_points,
    key_text,
    lost_facet_text,
    moved_items,
    sentence,
    without_anchors,
)
from fixturetool.reporting.formats.workflow_command import workflow_command


def render_comparison(comparison: Comparison) -> str:
    """Write one command for the whole, a warning for each question that got worse, and notes."""
    return "".join(f"{line}\n" for line in _commands(comparison))


def _commands(comparison: Comparison) -> Iterator[str]:
    title = {"title": f"{comparison.current.name} against {comparison.base.name}"}
    level = "error" if comparison.regressed else "notice"
    said = [sentence(comparison.estimate), *details(comparison)]
    yield workflow_command(level, title, said)
    if comparison.pages:
        yield workflow_command("notice", {"title": CONTROL_FIRST}, _group_lines(comparison.pages))
    for one in comparison.worse:
        yield workflow_command("warning", {"title": f"worse: {one.query}"}, _lines(one))
    for warning in comparison.warnings:
        yield workflow_command("notice", {"title": "note"}, [warning])
    if comparison.one_sided:
        names = [f"{one.passage} ({one.run})" for one in comparison.one_sided]
        told = ["judge anchors from one of the two runs alone:", *names]
        yield workflow_command("notice", title, [*told, without_anchors(comparison)])


def _group_lines(pages: PageComparison) -> Iterator[str]:
    for group in pages.groups:
        headline = group.changes[0]
        yield f"{group.group}: {headline.metric}: {moved_items(pages, headline)}"


def _lines(change: QueryChange) -> Iterator[str]:
    before, after = (percent(sum(one) / len(one)) for one in (change.base, change.current))
    points = in_points(change.difference)
    yield f"{key_text(change.key)}: {before} to {after} ({points} points)"
    yield from map(lost_facet_text, change.lost)
