"""Saved runs for programs."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import cast

from fixturetool.evaluation.storage.layout import JSON, layout
from fixturetool.evaluation.storage.runs import SavedRun
from fixturetool.reporting.terminal import escape_json


def render_runs(runs: Sequence[SavedRun]) -> str:
    """Write all runs, the newest last."""
    return escape_json(layout({"runs": [_saved(run) for run in runs]}))


def render_saved_run(run: SavedRun) -> str:
    """Write one run."""
    return escape_json(layout(_saved(run)))


def _saved(saved: SavedRun) -> JSON:
    run = saved.run
    told: dict[str, JSON] = {
        "name": saved.name,
        "folder": str(saved.folder),
        "state": saved.state,
        "problem": saved.problem or None,
        "bytes": saved.bytes,
    }
    if run is None:
        return told
    return {
        **told,
        "created_at": run.created_at,
        "lane": run.settings.lane,
        "queries": len(run.fixtures),
        "measure": saved.measure or None,
        "value": saved.value,
        "errors": saved.errors,
        "missing": run.missing,
        "revision": run.revision or None,
        "corpora": dict(run.corpora),
        "retriever": dict(run.retriever),
        "settings": cast(
            "JSON", {**asdict(run.settings), "categories": list(run.settings.categories)}
        ),
        "tool_version": run.tool_version,
    }
