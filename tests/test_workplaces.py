"""The hooks of pre-commit and the GitHub action do what they say; their commands are run."""

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.cli.conftest import filled
from tests.cli.project import Project, fixture, passage

ROOT = Path(__file__).parents[1]
TOOL = Path(sys.executable).with_name("fixturetool")
HOOKS: dict[str, Any] = {
    hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
}
ACTION: Any = yaml.safe_load((ROOT / "action.yml").read_text())
STEPS: dict[str, Any] = {
    step.get("id") or step["uses"].partition("@")[0]: step for step in ACTION["runs"]["steps"]
}
GONE = fixture("灯塔的灯烧过什么？", passage("烧过桐油", "oil"), oil="烧过桐油")


@pytest.fixture(name="project")
def small_project(tmp_path: Path) -> Project:
    return filled(Project(tmp_path))


def hooked(project: Project, hook: str, *more: str) -> "subprocess.CompletedProcess[str]":
    """Run a hook as pre-commit does: on the staged files that it is for, all in one call."""
    files = [path.relative_to(project.root).as_posix() for path in project.root.rglob("*.json")]
    staged = sorted(file for file in files if re.search(HOOKS[hook]["files"], file))
    program, *arguments = shlex.split(HOOKS[hook]["entry"])
    assert program == "fixturetool"
    return project.start([str(TOOL), *arguments, *more, *staged])


def test_verify_holds_the_staged_files_against_the_corpus(project: Project) -> None:
    assert hooked(project, "fixturetool-verify").returncode == 0
    project.write_category("other", [GONE])
    project.write("retrieval_fixtures/.draft.json", "{")
    done = hooked(project, "fixturetool-verify")
    assert (done.returncode, done.stderr) == (1, "")
    assert re.search("retrieval_fixtures/other.json:[0-9]+: error FT201", done.stdout)


def test_validate_needs_no_corpus_and_takes_datasets(project: Project) -> None:
    (project.root / "text").rename(project.root / "elsewhere")
    project.write("eval_datasets/paths.json", '[{"question": "何处？"}]')
    done = hooked(project, "fixturetool-validate")
    assert done.returncode == 1
    assert "eval_datasets/paths.json:1" in done.stdout


def test_fmt_writes_what_the_next_check_has_nothing_to_say_of(project: Project) -> None:
    assert hooked(project, "fixturetool-fmt", "--check").returncode == 1
    assert hooked(project, "fixturetool-fmt").returncode == 0
    assert hooked(project, "fixturetool-fmt", "--check").returncode == 0


def stepped(project: Project, step: str, **inputs: str) -> "subprocess.CompletedProcess[str]":
    """Run a step of the action in bash as GitHub does; inputs come by the environment alone."""
    assert "${{" not in STEPS[step]["run"]
    (project.root / "venv/bin").mkdir(parents=True, exist_ok=True)
    environ = {
        "TOOL": str(TOOL),
        "REPORT": str(project.root / "report"),
        "GITHUB_OUTPUT": str(project.root / "output"),
        "GITHUB_STEP_SUMMARY": str(project.root / "summary.md"),
        **inputs,
    }
    bash = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", STEPS[step]["run"]]
    return Project(project.root, environ).start(bash)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        pytest.param("", 1, id="an anchor that is gone"),
        pytest.param("lamp", 0, id="a category"),
        pytest.param("lamp --strict --ignore FT205", 0, id="flags"),
        pytest.param("$(touch hacked) `touch hacked`", 2, id="nothing is read by a shell"),
    ],
)
def test_the_action_verifies(project: Project, arguments: str, code: int) -> None:
    project.write_category("other", [GONE])
    done = stepped(project, "verify", ARGUMENTS=arguments)
    assert done.returncode == code
    assert ("::error file=retrieval_fixtures/other.json,line=" in done.stdout) == (code == 1)
    assert not (project.root / "hacked").exists()


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        pytest.param("--category lamp --fail-under 100", 0, id="a gate that is met"),
        pytest.param(
            "--fail-under 100 --match chunk --k 1 --baseline nothing", 2, id="no such run"
        ),
    ],
)
def test_the_action_grades(project: Project, arguments: str, code: int) -> None:
    assert stepped(project, "eval", ARGUMENTS=arguments).returncode == code


def test_the_action_grades_without_more(project: Project) -> None:
    done = stepped(project, "eval", ARGUMENTS="true", TOOL="echo")
    assert done.returncode == 0
    assert done.stdout.startswith("eval-retrieval --quiet --format github --output ")
    assert done.stdout.endswith("/report.json\n")


def test_a_gate_that_is_not_met_leaves_its_report(project: Project) -> None:
    project.write_category("other", [GONE])
    done = stepped(project, "eval", ARGUMENTS="--fail-under 100")
    assert done.returncode == 1
    assert (project.root / "output").read_text() == f"report={project.root / 'report'}\n"
    names = {path.name for path in (project.root / "report").iterdir()}
    assert names == {"report.md", "report.html", "report.json"}
    summary = (project.root / "summary.md").read_text("utf-8")
    assert summary == (project.root / "report/report.md").read_text("utf-8")


def test_what_the_action_uses_is_pinned_to_a_commit() -> None:
    used = [step["uses"] for step in STEPS.values() if "uses" in step]
    assert [one.partition("@")[0] for one in used] == [
        "actions/setup-python",
        "actions/upload-artifact",
    ]
    assert all(re.fullmatch("[0-9a-f]{40}", one.partition("@")[2]) for one in used)


def test_what_the_action_installs_is_pinned() -> None:
    install = STEPS["install"]["run"]
    assert install.count('--constraint "$pins"') == install.count("pip install") == 2
    assert '--build-constraint "$pins"' in install


def test_every_input_and_output_of_the_action_is_described() -> None:
    parts = [*ACTION["inputs"].values(), *ACTION["outputs"].values()]
    assert all(one["description"].endswith((".", "none.")) for one in parts)
    used = set(re.findall(r"inputs\.([a-z-]+)", (ROOT / "action.yml").read_text()))
    assert used == ACTION["inputs"].keys()
