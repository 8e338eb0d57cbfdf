"""``verify`` as a whole process: beside ripgrep on a large corpus, beside imports on a small."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.inputs import sample_anchors, write_fixtures, write_mutated
from benchmarks.measure import FIXTURETOOL, RG, best_pair, report, run

_ANCHORS = 10_000


def ratios(corpus: Path, work: Path, files: int) -> Iterator[str]:
    yield from _small(corpus, work / "small")
    yield from _large(corpus, work / "large", files)


def _small(corpus: Path, work: Path) -> Iterator[str]:
    _link(corpus, work)
    anchors = sample_anchors(corpus, 162)
    write_fixtures(work / "retrieval_fixtures", anchors, 6)
    command = [FIXTURETOOL, "verify", "--quiet"]
    run([*command, "--strict"], work, allowed=(0,))  # no finding: reports take time of their own
    warm, imports = best_pair(command, [sys.executable, "-c", "import click, pydantic"], work, 10)
    yield report(f"verify {len(anchors)} anchors, warm / imports", warm, imports, 3)


def _link(corpus: Path, work: Path) -> None:
    (work / "text").mkdir(parents=True, exist_ok=True)
    if not (work / "text" / "chs").exists():
        (work / "text" / "chs").symlink_to(corpus)


def _large(corpus: Path, work: Path, files: int) -> Iterator[str]:
    anchors_file = work / "anchors.txt"
    if not anchors_file.exists():
        anchors = write_mutated(corpus, work / "text" / "chs", files, _ANCHORS)
        write_fixtures(work / "retrieval_fixtures", anchors, 10)
        anchors_file.write_text("".join(f"{anchor.text}\n" for anchor in anchors), "utf-8")
    command = [FIXTURETOOL, "verify", "--quiet"]
    ripgrep = [
        RG,
        "-F",
        "-f",
        str(anchors_file),
        "-o",
        "--no-config",
        "--no-ignore",
        "--hidden",
        "text",
    ]
    shutil.rmtree(work / ".fixturetool", ignore_errors=True)
    run(ripgrep, work)
    cold, one_pass = run(command, work), run(ripgrep, work)
    yield report(f"verify {files} files, cold / one rg pass", cold, one_pass, 4)
    warm, one_pass = best_pair(command, ripgrep, work, 3)
    yield report(f"verify {files} files, warm / one rg pass", warm, one_pass, 0.5)
