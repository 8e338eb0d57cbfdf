"""A saved run on the fixtures and the corpus of today."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fixturetool.cli.corpora import load_corpora, open_snapshots
from fixturetool.cli.judging import load_categories
from fixturetool.evaluation.storage.revision import git_revision
from fixturetool.reporting.terminal import visible

if TYPE_CHECKING:
    from fixturetool.corpus.sources import Trouble
    from fixturetool.evaluation.rescore import Rescored
    from fixturetool.evaluation.run import Run
    from fixturetool.progress import Progress
    from fixturetool.settings import Settings


def rescore_today(
    run: Run,
    settings: Settings,
    progress: Progress,
    dataset: Path | None = None,
    met: list[Trouble] | None = None,
) -> Rescored:
    """Grade a run of any lane on what its fixtures or its dataset say today.

    Args:
        run: The run.
        settings: Where fixtures and corpus are.
        progress: Told of a pass over a corpus.
        dataset: The dataset of a path or page run, in place of the file that the run names.
        met: Gets what of the corpora can't be read, where it is given.

    Raises:
        FixturetoolError: They can't be had, or hold nothing of what the run asked.
    """
    if run.settings.lane == "facets":
        return _rescore_facets(run, settings, progress, [] if met is None else met)
    return _rescore_entries(run, dataset or Path(run.settings.dataset))


def _rescore_facets(
    run: Run, settings: Settings, progress: Progress, met: list[Trouble]
) -> Rescored:
    from fixturetool.evaluation.grounds import open_grounds
    from fixturetool.evaluation.rescore import rescore

    categories = [one.model for one in load_categories(settings.paths.fixtures, [run])]
    asked = {fixture.question.language for fixture in run.fixtures}
    snapshots = open_snapshots(load_corpora(settings, sorted(asked)), settings, progress)
    for language, snapshot in snapshots.items():
        met.extend(snapshot.troubles)
        if run.corpora.get(language, snapshot.fingerprint) != snapshot.fingerprint:
            click.echo(
                f"warning: the corpus {visible(language)} is not the one that run "
                f"'{run.id}' searched",
                err=True,
            )
    grounds = open_grounds(categories, snapshots, settings.paths.state, progress)
    return rescore(run, categories, grounds, git_revision(settings.paths.fixtures))


def _rescore_entries(run: Run, dataset: Path) -> Rescored:
    from fixturetool.datasets.load import load_page_dataset, load_path_dataset
    from fixturetool.evaluation.lanes.asking import ask_pages, ask_paths
    from fixturetool.evaluation.rescore import rescore_entries

    # All entries of such a run are of one dataset and one corpus.
    first = run.fixtures[0].question
    if run.settings.lane == "paths":
        paths = replace(load_path_dataset(dataset), name=first.category)
        asked = ask_paths(paths, first.language, (), lambda *_: None)
    else:
        asked = ask_pages(replace(load_page_dataset(dataset), name=first.category), first.language)
    return rescore_entries(run, asked, git_revision(dataset))
