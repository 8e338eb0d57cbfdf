"""Fixture files are tests of whoever has fixturetool installed."""

from collections.abc import Callable

import pytest

from fixturetool.authoring.verify import verify
from fixturetool.config import load_settings
from fixturetool.progress import Silent
from tests.cli.conftest import filled
from tests.cli.project import Project, fixture, passage

pytest_plugins = ["pytester"]

LAMP = "retrieval_fixtures/lamp.json"
GONE = fixture("灯塔的灯烧过什么？", passage("烧过桐油", "oil"), oil="烧过桐油")
THIN = fixture("灯塔的灯烧过什么？", passage("烧过鱼油", "oil"), oil="烧过鱼油")
Run = Callable[..., pytest.RunResult]
HEAVY = """
import sys
def test_light():
    heavy = {"pydantic", "hyperscan", "rich", "openai", "numpy", "click"}
    assert heavy & sys.modules.keys() == set()
"""


@pytest.fixture(name="project")
def project_under_test(pytester: pytest.Pytester) -> Project:
    pytester.makeini("[pytest]\ntestpaths = tests\n")
    pytester.mkdir("tests").joinpath("test_own.py").write_text("def test_own(): pass\n")
    return filled(Project(pytester.path))


@pytest.fixture(name="run")
def pytest_with_this_plugin_alone(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> Run:
    """Run pytest in this process; a run forgets what it imports, so that is imported before."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    verify([], load_settings(pytester.path, {"FIXTURETOOL_VERIFY_MIN_SOURCES": "2"}), Silent())
    return lambda *arguments: pytester.runpytest_inprocess("-pfixturetool", *arguments)


def ids(result: pytest.RunResult) -> list[str]:
    return [line for line in result.outlines if "::" in line and " " not in line]


def test_the_folder_of_fixtures_is_collected_beside_the_own_tests(
    project: Project, run: Run
) -> None:
    result = run("--collect-only", "-q")
    assert ids(result) == ["tests/test_own.py::test_own", f"{LAMP}::valid", f"{LAMP}::anchors"]


@pytest.mark.parametrize(
    ("named", "collected"),
    [
        pytest.param("tests", ["tests/test_own.py::test_own"], id="another folder alone"),
        pytest.param("retrieval_fixtures", [f"{LAMP}::valid", f"{LAMP}::anchors"], id="folder"),
        pytest.param(f"{LAMP}::anchors", [f"{LAMP}::anchors"], id="one test"),
        pytest.param(
            ".",
            [f"{LAMP}::valid", f"{LAMP}::anchors", "tests/test_own.py::test_own"],
            id="everything, once",
        ),
    ],
)
def test_what_the_user_names_is_collected_and_nothing_else(
    project: Project, run: Run, named: str, collected: list[str]
) -> None:
    assert ids(run("--collect-only", "-q", named)) == collected


@pytest.mark.parametrize(
    ("argument", "passed"),
    [
        pytest.param("-ofixturetool=false", 1, id="by the ini option"),
        pytest.param("-pno:fixturetool", 1, id="by leaving the plug-in out"),
        pytest.param("-mnot fixturetool", 1, id="by the marker"),
        pytest.param("--strict-markers", 3, id="nothing of it"),
    ],
)
def test_it_can_be_switched_off(project: Project, run: Run, argument: str, passed: int) -> None:
    result = run(argument)
    assert result.parseoutcomes()["passed"] == passed


def test_the_folder_is_that_of_the_settings(project: Project, run: Run) -> None:
    project.write("fixturetool.toml", '[paths]\nfixtures = "questions"\n')
    (project.root / "retrieval_fixtures").rename(project.root / "questions")
    project.write("retrieval_fixtures/other.json", "{}")
    result = run("--collect-only", "-q", "-otestpaths=.")
    assert ids(result)[:2] == ["questions/lamp.json::valid", "questions/lamp.json::anchors"]
    assert "retrieval_fixtures/other.json::valid" not in ids(result)


def test_a_file_that_is_not_valid_fails_once_with_every_problem(project: Project, run: Run) -> None:
    project.write_category("lamp", [THIN | {"langauge": "CHS"}])
    result = run("retrieval_fixtures", "-rs")
    result.assert_outcomes(failed=1, skipped=1)
    result.stdout.fnmatch_lines(
        [f'{LAMP}:*: error FT1?? *"langauge"*', "SKIPPED * the file is not valid*"]
    )


def test_an_anchor_that_is_gone_fails_with_line_code_and_hint(project: Project, run: Run) -> None:
    file = project.write_category("lamp", [GONE])
    line = 1 + file.read_text("utf-8").split('"passage"')[0].count("\n")
    result = run("retrieval_fixtures")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        [
            f"FT201 at line {line}; 1 error, 1 warning",
            f"{LAMP}:{line}: error FT201 *烧过桐油*",
            "    *",
            f"FAILED {LAMP}::anchors - *",
        ]
    )


@pytest.mark.parametrize(
    ("settings", "failed"),
    [
        pytest.param("", 1, id="the usual rules"),
        pytest.param('[verify]\nignore = ["FT203"]', 0, id="a rule that is ignored"),
        pytest.param(
            '[[verify.waivers]]\ncodes = ["FT203"]\nreason = "有意"', 0, id="a waiver with a reason"
        ),
    ],
)
def test_the_rules_are_those_of_the_settings(
    project: Project, run: Run, settings: str, failed: int
) -> None:
    project.write("fixturetool.toml", f"{settings}\n")
    project.write_category("lamp", [THIN])
    result = run("retrieval_fixtures", "-ofixturetool_strict=true")
    result.assert_outcomes(passed=2 - failed, failed=failed)


def test_a_warning_does_not_fail_and_can_be_read(project: Project, run: Run) -> None:
    project.write_category("lamp", [THIN])
    result = run("retrieval_fixtures", "-rP")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines([f"{LAMP}:*: warning FT203 *"])


@pytest.fixture(name="bare")
def project_without_its_corpus(project: Project) -> Project:
    project.write_category("oil", [THIN])
    (project.root / "text").rename(project.root / "elsewhere")
    return project


@pytest.mark.parametrize(
    ("argument", "failed"),
    [
        pytest.param("-q", 1, id="fails once"),
        pytest.param("-ofixturetool_missing_corpus=skip", 0, id="is skipped where that is wanted"),
    ],
)
def test_want_of_a_corpus(bare: Project, run: Run, argument: str, failed: int) -> None:
    result = run("retrieval_fixtures", argument, "-rs")
    result.assert_outcomes(passed=2, failed=failed, skipped=2 - failed)
    result.stdout.fnmatch_lines(['*no corpus for language "CHS"*'])


def test_only_files_of_the_language_that_has_no_corpus_fail(project: Project, run: Run) -> None:
    project.write_category("other", [THIN | {"language": "DEU"}])
    result = run("retrieval_fixtures")
    result.assert_outcomes(passed=3, failed=1)
    result.stdout.fnmatch_lines(["FAILED retrieval_fixtures/other.json::anchors - *no corpus*"])


@pytest.mark.parametrize(
    ("file", "content"),
    [
        pytest.param("fixturetool.toml", "[pathz]", id="an unknown setting"),
        pytest.param("pytest.ini", "[pytest]\nfixturetool_missing_corpus = ignore\n", id="ini"),
    ],
)
def test_settings_that_cant_be_read_are_one_line(
    project: Project, run: Run, file: str, content: str
) -> None:
    project.write(file, content)
    (project.root / "tox.ini").unlink()
    result = run()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "Traceback" not in result.stderr.str()


def test_several_workers_share_the_snapshot_and_warnings_are_errors(
    project: Project, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    for number in range(4):
        project.write_category(f"more{number}", [THIN])
    result = pytester.runpytest_subprocess("-pfixturetool", "-pxdist", "-n2", "-Werror")
    result.assert_outcomes(passed=11)


def test_a_run_without_fixtures_loads_nothing_heavy(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    pytester.makepyfile(HEAVY)
    (pytester.path / "data.json").write_text("{}")
    pytester.runpytest_subprocess("-pfixturetool").assert_outcomes(passed=1)
