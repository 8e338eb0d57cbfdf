"""A source as long as a chapter is seen from the anchor, not as a whole."""

from pathlib import Path

import pytest

from fixturetool.authoring.answers import Answers
from fixturetool.authoring.reachability import Reachability
from fixturetool.authoring.relatedness import Relatedness
from fixturetool.authoring.surroundings import Surroundings
from fixturetool.corpus.snapshot import Snapshot, open_snapshot
from fixturetool.corpus.sources import load_corpus
from fixturetool.corpus.tokens import load_tokenizer
from fixturetool.progress import Silent
from fixturetool.settings import CorpusSettings

ANCHOR = "山风吹过石阶"
FILLER = "灰云压着河面。" * 1000  # 21 kB: a chapter


def snapshot(root: Path, chapter: str, others: str = "渡口来了商人。", count: int = 24) -> Snapshot:
    files = {f"book/{number:02}.txt": others for number in range(count)}
    for name, text in {**files, "book/99_回.txt": chapter}.items():
        path = root / "text" / "chs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    corpus = load_corpus(root / "text", "CHS", "chs", CorpusSettings())
    return open_snapshot(corpus, root / "state", Silent())


def leads(query: str, there: Snapshot) -> bool:
    surroundings = Surroundings(there)
    source = there.corpus.find("book/99_回.txt")
    assert source is not None
    cutter = load_tokenizer("rjieba", None, ())
    reachability = Reachability(cutter, {}, Answers({}), share=surroundings.share)
    return reachability.reachable(query, [surroundings.document(source, ANCHOR)])


@pytest.mark.parametrize(
    ("chapter", "leads_there"),
    [
        pytest.param(f"商人。{FILLER}{ANCHOR}", False, id="a-common-word-far-away"),
        pytest.param(f"{FILLER}{ANCHOR}，商人走了。", True, id="a-common-word-near-the-anchor"),
        pytest.param(f"商人。{ANCHOR}", True, id="a-common-word-in-a-short-source"),
        pytest.param(f"{FILLER}{ANCHOR}", False, id="no-word-at-all"),
    ],
)
def test_a_word_that_most_sources_hold_leads_only_where_it_is_near(
    tmp_path: Path, chapter: str, leads_there: bool
) -> None:
    assert leads("商人卖什么？", snapshot(tmp_path, chapter)) is leads_there


def test_a_rare_word_leads_to_a_chapter_from_anywhere_in_it(tmp_path: Path) -> None:
    there = snapshot(tmp_path, f"铜镜。{FILLER}{ANCHOR}")
    assert leads("铜镜在哪里？", there)


def test_among_a_few_sources_no_word_is_common(tmp_path: Path) -> None:
    there = snapshot(tmp_path, f"商人。{FILLER}{ANCHOR}", count=5)
    assert leads("商人卖什么？", there)


def test_the_share_of_a_word_is_that_of_the_sources_that_hold_it(tmp_path: Path) -> None:
    surroundings = Surroundings(snapshot(tmp_path, f"铜镜{ANCHOR}", count=24))
    assert surroundings.share("商人") == pytest.approx(24 / 25)
    assert surroundings.share("铜镜") == pytest.approx(1 / 25)
    assert surroundings.share("没有的词") == 0.0


@pytest.mark.parametrize(
    ("description", "text", "related"),
    [
        pytest.param("石阶上有风", ANCHOR, True, id="a-word-of-the-anchor"),
        pytest.param("台阶在哪里", ANCHOR, True, id="an-ideograph-of-a-word"),
        pytest.param("铜镜照人", f"铜镜。{ANCHOR}", True, id="a-word-beside-it"),
        pytest.param("铜镜照人", f"铜镜。{FILLER}{ANCHOR}", False, id="a-word-far-away"),
        pytest.param("铜镜照人", ANCHOR, False, id="nothing"),
        pytest.param("是什么", ANCHOR, True, id="a-description-without-content"),
    ],
)
def test_an_anchor_has_to_do_with_a_description_by_itself_or_by_what_is_near(
    tmp_path: Path, description: str, text: str, related: bool
) -> None:
    there = snapshot(tmp_path, text)
    source = there.corpus.find("book/99_回.txt")
    assert source is not None
    around = [Surroundings(there).around(source, ANCHOR)]
    answers = Answers({})
    cutter = load_tokenizer("rjieba", None, ())
    assert Relatedness(cutter, answers).related(description, ANCHOR, around) is related
    # A later run knows the answer without cutting anything.
    known = Answers(dict(answers.used))
    assert Relatedness(cutter, known).related(description, ANCHOR, around) is related


@pytest.mark.parametrize(
    ("description", "related"),
    [
        pytest.param("商人卖镜", False, id="a-word-that-every-source-has-near-it"),
        pytest.param("商人上台阶", True, id="beside-one-that-tells-something"),
        pytest.param("商人", True, id="nothing-that-tells-anything"),
        pytest.param("不许卖镜", False, id="a-negation"),
    ],
)
def test_what_most_sources_say_tells_nothing(
    tmp_path: Path, description: str, related: bool
) -> None:
    there = snapshot(tmp_path, f"商人。{ANCHOR}不动", count=24)
    source = there.corpus.find("book/99_回.txt")
    assert source is not None
    seen = Surroundings(there)
    cutter = load_tokenizer("rjieba", None, ())
    relatedness = Relatedness(cutter, Answers({}), share=seen.share)
    assert relatedness.related(description, ANCHOR, [seen.around(source, ANCHOR)]) is related


def test_an_answer_is_not_taken_for_one_of_another_corpus() -> None:
    cutter, answers = load_tokenizer("rjieba", None, ()), Answers({})
    assert not Relatedness(cutter, answers, corpus="a").related("铜镜", ANCHOR, [])
    known = Answers(dict(answers.used))
    assert Relatedness(cutter, known, share=lambda _: 1.0, corpus="b").related("铜镜", ANCHOR, [])


@pytest.mark.parametrize(
    ("description", "related"),
    [
        pytest.param("Each eater holds a half", True, id="the-stem-of-a-word"),
        pytest.param("Old lamps burn", False, id="another-word"),
        pytest.param("What it contains", False, id="a-word-that-begins-alike"),
        pytest.param("This is what he has", True, id="a-description-of-function-words"),
        pytest.param("Once upon a time with them", False, id="only-function-words-shared"),
    ],
)
def test_english_words_meet_by_their_stems(description: str, related: bool) -> None:
    cutter = load_tokenizer("rjieba", None, ())
    found = Relatedness(cutter, Answers({})).related(
        description, "once with one strand, two holders", []
    )
    assert found is related
