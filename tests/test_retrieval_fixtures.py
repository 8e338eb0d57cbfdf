"""The shipped fixtures, which the pytest plug-in verifies, are of the kinds that are promised."""

from pathlib import Path

CATEGORIES = Path(__file__).parents[1] / "retrieval_fixtures"


def test_there_is_a_breadth_and_a_precision_category() -> None:
    assert {"breadth", "precision"} <= {path.stem for path in CATEGORIES.glob("*.json")}
