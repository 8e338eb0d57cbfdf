"""Two runs side by side, as their user sees them."""

import json
from pathlib import Path

import pytest

from tests.cli.project import Project, fixture, passage

LAMP = "灯塔的灯烧过什么？"
KEEPER = "守灯人每夜做什么？"


@pytest.fixture(name="lost")
def project_that_lost_a_kind(here: Project) -> tuple[Project, str, str]:
    """A run, and one after the kind ``voice`` is no longer indexed."""
    here.write("text/chs/voice/4_老蔺.txt", "守灯人每夜都要擦一遍铜环。\n")
    here.write_category(
        "keeper", [fixture(KEEPER, passage("擦一遍铜环", "polish"), polish="擦铜环")]
    )
    base = made(here)
    here.write("fixturetool.toml", '[corpus]\nexclude = ["voice/**", "misc/**"]\n')
    return here, base, made(here)


def made(here: Project, *flags: str) -> str:
    done = here.run("eval-retrieval", "--quiet", "--brief", "--repeat", "2", *flags)
    assert done.returncode in {0, 1}, done.stderr
    return sorted(path.name for path in (here.root / ".fixturetool/runs").iterdir())[-1]


def test_a_lost_kind_of_file_is_named_with_its_query(lost: tuple[Project, str, str]) -> None:
    here, base, current = lost
    done = here.run("compare", base, current, "--fail-on-regression")
    assert done.returncode == 1
    assert "━━ worse  1 query\n -100.0  守灯人每夜做什么？  100 % → 0 %" in done.stdout
    assert "lost: polish 2/2 → 0/2, was in voice/4_老蔺.txt" in done.stdout
    assert "got worse: worse on 1 of 2 queries, better on none" in done.stdout
    assert "\n   1 query worse in every repeat, 0 better in every repeat\n" in done.stdout
    assert "the corpus CHS is not the same" in done.stdout


def test_two_runs_of_one_system_are_the_same(here: Project) -> None:
    done = here.run("compare", made(here), made(here), "--fail-on-regression")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("   the same: no difference on the one query\n")


def test_every_format_says_the_same_alone_on_stdout(lost: tuple[Project, str, str]) -> None:
    here, base, current = lost
    said = "got worse: worse on 1 of 2 queries"
    document = json.loads(here.run("compare", base, current, "--format", "json").stdout)
    assert document["schema"] == "fixturetool.comparison/1"
    assert document["verdict"] == "worse"
    assert document["estimate"]["sentence"].startswith(said)
    assert (document["worse_in_every_repeat"], document["better_in_every_repeat"]) == (1, 0)
    assert [one["query"] for one in document["worse"]] == [KEEPER]
    markdown = here.run("compare", base, current, "--format", "md").stdout
    assert markdown.startswith(f"### Retrieval: {said}")
    assert "\n- 1 query worse in every repeat, 0 better in every repeat\n" in markdown
    github = here.run("compare", base, current, "--format", "github").stdout
    assert github.startswith(f"::error title={current} against {base}::{said}")
    assert f"::warning title=worse%3A {KEEPER}::keeper CHS" in github


def test_a_new_run_is_held_against_a_baseline(here: Project) -> None:
    base = made(here)
    here.write("fixturetool.toml", '[corpus]\nexclude = ["b*/**", "v*/**"]\n')
    flags = ("--quiet", "--brief", "--repeat", "2", "--baseline", base)
    open_gate = here.run("eval-retrieval", *flags)
    assert open_gate.returncode == 0
    assert "got worse: worse on 1 of 1 query" in open_gate.stdout
    closed = here.run("eval-retrieval", *flags, "--fail-on-regression", "--format", "json")
    assert closed.returncode == 1
    assert json.loads(closed.stdout)["kind"] == "coverage"
    assert "got worse" in closed.stderr


def test_a_baseline_that_can_t_be_one_is_refused_before_anything_is_asked(
    here: Project,
) -> None:
    base = made(here)
    done = here.run("eval-retrieval", "--quiet", "--k", "3", "--baseline", base)
    assert done.returncode == 2
    assert "k is '7' there and '3' here" in done.stderr
    assert len(list((here.root / ".fixturetool/runs").iterdir())) == 1


def test_runs_graded_on_other_fixtures_are_graded_on_those_of_today(here: Project) -> None:
    base = made(here)
    here.write_category(
        "lamp",
        [
            fixture(
                LAMP,
                passage("烧过鱼油", "oil"),
                passage("烧过盐", "salt", official=False),
                oil="",
                salt="",
            )
        ],
    )
    current = made(here)
    done = here.run("compare", base, current)
    assert done.returncode == 0
    assert "both are graded on those of today" in done.stderr
    assert "the same: no difference on the one query" in done.stdout


@pytest.mark.parametrize(
    ("flags", "code", "message"),
    [
        pytest.param(("nowhere", "nothing"), 2, 'there is no run "nothing"', id="no such run"),
        pytest.param(("a", "b", "--export", "x.md"), 2, "without --analyze", id="export alone"),
        pytest.param(("a", "b", "--output", "x.pdf"), 2, "names no known format", id="format"),
        pytest.param(
            ("before.json", "before.json"), 2, "is no report of the page lane", id="no report"
        ),
    ],
)
def test_says_what_can_t_be_compared(
    here: Project, flags: tuple[str, ...], code: int, message: str
) -> None:
    here.write("before.json", "{}")
    done = here.run("compare", *flags)
    assert done.returncode == code
    assert message in done.stderr


def test_reports_of_the_page_lane_are_compared_by_their_rules(here: Project) -> None:
    def report(hit: bool, top_k: int = 5) -> str:
        scores = dict.fromkeys(
            ("page_hit_at_3", "page_hit_at_5", "precise_page_hit_at_3", "figure_chunk_at_3"), hit
        )
        item = {"question": "图？", "expected_pages": [3], "figure_ref": "1", "kind": "locate"}
        return json.dumps(
            {"corpus_id": "c", "top_k": top_k, "cache_mode": "bypass", "per_item": [item | scores]}
            | scores
        )

    here.write("before.json", report(True))
    here.write("after.json", report(False))
    here.write("other.json", report(True, top_k=10))
    done = here.run("compare", "before.json", "after.json")
    assert done.returncode == 0
    assert "worse on 1 of 1 query" in done.stdout
    assert "page_hit_at_3" in done.stdout
    assert "1 lost: within noise" in done.stdout
    refused = here.run("compare", "before.json", "other.json")
    assert refused.returncode == 2
    assert "top_k is 5 and 10" in refused.stderr


def test_data_is_no_markup(here: Project) -> None:
    here.write_category(
        "lamp", [fixture("[bold]灯塔[/]\x1b[31m？", passage("烧过鱼油", "oil"), oil="")]
    )
    base = made(here)
    here.write("fixturetool.toml", '[corpus]\nexclude = ["b*/**"]\n')
    current = made(here)
    text = here.run("compare", base, current).stdout
    assert "[bold]灯塔[/]\\x1b[31m？" in text
    assert "\x1b" not in text
    assert (
        "| `[bold]灯塔[/]\\x1b[31m？` |"
        in here.run("compare", base, current, "--format", "md").stdout
    )


def test_writes_files_by_their_extension(here: Project, tmp_path: Path) -> None:
    base = made(here)
    done = here.run("compare", base, base, "-o", "out/a.json", "-o", "out/a.md")
    assert done.returncode == 0
    assert json.loads((tmp_path / "out/a.json").read_text("utf-8"))["verdict"] == "same"
    assert (tmp_path / "out/a.md").read_text("utf-8").startswith("### Retrieval")
