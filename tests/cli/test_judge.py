"""eval-retrieval --judge from end to end, against a provider on a real socket."""

import json
from pathlib import Path

import pytest

from fixturetool.testing.chat_server import ChatServer
from fixturetool.testing.script import Script, ScriptedReply
from fixturetool.testing.wire import Received
from tests.cli.judged import (
    LOG,
    NOTES,
    QUERY,
    Model,
    evidence,
    flags,
    is_finder,
    judge_anchors,
    judged_project,
    passages,
)
from tests.cli.project import Project, fixture, passage

RIGHT = Model(
    {"oil": "灯塔烧过鱼油三十年", "refill": "守灯人每夜添油三次", "salt": None},
    ["灯塔烧过鱼油三十年", "守灯人每夜\n　　添油三次"],
)


@pytest.fixture(name="project")
def project_with_false_misses(tmp_path: Path) -> Project:
    return judged_project(tmp_path)


def test_right_spans_become_anchors_and_the_run_is_graded_again(project: Project) -> None:
    with ChatServer(RIGHT) as server:
        done = project.run(*flags(server, "--output", "report.json"))
    assert done.returncode == 0, done.stderr
    assert judge_anchors(project) == [
        {
            "passage": "灯塔烧过鱼油三十年",
            "label": f"judge:{LOG}",
            "official": True,
            "covers": ["oil"],
        },
        {
            "passage": "守灯人每夜\n　　添油三次",
            "label": f"judge:{LOG}",
            "official": True,
            "covers": ["refill"],
        },
    ]
    report = json.loads((project.root / "report.json").read_text("utf-8"))
    assert report["fixtures"][0]["missed"] == ["salt", "unjudged"]
    judge = report["judge"]
    assert (judge["before"]["covered"], judge["after"]["covered"]) == (0, 2)
    assert [one["facets"] for one in judge["rescued"]] == [["oil"], ["refill"]]
    assert judge["ends"] == {
        "rescued": 2, "miss": 1, "unscored": 0, "unavailable": 0, "not asked": 0, "not written": 0,
    }  # fmt: skip
    assert (judge["calls"], judge["tokens"]) == (3, {"prompt": 300, "completion": 30})
    assert judge["usd"] is None


def test_verify_is_content_afterwards(project: Project) -> None:
    with ChatServer(RIGHT) as server:
        project.run(*flags(server))
    verified = project.run("verify")
    assert verified.returncode == 0, verified.stdout
    assert "6 anchors: 6 found, 0 missing; 0 errors" in verified.stdout


def test_only_inserted_lines_differ(project: Project) -> None:
    path = project.root / "retrieval_fixtures/lamp.json"
    before = path.read_text("utf-8").splitlines()
    with ChatServer(RIGHT) as server:
        project.run(*flags(server))
    after = path.read_text("utf-8").splitlines()
    start = next(at for at, line in enumerate(after) if line != before[at])
    added = len(after) - len(before)
    assert after[start] == before[start] + ","
    assert after[:start] == before[:start]
    assert after[start + added + 1 :] == before[start + 1 :]
    assert added == 16


def test_only_missed_facets_with_a_description_are_asked_in_one_call_a_fixture(
    project: Project,
) -> None:
    with ChatServer(RIGHT) as server:
        project.run(*flags(server))
        [finder] = [request for request in server.requests if is_finder(request)]
    assert '"oil"' in finder.prompt
    assert "unjudged" not in finder.prompt
    assert "灯塔据说烧过一船粗盐" in finder.prompt
    assert "鲸脂" not in finder.prompt


def test_each_span_is_verified_alone(project: Project) -> None:
    with ChatServer(RIGHT) as server:
        project.run(*flags(server))
        checks = [request.prompt for request in server.requests if not is_finder(request)]
    assert len(checks) == 2
    assert [("鱼油三十年" in one, '添油三次"' in one) for one in sorted(checks)] in (
        [(True, False), (False, True)],
        [(False, True), (True, False)],
    )


def test_a_second_run_makes_no_call_and_changes_no_byte(project: Project) -> None:
    path = project.root / "retrieval_fixtures/lamp.json"
    with ChatServer(RIGHT) as server:
        project.run(*flags(server))
        calls, content = len(server.requests), path.read_bytes()
        again = project.run(*flags(server))
        assert len(server.requests) == calls
    assert again.returncode == 0
    assert path.read_bytes() == content
    assert "0 calls" in again.stdout


