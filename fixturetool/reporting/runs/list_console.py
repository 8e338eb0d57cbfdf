"""Saved runs for a person."""

from collections.abc import Iterator, Sequence
from typing import TextIO

from rich.text import Text

from fixturetool.evaluation.run import Run
from fixturetool.evaluation.storage.revision import DIRTY
from fixturetool.evaluation.storage.runs import SavedRun
from fixturetool.reporting.bars import percent
from fixturetool.reporting.console import write_blocks
from fixturetool.reporting.grid import Column, Grid
from fixturetool.reporting.terminal import visible
from fixturetool.reporting.wording import counted

_COLUMNS = (
    Column("run"),
    Column("lane"),
    Column("retriever", fold=True),
    Column("queries", right=True, spare=1),
    Column("headline", right=True),
    Column("errors", right=True, spare=2),
    Column("corpus", spare=4),
    Column("fixtures", spare=3),
    Column("state", fold=True),
)
_STYLES = {"complete": "", "interrupted": "yellow", "unreadable": "red"}
_SHORT = 8


def write_runs(runs: Sequence[SavedRun], file: TextIO) -> None:
    """Write a line for each run; ``runs show`` has what a narrow terminal has no room for."""
    write_blocks([Grid(_COLUMNS, [_row(run) for run in runs], indent=0)], file)


def _row(saved: SavedRun) -> list[Text]:
    run = saved.run
    told = ["", "", "", "", "", "", ""] if run is None else _facts(saved, run)
    state = Text(_state(saved), style=_STYLES[saved.state])
    return [Text(visible(saved.name)), *(Text(visible(one)) for one in told), state]


def _facts(saved: SavedRun, run: Run) -> list[str]:
    return [
        run.settings.lane,
        str(run.retriever.get("name", "")),
        str(len(run.fixtures)),
        f"{saved.measure} {percent(saved.value)}" if saved.measure else "-",
        str(saved.errors),
        ", ".join(dict.fromkeys(one[:_SHORT] for one in run.corpora.values())),
        short_revision(run.revision),
    ]


def _state(saved: SavedRun) -> str:
    if saved.run is not None and saved.state == "interrupted":
        return f"interrupted: {counted(saved.run.missing, 'retrieval')} missing"
    return saved.state


def short_revision(revision: str) -> str:
    """Write a commit in short, with a ``+`` where files were not committed, ``-`` for none."""
    if not revision:
        return "-"
    return revision[:_SHORT] + ("+" if revision.endswith(DIRTY) else "")


def write_saved_run(saved: SavedRun, file: TextIO) -> None:
    """Write what a run is; nothing of one that can't be read."""
    told = _told(saved, saved.run) if saved.run else ()
    rows = [[Text(name, style="dim"), Text(visible(value))] for name, value in told]
    write_blocks([Grid([Column(), Column(fold=True)], rows, indent=0)], file)


def _told(saved: SavedRun, run: Run) -> Iterator[tuple[str, str]]:
    asked = run.settings
    yield "run", saved.name
    yield "folder", str(saved.folder)
    yield "size", f"{saved.bytes / 1_000_000:.1f} MB"
    yield "state", _state(saved)
    yield "began", run.created_at
    yield "lane", asked.lane
    yield "queries", str(len(run.fixtures))
    if saved.measure:
        yield saved.measure, percent(saved.value)
    yield "errors", str(saved.errors)
    yield "k", str(asked.k)
    yield "chunk context", str(asked.chunk_context)
    yield "match", asked.match
    yield "repeats", str(asked.repeat)
    yield "categories", ", ".join(asked.categories) or "all"
    if asked.dataset:
        yield "dataset", asked.dataset
    for name, value in run.retriever.items():
        yield f"retriever {name}", str(value)
    for language, fingerprint in run.corpora.items():
        yield f"corpus {language}", fingerprint
    yield "fixtures", run.revision or "not in git"
    yield "fixturetool", run.tool_version
