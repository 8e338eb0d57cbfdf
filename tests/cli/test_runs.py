"""Saved runs: listed, shown, pruned, scored again, described by a schema."""

import json
import subprocess

import jsonschema_rs
import pytest

from tests.cli.project import Project, fixture, passage
from tests.cli.test_compare import LAMP, made


def runs_of(here: Project) -> list[str]:
    return sorted(path.name for path in (here.root / ".fixturetool/runs").iterdir())


def interrupt(here: Project, name: str) -> None:
    (here.root / f".fixturetool/runs/{name}/run.json").unlink()


def test_lists_the_newest_last_with_how_it_came_out(here: Project) -> None:
    names = [made(here), made(here)]
    done = here.run("runs", "list")
    heading, *rows = done.stdout.splitlines()
    assert done.returncode == 0
    assert [row.split()[0] for row in rows] == names
    assert heading.split()[:4] == ["run", "lane", "retriever", "queries"]
    assert "coverage rate 100 %" in rows[0]
    listed = json.loads(here.run("runs", "list", "--format", "json").stdout)["runs"]
    assert [(one["name"], one["value"], one["state"]) for one in listed] == [
        (name, 1.0, "complete") for name in names
    ]


def test_an_interrupted_run_is_shown_as_such(here: Project) -> None:
    name = made(here)
    interrupt(here, name)
    assert "interrupted: 0 retrievals missing" in here.run("runs", "list").stdout
    assert "interrupted" in here.run("runs", "show", name).stdout


@pytest.mark.parametrize(
    "content",
    [
        pytest.param("{", id="cut off"),
        pytest.param('{"schema": "fixturetool.run/99"}', id="newer"),
        pytest.param('{"schema": "fixturetool.run/2"}', id="damaged"),
    ],
)
def test_an_unreadable_run_is_named_and_hides_no_other(here: Project, content: str) -> None:
    good, bad = made(here), made(here)
    here.write(f".fixturetool/runs/{bad}/run.json", content)
    done = here.run("runs", "list")
    assert done.returncode == 3
    assert good in done.stdout
    assert f"run '{bad}' can't be read" in done.stderr
    assert here.run("runs", "show", bad).returncode == 3


def test_the_commit_of_the_fixtures_is_recorded_and_marked_when_it_is_dirty(
    here: Project,
) -> None:
    def git(*words: str) -> str:
        command = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org", *words]
        return subprocess.run(
            command, cwd=here.root, check=True, capture_output=True, text=True
        ).stdout.strip()

    git("init", "-q")
    git("add", "retrieval_fixtures")
    git("commit", "-q", "-m", "x")
    commit = git("rev-parse", "HEAD")
    made(here)
    here.write("elsewhere.txt", "not a fixture")
    made(here)
    here.write_category(
        "more", [fixture("盐？", passage("烧过盐", "salt", official=False), salt="")]
    )
    made(here)
    listed = json.loads(here.run("runs", "list", "--format", "json").stdout)["runs"]
    assert [one["revision"] for one in listed] == [commit, commit, f"{commit}-dirty"]


def test_prune_keeps_the_newest_and_the_baselines(here: Project) -> None:
    names = [made(here) for _ in range(4)]
    done = here.run("runs", "prune", "--keep", "1", "--baseline", names[0], "--yes")
    assert done.returncode == 0
    assert runs_of(here) == [names[0], names[3]]
    assert "deleted 2 runs" in done.stderr


def test_prune_deletes_nothing_unless_somebody_says_yes(here: Project) -> None:
    name = made(here)
    done = here.run("runs", "prune", "--keep", "0")
    assert done.returncode == 2
    assert "add --yes" in done.stderr
    assert runs_of(here) == [name]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("", id="no name"),
        pytest.param(".", id="the folder"),
        pytest.param("..", id="the folder above"),
        pytest.param("../..", id="two above"),
        pytest.param("nothing", id="an empty folder"),
        pytest.param("/etc/passwd", id="a file"),
    ],
)
def test_a_folder_without_a_run_is_none(here: Project, name: str) -> None:
    made(here)
    (here.root / "nothing").mkdir()
    done = here.run("runs", "show", name)
    assert (done.returncode, done.stdout) == (2, "")
    assert f'there is no run "{name}"' in done.stderr


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("{}", id="its name"),
        pytest.param(".fixturetool/runs/{}", id="its folder"),
        pytest.param(".fixturetool/runs/{}/run.json", id="its file"),
    ],
)
def test_a_run_is_named_by_its_name_its_folder_or_its_file(here: Project, name: str) -> None:
    assert here.run("runs", "show", name.format(made(here))).returncode == 0


@pytest.mark.parametrize(
    ("name", "which"),
    [pytest.param("latest", -1, id="the last"), pytest.param("latest~2", -3, id="two before it")],
)
def test_a_run_is_named_by_how_far_back_it_is(here: Project, name: str, which: int) -> None:
    names = [made(here) for _ in range(3)]
    done = here.run("runs", "show", name, "--format", "json")
    assert json.loads(done.stdout)["name"] == names[which]