def test_no_cache_asks_again(project: Project) -> None:
    nothing = Model({"oil": None, "refill": None, "salt": None})
    with ChatServer(nothing) as server:
        project.run(*flags(server))
        project.run(*flags(server, "--no-cache"))
        assert len(server.requests) == 2
        project.run(*flags(server))
        assert len(server.requests) == 2


def test_a_span_that_was_turned_down_is_not_written(project: Project) -> None:
    model = Model({"oil": "灯塔立在岬角之上", "refill": "守灯人每夜添油三次", "salt": None})
    with ChatServer(model) as server:
        done = project.run(*flags(server, "--output", "report.json"))
    assert done.returncode == 0
    assert judge_anchors(project) == []
    judge = json.loads((project.root / "report.json").read_text("utf-8"))["judge"]
    assert (judge["not_attested"], judge["ends"]["miss"]) == (1, 3)


@pytest.mark.parametrize(
    ("span", "reason"),
    [
        pytest.param("灯塔烧过……三十年", "not found", id="ellipsis"),
        pytest.param("灯塔烧过豆油三十年", "not found", id="other-word"),
        pytest.param("又写盐粒。又写黄铜", "not found", id="of-a-source-that-did-not-come-back"),
        pytest.param("鱼油", "too short", id="fragment"),
        pytest.param("。", "too short", id="full-stop"),
        pytest.param(" 　", "blank", id="white-space"),
        pytest.param("", "blank", id="empty"),
        pytest.param("灯塔立在岬角之上", "not distinctive", id="in-three-of-four-sources"),
        pytest.param("油" * 300, "too long", id="a-whole-chunk"),
    ],
)
def test_a_wrong_span_is_dropped_with_its_reason(project: Project, span: str, reason: str) -> None:
    model = Model({"oil": span, "refill": None, "salt": None}, attested=[span])
    with ChatServer(model) as server:
        done = project.run(*flags(server, "--output", "report.json"))
        assert len(server.requests) == 1
    assert done.returncode == 0
    assert judge_anchors(project) == []
    judge = json.loads((project.root / "report.json").read_text("utf-8"))["judge"]
    assert judge["dropped"][reason] == 1
    assert sum(judge["dropped"].values()) == 1


def test_a_span_that_is_an_anchor_of_another_facet_is_dropped(project: Project) -> None:
    project.write_category(
        "lamp",
        [
            fixture(
                QUERY,
                passage("灯塔烧过鱼油三十年", "years"),
                passage("某人写下鲸脂二字", "oil"),
                years="",
                oil="灯塔的灯烧过鱼油",
            )
        ],
    )
    with ChatServer(Model({"oil": "灯塔烧过鱼油三十年"}, ["灯塔烧过鱼油三十年"])) as server:
        project.run(*flags(server, "--output", "report.json"))
    judge = json.loads((project.root / "report.json").read_text("utf-8"))["judge"]
    assert judge["dropped"]["already an anchor"] == 1
    assert judge_anchors(project) == []


def test_an_anchor_from_a_third_party_source_is_not_official(project: Project) -> None:
    model = Model(
        {"oil": None, "refill": None, "salt": "灯塔据说烧过一船粗盐"}, ["灯塔据说烧过一船粗盐"]
    )
    with ChatServer(model) as server:
        project.run(*flags(server))
    [anchor] = judge_anchors(project)
    assert (anchor["label"], anchor["official"]) == (f"judge:{NOTES}", False)
    assert project.run("verify").returncode == 0


def test_no_judge_write_prints_the_difference_and_changes_nothing(project: Project) -> None:
    path = project.root / "retrieval_fixtures/lamp.json"
    content = path.read_bytes()
    with ChatServer(RIGHT) as server:
        done = project.run(*flags(server, "--no-judge-write", "--output", "report.json"))
    assert path.read_bytes() == content
    assert "+++ b/retrieval_fixtures/lamp.json" in done.stdout
    assert '+          "passage": "灯塔烧过鱼油三十年",' in done.stdout
    report = json.loads((project.root / "report.json").read_text("utf-8"))
    assert report["summary"]["covered"] == 0
    assert report["judge"]["written"] is False
    assert report["judge"]["after"]["covered"] == 2


def test_the_printed_difference_can_be_applied(project: Project) -> None:
    import subprocess

    with ChatServer(RIGHT) as server:
        shown = project.run(*flags(server, "--no-judge-write", "--brief")).stdout
        (project.root / "rescue.diff").write_text(shown[shown.index("--- a/") :], "utf-8")
        subprocess.run(
            ["git", "apply", "rescue.diff"], cwd=project.root, check=True, capture_output=True
        )
        applied = (project.root / "retrieval_fixtures/lamp.json").read_bytes()
        subprocess.run(["git", "apply", "-R", "rescue.diff"], cwd=project.root, check=True)
        project.run(*flags(server))
    assert (project.root / "retrieval_fixtures/lamp.json").read_bytes() == applied


