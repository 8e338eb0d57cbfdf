"""``fixturetool eval-paths``: grade a retriever by the documents and spans that it brings back."""

import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import click

from fixturetool.cli.documents import (
    Indexed,
    documents_option,
    find_indexed,
    fingerprint_of,
    troubles_of,
)
from fixturetool.cli.dry_run import planned_lane, tell_lane_calls
from fixturetool.cli.exits import UNANSWERED, YES, worst
from fixturetool.cli.lanes import (
    check_lane,
    choose_dataset,
    lane_code,
    lane_options,
    told_changed_dataset,
    told_sample,
)
from fixturetool.cli.options import quiet_option, settings_options
from fixturetool.cli.output import check_output, print_report, run_output, write_outputs
from fixturetool.cli.patience import patience_options
from fixturetool.cli.resuming import (
    check_retry,
    find_run,
    refuse_settings_of_a_new_run,
    told_how_to_go_on,
)
from fixturetool.cli.retrieving import foreign_code, retriever_options
from fixturetool.cli.testbench import open_retriever
from fixturetool.cli.troubles import partial_code, told_of_strange_paths, warn_of
from fixturetool.corpus.sources import Corpus, Trouble
from fixturetool.datasets.load import load_path_dataset
from fixturetool.evaluation.calling.patience import Patience
from fixturetool.evaluation.lanes.asking import ask_paths
from fixturetool.evaluation.lanes.informative import strange_paths
from fixturetool.evaluation.lanes.paths import DEPTH
from fixturetool.evaluation.lanes.walk import LaneEvaluator
from fixturetool.evaluation.run import Run, RunSettings
from fixturetool.evaluation.storage.journal import Journal, load_journal
from fixturetool.evaluation.storage.revision import git_revision
from fixturetool.jsontext.read import shown
from fixturetool.progress import Progress
from fixturetool.reporting.formats.registry import RUN_FORMATS, Report
from fixturetool.reporting.lanes.paths_console import write_path_report
from fixturetool.retrieval.base import Retriever
from fixturetool.retrieval.registry import EMBEDDED
from fixturetool.settings import Settings
from fixturetool.settings.retriever import RetrieverSettings


@click.command("eval-paths")
@lane_options
@click.option(
    "--final-k",
    type=click.IntRange(1, 50),
    default=5,
    show_default=True,
    help="Chunks of which one must be a hit for a success.",
)
@click.option(
    "--language",
    "-l",
    metavar="CODE",
    help="The corpus that is asked.  [the one that the dataset is named for]",
)
@documents_option
@run_output
@quiet_option
@settings_options
@retriever_options
@patience_options
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
    final_k: int,
    language: str | None,
    documents: Path | None,
    outputs: Sequence[Path],
    output_format: str,
    progress: Progress,
    settings: Settings,
    patience: Patience,
) -> int:
    """Ask a retriever every question of a path dataset, and grade the chunks in their order.

    A chunk is a hit when it is of an expected document and, where the dataset has a location,
    overlaps those pages or lines. Ranks are those of chunks, which are never folded to documents.
    The scores are success at 1 and at --final-k, MRR, recall at 5, 10 and 20, precision at 5,
    nDCG at 10 and MAP at 5.

    An entry that no retriever can fail (it expects nothing, or merely every indexed document) is
    uninformative: counted, and in no mean. For a system outside, --documents says what is
    indexed. A failed retrieval is an error and no miss. Every run is saved.

    \b
    Examples:
      fixturetool eval-paths
      fixturetool eval-paths --dataset eval_datasets/chs-paths.json --final-k 3 --brief
      fixturetool eval-paths --base-url http://127.0.0.1:58012/api --corpus-id chs --jobs 8
      fixturetool eval-paths --sample 20 --repeat 3 --output report.json
      fixturetool eval-paths --resume 20261130T101500Z-001 --retry-errors

    Exit code 1 when success at --final-k is under --fail-under, 2 for an invalid dataset, 3 when
    a retrieval failed, a part of the corpus could not be read, or no path that came back is a
    document.
    """
    check_output(outputs, RUN_FORMATS)
    check_retry(resume, retry_errors=retry_errors)
    folder = None if resume is None else find_run(resume, settings.paths.state, "paths")
    asked = RunSettings(
        k=max(final_k, DEPTH, _top_k(settings.retriever)),
        chunk_context=0,
        repeat=repeat,
        limit=sample,
        jobs=jobs,
        lane="paths",
        final_k=final_k,
    )
    if folder:
        refuse_settings_of_a_new_run(click.get_current_context())
    if dry_run:
        plan = planned_lane(
            folder,
            asked,
            lambda: load_path_dataset(choose_dataset(dataset, settings.paths.datasets, "paths")),
            retry_errors=retry_errors,
        )
        tell_lane_calls(settings.retriever, plan, patience)
        return YES
    met: list[Trouble] = []
    with foreign_code():
        if folder:
            indexed, run = _resumed(folder, settings, progress, patience, met, retry_errors)
        else:
            path = choose_dataset(dataset, settings.paths.datasets, "paths")
            told = language, documents
            indexed, run = _new(path, asked, settings, progress, patience, met, told)
    report = Report(run)
    if output_format == "text":
        write_path_report(run, sys.stdout, brief=brief)
    else:
        print_report(report, output_format)
    write_outputs(report, outputs, RUN_FORMATS)
    strange = told_of_strange_paths(strange_paths(run, indexed.documents or ()))
    return worst(
        lane_code(run, fail_under),
        UNANSWERED if strange else YES,
        partial_code(met),
    )


