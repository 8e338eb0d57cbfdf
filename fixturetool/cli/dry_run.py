"""``--dry-run``: say what would be called, and call nothing."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

import click

from fixturetool.evaluation.evaluate import select_questions
from fixturetool.evaluation.journal import load_journal
from fixturetool.evaluation.run import Question, RunSettings, without_errors
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


def tell_calls(retriever: RetrieverSettings, plan: Plan) -> None:
    """Write a plan to standard output.

    Args:
        retriever: What would be asked.
        plan: What would be called.
    """
    settings, questions, missing = plan
    calls = len(questions) * settings.repeat
    rest = "" if missing == calls else f" of {calls}, the others are made"
    numbers = Counter(question.category for question in questions)
    names = ", ".join(f"{visible(name)} {number}" for name, number in numbers.items())
    click.echo(f"retriever: {visible(_name(retriever))}")
    click.echo(f"fixtures:  {len(questions)} ({names})")
    click.echo(
        f"each:      {counted(settings.repeat, 'time')}, k {settings.k}, "
        f"chunk context {settings.chunk_context}, match {settings.match}"
    )
    click.echo(f"calls:     {missing}{rest}, {settings.jobs} at once")


def _name(retriever: RetrieverSettings) -> str:
    """Name a retriever, and where it is; an address without credentials."""
    if retriever.name != "http":
        return retriever.name
    address = urlsplit(retriever.http.base_url)
    place = address.netloc.rpartition("@")[2]
    return f"http, {address.scheme}://{place}{address.path}"