def test_json_alone_is_on_standard_output(project: Project) -> None:
    with ChatServer(RIGHT) as server:
        done = project.run(*flags(server, "--no-judge-write", "--format", "json"))
    assert json.loads(done.stdout)["judge"]["ends"]["rescued"] == 2
    assert "+++ b/" in done.stderr


def test_in_match_chunk_a_rescued_facet_is_covered_when_scored_again(project: Project) -> None:
    with ChatServer(RIGHT) as server:
        project.run(*flags(server, "--match", "chunk", "--output", "report.json"))
    report = json.loads((project.root / "report.json").read_text("utf-8"))
    assert [one["facets"] for one in report["judge"]["rescued"]] == [["oil"], ["refill"]]
    assert report["fixtures"][0]["missed"] == ["salt", "unjudged"]
    assert report["settings"]["match"] == "chunk"


def test_a_facet_that_the_reply_leaves_out_is_unscored_and_ends_with_3(project: Project) -> None:
    partial = Model({"oil": "灯塔烧过鱼油三十年", "refill": None}, ["灯塔烧过鱼油三十年"])
    with ChatServer(partial) as server:
        done = project.run(*flags(server, "--output", "report.json"))
        calls = len(server.requests)
        project.run(*flags(server))
        [again] = server.requests[calls:]
    assert done.returncode == 3
    assert len(judge_anchors(project)) == 1
    judge = json.loads((project.root / "report.json").read_text("utf-8"))["judge"]
    assert judge["ends"]["unscored"] == 1
    assert "salt" in again.prompt
    assert "refill" not in again.prompt


def test_a_provider_that_stays_busy_leaves_facets_unavailable(project: Project) -> None:
    project.write("fixturetool.toml", "[judge]\nmax_retries = 0\n")
    with ChatServer(Script(default=ScriptedReply("busy", status=503))) as server:
        done = project.run(*flags(server, "--output", "report.json"))
    assert done.returncode == 3
    judge = json.loads((project.root / "report.json").read_text("utf-8"))["judge"]
    assert judge["ends"]["unavailable"] == 3
    assert "not judged" in done.stdout


def test_a_refused_key_ends_with_3_at_once_and_the_evaluation_is_shown(project: Project) -> None:
    refused = Script(default=ScriptedReply("bad key sk-very-secret-key", status=401))
    project = Project(project.root, {"SECRET": "sk-very-secret-key"})
    with ChatServer(refused) as server:
        done = project.run(*flags(server, "--judge-api-key-env", "SECRET"))
        assert len(server.requests) == 1
    assert done.returncode == 3
    assert "SECRET" in done.stderr
    assert "coverage rate" in done.stdout
    assert_secret_nowhere(project, done.stdout + done.stderr)


def test_a_key_that_the_model_repeats_reaches_no_file(project: Project) -> None:
    project = Project(project.root, {"SECRET": "sk-very-secret-key"})
    model = Model({"oil": "灯塔 sk-very-secret-key 烧过", "refill": None, "salt": None})
    with ChatServer(model) as server:
        done = project.run(*flags(server, "--judge-api-key-env", "SECRET", "-o", "report.json"))
    assert_secret_nowhere(project, done.stdout + done.stderr)


def assert_secret_nowhere(project: Project, printed: str) -> None:
    assert "sk-very-secret-key" not in printed
    for file in project.root.rglob("*"):
        assert not file.is_file() or b"sk-very-secret-key" not in file.read_bytes(), file


def test_a_missing_key_ends_with_2_before_anything_is_retrieved(project: Project) -> None:
    done = project.run(
        "eval-retrieval", "--judge", "--judge-api-key-env", "NO_SUCH_KEY",
        "--judge-base-url", "https://provider.invalid/v1",
    )  # fmt: skip
    assert done.returncode == 2
    assert "NO_SUCH_KEY" in done.stderr
    assert not (project.root / ".fixturetool/runs").exists()


def test_flags_of_the_judge_mean_nothing_without_it(project: Project) -> None:
    done = project.run("eval-retrieval", "--judge-votes", "3")
    assert done.returncode == 2
    assert "--judge-votes means nothing without --judge" in done.stderr


