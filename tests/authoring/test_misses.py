"""Which misses are true, and which are a matter of wording."""

import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from fixturetool.authoring.misses import (
    CLOSE,
    Holder,
    Miss,
    Verdict,
    find_misses,
    mark_of,
)
from fixturetool.evaluation.run import Question, Run, RunHit
from tests.authoring.missed_place import ANCHOR, QUESTION, ground_at, hit, run_of

NEAR = hit(1, "book/2_食单.txt")
FAR = hit(2, "book/3_海事.txt")


def look(
    root: Path,
    run: Run,
    *,
    holders: tuple[str, ...] = ("book/1_灯志.txt",),
    ranks: Mapping[str, int] | None = None,
    notes: str = "",
) -> tuple[Miss, ...]:
    def ranked(_: Question) -> Mapping[str, int]:
        return ranks or {}

    return find_misses(
        run,
        {"CHS": ground_at(root)},
        {QUESTION.key: notes},
        lambda *_: holders,
        None if ranks is None else ranked,
        100,
    ).misses


def test_a_source_that_says_it_in_other_words_makes_a_false_miss_candidate(tmp_path: Path) -> None:
    [miss] = look(tmp_path, run_of(NEAR, FAR))
    assert miss.verdict is Verdict.FALSE
    [(source, best), *_] = miss.slices
    assert (source.rank, source.path, source.official) == (1, "book/2_食单.txt", True)
    assert best.text == "学徒用苇子籽榨油点灯，烟是青的"
    assert best.line == 1
    assert best.score >= CLOSE
    assert {"苇", "籽", "油"} <= set("".join(best.shared))


@pytest.mark.parametrize(
    ("holders", "ranks", "verdict", "held"),
    [
        pytest.param((), None, Verdict.UNWINNABLE, (), id="no-source"),
        pytest.param(
            ("b", "a"),
            None,
            Verdict.NOT_RETRIEVED,
            (Holder("a", None), Holder("b", None)),
            id="the-retriever-was-not-asked",
        ),
        pytest.param(
            ("a", "b", "c"),
            {"b": 14, "c": 8},
            Verdict.NOT_RETRIEVED,
            (Holder("c", 8), Holder("b", 14), Holder("a", None)),
            id="ranked-below-k",
        ),
        pytest.param(
            ("a",), {"x": 1}, Verdict.TRUE, (Holder("a", None),), id="nothing-leads-to-the-source"
        ),
    ],
)
def test_where_nothing_close_came_back_the_corpus_and_the_retriever_tell(
    tmp_path: Path,
    holders: tuple[str, ...],
    ranks: Mapping[str, int] | None,
    verdict: Verdict,
    held: tuple[Holder, ...],
) -> None:
    [miss] = look(tmp_path, run_of(FAR), holders=holders, ranks=ranks)
    assert (miss.verdict, miss.holders) == (verdict, held)


def test_a_facet_that_is_covered_in_one_repeat_is_no_miss(tmp_path: Path) -> None:
    covered = RunHit(1, "a", 1.0, "", None, None, "", "", "", True, anchors=(0,))
    assert look(tmp_path, run_of(covered, repeats=2)) == ()


def test_an_empty_answer_misses_with_no_source(tmp_path: Path) -> None:
    [miss] = look(tmp_path, run_of())
    assert (miss.sources, miss.verdict) == ((), Verdict.NOT_RETRIEVED)


def test_sources_come_by_their_best_rank_and_not_beyond_k(tmp_path: Path) -> None:
    hits = (hit(2, "book/3_海事.txt"), hit(1, "book/1_灯志.txt"), hit(3, "book/3_海事.txt"))
    [miss] = look(tmp_path, run_of(*hits, hit(4, "tps_note/4.txt")))
    assert [(one.rank, one.path) for one in miss.sources] == [
        (1, "book/1_灯志.txt"),
        (2, "book/3_海事.txt"),
    ]


def test_where_chunks_are_graded_only_they_are_looked_at(tmp_path: Path) -> None:
    chunk = hit(1, "book/2_食单.txt", "豆子要泡一夜。")
    [miss] = look(tmp_path, run_of(chunk, match="chunk"))
    assert "学徒" not in "".join(one.text for _, one in miss.slices)
    chunk = hit(1, "book/2_食单.txt", "学徒用苇子籽榨油点灯，烟是青的。")
    [miss] = look(tmp_path, run_of(chunk, match="chunk"))
    assert miss.verdict is Verdict.FALSE


