"""A project in which every fixture has a source of its own, to be graded against anything."""

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.cli.project import Project, fixture, passage

JSON = dict[str, object]
FIXTURES = 12


def query(number: int) -> str:
    return f"第{number}问：灯塔烧过什么？"


def number_of(asked: str) -> int:
    return int(asked[1 : asked.index("问")])


def path_of(number: int) -> str:
    return f"book/{number}.txt"


def text_of(number: int) -> str:
    return f"灯塔烧过第{number}号鱼油。\n"


def lamp_project(root: Path, environ: dict[str, str] | None = None) -> Project:
    """Make the project: fixture N is covered by ``book/N.txt`` alone."""
    project = Project(root, environ or {})
    for number in range(FIXTURES):
        project.write(f"text/chs/{path_of(number)}", text_of(number))
    project.write_category(
        "lamp",
        [
            fixture(query(number), passage(f"第{number}号鱼油", "oil"), oil="烧过鱼油")
            for number in range(FIXTURES)
        ],
    )
    return project


@dataclass(frozen=True)
class Graded:
    """What came of a run: the process, its summary, and the first repeat of each fixture."""

    done: "subprocess.CompletedProcess[str]"
    summary: JSON
    runs: list[JSON]

    @property
    def outcome(self) -> tuple[int, object, object]:
        """The exit code, how many fixtures were scored, and how many are errors."""
        return self.done.returncode, self.summary["scored"], self.summary["errors"]

    def error_of(self, number: int) -> str:
        return str(self.runs[number]["error"])

    def written(self, project: Project) -> str:
        """Everything that the run has said or left on disk."""
        folder = project.root / ".fixturetool/runs"
        files = [file.read_text("utf-8") for file in folder.rglob("*.json*")]
        return "".join([self.done.stdout, self.done.stderr, *files])


def grade(project: Project, *more: str) -> Graded:
    done = project.run("eval-retrieval", "--output", "report.json", *more)
    assert (project.root / "report.json").exists(), done.stderr
    report = json.loads((project.root / "report.json").read_text("utf-8"))
    return Graded(done, report["summary"], [one["runs"][0] for one in report["fixtures"]])
