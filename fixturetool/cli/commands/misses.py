"""``fixturetool misses``: which misses of a run are true, and which a matter of wording."""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import click

from fixturetool.authoring.ground import Ground, open_ground
from fixturetool.authoring.misses import Misses, find_misses
from fixturetool.cli.deeper import asked_deeper, is_free
from fixturetool.cli.exits import UNANSWERED, YES
from fixturetool.cli.judging import load_categories
from fixturetool.cli.options import quiet_option, settings_options
from fixturetool.cli.patience import timeout_option
from fixturetool.cli.rescoring import rescore_today
from fixturetool.cli.resuming import find_run
from fixturetool.cli.retrieving import retriever_options
from fixturetool.cli.troubles import warn_of
from fixturetool.cli.walking import check_interactive
from fixturetool.errors import SelectionError
from fixturetool.evaluation.rescore import load_everything
from fixturetool.evaluation.run import Key, Run
from fixturetool.evaluation.storage.runs import list_runs
from fixturetool.fixtures.load import LoadedCategory
from fixturetool.progress import Progress
from fixturetool.reporting.terminal import visible
from fixturetool.reporting.wording import counted
from fixturetool.settings import Settings

_DEPTH = 100


@click.command("misses")
@click.argument("name", metavar="[RUN]", required=False)
@click.option(
    "--category", "-c", "categories", multiple=True, metavar="CATEGORY", help="Only these.  [all]"
)
@click.option(
    "--depth",
    type=click.IntRange(0, 100_000),
    metavar="N",
    help="Ask the run's retriever again, for N sources, to say where it ranks those that attest a "
    f"facet.  [{_DEPTH} for the embedded one without models, else 0: it is not asked]",
)
@click.option("--interactive", "-i", is_flag=True, help="Decide on each miss, at a terminal.")
@click.option(
    "--format",
    "output_format",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="What is written to standard output.",
)
@quiet_option
@settings_options
@retriever_options
@timeout_option
def command(
    name: str | None,
    categories: Sequence[str],
    depth: int | None,
    interactive: bool,
    output_format: str,
    progress: Progress,
    settings: Settings,
) -> int:
    """Tell for each facet that a run missed whether that is a true miss or a false one.

    RUN is a run's name or folder; the latest one where it is left out. It is graded on the
    fixtures and the corpus of today. A facet counts as missed where every repeat missed it. Below
    each facet stand the sources that came back, and in each the slices that most resemble the
    description and the anchors: shared words weighted by their rarity, and likeness letter by
    letter. No model is asked, unless by a retriever that --depth asks. The verdict is a suggestion:

    \b
    unwinnable            no source of the corpus holds an anchor of the facet
    false-miss candidate  a retrieved source says something close: is it the same fact?
    not retrieved         nothing close came back; the corpus has it in the sources named
    true miss             nothing close came back, and the retriever, asked for more (--depth),
                          brings none of the sources that attest it; or a person found so

    With --interactive each miss can be settled: a slice becomes an anchor, or the miss is noted
    as true in the fixture's `notes`. Every decision is written at once, and can be undone.

    \b
    Examples:
      fixturetool misses
      fixturetool misses 20261130T101500Z-001 -c rescue --format json
      fixturetool misses --interactive
      fixturetool misses --depth 200 --base-url http://127.0.0.1:58012/api

    Exit code 2 when there is no such run or --depth would ask another retriever, 3 when retrievals
    failed or a part of the corpus could not be read.
    """
    if interactive:
        check_interactive(output_format)
    folder = (
        find_run(name, settings.paths.state, "facets") if name else _latest(settings.paths.state)
    )
    asked = load_everything(folder)
    _refuse_lane(asked)
    rescored = rescore_today(asked, settings, progress)
    run = _only(rescored.run, categories)
    _warn_of_gone([key for key in rescored.gone if not categories or key[0] in categories])
    unanswered = _warn_of_failures(run)
    loaded = load_categories(settings.paths.fixtures, [run])
    languages = dict.fromkeys(fixture.question.language for fixture in run.fixtures)
    grounds = {language: open_ground(language, settings, progress) for language in languages}
    troubles = [trouble for one in grounds.values() for trouble in one.snapshot.troubles]
    warn_of(troubles)
    misses, unsaid = _find(run, loaded, grounds, settings, progress, depth)
    if interactive:
        from fixturetool.cli.miss_walk import MissWalk

        MissWalk(misses, loaded, grounds, settings, progress).run()
    else:
        _show(misses, output_format)
    unreadable = any(not trouble.usable for trouble in troubles)
    return UNANSWERED if unanswered or unsaid or unreadable else YES