def test_the_latest_run_is_the_latest_of_the_lane_in_question(here: Project) -> None:
    names = [made(here) for _ in range(2)]
    entries = [{"question": "灯塔烧过什么？", "expected_paths": ["book/1_灯志.txt"]}]
    here.write("eval_datasets/chs-paths.json", json.dumps(entries))
    here.run("eval-paths", "--quiet")
    [paths] = set(runs_of(here)) - set(names)
    done = here.run("eval-retrieval", "--quiet", "--brief", "--baseline", "latest")
    assert f"base {names[-1]}, current" in done.stdout
    facets = runs_of(here)[-1]
    assert f"base {names[-1]}, current {facets}" in here.run("compare", "latest~1", "latest").stdout
    assert here.run("eval-paths", "--resume", "latest").stderr.count(paths) > 0


def test_what_was_killed_as_it_began_is_not_the_latest_run(here: Project) -> None:
    name = made(here)
    here.write(".fixturetool/runs/29991231T000000Z-001/journal.jsonl", "")
    done = here.run("runs", "show", "latest", "--format", "json")
    assert json.loads(done.stdout)["name"] == name


def test_there_is_no_run_before_the_first(here: Project) -> None:
    name = made(here)
    done = here.run("runs", "show", "latest~1")
    assert done.returncode == 2
    assert done.stderr == (
        f'fixturetool: there is no run "latest~1"\n  hint: the latest is {name}\n'
    )


def test_prune_by_age_keeps_what_is_young(here: Project) -> None:
    old, young = made(here), made(here)
    file = here.root / f".fixturetool/runs/{old}/run.json"
    document = json.loads(file.read_text("utf-8"))
    file.write_text(json.dumps({**document, "created_at": "2020-01-02T12:00:00Z"}), "utf-8")
    assert here.run("runs", "prune", "--older-than", "30d", "--yes").returncode == 0
    assert runs_of(here) == [young]


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        pytest.param((), "without a bound", id="no bound"),
        pytest.param(("--older-than", "soon"), '"soon" is no age', id="no age"),
        pytest.param(("--keep", "1", "--baseline", "x"), 'no run "x"', id="no such baseline"),
    ],
)
def test_prune_refuses_what_it_does_not_understand(
    here: Project, flags: tuple[str, ...], message: str
) -> None:
    made(here)
    done = here.run("runs", "prune", "--yes", *flags)
    assert done.returncode == 2
    assert message in done.stderr


def test_score_grades_on_the_fixtures_of_today_and_changes_nothing_by_itself(
    here: Project,
) -> None:
    name = made(here)
    file = here.root / f".fixturetool/runs/{name}/run.json"
    before = file.read_bytes()
    here.write_category(
        "lamp",
        [
            fixture(LAMP, passage("烧过鱼油", "oil"), passage("无处可寻", "none"), oil="", none=""),
            fixture("盐？", passage("烧过盐", "salt", official=False), salt=""),
        ],
    )
    done = here.run("score", name, "--format", "json")
    report = json.loads(done.stdout)
    assert done.returncode == 0
    assert report["summary"]["coverage_rate"] == 0.5
    assert "in the fixtures, never asked: 1 query\n  盐？  (lamp CHS)" in done.stderr
    assert file.read_bytes() == before


def test_score_ends_with_3_where_a_part_of_the_corpus_can_not_be_read(here: Project) -> None:
    name = made(here)
    here.write("text/chs/book/9_坏.txt", "鱼油在此，灯火通明".encode("gb18030"))
    done = here.run("score", name, "--brief")
    assert done.returncode == 3
    assert "book/9_坏.txt: not readable as text" in done.stderr


def test_score_lists_what_the_fixtures_no_longer_hold_and_loses_nothing(here: Project) -> None:
    salt = fixture("盐？", passage("烧过盐", "salt", official=False), salt="")
    lamp = fixture(LAMP, passage("烧过鱼油", "oil"), oil="")
    here.write_category("lamp", [lamp, salt])
    name = made(here)
    here.write_category("lamp", [lamp])
    done = here.run("score", name, "--write", "--format", "json")
    assert "no longer in the fixtures, left out: 1 query\n  盐？  (lamp CHS)" in done.stderr
    assert len(json.loads(done.stdout)["fixtures"]) == 1
    assert "queries                      1\n" in here.run("runs", "show", name).stdout
    here.write_category("lamp", [lamp, salt])
    again = here.run("score", name, "--write", "--format", "json")
    assert len(json.loads(again.stdout)["fixtures"]) == 2


def test_score_completes_an_interrupted_run_as_far_as_it_got(here: Project) -> None:
    name = made(here)
    interrupt(here, name)
    done = here.run("score", name, "--format", "json", "--fail-under", "100")
    assert done.returncode == 0
    assert json.loads(done.stdout)["summary"]["coverage_rate"] == 1


@pytest.mark.parametrize(
    ("name", "produce"),
    [
        pytest.param("run", "file", id="run"),
        pytest.param("report", "report", id="report"),
    ],
)
def test_what_is_written_keeps_its_schema(here: Project, name: str, produce: str) -> None:
    run = made(here)
    schema = json.loads(here.run("schema", name).stdout)
    jsonschema_rs.meta.validate(schema)
    text = (
        (here.root / f".fixturetool/runs/{run}/run.json").read_text("utf-8")
        if produce == "file"
        else here.run("score", run, "--format", "json").stdout
    )
    validator = jsonschema_rs.Draft202012Validator(schema)
    document = json.loads(text)
    assert [error.message for error in validator.iter_errors(document)] == []
    del document["settings"]
    assert not validator.is_valid(document)
