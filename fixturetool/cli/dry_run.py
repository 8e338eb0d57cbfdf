"""``--dry-run``: say what would be called, and call nothing."""

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import click

from fixturetool.cli.judging import Judging
from fixturetool.cli.lanes import check_lane
from fixturetool.cli.target import chunks_asked, told_target
from fixturetool.datasets.model import Dataset
from fixturetool.errors import SelectionError
from fixturetool.evaluation.calling.patience import Patience
from fixturetool.evaluation.evaluate import select_questions
from fixturetool.evaluation.run import Question, RunSettings, without_errors
from fixturetool.evaluation.storage.journal import load_journal
from fixturetool.fixtures.model import CategoryFile
from fixturetool.reporting.terminal import visible
from fixturetool.reporting.wording import counted
from fixturetool.settings.retriever import RetrieverSettings

Plan = tuple[RunSettings, Sequence[Question], int]
"""What is asked for, of what, and how many calls are still to be made."""


def planned_run(
    folder: Path | None,
    asked: RunSettings,
    categories: Sequence[CategoryFile],
    *,
    retry_errors: bool,
) -> Plan:
    """Return what would be called.

    Args:
        folder: The run that would go on; None for a new one.
        asked: What a new run is asked for.
        categories: The fixtures of a new run.
        retry_errors: Whether what failed would be asked again.

    Raises:
        SelectionError: There is no fixture to ask.
        StateError: The run can't be read.
    """
    if folder is None:
        questions = select_questions(categories, asked.limit)
        return asked, questions, len(questions) * asked.repeat
    run = load_journal(folder)
    missing = (without_errors(run) if retry_errors else run).missing
    return run.settings, [fixture.question for fixture in run.fixtures], missing


def tell_calls(settings: RetrieverSettings, plan: Plan, patience: Patience) -> None:
    """Write a plan to standard output.

    Args:
        settings: What would be asked.
        plan: What would be called.
        patience: How often a call may be made again.
    """
    asked, questions, _ = plan
    numbers = Counter(question.category for question in questions)
    names = ", ".join(f"{name} {number}" for name, number in numbers.items())
    for label, text in told_target(settings):
        _tell(label, text)
    _tell("fixtures", f"{len(questions)} ({names})")
    chunks = chunks_asked(settings, asked.k)
    _tell(
        "each",
        f"{counted(asked.repeat, 'time')}, k {asked.k}, "
        f"{f'top_k {chunks}, ' if chunks else ''}"
        f"chunk context {asked.chunk_context}, match {asked.match}",
    )
    _tell_number(plan, patience)


def planned_lane(
    folder: Path | None, asked: RunSettings, load: Callable[[], Dataset], *, retry_errors: bool
) -> Plan:
    """Return what a lane would call.

    Args:
        folder: The run that would go on; None for a new one.
        asked: What a new run is asked for.
        load: Reads the dataset of a new run.
        retry_errors: Whether what failed would be asked again.

    Raises:
        FixturetoolError: The dataset or the run can't be read, or there is no entry to ask.
    """
    if folder is not None:
        run = load_journal(folder)
        check_lane(run, asked.lane)
        return planned_run(folder, asked, (), retry_errors=retry_errors)
    dataset = load()
    if not dataset.entries:
        raise SelectionError(f"'{dataset.name}' has no entries to ask")
    questions = [Question(dataset.name, one.question, "") for one in dataset.entries[: asked.limit]]
    return asked, questions, len(questions) * asked.repeat


def tell_lane_calls(settings: RetrieverSettings, plan: Plan, patience: Patience) -> None:
    """Write the plan of a lane to standard output.

    Args:
        settings: What would be asked.
        plan: What would be called.
        patience: How often a call may be made again.
    """
    asked, questions, _ = plan
    for label, text in told_target(settings):
        _tell(label, text)
    _tell("entries", f"{len(questions)} of {questions[0].category}")
    depth = chunks_asked(settings, asked.k) or asked.k
    _tell("each", f"{counted(asked.repeat, 'time')}, {counted(depth, 'chunk')}")
    _tell_number(plan, patience)


def _tell_number(plan: Plan, patience: Patience) -> None:
    asked, questions, missing = plan
    calls = len(questions) * asked.repeat
    rest = "" if missing == calls else f" of {calls}, the others are made"
    again = f", each up to {counted(patience.retries, 'time')} again" if patience.retries else ""
    _tell("calls", f"{missing}{rest}, {asked.jobs} at once{again}")


def tell_judging(judging: Judging | None, plan: Plan, categories: Sequence[CategoryFile]) -> None:
    """Write what the judge may call to standard output.

    Args:
        judging: The judge; None where no model is ever asked.
        plan: What would be called before.
        categories: The fixtures.
    """
    if judging is None:
        return
    asked = {question.key for question in plan[1]}
    facets = sum(
        bool(description)
        for category in categories
        for fixture in category.fixtures
        if (category.category, fixture.language, fixture.query) in asked
        for description in fixture.expected_coverage.values()
    )
    endpoint, settings = judging.endpoint, judging.settings
    _tell("judge", f"{endpoint.model}, {endpoint.shown_url}, {settings.jobs} at once")
    _tell(
        "facets",
        f"{facets} at most: those with a description that every repeat misses; for each, calls "
        f"over the sources that came back, and {counted(settings.votes, 'call')} a span found",
    )
    _tell("budget", judging.budget.bound or "none (--judge-budget-tokens)")


def _tell(label: str, text: str) -> None:
    click.echo(f"{f'{label}:':<10} {visible(text)}")
