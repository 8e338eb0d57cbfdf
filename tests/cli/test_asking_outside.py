"""Rankings from outside: their paths, their silences and their failures, as they are counted."""

import json
from collections.abc import Sequence

import pytest

from tests.cli.project import Project, fixture, passage
from tests.retrieval.api import Asked, Reply, always, match, matches, running

RUN = ("eval-retrieval", "-q", "--retries", "0", "--format", "json")
LOG = "book/1_灯志.txt"


def graded(
    here: Project, *replies: Reply
) -> tuple[int, dict[str, object], list[dict[str, object]]]:
    """Ask a question for each reply, and return the code, the summary and the fixtures."""
    queries = [f"问{number}" for number in range(len(replies))]
    anchored = passage("烧过鱼油", "oil")
    here.write_category("lamp", [fixture(query, anchored, oil="") for query in queries])
    said = dict(zip(queries, replies, strict=True))

    def answer(asked: Asked) -> Reply:
        return said[str(asked.json["query"])]

    with running(answer) as api:
        done = here.run(*RUN, "--base-url", api.url)
    report = json.loads(done.stdout)
    return done.returncode, report["summary"], report["fixtures"]


HIT, MISS = matches(match(LOG)), matches(match("voice/2_老蔺.txt"))
OTHER = matches(match("tps_notes/3_笔记.txt"))
EMPTY = matches()
ERROR = Reply(b"down", 400)


@pytest.mark.parametrize(
    ("replies", "code", "scored", "errors", "rate"),
    [
        pytest.param((HIT, MISS, ERROR, ERROR), 3, 2, 2, 0.5, id="one-nought-error-error"),
        pytest.param((HIT, ERROR, HIT), 3, 2, 1, 1.0, id="a-clean-rate-over-two-of-three"),
        pytest.param((ERROR, ERROR), 3, 0, 2, None, id="nothing-scored"),
        pytest.param((HIT, EMPTY), 0, 2, 0, 0.5, id="an-empty-ranking-is-a-miss"),
        pytest.param((EMPTY, EMPTY), 0, 2, 0, 0.0, id="nothing-but-empty-rankings"),
    ],
)
def test_errors_are_counted_and_empties_are_scored(
    here: Project,
    replies: Sequence[Reply],
    code: int,
    scored: int,
    errors: int,
    rate: float | None,
) -> None:
    returned, summary, fixtures = graded(here, *replies)
    assert returned == code
    assert (summary["scored"], summary["errors"]) == (scored, errors)
    assert summary["coverage_rate"] == rate
    assert [one["query"] for one in fixtures] == [f"问{n}" for n in range(len(replies))]


@pytest.mark.parametrize(
    ("path", "meant", "official"),
    [
        pytest.param(f"./{LOG}", LOG, True, id="dot"),
        pytest.param(f"/srv/corpus/chs/{LOG}", LOG, True, id="absolute-elsewhere"),
        pytest.param(f"repos/id/{LOG}", LOG, True, id="prefix"),
        pytest.param("book\\1_灯志.txt", LOG, True, id="backslash"),
        pytest.param("book/1_%E7%81%AF%E5%BF%97.txt", LOG, True, id="percent-encoded"),
        pytest.param("./tps_notes/3_笔记.txt", "tps_notes/3_笔记.txt", False, id="third-party"),
        pytest.param(
            "x/tps_notes/3_笔记.txt", "tps_notes/3_笔记.txt", False, id="third-party-deep"
        ),
    ],
)
def test_a_path_is_the_source_that_it_means(
    here: Project, path: str, meant: str, official: bool
) -> None:
    code, _, [one] = graded(here, matches(match(path)))
    assert code == 0
    [source] = one["runs"][0]["sources"]  # type: ignore[index]
    assert (source["path"], source["official"]) == (meant, official)


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(f"../{LOG}", id="climbs"),
        pytest.param(f"book/../../{LOG}", id="climbs-within"),
        pytest.param("..%2Fbook%2F1_灯志.txt", id="climbs-encoded"),
        pytest.param("..\\book\\1_灯志.txt", id="climbs-with-backslash"),
        pytest.param("nowhere.txt", id="unknown"),
    ],
)
def test_when_no_path_means_a_source_the_run_fails_and_says_so(here: Project, path: str) -> None:
    with always(matches(match(path))) as api:
        done = here.run(*RUN, "--base-url", api.url)
    assert done.returncode == 3
    assert "none of the paths that came back is a source of the corpus" in done.stderr
    assert json.loads(done.stdout)["summary"]["coverage_rate"] == 0.0


@pytest.mark.parametrize(
    "hits",
    [
        pytest.param((f"{LOG}", f"./{LOG}", "voice/2_老蔺.txt"), id="the-same-source-twice"),
        pytest.param((LOG, "voice/2_老蔺.txt", LOG), id="again-later"),
        pytest.param((LOG, LOG, LOG, "voice/2_老蔺.txt"), id="three-chunks"),
    ],
)
def test_k_counts_sources_and_no_coverage_is_above_1(here: Project, hits: Sequence[str]) -> None:
    with always(matches(*map(match, hits))) as api:
        done = here.run(*RUN, "--base-url", api.url, "--k", "2")
    report = json.loads(done.stdout)
    sources = report["fixtures"][0]["runs"][0]["sources"]
    assert [one["path"] for one in sources] == [LOG, "voice/2_老蔺.txt"]
    assert report["summary"]["coverage_rate"] == 1.0


@pytest.mark.parametrize(
    ("arguments", "content", "told"),
    [
        pytest.param(("-c", "typo"), None, '"typo"', id="unknown-category"),
        pytest.param(("-c", "lamp", "-c", "lanp"), None, '"lamp"', id="one-of-two-unknown"),
        pytest.param(("--fixtures", "text"), None, "text", id="a-folder-without-fixtures"),
        pytest.param((), '"fixtures": []', '"fixtures" is empty', id="no-fixtures-in-the-file"),
        pytest.param(("--limit", "0"), None, "--limit", id="nothing-of-it"),
    ],
)
@pytest.mark.parametrize("command", ["eval-retrieval", "verify"])
def test_nothing_selected_is_never_a_clean_result(
    here: Project, command: str, arguments: tuple[str, ...], content: str | None, told: str
) -> None:
    if content is not None:
        head = '{"category": "lamp", "description": "d", '
        here.write("retrieval_fixtures/lamp.json", f"{head}{content}}}")
    words = [word for word in arguments if word != "-c"] if command == "verify" else arguments
    done = here.run(command, *words)
    assert done.returncode == (1 if content and command == "verify" else 2)
    assert told in done.stdout + done.stderr
