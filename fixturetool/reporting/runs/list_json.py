"""Saved runs for programs."""

from collections.abc import Sequence
from dataclasses import asdict

from fixturetool.evaluation.storage.runs import SavedRun
from fixturetool.reporting.document import json_document

LIST_SCHEMA = "fixturetool.runs/1"
SHOW_SCHEMA = "fixturetool.saved-run/1"


def render_runs(runs: Sequence[SavedRun]) -> str:
    """Write all runs, the newest last."""
    return json_document(LIST_SCHEMA, {"runs": [_saved(run) for run in runs]})


def render_saved_run(run: SavedRun) -> str:
    """Write one run."""
    return json_document(SHOW_SCHEMA, _saved(run))


def _saved(saved: SavedRun) -> dict[str, object]:
    run = saved.run
    told: dict[str, object] = {
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
        "settings": asdict(run.settings),
        "tool_version": run.tool_version,
    }
