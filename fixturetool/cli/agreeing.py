"""A change of a fixture that a person is about to make, held against the rules."""

from collections.abc import Callable
from pathlib import Path

import click

from fixturetool.authoring.review import review
from fixturetool.cli.asking import tell
from fixturetool.cli.writing import spelled
from fixturetool.fixtures.load import load_file
from fixturetool.fixtures.model import Fixture
from fixturetool.progress import Progress
from fixturetool.reporting.terminal import visible
from fixturetool.settings import Settings


def is_agreed(
    file: Path,
    asked: tuple[str, str],
    change: Callable[[Fixture], Fixture],
    settings: Settings,
    progress: Progress,
) -> bool:
    """Hold a change against the rules, and ask where one speaks against it.

    Args:
        file: The fixture file.
        asked: Query and language of the fixture.
        change: Returns the fixture as it would be.
        settings: The rules.
        progress: Told of long work.
    """
    loaded = load_file(file).category
    fixtures = loaded.model.fixtures if loaded else ()
    before = next((one for one in fixtures if (one.query, one.language) == asked), None)
    if loaded is None or before is None:
        return True  # the edit itself will say what is wrong
    found = review(loaded, before, change(before), settings, progress).refused
    for line in (line for finding in found for line in spelled(finding).split("\n")):
        tell(visible(line))
    return not found or click.confirm("  Write it all the same?", default=False, err=True)
