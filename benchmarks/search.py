"""``search`` as a whole process, on a large corpus, beside one pass of ripgrep for the pattern."""

from collections.abc import Iterator
from pathlib import Path

from benchmarks.inputs import write_mutated
from benchmarks.measure import FIXTURETOOL, RG, best_pair, report, run

_QUERY = "找零日有哪些习俗？"
_CLAIM = "找零日账簿用红绳捆起来，不许翻开"
_ASKED = (
    ("a word", ("红绳",), "红绳"),
    ("a common word, with a query", ("账房", "--query", _QUERY), "账房"),
    ("an expression", ("红绳.{0,6}捆",), "红绳.{0,6}捆"),
    ("a claim, with a query", ("--facet", _CLAIM, "--query", _QUERY), "红绳"),
)


def ratios(corpus: Path, work: Path, files: int) -> Iterator[str]:
    root = work / "large"
    if not (root / "text" / "chs").exists():
        write_mutated(corpus, root / "text" / "chs", files, 1)
    run([FIXTURETOOL, "search", "-q", "红绳"], root)  # the snapshot is made
    for name, arguments, pattern in _ASKED:
        command = [FIXTURETOOL, "search", "-q", *arguments]
        ripgrep = [RG, "-o", "--no-config", "--no-ignore", "--hidden", pattern, "text"]
        searched, one_pass = best_pair(command, ripgrep, root, 3)
        yield report(f"search {files} files, {name} / one rg pass", searched, one_pass, 3)
