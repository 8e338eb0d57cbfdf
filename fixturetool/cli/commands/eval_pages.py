"""``fixturetool eval-pages``: grade a search API by the pages and figures that it brings back."""

import functools
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import get_args

import click

from fixturetool.cli.dry_run import planned_lane, tell_lane_calls
from fixturetool.cli.exits import YES
from fixturetool.cli.lanes import (
    check_lane,
    choose_dataset,
    lane_code,
    lane_options,
    told_changed_dataset,
    told_sample,
)
from fixturetool.cli.options import quiet_option, settings_options
from fixturetool.cli.output import check_output, output_options, print_report, write_outputs
from fixturetool.cli.patience import patience_options
from fixturetool.cli.resuming import (
    check_retry,
    find_run,
    refuse_settings_of_a_new_run,
    told_how_to_go_on,
)
from fixturetool.cli.testbench import open_retriever
from fixturetool.datasets.load import load_page_dataset
from fixturetool.datasets.model import PageDataset
from fixturetool.evaluation.calling.patience import Patience
from fixturetool.evaluation.lanes.asking import Asked, ask_pages
from fixturetool.evaluation.lanes.page_report import page_report_of
from fixturetool.evaluation.lanes.walk import LaneEvaluator
from fixturetool.evaluation.run import Run, RunSettings
from fixturetool.evaluation.storage.journal import Journal, load_journal
from fixturetool.evaluation.storage.revision import git_revision
from fixturetool.jsontext.read import shown
from fixturetool.progress import Progress, Silent
from fixturetool.reporting.formats.registry import RUN_FORMATS, Report
from fixturetool.reporting.lanes.pages_console import write_page_report
from fixturetool.settings import Settings
from fixturetool.settings.retriever import CacheMode

DEFAULT_BASE_URL = "http://127.0.0.1:58012/api"
_NO_RETRIES = functools.partial(patience_options, retries=0)


@click.command("eval-pages")
@lane_options
@click.option(
    "--base-url", metavar="URL", help=f"The search API; POST URL/search.  [{DEFAULT_BASE_URL}]"
)
@click.option("--corpus-id", metavar="ID", help="Its corpus.  [the dataset's corpus_id]")
@click.option(
    "--top-k",
    type=click.IntRange(5, 100),
    default=5,
    show_default=True,
    help="Chunks to ask for, 5 to 100.",
)
@click.option(
    "--cache-mode",
    type=click.Choice(["bypass", "default", "refresh"]),
    default="bypass",
    show_default=True,
    help="What the system does with its cache.",
)
@output_options(RUN_FORMATS, "json")
@quiet_option
@settings_options
@_NO_RETRIES
def command(
    dataset: Path | None,
    sample: int | None,
    repeat: int,
    jobs: int,
    resume: str | None,
    retry_errors: bool,
    dry_run: bool,
    fail_under: float | None,
    brief: bool,
    base_url: str | None,
    corpus_id: str | None,
    top_k: int,
    cache_mode: CacheMode,
    outputs: Sequence[Path],
    output_format: str,
    progress: Progress,
    settings: Settings,
    patience: Patience,
) -> int:
    """Ask a search API every question of a page dataset, and grade the pages of the first chunks.

    page_hit_at_3 and page_hit_at_5: a chunk covers an expected page. precise_page_hit_at_3: it
    spans 3 pages at most. figure_chunk_at_3: it is a described figure. Each for the groups prose
    (the control), locate and content, for figure items alone, and overall.

    Every item is a real POST URL/search. The first failure ends the run, without a retry unless
    --retries asks for some; what was fetched is kept for --resume. The report is JSON in the
    public format on standard output; the tables go to standard error, or to standard output with
    --format text.

    \b
    Examples:
      fixturetool eval-pages --dataset eval_datasets/manual-figures.json
      fixturetool eval-pages --base-url http://127.0.0.1:58012/api --top-k 10 --out before.json
      fixturetool eval-pages --repeat 3 --format text
      fixturetool eval-pages --resume 20261130T101500Z-001

    Exit code 1 when page_hit_at_3 is under --fail-under, 2 for an invalid dataset, 3 when an item
    could not be asked.
    """
    check_output(outputs, RUN_FORMATS)
    check_retry(resume, retry_errors=retry_errors)
    folder = None if resume is None else find_run(resume, settings.paths.state, "pages")
    asked = RunSettings(
        top_k, 0, repeat=repeat, limit=sample, jobs=jobs, lane="pages", final_k=min(5, top_k)
    )
    if folder:
        refuse_settings_of_a_new_run(click.get_current_context(), "top_k", "cache_mode")
        begun = load_journal(folder)
        check_lane(begun, "pages")
        asked = begun.settings
        base_url = base_url or page_report_of(begun).base_url
        cache_mode = _cache_mode_of(begun)
    settings = _with_api(settings, base_url, corpus_id, asked.k, cache_mode)
    if dry_run:
        plan = planned_lane(
            folder,
            asked,
            lambda: load_page_dataset(choose_dataset(dataset, settings.paths.datasets, "pages")),
            retry_errors=retry_errors,
        )
        tell_lane_calls(settings.retriever, plan, patience)
        return YES
    run = _evaluated(folder, dataset, asked, settings, progress, patience, retry_errors)
    _report(run, outputs, output_format, brief=brief, quiet=isinstance(progress, Silent))
    return lane_code(run, fail_under)


