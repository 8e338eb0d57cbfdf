"""Problems of a dataset file to findings: where they stand, and whose question they concern."""

from collections.abc import Iterable

from fixturetool.datasets.codes import WARNINGS
from fixturetool.jsontext import codes as common
from fixturetool.jsontext.finding import Finding, Severity
from fixturetool.jsontext.pointer import Path, pointer_of
from fixturetool.jsontext.positions import Positions, line_and_column
from fixturetool.jsontext.problem import Place, Problem, without_surrogates
from fixturetool.jsontext.syntax import JsonSyntaxError, NestingError


def place_problems(
    problems: Iterable[Problem], positions: Positions, value: object, file: str
) -> tuple[Finding, ...]:
    """Return the findings in the order of the text.

    Args:
        problems: What is wrong.
        positions: Where everything stands.
        value: The JSON value, from which questions are taken.
        file: The file as the user named it.
    """
    placed = [(_offset(problem, positions), problem) for problem in problems]
    placed.sort(key=lambda pair: (pair[0], pair[1].code, pair[1].message))
    return tuple(
        Finding(
            code=problem.code,
            severity=Severity.WARNING if problem.code in WARNINGS else Severity.ERROR,
            file=file,
            pointer=without_surrogates(pointer_of(problem.path)),
            line=positions.line_at(offset),
            message=problem.message,
            query=without_surrogates(_question(value, problem.path)),
            hint=problem.hint,
        )
        for offset, problem in placed
    )


def syntax_finding(error: JsonSyntaxError, source: str, file: str) -> Finding:
    """Say where a text stops being JSON."""
    line, column = line_and_column(source, error.offset)
    return Finding(
        code=common.TOO_DEEP if isinstance(error, NestingError) else common.SYNTAX,
        severity=Severity.ERROR,
        file=file,
        pointer="",
        line=line,
        message=f"line {line}, column {column}: {error.message}",
        hint=error.hint,
    )


def _offset(problem: Problem, positions: Positions) -> int:
    if problem.offset is not None:
        return problem.offset
    path = problem.path
    while True:
        try:
            keys = positions.keys(path) if problem.place is Place.KEY else ()
            return keys[-1].start if keys else positions.value(path).start
        except KeyError:  # a key that is spelled with escapes, or is not there
            path = path[:-1]


def _question(value: object, path: Path) -> str:
    """Return the question of the entry that a path leads into, ``""`` when there is none."""
    for step in path:
        if isinstance(value, list) and isinstance(step, int):
            entry = value[step]
            question = entry.get("question") if isinstance(entry, dict) else None
            return question if isinstance(question, str) else ""
        value = value.get(step) if isinstance(value, dict) else None
    return ""
