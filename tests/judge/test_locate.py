"""A span is an anchor only as a slice of a source that came back."""

from collections.abc import Mapping

import pytest

from fixturetool.evaluation.run import Question
from fixturetool.fixtures.model import Passage
from fixturetool.judge.claims import Case, Claim, Document
from fixturetool.judge.locate import (
    MAX_CHARACTERS,
    Drop,
    Located,
    locate,
    merge,
    refuse_common,
    refuse_known,
)

TEXT = "灯塔烧过鱼油。\n守灯人每夜\n　　添油三次，「不许偷懒」。\nThe  lamp burned\nwhale oil.\n"
LOG = "book/1_灯志.txt"


class Files:
    """Sources by path."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = texts

    def original(self, language: str, path: str) -> str:
        return self.texts[path]


def case(*documents: Document) -> Case:
    return Case(Question("lamp", "灯烧什么？", "CHS"), (Claim("oil", "烧过鱼油"),), documents, 0)


def whole(path: str = LOG, *, official: bool = True, rank: int = 1, text: str = TEXT) -> Document:
    return Document(path, official, rank, text)


def place(span: str, text: str = TEXT) -> Located | Drop:
    return locate(span, case(whole(text=text)), Files({LOG: text}))


def test_a_span_becomes_a_slice_with_the_label_of_its_source() -> None:
    located = place("灯塔烧过鱼油")
    assert located == Located("灯塔烧过鱼油", LOG, official=True)
    assert isinstance(located, Located)
    assert located.label == "judge:book/1_灯志.txt"


@pytest.mark.parametrize(
    ("span", "slice_of_source"),
    [
        pytest.param("守灯人每夜添油三次", "守灯人每夜\n　　添油三次", id="joined-lines"),
        pytest.param(" 灯塔烧过鱼油\n", "灯塔烧过鱼油", id="spaces-at-the-ends"),
        pytest.param("The lamp burned whale oil", "The  lamp burned\nwhale oil", id="latin-lines"),
    ],
)
def test_white_space_is_taken_from_the_source(span: str, slice_of_source: str) -> None:
    assert place(span) == Located(slice_of_source, LOG, official=True)


@pytest.mark.parametrize(
    ("text", "span", "slice_of_source"),
    [
        pytest.param(
            "题‹书›说：若a<b则止。", "‹书›说：若a‹b则止", "‹书›说：若a<b则止", id="one-line"
        ),
        pytest.param(
            "‹书›说：\n若a<b则止。", "‹书›说：若a‹b则止", "‹书›说：\n若a<b则止", id="two-lines"
        ),
        pytest.param("<灯塔烧鱼油>", "‹灯塔烧鱼油›", "<灯塔烧鱼油>", id="angle-brackets-alone"),
    ],
)
def test_a_source_with_both_kinds_of_brackets_gives_its_own(
    text: str, span: str, slice_of_source: str
) -> None:
    assert place(span, text) == Located(slice_of_source, LOG, official=True)


def test_the_brackets_are_those_of_the_text_that_was_graded() -> None:
    texts = Files({LOG: "‹灯塔烧鱼油›。后来<灯塔烧鱼油>。"})
    graded = case(whole(text="后来<灯塔烧鱼油>。"))
    assert locate("‹灯塔烧鱼油›", graded, texts) == Located("<灯塔烧鱼油>", LOG, official=True)


@pytest.mark.parametrize(
    ("span", "reason"),
    [
        pytest.param("添油三次，“不许偷懒”", Drop.NOT_FOUND, id="other-quotes"),
        pytest.param("灯塔烧过……添油三次", Drop.NOT_FOUND, id="ellipsis-for-words"),
        pytest.param("灯塔烧过鲸油", Drop.NOT_FOUND, id="changed-word"),
        pytest.param("Thelampburned", Drop.NOT_FOUND, id="lost-spaces"),
        pytest.param("", Drop.BLANK, id="empty"),
        pytest.param(" 　\n", Drop.BLANK, id="white-space"),
        pytest.param("。", Drop.TOO_SHORT, id="full-stop"),
        pytest.param("灯", Drop.TOO_SHORT, id="one-character"),
        pytest.param("烧过 鱼 油。", Drop.TOO_SHORT, id="five-after-normalisation"),
        pytest.param("灯" * (MAX_CHARACTERS + 1), Drop.TOO_LONG, id="a-whole-chunk"),
    ],
)
def test_what_is_no_verbatim_span_is_dropped(span: str, reason: Drop) -> None:
    assert place(span) is reason


def test_six_characters_are_enough() -> None:
    assert isinstance(place("灯塔烧过鱼油"), Located)


def test_a_span_that_spells_the_neutralised_brackets_is_sliced_with_the_real_ones() -> None:
    text = "若 a<b 则添油三次"
    assert place("若 a‹b 则添油三次", text) == Located("若 a<b 则添油三次", LOG, official=True)


def test_no_span_is_found_across_two_sources() -> None:
    both = case(whole("a.txt", text="灯塔烧过"), whole("b.txt", text="鱼油三十年"))
    files = Files({"a.txt": "灯塔烧过", "b.txt": "鱼油三十年"})
    assert locate("灯塔烧过鱼油三十年", both, files) is Drop.NOT_FOUND


@pytest.mark.parametrize(
    ("documents", "chosen"),
    [
        pytest.param(
            (whole("tps_a/1.txt", official=False, rank=1), whole("z/2.txt", rank=9)),
            "z/2.txt",
            id="official-before-rank",
        ),
        pytest.param(
            (whole("a/1.txt", rank=3), whole("z/2.txt", rank=2)), "z/2.txt", id="rank-before-path"
        ),
        pytest.param(
            (whole("z/2.txt", rank=2), whole("a/1.txt", rank=2)), "a/1.txt", id="path-last"
        ),
    ],
)
def test_of_several_sources_the_label_names_the_best(
    documents: tuple[Document, ...], chosen: str
) -> None:
    files = Files({document.path: TEXT for document in documents})
    located = locate("灯塔烧过鱼油", case(*documents), files)
    assert isinstance(located, Located)
    assert located.path == chosen


def test_a_span_of_the_source_that_did_not_come_back_is_not_found() -> None:
    chunk = whole(text="守灯人每夜添油三次")
    assert locate("灯塔烧过鱼油", case(chunk), Files({LOG: TEXT})) is Drop.NOT_FOUND


def test_a_span_of_a_chunk_that_its_source_does_not_hold_is_not_found() -> None:
    chunk = whole(text="灯塔烧过金子无数")
    assert locate("灯塔烧过金子", case(chunk), Files({LOG: TEXT})) is Drop.NOT_FOUND


def test_an_anchor_that_the_fixture_has_is_refused_whatever_its_white_space() -> None:
    known = Passage("守灯人每夜添油三次", "灯志", official=True, covers=("refill",))
    located = Located("守灯人每夜\n　　添油三次", LOG, official=True)
    assert refuse_known(located, [known]) is Drop.ALREADY_AN_ANCHOR
    assert refuse_known(located, []) is None


@pytest.mark.parametrize(
    ("holders", "sources", "reason"),
    [
        pytest.param(2, 3, None, id="two-are-fine-in-a-small-corpus"),
        pytest.param(3, 3, Drop.NOT_DISTINCTIVE, id="all-of-a-small-corpus"),
        pytest.param(5, 100, None, id="the-share-itself"),
        pytest.param(6, 100, Drop.NOT_DISTINCTIVE, id="above-the-share"),
    ],
)
def test_what_many_sources_hold_is_not_distinctive(
    holders: int, sources: int, reason: Drop | None
) -> None:
    assert refuse_common(holders, sources, 0.05) is reason


def test_a_passage_that_attests_two_facets_is_one_anchor() -> None:
    located = Located("灯塔烧过鱼油", LOG, official=True)
    [anchor] = merge([("oil", located), ("fish", located)])
    assert anchor.covers == ("oil", "fish")


def test_of_two_passages_for_a_facet_the_shorter_one_does_where_it_is_a_part() -> None:
    longer = Located("那座灯塔烧过鱼油", LOG, official=True)
    shorter = Located("灯塔烧过鱼油", LOG, official=True)
    assert [anchor.passage for anchor in merge([("oil", longer), ("oil", shorter)])] == [
        "灯塔烧过鱼油"
    ]
