"""What a command loads: start-up is most of what a small run takes."""

import subprocess
import sys

from tests.cli.project import Project

_HEAVY = ("pydantic", "pydantic_core", "openai", "rich", "tantivy", "rjieba", "jieba", "ripgrepy")
_PROGRAM = f"""
import sys
from fixturetool.cli.main import main
try:
    main()
finally:
    print(*(name for name in {_HEAVY} if name in sys.modules), file=sys.stderr)
"""


def loaded_by(project: Project, *arguments: str) -> list[str]:
    """Run a command, which must succeed, and return the heavy packages that it loaded."""
    process = subprocess.run(
        [sys.executable, "-c", _PROGRAM, *arguments],
        cwd=project.root,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return process.stderr.split()


def test_help_loads_nothing_heavy(project: Project) -> None:
    assert loaded_by(project, "--help") == []


def test_verify_of_what_was_verified_before_loads_nothing_heavy(project: Project) -> None:
    project.run("verify", "--quiet")
    assert loaded_by(project, "verify", "--quiet") == []


def test_verify_of_a_new_fixture_file_loads_the_validator(project: Project) -> None:
    assert "pydantic" in loaded_by(project, "verify", "--quiet")
