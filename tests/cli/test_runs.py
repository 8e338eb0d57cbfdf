"""Saved runs: listed, shown, pruned, scored again, described by a schema."""

import json
import subprocess

import jsonschema_rs
import pytest

from tests.cli.project import Project, fixture, passage
from tests.cli.test_compare import LAMP, made


def runs_of(project: Project) -> list[str]:
    return sorted(path.name for path in (project.root / ".fixturetool/runs").iterdir())


def interrupt(project: Project, name: str) -> None:
    (project.root / f".fixturetool/runs/{name}/run.json").unlink()


def test_lists_the_newest_last_with_how_it_came_out(project: Project) -> None:
    names = [made(project), made(project)]
    done = project.run("runs", "list")
    heading, *rows = done.stdout.splitlines()
    assert done.returncode == 0
    assert [row.split()[0] for row in rows] == names
    assert heading.split()[:4] == ["run", "lane", "retriever", "queries"]
    assert "coverage rate 100 %" in rows[0]
    listed = json.loads(project.run("runs", "list", "--format", "json").stdout)["runs"]
    assert [(one["name"], one["value"], one["state"]) for one in listed] == [
        (name, 1.0, "complete") for name in names
    ]


def test_an_interrupted_run_is_shown_as_such(project: Project) -> None:
    name = made(project)
    interrupt(project, name)
    assert "interrupted: 0 retrievals missing" in project.run("runs", "list").stdout
    assert "interrupted" in project.run("runs", "show", name).stdout


@pytest.mark.parametrize(
    "content",
    [
        pytest.param("{", id="cut off"),
        pytest.param('{"schema": "fixturetool.run/99"}', id="newer"),
        pytest.param('{"schema": "fixturetool.run/2"}', id="damaged"),
    ],
)
def test_an_unreadable_run_is_named_and_hides_no_other(project: Project, content: str) -> None:
    good, bad = made(project), made(project)
    project.write(f".fixturetool/runs/{bad}/run.json", content)
    done = project.run("runs", "list")
    assert done.returncode == 3
    assert good in done.stdout
    assert f"run '{bad}' can't be read" in done.stderr
    assert project.run("runs", "show", bad).returncode == 3


def test_the_commit_of_the_fixtures_is_recorded_and_marked_when_it_is_dirty(
    project: Project,
) -> None:
    def git(*words: str) -> str:
        command = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org", *words]
        return subprocess.run(
            command, cwd=project.root, check=True, capture_output=True, text=True
        ).stdout.strip()

    git("init", "-q")
    git("add", "retrieval_fixtures")
    git("commit", "-q", "-m", "x")
    commit = git("rev-parse", "HEAD")
    made(project)
    project.write("elsewhere.txt", "not a fixture")
    made(project)
    project.write_category(
        "more", [fixture("盐？", passage("烧过盐", "salt", official=False), salt="")]
    )
    made(project)
    listed = json.loads(project.run("runs", "list", "--format", "json").stdout)["runs"]
    assert [one["revision"] for one in listed] == [commit, commit, f"{commit}-dirty"]


def test_prune_keeps_the_newest_and_the_baselines(project: Project) -> None:
    names = [made(project) for _ in range(4)]
    done = project.run("runs", "prune", "--keep", "1", "--baseline", names[0], "--yes")
    assert done.returncode == 0
    assert runs_of(project) == [names[0], names[3]]
    assert "deleted 2 runs" in done.stderr


def test_prune_deletes_nothing_unless_somebody_says_yes(project: Project) -> None:
    name = made(project)
    done = project.run("runs", "prune", "--keep", "0")
    assert done.returncode != 0
    assert runs_of(project) == [name]


def test_prune_by_age_keeps_what_is_young(project: Project) -> None:
    old, young = made(project), made(project)
    file = project.root / f".fixturetool/runs/{old}/run.json"
    document = json.loads(file.read_text("utf-8"))
    file.write_text(json.dumps({**document, "created_at": "2020-01-02T12:00:00Z"}), "utf-8")
    assert project.run("runs", "prune", "--older-than", "30d", "--yes").returncode == 0
    assert runs_of(project) == [young]


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        pytest.param((), "without a bound", id="no bound"),
        pytest.param(("--older-than", "soon"), '"soon" is no age', id="no age"),
        pytest.param(("--keep", "1", "--baseline", "x"), 'no run "x"', id="no such baseline"),
    ],
)
def test_prune_refuses_what_it_does_not_understand(
    project: Project, flags: tuple[str, ...], message: str
) -> None:
    made(project)
    done = project.run("runs", "prune", "--yes", *flags)
    assert done.returncode == 2
    assert message in done.stderr


def test_score_grades_on_the_fixtures_of_today_and_changes_nothing_by_itself(
    project: Project,
) -> None:
    name = made(project)
    file = project.root / f".fixturetool/runs/{name}/run.json"
    before = file.read_bytes()
    project.write_category(
        "lamp",
        [
            fixture(LAMP, passage("烧过鱼油", "oil"), passage("无处可寻", "none"), oil="", none=""),
            fixture("盐？", passage("烧过盐", "salt", official=False), salt=""),
        ],
    )
    done = project.run("score", name, "--format", "json")
    report = json.loads(done.stdout)
    assert done.returncode == 0
    assert report["summary"]["coverage_rate"] == 0.5
    assert "in the fixtures, never asked: 1 query\n  盐？  (lamp CHS)" in done.stderr
    assert file.read_bytes() == before


def test_score_lists_what_the_fixtures_no_longer_hold_and_loses_nothing(project: Project) -> None:
    salt = fixture("盐？", passage("烧过盐", "salt", official=False), salt="")
    lamp = fixture(LAMP, passage("烧过鱼油", "oil"), oil="")
    project.write_category("lamp", [lamp, salt])
    name = made(project)
    project.write_category("lamp", [lamp])
    done = project.run("score", name, "--write", "--format", "json")
    assert "no longer in the fixtures, left out: 1 query\n  盐？  (lamp CHS)" in done.stderr
    assert len(json.loads(done.stdout)["fixtures"]) == 1
    assert "queries        1" in project.run("runs", "show", name).stdout
    project.write_category("lamp", [lamp, salt])
    again = project.run("score", name, "--write", "--format", "json")
    assert len(json.loads(again.stdout)["fixtures"]) == 2


def test_score_completes_an_interrupted_run_as_far_as_it_got(project: Project) -> None:
    name = made(project)
    interrupt(project, name)
    done = project.run("score", name, "--format", "json", "--fail-under", "100")
    assert done.returncode == 0
    assert json.loads(done.stdout)["summary"]["coverage_rate"] == 1


@pytest.mark.parametrize(
    ("name", "produce"),
    [
        pytest.param("run", "file", id="run"),
        pytest.param("report", "report", id="report"),
    ],
)
def test_what_is_written_keeps_its_schema(project: Project, name: str, produce: str) -> None:
    run = made(project)
    schema = json.loads(project.run("schema", name).stdout)
    jsonschema_rs.meta.validate(schema)
    text = (
        (project.root / f".fixturetool/runs/{run}/run.json").read_text("utf-8")
        if produce == "file"
        else project.run("score", run, "--format", "json").stdout
    )
    validator = jsonschema_rs.Draft202012Validator(schema)
    document = json.loads(text)
    assert [error.message for error in validator.iter_errors(document)] == []
    del document["settings"]
    assert not validator.is_valid(document)
