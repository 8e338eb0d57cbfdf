"""Which anchors a judge wrote from a run: its evidence knows."""

from pathlib import Path

from fixturetool.evaluation.run import Key
from fixturetool.judge.evidence import load_evidence


def written_anchors(folder: Path) -> dict[Key, frozenset[str]]:
    """Return what a judge wrote into the fixtures from what a run brought back.

    Args:
        folder: The run's folder.

    Returns:
        Question to the anchors.

    Raises:
        StateError: The evidence is there but can't be read.
    """
    found: dict[Key, frozenset[str]] = {}
    for entry in load_evidence(folder):
        if entry.step == "write" and entry.verdict == "written":
            key = entry.category, entry.language, entry.query
            found[key] = found.get(key, frozenset()) | {entry.passage}
    return found