def test_all_votes_must_agree(project: Project) -> None:
    votes = iter([True, False, True])

    def model(request: Received) -> ScriptedReply:
        if is_finder(request):
            return Model({"oil": "灯塔烧过鱼油三十年", "refill": None, "salt": None})(request)
        attested = next(votes)
        return ScriptedReply(
            json.dumps({"verdicts": [{"facet": "oil", "attested": attested, "reason": ""}]})
        )

    with ChatServer(model) as server:
        project.run(*flags(server, "--judge-votes", "3", "--judge-jobs", "1"))
        assert len(server.requests) == 3
    assert judge_anchors(project) == []


def test_votes_that_agree_are_calls_of_their_own(project: Project) -> None:
    with ChatServer(RIGHT) as server:
        project.run(*flags(server, "--judge-votes", "3"))
        assert len(server.requests) == 1 + 2 * 3
    assert len(judge_anchors(project)) == 2


def test_a_budget_that_is_too_small_asks_nothing_and_ends_with_3(project: Project) -> None:
    with ChatServer(RIGHT) as server:
        done = project.run(*flags(server, "--judge-budget-tokens", "10", "--output", "r.json"))
        assert server.requests == ()
    assert done.returncode == 3
    judge = json.loads((project.root / "r.json").read_text("utf-8"))["judge"]
    assert judge["ends"]["not asked"] == 3


def test_a_budget_in_dollars_without_prices_ends_with_2(project: Project) -> None:
    with ChatServer(RIGHT) as server:
        done = project.run(*flags(server, "--judge-budget-usd", "1"))
    assert done.returncode == 2
    assert "price" in done.stderr


def test_what_was_spent_is_told_in_dollars_where_prices_are_known(project: Project) -> None:
    project.write(
        "fixturetool.toml",
        "[judge]\nprice_per_million_input = 10.0\nprice_per_million_output = 100.0\n",
    )
    with ChatServer(RIGHT) as server:
        project.run(*flags(server, "--output", "r.json"))
    judge = json.loads((project.root / "r.json").read_text("utf-8"))["judge"]
    assert judge["usd"] == pytest.approx(0.006)


def test_sources_that_do_not_fit_are_shown_in_windows_that_cover_everything(
    project: Project,
) -> None:
    project.write("fixturetool.toml", "[judge]\ncontext_tokens = 3500\n")
    filler = "".join(chr(0x5000 + at) for at in range(3000))
    project.write(f"text/chs/{LOG}", f"{filler}灯塔烧过鱼油三十年{filler}")
    model = Model(
        {"oil": "灯塔烧过鱼油三十年", "refill": None, "salt": None}, ["灯塔烧过鱼油三十年"]
    )
    with ChatServer(model) as server:
        done = project.run(*flags(server))
        finders = [request.prompt for request in server.requests if is_finder(request)]
    assert done.returncode == 0, done.stderr
    assert len(finders) > 3
    pieces = [filler[at : at + 100] for at in range(0, 2900, 50)]
    assert all(any(piece in prompt for prompt in finders) for piece in pieces)
    assert [one["covers"] for one in judge_anchors(project)] == [["oil"]]


def test_calls_for_many_fixtures_run_at_once_within_the_bound(project: Project) -> None:
    fixtures = [
        fixture(
            f"灯塔的灯烧过什么？{'问' * number}", passage("某人写下鲸脂二字", "oil"), oil="烧鱼油"
        )
        for number in range(40)
    ]
    project.write_category("lamp", fixtures)
    with ChatServer(Model({"oil": "灯塔烧过鱼油三十年"}, ["灯塔烧过鱼油三十年"], 0.05)) as server:
        done = project.run(*flags(server, "--judge-jobs", "5", "--brief"))
        assert server.peak == 5
        assert len(server.requests) == 80
    assert done.returncode == 0
    document = json.loads((project.root / "retrieval_fixtures/lamp.json").read_text("utf-8"))
    assert [len(one["relevant_passages"]) for one in document["fixtures"]] == [2] * 40


def test_what_is_written_does_not_depend_on_the_number_of_calls_at_once(tmp_path: Path) -> None:
    contents = []
    for jobs in ("1", "8"):
        project = judged_project(tmp_path / jobs)
        with ChatServer(RIGHT) as server:
            project.run(*flags(server, "--judge-jobs", jobs))
        contents.append((project.root / "retrieval_fixtures/lamp.json").read_bytes())
    assert contents[0] == contents[1]


def test_every_reply_is_kept_as_evidence(project: Project) -> None:
    with ChatServer(RIGHT) as server:
        project.run(*flags(server))
    oil = [line for line in evidence(project) if line["facet"] == "oil"]
    assert [(line["step"], line["verdict"]) for line in oil] == [
        ("find", "found"),
        ("locate", "located"),
        ("verify", "attested"),
        ("write", "written"),
    ]
    verify = oil[2]
    assert verify["model"] == "deepseek-ai/DeepSeek-V4-Flash"
    assert '"attested": true' in str(verify["reply"])
    assert len(str(verify["prompt"])) == 64
    assert verify["reason"] == "看原话"


