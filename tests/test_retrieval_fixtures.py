"""The shipped fixtures hold: valid files whose every anchor stands in the shipped corpus."""

from dataclasses import replace
from pathlib import Path

import pytest

from fixturetool.authoring.verify import verify
from fixturetool.config import load_settings
from fixturetool.fixtures.load import load_file
from fixturetool.progress import Silent
from fixturetool.settings import Settings

ROOT = Path(__file__).parents[1]
CATEGORIES = sorted((ROOT / "retrieval_fixtures").glob("*.json"))


@pytest.fixture(name="settings")
def settings_with_a_state_of_its_own(tmp_path: Path) -> Settings:
    settings = load_settings(ROOT, {})
    paths = replace(settings.paths, state=tmp_path / ".fixturetool")
    return replace(settings, paths=paths)


def test_there_is_a_breadth_and_a_precision_category() -> None:
    assert {"breadth", "precision"} <= {path.stem for path in CATEGORIES}


@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in CATEGORIES])
def test_a_shipped_category_is_valid_and_verified(path: Path, settings: Settings) -> None:
    loaded = load_file(path)
    assert loaded.findings == ()
    assert loaded.category is not None
    assert verify([loaded.category], settings, Silent()).findings == ()
