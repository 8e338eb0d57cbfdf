"""Print every ratio: ``python -m benchmarks [--corpus DIR] [--files N] [NAME…]``."""

import argparse
import tempfile
from pathlib import Path

from benchmarks import index, repair, run, search, startup, verify

SUITES = {
    "startup": startup.ratios,
    "index": index.ratios,
    "verify": verify.ratios,
    "search": search.ratios,
    "run": run.ratios,
    "repair": repair.ratios,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="suites; all by default")
    parser.add_argument("--corpus", type=Path, default=Path("text/chs"), help="a language folder")
    parser.add_argument("--files", type=int, default=200_000, help="files of the large corpus")
    parser.add_argument("--work", type=Path, help="where to write inputs; a temporary folder")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        work = arguments.work or Path(temporary)
        work.mkdir(parents=True, exist_ok=True)
        for name in arguments.names or SUITES:
            for line in SUITES[name](arguments.corpus.resolve(), work, arguments.files):
                print(line, flush=True)


if __name__ == "__main__":
    main()
