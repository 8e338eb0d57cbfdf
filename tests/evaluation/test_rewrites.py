"""What was searched in place of a query: kept by a run, and told by it again."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from fixturetool.evaluation.coverage import score
from fixturetool.evaluation.fetch import fetch
from fixturetool.evaluation.rewrites import rewrites_of
from fixturetool.evaluation.run import Attempt, FixtureRun, Question, Run
from fixturetool.evaluation.storage.journal import load_journal, start_journal
from fixturetool.evaluation.storage.store import load_run, save_run
from fixturetool.progress import Silent
from fixturetool.retrieval.base import Hit, Rewritten

Begin = Callable[..., tuple[Path, Run]]
HITS = (Hit("a.txt", 1.0, "钟离"),)


class Rewriting:
    """A retriever that searches something else each time."""

    def __init__(self, *answers: Sequence[Hit]) -> None:
        self._answers = list(answers)

    def describe(self) -> Mapping[str, str]:
        return {"name": "rewriting"}

    def retrieve(self, query: str, k: int, *, language: str, chunk_context: int) -> Sequence[Hit]:
        return self._answers.pop(0)

    def close(self) -> None:
        pass


def fetched(begun: tuple[Path, Run], *answers: Sequence[Hit]) -> Run:
    folder, run = begun
    with start_journal(folder, run) as journal:
        return fetch(run, Rewriting(*answers), journal=journal, progress=Silent())


def attempts(run: Run) -> list[tuple[str, str | None, int]]:
    made = run.fixtures[0].attempts
    return [(one.rewrite, one.error, len(one.hits)) for one in made]


def test_each_repeat_keeps_its_own(begin: Begin) -> None:
    run = fetched(
        begin("谁？", repeat=3), Rewritten(HITS, "钟离"), list(HITS), Rewritten(HITS, "岩神")
    )
    assert attempts(run) == [("钟离", None, 1), ("", None, 1), ("岩神", None, 1)]


def test_an_answer_without_hits_keeps_it_too(begin: Begin) -> None:
    assert attempts(fetched(begin("谁？"), Rewritten((), "钟离"))) == [("钟离", None, 0)]


def test_one_that_is_no_text_is_an_error(begin: Begin) -> None:
    odd = Rewritten(HITS, 7)  # type: ignore[arg-type]  # the point is what users return
    assert attempts(fetched(begin("谁？"), odd)) == [
        ("", "the retriever's rewrite of the query is a 'int'", 0)
    ]


def test_journal_and_run_bring_it_back(begin: Begin) -> None:
    folder, begun = begin("谁？")
    run = fetched((folder, begun), Rewritten(HITS, "钟离\ud800"))
    assert attempts(load_journal(folder)) == [("钟离\\ud800", None, 1)]
    save_run(folder, run)
    assert attempts(load_run(folder)) == [("钟离\\ud800", None, 1)]


def test_files_hold_nothing_of_it_where_there_is_none(begin: Begin) -> None:
    folder, begun = begin("谁？")
    run = fetched((folder, begun), HITS)
    save_run(folder, run)
    assert "rewrite" not in (folder / "run.json").read_text("utf-8")
    assert "rewrite" not in (folder / "journal.jsonl").read_text("utf-8")


def test_scores_carry_it(begin: Begin) -> None:
    run = fetched(begin("谁？"), Rewritten(HITS, "钟离"))
    graded = replace(run, fixtures=(replace(run.fixtures[0], facets={"who": ""}),))
    assert score(graded).fixtures[0].rankings[0].rewrite == "钟离"


def asked(query: str, *rewrites: str, language: str = "CHS") -> FixtureRun:
    made = (Attempt(at, 1.0, None, (), rewrite=one) for at, one in enumerate(rewrites, start=1))
    return FixtureRun(Question("c", query, language), {}, (), tuple(made))


@pytest.mark.parametrize(
    ("fixtures", "expected"),
    [
        pytest.param(
            [asked("谁？", "一", "二", "一")], {("CHS", "谁？"): ("一", "二")}, id="each-once"
        ),
        pytest.param([asked("谁？", "", "")], {}, id="none"),
        pytest.param(
            [asked("谁？", "一"), asked("谁？", "who", language="ENG")],
            {("CHS", "谁？"): ("一",), ("ENG", "谁？"): ("who",)},
            id="languages-apart",
        ),
        pytest.param(
            [asked("谁？", "一"), asked("谁？", "二")], {("CHS", "谁？"): ("一", "二")}, id="joined"
        ),
    ],
)
def test_rewrites_are_gathered_by_language_and_query(
    begin: Begin, fixtures: list[FixtureRun], expected: dict[tuple[str, str], tuple[str, ...]]
) -> None:
    _, run = begin("谁？")
    assert rewrites_of([replace(run, fixtures=(one,)) for one in fixtures]) == expected


def test_an_old_journal_has_none(begin: Begin) -> None:
    folder, run = begin("谁？")
    fetched((folder, run), HITS)
    lines = (folder / "journal.jsonl").read_text("utf-8").splitlines()
    assert "rewrite" not in json.loads(lines[1])["attempt"]
    assert attempts(load_journal(folder))[0][0] == ""