def _cache_mode_of(run: Run) -> CacheMode:
    began_with = run.retriever.get("cache_mode")
    return next((mode for mode in get_args(CacheMode) if mode == began_with), "bypass")


def _with_api(
    settings: Settings,
    base_url: str | None,
    corpus_id: str | None,
    top_k: int,
    cache_mode: CacheMode,
) -> Settings:
    http = settings.retriever.http
    asked = replace(
        http,
        base_url=base_url or http.base_url or DEFAULT_BASE_URL,
        corpus_id=corpus_id or http.corpus_id,
        top_k=top_k,
        cache_mode=cache_mode,
    )
    return replace(settings, retriever=replace(settings.retriever, name="http", http=asked))


def _evaluated(
    folder: Path | None,
    named: Path | None,
    asked: RunSettings,
    settings: Settings,
    progress: Progress,
    patience: Patience,
    retry_errors: bool,
) -> Run:
    retriever = open_retriever({}, settings, progress, jobs=asked.jobs, by_chunk=True)
    with closing(retriever):
        evaluator = LaneEvaluator(
            retriever, settings.paths.state, progress, patience=patience, stop_at_error=True
        )
        begun = (
            evaluator.resume(folder, retry_errors=retry_errors)
            if folder
            else _begin(evaluator, named, asked, settings.paths.datasets)
        )
        told_sample(begun[1])
        if folder:
            told_changed_dataset(begun[1], lambda path: _asked(load_page_dataset(path)))
        with told_how_to_go_on(begun[1].id, "eval-pages"):
            run = evaluator.finish(*begun)
    click.echo(f"run saved: {begun[0]}", err=True)
    return run


def _begin(
    evaluator: LaneEvaluator, named: Path | None, asked: RunSettings, datasets: Path
) -> tuple[Path, Run, Journal]:
    path = choose_dataset(named, datasets, "pages")
    dataset = load_page_dataset(path)
    return evaluator.start(
        replace(asked, dataset=shown(path)),
        _asked(dataset),
        git_revision(path),
    )


def _asked(dataset: PageDataset) -> list[Asked]:
    return ask_pages(dataset, dataset.corpus_id)


def _report(
    run: Run, outputs: Sequence[Path], output_format: str, *, brief: bool, quiet: bool
) -> None:
    report = Report(run)
    if output_format == "text":
        write_page_report(run, sys.stdout, brief=brief)
    else:
        print_report(report, output_format)
        if not quiet:
            write_page_report(run, sys.stderr, brief=True)
    write_outputs(report, outputs, RUN_FORMATS)
