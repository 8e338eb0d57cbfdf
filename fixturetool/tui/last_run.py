"""What the last run of a category brought back, facet by facet."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fixturetool.errors import FixturetoolError
from fixturetool.evaluation.coverage import score
from fixturetool.evaluation.scores import FacetScore, FixtureScore
from fixturetool.evaluation.storage.store import RUN_FILE, load_run

_LOOKED_AT = 20  # runs, the newest first


@dataclass(frozen=True, slots=True)
class LastRun:
    """A run, as far as it is about one category.

    Attributes:
        name: The name of its folder.
        facets: Language, query and facet to how the facet fared.
    """

    name: str
    facets: dict[tuple[str, str, str], FacetScore]


def find_last_run(state_dir: Path, category: str) -> LastRun | None:
    """Return the newest graded run that asked fixtures of a category, None where none did."""
    runs = state_dir / "runs"
    folders = sorted(runs.iterdir(), reverse=True) if runs.is_dir() else []
    saved = [folder for folder in folders if (folder / RUN_FILE).exists()]
    for folder in saved[:_LOOKED_AT]:
        try:
            run = load_run(folder)
            if run.settings.lane != "facets":
                continue
            if not any(one.question.category == category for one in run.fixtures):
                continue
            return LastRun(folder.name, _facets(score(run).fixtures, category))
        except FixturetoolError:
            continue  # a run that can't be read says nothing about the category
    return None


def _facets(
    fixtures: Sequence[FixtureScore], category: str
) -> dict[tuple[str, str, str], FacetScore]:
    return {
        (one.question.language, one.question.query, facet.name): facet
        for one in fixtures
        if one.question.category == category
        for facet in one.facets
    }
