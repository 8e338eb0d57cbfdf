"""The command as its user runs it, in a folder of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from tests.cli.inside import Done, run_inside


@dataclass(frozen=True)
class Project:
    """A folder with a small corpus and one category of fixtures."""

    root: Path
    environ: Mapping[str, str] = field(default_factory=dict)

    def write(self, path: str, content: str | bytes) -> Path:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return file

    def write_category(self, name: str, fixtures: Sequence[Mapping[str, object]]) -> Path:
        document = {"category": name, "description": "小样", "fixtures": fixtures}
        return self.write(
            f"retrieval_fixtures/{name}.json", json.dumps(document, ensure_ascii=False, indent=2)
        )

    def run(self, *arguments: str, cwd: Path | None = None) -> Done:
        """Run a command inside of this process, which is fast."""
        return run_inside(arguments, cwd or self.root, {**_environ(), **self.environ})

    def run_process(
        self, *arguments: str, cwd: Path | None = None, stdout: IO[str] | None = None
    ) -> Done:
        """Run a command where a process of its own is the point."""
        command = [sys.executable, "-m", "fixturetool", *arguments]
        return self.start(command, cwd=cwd, stdout=stdout)

    def start(
        self, command: Sequence[str], *, cwd: Path | None = None, stdout: IO[str] | None = None
    ) -> Done:
        return subprocess.run(
            command,
            cwd=cwd or self.root,
            env={**_environ(), **self.environ},
            stdout=subprocess.PIPE if stdout is None else stdout,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            timeout=120,
            check=False,
        )


def _environ() -> dict[str, str]:
    return {
        name: value for name, value in os.environ.items() if not name.startswith("FIXTURETOOL_")
    }


def passage(text: str, *covers: str, official: bool = True) -> dict[str, object]:
    return {"passage": text, "label": "出处", "official": official, "covers": list(covers)}


def fixture(query: str, *passages: Mapping[str, object], **facets: str) -> dict[str, object]:
    return {
        "query": query,
        "language": "CHS",
        "rationale": "小样",
        "expected_coverage": facets,
        "relevant_passages": list(passages),
    }