def _top_k(retriever: RetrieverSettings) -> int:
    table = "python" if ":" in retriever.name else retriever.name
    return int(getattr(getattr(retriever, table, None), "top_k", 0))


def _new(
    path: Path,
    asked: RunSettings,
    settings: Settings,
    progress: Progress,
    patience: Patience,
    met: list[Trouble],
    told: tuple[str | None, Path | None],
) -> tuple[Indexed, Run]:
    dataset = load_path_dataset(path)
    embedded = settings.retriever.name in EMBEDDED
    indexed = find_indexed(settings, dataset.name, *told, embedded=embedded)
    asked = replace(
        asked,
        dataset=shown(path),
        documents=None if indexed.documents is None else len(indexed.documents),
    )
    questions = ask_paths(dataset, indexed.name, indexed.documents or (), indexed.length)
    with closing(_open(settings, indexed.corpora, progress, asked.jobs, met)) as retriever:
        evaluator = _evaluator(retriever, settings, indexed.corpora, progress, patience)
        begun = evaluator.start(asked, questions, git_revision(path))
        return indexed, _finish(evaluator, begun)


def _resumed(
    folder: Path,
    settings: Settings,
    progress: Progress,
    patience: Patience,
    met: list[Trouble],
    retry_errors: bool,
) -> tuple[Indexed, Run]:
    begun = load_journal(folder)
    check_lane(begun, "paths")
    embedded = settings.retriever.name in EMBEDDED
    name = begun.fixtures[0].question.language
    indexed = find_indexed(settings, name, name, None, embedded=embedded)
    jobs = begun.settings.jobs
    with closing(_open(settings, indexed.corpora, progress, jobs, met)) as retriever:
        evaluator = _evaluator(retriever, settings, indexed.corpora, progress, patience)
        told_changed_dataset(begun, lambda path: ask_paths(load_path_dataset(path), name))
        taken_up = evaluator.resume(folder, retry_errors=retry_errors)
        return indexed, _finish(evaluator, taken_up)


def _open(
    settings: Settings,
    corpora: Mapping[str, Corpus],
    progress: Progress,
    jobs: int,
    met: list[Trouble],
) -> Retriever:
    """Open the retriever; one that searches elsewhere needs no corpus here.

    What can't be searched wholly is named, and added to ``met``.
    """
    here = corpora if settings.retriever.name in EMBEDDED else {}
    for corpus in here.values():
        met.extend(troubles_of(corpus, settings.paths.state, progress))
    warn_of(met)
    return open_retriever(here, settings, progress, jobs=jobs, by_chunk=True, met=met)


def _evaluator(
    retriever: Retriever,
    settings: Settings,
    corpora: Mapping[str, Corpus],
    progress: Progress,
    patience: Patience,
) -> LaneEvaluator:
    state = settings.paths.state
    read = corpora if settings.retriever.name in EMBEDDED else {}
    prints = {name: fingerprint_of(corpus, state, progress) for name, corpus in read.items()}
    return LaneEvaluator(retriever, state, progress, prints, patience)


def _finish(evaluator: LaneEvaluator, begun: tuple[Path, Run, Journal]) -> Run:
    told_sample(begun[1])
    with told_how_to_go_on(begun[1].id, "eval-paths"):
        run = evaluator.finish(*begun)
    click.echo(f"run saved: {begun[0]}", err=True)
    return run
