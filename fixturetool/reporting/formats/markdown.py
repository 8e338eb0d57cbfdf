"""A run as GitHub-flavoured Markdown, to be posted below a pull request.

Texts from data stand in code spans: no markup, link, mention or issue reference comes of them.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from fixturetool.evaluation.run import Run
from fixturetool.reporting.bars import percent
from fixturetool.reporting.failing import first_reason
from fixturetool.reporting.formats.cases import Case, Outcome, cases, unwinnable
from fixturetool.reporting.formats.registry import Report
from fixturetool.reporting.notes import notes
from fixturetool.reporting.terminal import visible
from fixturetool.reporting.totals import Totals, points, totals
from fixturetool.reporting.wording import as_sentence, counted

# GitHub refuses a comment of more than 65,536 characters.
_ROOM, _ROOM_OF_UNWINNABLE = 40_000, 10_000
_TROUBLES = (Outcome.ERROR, Outcome.FAILED, Outcome.FLAKY)


def render_markdown(report: Report) -> str:
    """Write the totals, what is worth a look (worst first), and what was asked for."""
    total = totals(report.run)
    before = totals(report.baseline) if report.baseline else None
    parts = [
        _heading(total),
        table(_measure_rows(total, before)),
        _counts(total, first_reason(report.run)),
        *(f"**Note:** {as_sentence(note)}" for note in notes(report.run)),
        *_groups(total),
        *_troubled(report),
        *_unwinnable(report),
        _settings(report.run, report.baseline),
    ]
    return "\n\n".join(parts) + "\n"


def code(text: str) -> str:
    """Write a text as a code span that also fits into a table's cell."""
    shown = visible(text).replace("|", "\\|")
    longest = max(map(len, re.findall("`+", shown)), default=0)
    fence = "`" * (longest + 1)
    room = " " if shown.startswith("`") or shown.endswith("`") or not shown.strip() else ""
    return f"{fence}{room}{shown}{room}{fence}"


def table(rows: Iterable[Sequence[str]]) -> str:
    """Write rows of Markdown as a table; the first one is its heading."""
    heading, *rest = rows
    lines = [heading, ["---"] * len(heading), *rest]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _heading(total: Totals) -> str:
    name, value = total.headline
    return f"### Retrieval: {name} {percent(value)}"


def _measure_rows(total: Totals, before: Totals | None) -> Iterator[Sequence[str]]:
    yield ("measure", "value") if before is None else ("measure", "value", "baseline", "difference")
    for name, value in total.measures.items():
        row = (name, percent(value))
        yield row if before is None else (*row, *_held_against(value, before.measures.get(name)))


def _held_against(value: float | None, before: float | None) -> tuple[str, str]:
    apart = "-" if value is None or before is None else points(value - before)
    return percent(before), apart


def _counts(total: Totals, reason: str | None) -> str:
    queries = counted(total.informative, "query", "queries")
    said = [f"Scored {total.scored} of {queries}, {counted(total.errors, 'error')}."]
    if reason is not None:
        said.append(f"First error: {code(reason)}.")
    if total.uninformative:
        said.append(f"{total.uninformative} uninformative, left out of the means.")
    p50, p95 = total.latency(50), total.latency(95)
    if p50 is not None and p95 is not None:
        said.append(f"Latency: p50 {p50:.1f} ms, p95 {p95:.1f} ms.")
    return " ".join(said)


def _groups(total: Totals) -> Iterator[str]:
    if len(total.groups) < 2:
        return
    name = total.headline[0]
    rows = [
        (code(group), str(total.sizes[group]), percent(measures[name]))
        for group, measures in total.groups.items()
    ]
    yield table([("group", "queries", name), *rows])


def _troubled(report: Report) -> Iterator[str]:
    questions = [
        list(group) for _, group in groupby(cases(report), key=lambda one: one.question.key)
    ]
    told = sorted((one for one in questions if _is_troubled(one)), key=_mean)
    if not told:
        yield f"Nothing {'that can be won ' if unwinnable(report) else ''}was missed."
        return
    rows = [_question(members) for members in told]
    shown = _fitting(rows, _ROOM)
    left = len(rows) - len(shown)
    more = f"\n\n… and {counted(left, 'more query', 'more queries')}." if left else ""
    title = counted(len(rows), "query", "queries")
    listed = table([("query", "covered", "not covered"), *shown])
    summary = f"<summary>{title} {'lacks' if len(rows) == 1 else 'lack'} something</summary>"
    yield f"<details open>\n{summary}\n\n{listed}{more}\n\n</details>"


def _unwinnable(report: Report) -> Iterator[str]:
    if not (found := unwinnable(report)):
        return
    facets = counted(len(found), "facet is", "facets are")
    why = "no source of the corpus holds any of the anchors, so the fixture must be corrected"
    rows = [
        (code(one.question.query), code(one.name), ", ".join(map(code, one.anchors)))
        for one in found
    ]
    shown = _fitting(rows, _ROOM_OF_UNWINNABLE)
    left = len(rows) - len(shown)
    more = f"\n\n… and {left} more." if left else ""
    yield f"**{facets} unwinnable**: {why} (`fixturetool repair`)."
    yield table([("query", "facet", "anchors"), *shown]) + more


def _is_troubled(members: Iterable[Case]) -> bool:
    return any(one.outcome in _TROUBLES for one in members)


def _mean(members: Sequence[Case]) -> float:
    return sum(one.mean or 0.0 for one in members) / len(members)


def _question(members: Sequence[Case]) -> tuple[str, str, str]:
    lacks = [
        f"{code(one.name)} ({_why(one)})" for one in members if one.outcome is not Outcome.PASSED
    ]
    scored = any(one.mean is not None for one in members)
    covered = percent(_mean(members) if scored else None)
    return code(members[0].question.query), covered, ", ".join(lacks)


def _why(case: Case) -> str:
    if case.outcome is Outcome.FLAKY:
        return f"{sum(map(bool, case.values))} of {len(case.values)} repeats"
    return case.message.partition(":")[0]


def _fitting(rows: Sequence[Sequence[str]], room: int) -> Sequence[Sequence[str]]:
    for number, row in enumerate(rows):
        room -= sum(map(len, row)) + 10
        if room < 0:
            return rows[:number]
    return rows


def _settings(run: Run, baseline: Run | None) -> str:
    asked = run.settings
    parts = [f"run {code(run.id)}", f"retriever {code(str(run.retriever.get('name', '')))}"]
    parts += [f"k {asked.k}", f"match {asked.match}", counted(asked.repeat, "repeat")]
    parts += [f"baseline {code(baseline.id)}"] if baseline else []
    return f"<sub>{' · '.join(parts)}</sub>"
