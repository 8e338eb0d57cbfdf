"""The flags of the judge, and how commands sit down with it.

The judge's rooms are loaded when it is asked: most evaluations do without it.
"""

from __future__ import annotations

import functools
import os
import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

import click
from click.core import ParameterSource

from fixturetool.cli.corpora import load_corpora
from fixturetool.cli.exits import UNANSWERED, YES
from fixturetool.cli.numbers import FiniteRange
from fixturetool.cli.selection import load_valid_files
from fixturetool.errors import UsageError
from fixturetool.jsontext.writable import check_writable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from fixturetool.corpus.snapshot import Snapshot
    from fixturetool.evaluation.evaluate import Evaluation
    from fixturetool.evaluation.run import Question, Run
    from fixturetool.evaluation.storage.layout import JSON
    from fixturetool.fixtures.load import LoadedCategory
    from fixturetool.judge.evidence import Evidence
    from fixturetool.judge.rescue import SavedRun
    from fixturetool.judge.rescued import Rescue
    from fixturetool.judge.session import Session
    from fixturetool.llm.endpoint import Endpoint
    from fixturetool.llm.usage import Budget
    from fixturetool.progress import Progress
    from fixturetool.settings import Settings
    from fixturetool.settings.judge import JudgeSettings

R = TypeVar("R")
_POSITIVE = click.IntRange(1, 10**12)
_SETTINGS = ("model", "base_url", "api_key_env", "jobs", "votes")


@dataclass(frozen=True, slots=True)
class Judging:
    """How the judge is to be asked.

    Attributes:
        settings: The judge's settings, flags applied.
        endpoint: The model and its key.
        budget: What may be spent.
        write: Whether fixtures are changed.
        reuse: Whether settled answers count.
    """

    settings: JudgeSettings
    endpoint: Endpoint
    budget: Budget
    write: bool
    reuse: bool

    def session(self, state_dir: Path, evidence: Evidence, progress: Progress) -> Session:
        """Sit down with the model."""
        from fixturetool.judge.session import open_session

        return open_session(
            self.endpoint,
            self.settings,
            state_dir,
            evidence=evidence,
            progress=progress,
            budget=self.budget,
            reuse=self.reuse,
        )


def judge_options(command: Callable[..., R]) -> Callable[..., R]:
    """Add what tells whom to ask and what to spend; the command receives ``judging``.

    It stands below ``settings_options``. A command with the flag ``--judge`` gets None without it.
    """

    @click.option("--judge-model", help="The model.  [deepseek-ai/DeepSeek-V4-Flash]")
    @click.option("--judge-base-url", metavar="URL", help="Its provider.  [DeepInfra]")
    @click.option(
        "--judge-api-key-env",
        metavar="NAME",
        help="The environment variable that holds the key.  [DEEPINFRA_API_KEY]",
    )
    @click.option("--judge-jobs", type=click.IntRange(1, 1000), help="Calls at once.  [8]")
    @click.option(
        "--judge-votes",
        type=click.IntRange(1, 100),
        help="Verifier calls a span; all must agree.  [1]",
    )
    @click.option(
        "--judge-budget-tokens",
        type=_POSITIVE,
        metavar="N",
        help="Stop before more than N tokens are used.",
    )
    @click.option(
        "--judge-budget-usd",
        type=FiniteRange(min=0, min_open=True),
        metavar="USD",
        help="Stop before more is spent; needs prices in the settings.",
    )
    @click.option(
        "--no-cache", is_flag=True, help="Ask the model again, even where its answer is kept."
    )
    @functools.wraps(command)
    def wrapper(
        *args: object,
        settings: Settings,
        judge_model: str | None,
        judge_base_url: str | None,
        judge_api_key_env: str | None,
        judge_jobs: int | None,
        judge_votes: int | None,
        judge_budget_tokens: int | None,
        judge_budget_usd: float | None,
        no_cache: bool,
        judge: bool = True,
        no_judge_write: bool = False,
        **kwargs: object,
    ) -> R:
        if not judge:
            _refuse_flags_without_judge(click.get_current_context())
            return command(*args, settings=settings, judging=None, **kwargs)
        flags = (judge_model, judge_base_url, judge_api_key_env, judge_jobs, judge_votes)
        from fixturetool.llm.endpoint import endpoint_of

        given = {
            name: flag for name, flag in zip(_SETTINGS, flags, strict=True) if flag is not None
        }
        chosen: JudgeSettings = replace(settings.judge, **given)  # type: ignore[arg-type]
        judging = Judging(
            settings=chosen,
            endpoint=endpoint_of(chosen, os.environ),
            budget=_budget(chosen, judge_budget_tokens, judge_budget_usd),
            write=not no_judge_write,
            reuse=not no_cache,
        )
        return command(*args, settings=settings, judging=judging, **kwargs)

    return wrapper


def judge_flag(command: Callable[..., R]) -> Callable[..., R]:
    """Add ``--judge``, for a command that does something else without it."""
    return click.option(
        "--judge",
        is_flag=True,
        help="Let a model turn false misses into anchors: costs money, changes the fixtures.",
    )(command)


def write_flag(command: Callable[..., R]) -> Callable[..., R]:
    """Add ``--no-judge-write``."""
    return click.option(
        "--no-judge-write",
        is_flag=True,
        help="Change no fixture; print the difference that the anchors would make.",
    )(command)