def test_evidence_is_shown_by_label_passage_and_facet(project: Project) -> None:
    with ChatServer(RIGHT) as server:
        project.run(*flags(server))
    for words in (["oil"], ["鱼油三十年"], [f"judge:{LOG}", "鱼油三十年"]):
        shown = project.run("judge", "show", *words)
        assert shown.returncode == 0
        assert "灯塔烧过鱼油三十年" in shown.stdout
        assert "━━ oil" in shown.stdout
        assert "━━ refill" not in shown.stdout
    assert project.run("judge", "show", "羊油").returncode == 1


def test_saved_runs_are_judged_without_retrieving_again(project: Project) -> None:
    project.run("eval-retrieval", "--quiet")
    [run] = (project.root / ".fixturetool/runs").iterdir()
    with ChatServer(RIGHT) as server:
        done = project.run(
            "judge", "run", run.name, "--judge-base-url", server.base_url, "--output", "j.json"
        )
    assert done.returncode == 0, done.stderr
    assert len(judge_anchors(project)) == 2
    judge = json.loads((project.root / "j.json").read_text("utf-8"))["judge"]
    assert (judge["before"]["covered"], judge["after"]["covered"]) == (0, 2)
    assert len(json.loads((run / "run.json").read_text("utf-8"))["fixtures"][0]["anchors"]) == 6


def test_several_runs_are_judged_as_one_pool(project: Project) -> None:
    project.run("eval-retrieval", "--quiet", "--k", "1")
    project.run("eval-retrieval", "--quiet", "--k", "3")
    runs = sorted(path.name for path in (project.root / ".fixturetool/runs").iterdir())
    with ChatServer(RIGHT) as server:
        done = project.run("judge", "run", *runs, "--judge-base-url", server.base_url)
        finders = [request for request in server.requests if is_finder(request)]
    assert done.returncode == 0, done.stderr
    assert len(finders) == 1
    assert f"(run {runs[0]})" in done.stdout
    assert f"(run {runs[1]})" in done.stdout
    assert len(evidence(project)) == 2 * len({json.dumps(line) for line in evidence(project)})


def test_a_run_that_is_named_in_two_ways_is_judged_once(project: Project) -> None:
    project.run("eval-retrieval", "--quiet")
    [run] = (project.root / ".fixturetool/runs").iterdir()
    names = [run.name, f".fixturetool/runs/{run.name}", str(run)]
    with ChatServer(RIGHT) as server:
        project.run("judge", "run", *names, "--judge-base-url", server.base_url, "-o", "j.json")
    judge = json.loads((project.root / "j.json").read_text("utf-8"))["judge"]
    assert [one["run"] for one in judge["runs"]] == [run.name]
    assert len(evidence(project)) == len({json.dumps(line) for line in evidence(project)})


def test_a_saved_run_on_a_corpus_that_changed_is_refused(project: Project) -> None:
    project.run("eval-retrieval", "--quiet")
    project.write(f"text/chs/{LOG}", "灯塔改烧煤了。\n")
    [run] = (project.root / ".fixturetool/runs").iterdir()
    with ChatServer(RIGHT) as server:
        done = project.run("judge", "run", run.name, "--judge-base-url", server.base_url)
        assert server.requests == ()
    assert done.returncode == 2
    assert "corpus of CHS changed" in done.stderr


def test_without_judge_no_model_is_asked_and_openai_is_not_loaded(project: Project) -> None:
    import subprocess
    import sys

    program = (
        "import sys; from fixturetool.cli.main import _run; _run();"
        "print([name for name in ('openai', 'fixturetool.judge.rescue')"
        " if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "eval-retrieval", "--quiet"],
        cwd=project.root,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert done.stderr.splitlines()[-1] == "[]"
    assert len(passages(project)) == 4


def test_fixtures_that_were_named_by_their_path_get_the_anchors(project: Project) -> None:
    away = project.root / "elsewhere/lamp.json"
    away.parent.mkdir()
    (project.root / "retrieval_fixtures/lamp.json").rename(away)
    with ChatServer(RIGHT) as server:
        done = project.run(*flags(server, "--category", "elsewhere/lamp.json"))
    assert done.returncode == 0, done.stderr
    assert away.read_text("utf-8").count(f"judge:{LOG}") == 2
