"""A run as comma-separated values: a row for each facet, in the other lanes for each question."""

import csv
from collections.abc import Iterable, Iterator
from io import StringIO
from statistics import fmean

from fixturetool.evaluation.run import Question
from fixturetool.reporting.formats.cases import cases, failures, seconds
from fixturetool.reporting.formats.registry import Report
from fixturetool.reporting.terminal import visible

_QUESTION = ("category", "language", "query", "subtype")
_FACET = ("facet", "outcome", "hit_rate", "repeats", "median_rank", "errors", "latency_ms", "note")
# What a spreadsheet would take for a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")

_Cell = str | int | float | None


def render_csv(report: Report) -> str:
    """Write a heading and the rows, in file order.

    Numbers are in [0, 1] or milliseconds; an empty cell is what there is no number for. A text that
    a spreadsheet would take for a formula gets an apostrophe in front of it, and what could steer a
    terminal is written out.
    """
    facets = report.run.settings.lane == "facets"
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for row in _facet_rows(report) if facets else _question_rows(report):
        writer.writerow(map(_cell, row))
    return out.getvalue()


def _facet_rows(report: Report) -> Iterator[Iterable[_Cell]]:
    yield (*_QUESTION, *_FACET)
    for case in cases(report):
        yield (
            *_asked(case.question),
            case.name,
            case.outcome.value,
            case.mean,
            len(case.values),
            case.rank,
            "; ".join(case.errors),
            round(case.seconds * 1000, 3),
            case.message,
        )


def _question_rows(report: Report) -> Iterator[Iterable[_Cell]]:
    from fixturetool.evaluation.measured import measured

    rows = measured(report.run)
    names = list(rows[0].values) if rows else []
    yield (*_QUESTION, "group", "informative", *names, "repeats", "errors", "latency_ms")
    for fixture, one in zip(report.run.fixtures, rows, strict=True):
        yield (
            *_asked(fixture.question),
            one.group,
            str(one.informative).lower(),
            *(fmean(values) if values else None for values in one.values.values()),
            max(map(len, one.values.values()), default=0),
            "; ".join(failures(fixture)),
            round(seconds(fixture) * 1000, 3),
        )


def _asked(question: Question) -> tuple[str, ...]:
    return question.category, question.language, question.query, question.subtype


def _cell(value: _Cell) -> _Cell:
    if not isinstance(value, str):
        return value
    shown = visible(value)
    return f"'{shown}" if value.startswith(_FORMULA) else shown