def _warn_of_gone(gone: Sequence[Key]) -> None:
    if gone:
        queries = counted(len(gone), "query", "queries")
        click.echo(f"warning: left out, as the fixtures have them no more: {queries}", err=True)


def _warn_of_failures(run: Run) -> bool:
    """Say of how many queries nothing is known, and tell whether there are any."""
    failed = [one for one in run.fixtures if all(tried.error for tried in one.attempts)]
    if failed:
        queries = counted(len(failed), "query", "queries")
        click.echo(
            f"warning: every retrieval failed for {queries}, so that no facet of them is known "
            f"to be missing; ask again: fixturetool eval-retrieval --resume {visible(run.id)} "
            "--retry-errors",
            err=True,
        )
    return bool(failed)


def _latest(state: Path) -> Path:
    """Return the latest run of the facet lane."""
    for saved in reversed(list_runs(state)):
        if saved.state == "complete" and saved.run and saved.run.settings.lane == "facets":
            return saved.folder
    raise SelectionError("no run is saved yet", hint="make one: fixturetool eval-retrieval")


def _refuse_lane(run: Run) -> None:
    if run.settings.lane != "facets":
        raise SelectionError(
            f"run '{run.id}' is of the lane {run.settings.lane}, which has no facets",
            hint="name a run of eval-retrieval",
        )


def _only(run: Run, categories: Sequence[str]) -> Run:
    if not categories:
        return run
    asked = {fixture.question.category for fixture in run.fixtures}
    if unknown := [name for name in categories if name not in asked]:
        raise SelectionError(
            f"run '{run.id}' asked nothing of category \"{unknown[0]}\"",
            hint=f"it asked {', '.join(sorted(asked))}",
        )
    kept = tuple(one for one in run.fixtures if one.question.category in categories)
    return replace(run, fixtures=kept)


def _find(
    run: Run,
    loaded: Sequence[LoadedCategory],
    grounds: Mapping[str, Ground],
    settings: Settings,
    progress: Progress,
    depth: int | None,
) -> tuple[Misses, int]:
    """Return the misses, and of how many questions the retriever did not say more."""
    notes = {
        (one.model.category, fixture.language, fixture.query): fixture.notes
        for one in loaded
        for fixture in one.model.fixtures
    }
    held = _holders(run, grounds)
    if depth == 0 or (depth is None and not is_free(run, settings)):
        return find_misses(run, grounds, notes, held), 0
    corpora = {language: ground.corpus for language, ground in grounds.items()}
    far = _DEPTH if depth is None else depth
    with asked_deeper(run, corpora, settings, progress, far) as deeper:
        return find_misses(run, grounds, notes, held, deeper.ranks, far), deeper.failed


def _holders(run: Run, grounds: Mapping[str, Ground]) -> Callable[[str, str], Sequence[str]]:
    """Look once for all anchors of each language."""
    from fixturetool.corpus.match import find_anchors

    found = {
        language: find_anchors(
            ground.snapshot,
            {
                anchor.passage
                for fixture in run.fixtures
                if fixture.question.language == language
                for anchor in fixture.anchors
            },
            ground.cache_dir,
            ground.progress,
        )
        for language, ground in grounds.items()
    }
    return lambda language, anchor: found[language][anchor]


def _show(misses: Misses, output_format: str) -> None:
    if output_format == "json":
        from fixturetool.reporting.authoring.misses_json import render_misses as as_json

        click.echo(as_json(misses), nl=False)
        return
    from fixturetool.reporting.authoring.misses_text import render_misses
    from fixturetool.reporting.console import write_text

    write_text(render_misses(misses, colour=sys.stdout.isatty()), sys.stdout)