def test_a_path_that_is_no_source_is_looked_at_in_the_text_that_came_with_it(
    tmp_path: Path,
) -> None:
    [miss] = look(tmp_path, run_of(hit(1, "x.txt", "用芦苇籽榨的油点灯。", official=None)))
    [(source, best)] = miss.slices
    assert (source.official, best.line, best.text) == (None, None, "用芦苇籽榨的油点灯")


@pytest.mark.parametrize(
    ("note", "marked", "count"),
    [
        pytest.param("true miss: reed_oil (bm25, run R-001)", True, 1, id="in-this-run"),
        pytest.param("old\ntrue miss: reed_oil (bm25, run R-000)", False, 1, id="in-another-run"),
        pytest.param("true miss: reed (bm25, run R-001)", False, 0, id="another-facet"),
        pytest.param("", False, 0, id="not-at-all"),
    ],
)
def test_a_person_who_found_it_true_in_this_run_decides(
    tmp_path: Path, note: str, marked: bool, count: int
) -> None:
    [miss] = look(tmp_path, run_of(NEAR), notes=note)
    assert (miss.is_marked, len(miss.marks)) == (marked, count)
    assert miss.verdict is (Verdict.TRUE if marked else Verdict.FALSE)


def test_a_mark_names_facet_retriever_and_run() -> None:
    assert mark_of("reed_oil", run_of()) == "true miss: reed_oil (bm25, run R-001)"


def test_the_anchors_alone_tell_where_there_is_no_description(tmp_path: Path) -> None:
    run = run_of(NEAR)
    [fixture] = run.fixtures
    bare = type(fixture)(QUESTION, {"reed_oil": ""}, fixture.anchors, fixture.attempts)
    changed = type(run)(
        **{name: getattr(run, name) for name in run.__slots__} | {"fixtures": (bare,)}
    )
    [miss] = look(tmp_path, changed)
    assert miss.verdict is Verdict.FALSE
    assert miss.anchors == (ANCHOR,)


def test_most_planted_false_misses_of_the_shipped_fixtures_are_found(tmp_path: Path) -> None:
    """The caveat of ``rescue`` names, for each of 12 facets, sources that say it differently."""
    from dataclasses import replace

    from fixturetool.authoring.ground import open_ground
    from fixturetool.progress import Silent
    from fixturetool.settings import PathSettings, Settings

    root = Path(__file__).parents[2]
    content = json.loads((root / "retrieval_fixtures" / "rescue.json").read_text("utf-8"))
    paths = PathSettings(corpus=root / "text", state=tmp_path / "state")
    ground = open_ground("CHS", Settings(paths=paths), Silent())
    planted = dict(re.findall(r"([a-z_]+)：(.*?)(?=；[a-z_]+：|。其余)", content["caveat"]))
    kinds = {"书": "book", "台词": "voice", "小传": "character_story", "碑铭": "inscription"}
    kinds |= {"任务": "quest", "器物": "artefact"}
    verdicts: dict[str, Verdict] = {}
    for fixture in content["fixtures"]:
        for facet in planted.keys() & fixture["expected_coverage"].keys():
            named = re.findall(r"(..?)《([^》]*)》“[^”]*”", planted[facet])
            hits = [
                hit(at, path)
                for at, (kind, title) in enumerate(named, 1)
                for path in ground.snapshot.paths
                if path.startswith(kinds[kind.lstrip("、")]) and path.endswith(f"_{title}.txt")
            ]
            anchors = [
                one["passage"] for one in fixture["relevant_passages"] if facet in one["covers"]
            ]
            run = run_of(*hits, anchors=anchors)
            question = Question("rescue", fixture["query"], "CHS")
            facets = {"reed_oil": fixture["expected_coverage"][facet]}
            asked = replace(run.fixtures[0], question=question, facets=facets)
            [miss] = find_misses(
                replace(run, fixtures=(asked,)), {"CHS": ground}, {}, lambda *_: ("x",)
            ).misses
            verdicts[facet] = miss.verdict
    assert len(verdicts) == 12
    others = {name for name, verdict in verdicts.items() if verdict is not Verdict.FALSE}
    assert others <= {"one_for_living_one_dead", "to_write_names_dry"}
