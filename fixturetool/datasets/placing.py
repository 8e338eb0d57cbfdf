"""Problems of a dataset file to findings: where they stand, and whose question they concern."""

from collections.abc import Iterable

from fixturetool.datasets.codes import WARNINGS
from fixturetool.jsontext.finding import Finding, Severity
from fixturetool.jsontext.pointer import Path, pointer_of
from fixturetool.jsontext.positions import Positions
from fixturetool.jsontext.problem import Place, Problem, without_surrogates


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


def _offset(problem: Problem, positions: Positions) -> int:
    if problem.offset is not None:
        return problem.offset
    return positions.offset_of(problem.path, of_key=problem.place is Place.KEY)


def _question(value: object, path: Path) -> str:
    """Return the question of the entry that a path leads into, ``""`` when there is none."""
    for step in path:
        if isinstance(value, list) and isinstance(step, int):
            entry = value[step]
            question = entry.get("question") if isinstance(entry, dict) else None
            return question if isinstance(question, str) else ""
        value = value.get(step) if isinstance(value, dict) else None
    return ""
