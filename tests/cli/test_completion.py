"""What a shell is offered, asked as the shell asks: by its script, in a process of its own."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.project import Project

HEAVY = "pydantic openai rich tantivy rjieba jieba numpy hyperscan matplotlib textual pypdfium2"
PROGRAM = f"""
import sys
from fixturetool.cli.main import main
sys.argv = ["fixturetool"]
try:
    main()
finally:
    print(*(name for name in {HEAVY.split()} if name in sys.modules), file=sys.stderr)
"""


def asked(project: Project, *words: str) -> "subprocess.CompletedProcess[str]":
    """Complete the last word, as click's script for zsh asks."""
    environ = {
        "_FIXTURETOOL_COMPLETE": "zsh_complete",
        "COMP_WORDS": " ".join(["fixturetool", *words]),
        "COMP_CWORD": str(len(words)),
    }
    there = Project(project.root, {**project.environ, **environ})
    return there.start([sys.executable, "-c", PROGRAM])


def offered(project: Project, *words: str) -> list[str]:
    done = asked(project, *words)
    assert done.returncode == 0, done.stderr
    assert done.stderr == "\n"  # nothing heavy, and no talk behind a Tab key
    return done.stdout.splitlines()[1::3]


@pytest.fixture(name="stocked")
def project_with_runs(project: Project) -> Project:
    project.write(".fixturetool/runs/20261129T100000Z-001/run.json", "{}")
    project.write(".fixturetool/runs/20261130T100000Z-001/journal.jsonl", "")
    project.write("text/eng/book/1_lamp.txt", "A lamp.")
    project.write_category("lantern", [])
    return project


@pytest.mark.parametrize(
    ("words", "values"),
    [
        pytest.param(["ver"], ["verify"], id="a command"),
        pytest.param(["eval-"], ["eval-retrieval", "eval-paths", "eval-pages"], id="commands"),
        pytest.param(["anchor", "re"], ["remove"], id="a subcommand"),
        pytest.param(["verify", "--str"], ["--strict"], id="an option"),
        pytest.param(["verify", "lan"], ["lantern"], id="a category as an argument"),
        pytest.param(["eval-retrieval", "-c", "la"], ["lamp", "lantern"], id="as an option"),
        pytest.param(
            ["score", "2026"],
            ["20261130T100000Z-001", "20261129T100000Z-001"],
            id="runs, the newest first",
        ),
        pytest.param(["compare", "20261129"], ["20261129T100000Z-001"], id="a run to compare"),
        pytest.param(["index", "build", "--language", ""], ["CHS", "ENG"], id="languages"),
        pytest.param(
            ["verify", "--select", "FT20"], [f"FT20{n}" for n in range(1, 10)], id="codes"
        ),
        pytest.param(
            ["verify", "--ignore", "FT203,FT214"], ["FT203,FT214"], id="a code behind a comma"
        ),
        pytest.param(["explain", "few"], ["few-sources"], id="the name of a rule"),
        pytest.param(["anchor", "add", "lamp", "--facet", "o"], ["oil"], id="a category's facet"),
        pytest.param(
            ["anchor", "add", "lamp", "--source", "book/"],
            ["book/1_灯志.txt", "book/1_lamp.txt"],
            id="sources",
        ),
        pytest.param(["schema", "fix"], ["fixture"], id="a choice"),
        pytest.param(["verify", "--fixtures", "nowhere", ""], [""], id="files, without any"),
    ],
)
def test_what_is_offered(stocked: Project, words: list[str], values: list[str]) -> None:
    assert sorted(offered(stocked, *words)) == sorted(values)


def test_a_run_that_is_not_complete_says_so(stocked: Project) -> None:
    assert asked(stocked, "score", "20261130").stdout.splitlines() == [
        "plain",
        "20261130T100000Z-001",
        "interrupted",
    ]


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["verify", ""], id="settings that can't be read"),
        pytest.param(["score", ""], id="nothing there"),
        pytest.param(["anchor", "add", "broken", "--facet", ""], id="a file that is no JSON"),
    ],
)
def test_what_is_broken_is_silent(project: Project, words: list[str]) -> None:
    project.write("fixturetool.toml", "paths = ")
    project.write("retrieval_fixtures/broken.json", "{")
    done = asked(project, *words)
    assert (done.returncode, done.stderr.strip()) == (0, "")


def test_it_goes_by_the_settings(project: Project) -> None:
    (project.root / "retrieval_fixtures").rename(project.root / "questions")
    named = Project(project.root, {"FIXTURETOOL_PATHS_FIXTURES": "questions"})
    assert asked(named, "verify", "").stdout.splitlines()[1::3] == ["lamp"]


@pytest.mark.parametrize(
    ("shell", "sign"),
    [
        pytest.param("bash", "complete -o nosort -F _fixturetool_completion", id="bash"),
        pytest.param("zsh", "#compdef fixturetool", id="zsh"),
        pytest.param("fish", "complete --no-files --command fixturetool", id="fish"),
    ],
)
def test_the_script_of_a_shell(project: Project, shell: str, sign: str) -> None:
    done = project.run("completion", shell)
    assert (done.returncode, done.stderr) == (0, "")
    assert sign in done.stdout


def test_bash_completes_by_its_script(project: Project) -> None:
    bash = shutil.which("bash")
    assert bash is not None
    tool = Path(sys.executable).with_name("fixturetool")
    line = f"""
eval "$({tool} completion bash)"
COMP_WORDS=({tool} verify la); COMP_CWORD=2
_fixturetool_completion {tool}
echo "${{COMPREPLY[@]}}"
"""
    assert project.start([bash, "--norc", "-c", line]).stdout == "lamp\n"
