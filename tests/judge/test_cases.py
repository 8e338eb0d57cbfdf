"""What the finder is asked: missed facets with a description, on the texts that were graded."""

from collections.abc import Mapping, Sequence

from fixturetool.evaluation.coverage import score
from fixturetool.evaluation.run import (
    Anchor,
    Attempt,
    FixtureRun,
    Match,
    Question,
    Run,
    RunHit,
    RunSettings,
)
from fixturetool.judge.cases import GradedRun, collect_cases
from fixturetool.judge.claims import Claim

QUESTION = Question("lamp", "灯烧什么？", "CHS")
FACETS = {"oil": "烧过鱼油", "salt": "烧过盐", "silent": " "}
ANCHORS = tuple(Anchor(name, "", True, (name,), 1) for name in FACETS)


class Corpus:
    """Three sources; the last is not official."""

    def sources(self, language: str) -> Mapping[str, bool]:
        return {"a.txt": True, "b.txt": True, "tps_c.txt": False}

    def original(self, language: str, path: str) -> str:
        return f"整篇 {path}"


def hit(path: str, rank: int, *covered: int, text: str = "片段") -> RunHit:
    return RunHit(rank, path, None, "", None, None, "前", text, "后", True, covered)


def run(*repeats: Sequence[RunHit] | None, match: Match = "source", k: int = 3) -> GradedRun:
    attempts = tuple(
        Attempt(at, 1.0, "failed" if hits is None else None, tuple(hits or ()))
        for at, hits in enumerate(repeats, start=1)
    )
    settings = RunSettings(k=k, chunk_context=0, match=match, repeat=len(repeats))
    fixture = FixtureRun(QUESTION, FACETS, ANCHORS, attempts)
    made = Run("fixturetool.run/1", "r", "", "", settings, {}, {}, (fixture,))
    return made, score(made)


def test_a_facet_without_a_description_is_not_asked() -> None:
    [case] = collect_cases([run([hit("a.txt", 1)])], Corpus())
    assert case.claims == (Claim("oil", "烧过鱼油"), Claim("salt", "烧过盐"))


def test_a_facet_that_one_repeat_covers_is_not_asked() -> None:
    [case] = collect_cases([run([hit("a.txt", 1)], [hit("b.txt", 1, 0)])], Corpus())
    assert [claim.facet for claim in case.claims] == ["salt"]


def test_a_repeat_that_failed_covers_nothing_and_hinders_nothing() -> None:
    [case] = collect_cases([run([hit("a.txt", 1)], None)], Corpus())
    assert [claim.facet for claim in case.claims] == ["oil", "salt"]


def test_nothing_missed_is_no_question() -> None:
    assert collect_cases([run([hit("a.txt", 1, 0, 1)])], Corpus()) == ()


def test_texts_are_the_union_over_the_repeats_each_once_at_its_best_rank() -> None:
    graded = run([hit("a.txt", 1), hit("b.txt", 2)], [hit("tps_c.txt", 1), hit("a.txt", 2)])
    [case] = collect_cases([graded], Corpus())
    assert [(one.path, one.rank, one.official) for one in case.documents] == [
        ("a.txt", 1, True),
        ("tps_c.txt", 1, False),
        ("b.txt", 2, True),
    ]


def test_under_match_source_the_whole_source_is_shown() -> None:
    [case] = collect_cases([run([hit("a.txt", 1)])], Corpus())
    assert [one.text for one in case.documents] == ["整篇 a.txt"]


def test_under_match_chunk_each_text_that_came_back_is_shown_with_its_context() -> None:
    graded = run([hit("a.txt", 1, text="一"), hit("a.txt", 1, text="二")], match="chunk")
    [case] = collect_cases([graded], Corpus())
    assert [one.text for one in case.documents] == ["前一后", "前二后"]


def test_what_ranks_below_the_cutoff_and_what_is_no_source_is_not_shown() -> None:
    graded = run([hit("a.txt", 1), hit("../x.txt", 2), hit("b.txt", 4)])
    [case] = collect_cases([graded], Corpus())
    assert [one.path for one in case.documents] == ["a.txt"]


def test_a_pool_that_missed_the_same_is_one_question() -> None:
    [case] = collect_cases([run([hit("a.txt", 1)]), run([hit("b.txt", 1)])], Corpus())
    assert [one.path for one in case.documents] == ["a.txt", "b.txt"]


def test_in_a_pool_only_those_that_missed_a_facet_bring_texts_for_it() -> None:
    both = collect_cases([run([hit("a.txt", 1)]), run([hit("b.txt", 1, 0)])], Corpus())
    assert [
        ([claim.facet for claim in case.claims], [one.path for one in case.documents])
        for case in both
    ] == [(["oil"], ["a.txt"]), (["salt"], ["a.txt", "b.txt"])]
