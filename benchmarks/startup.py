"""How long ``fixturetool --help`` takes beside the import that it can't do without."""

import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measure import FIXTURETOOL, best_pair, report


def ratios(corpus: Path, work: Path, files: int) -> Iterator[str]:  # noqa: ARG001 - one shape for all suites
    help_page, click = best_pair(
        [FIXTURETOOL, "--help"], [sys.executable, "-c", "import click"], work, 15
    )
    yield report("--help / import click", help_page, click, 1.5)