def judge_runs(
    saved: Sequence[SavedRun],
    snapshots: Mapping[str, Snapshot],
    judging: Judging,
    settings: Settings,
    progress: Progress,
) -> Rescue:
    """Judge saved runs as one pool; one that was named twice is one.

    Raises:
        FixturetoolError: As in ``judge.rescue.rescue``.
        InvalidFixturesError: A fixture file is not valid.
        UsageError: One is read-only, and anchors are to be written.
    """
    from fixturetool.judge.evidence import Evidence
    from fixturetool.judge.rescue import rescue
    from fixturetool.judge.texts import Texts

    state = settings.paths.state
    saved = list({one.folder.resolve(): one for one in reversed(saved)}.values())[::-1]
    categories = load_categories(settings.paths.fixtures, [one.run for one in saved])
    asked = [fixture.question for one in saved for fixture in one.run.fixtures]
    check_judged(judging, categories, lambda: asked)
    evidence = Evidence([one.folder for one in saved])
    with judging.session(state, evidence, progress) as session:
        texts = Texts(snapshots, state, progress)
        return rescue(
            saved,
            categories,
            texts,
            session,
            write=judging.write,
            fingerprints_now=functools.partial(_fingerprints, list(snapshots), settings, progress),
        )


def _fingerprints(
    languages: Sequence[str], settings: Settings, progress: Progress
) -> dict[str, str]:
    from fixturetool.corpus.snapshot import open_snapshot

    return {
        language: open_snapshot(corpus, settings.paths.state, progress).fingerprint
        for language, corpus in load_corpora(settings, languages).items()
    }


def judge_evaluation(
    evaluation: Evaluation,
    snapshots: Mapping[str, Snapshot],
    judging: Judging,
    settings: Settings,
    progress: Progress,
) -> tuple[Evaluation, Rescue]:
    """Judge a run that was just made; it comes back as graded on what the fixtures hold now."""
    from fixturetool.judge.rescue import SavedRun

    saved = [SavedRun(evaluation.folder, evaluation.run)]
    rescue = judge_runs(saved, snapshots, judging, settings, progress)
    if not rescue.written:
        return evaluation, rescue
    [graded] = rescue.runs
    return replace(evaluation, run=graded.run, coverage=graded.after), rescue


def rescue_part(rescue: Rescue | None) -> JSON:
    """Return what a report says of the judge, None where it was not asked."""
    if rescue is None:
        return None
    from fixturetool.reporting.judging.as_json import rescue_json

    return rescue_json(rescue)


def show_rescue(rescue: Rescue, output_format: str) -> None:
    """Print what the judge did; beside another format only the difference, on standard error."""
    from fixturetool.reporting.judging.as_console import write_diffs, write_rescue

    if output_format != "text":
        write_diffs(rescue, sys.stderr)
    else:
        write_rescue(rescue, sys.stdout)
        write_diffs(rescue, sys.stdout)


def judged_code(rescue: Rescue | None) -> int:
    """Return the exit code: 3 when a facet could not be judged or a file not be written."""
    return UNANSWERED if rescue and (rescue.inconclusive or rescue.failed) else YES


def load_categories(directory: Path, runs: Sequence[Run]) -> tuple[LoadedCategory, ...]:
    """Load the fixture files that runs asked, of which each must be valid, with their texts.

    Raises:
        InvalidFixturesError: A file breaks a loader invariant; every problem is told.
        SelectionError: A category is unknown.
    """
    words = [word for run in runs for word in run.settings.categories]
    every = not all(run.settings.categories for run in runs)
    loaded = load_valid_files(directory, [] if every else list(dict.fromkeys(words)))
    names = {fixture.question.category for run in runs for fixture in run.fixtures}
    return tuple(one for one in loaded if one.model.category in names)


def check_judged(
    judging: Judging | None,
    files: Iterable[LoadedCategory],
    questions: Callable[[], Iterable[Question]],
) -> None:
    """Refuse, before anything is asked, what the judge could not write its anchors to.

    Args:
        judging: The judge; None where no model is ever asked.
        files: The fixture files.
        questions: Tells what is to be asked; files that ask none of it are left alone.

    Raises:
        UsageError: A file is read-only, and anchors are to be written.
    """
    if judging is None or not judging.write:
        return
    names = {question.category for question in questions()}
    for one in files:
        if one.model.category in names:
            check_writable(one.path)


def _budget(settings: JudgeSettings, tokens: int | None, usd: float | None) -> Budget:
    from fixturetool.llm.spending import Prices
    from fixturetool.llm.usage import Budget

    prices = Prices(settings.price_per_million_input, settings.price_per_million_output)
    return Budget(tokens=tokens, usd=usd, prices=prices)


def _refuse_flags_without_judge(context: click.Context) -> None:
    given = [
        name
        for name in context.params
        if name.startswith(("judge_", "no_judge_", "no_cache"))
        and context.get_parameter_source(name) is ParameterSource.COMMANDLINE
    ]
    if given:
        flags = ", ".join(f"--{name.replace('_', '-')}" for name in given)
        raise UsageError(f"{flags} means nothing without --judge", hint="add --judge, or drop it")
