"""A difference that people can't see is named."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from fixturetool.authoring.folding import fold
from fixturetool.authoring.reasons import describe_differences

SPACE = "white space between Latin characters is significant"
DECOMPOSED = (
    'other Unicode form: "e\u0301" (U+0065 LATIN SMALL LETTER E + U+0301 COMBINING ACUTE ACCENT) '
    'here, "é" (U+00E9 LATIN SMALL LETTER E WITH ACUTE) in the corpus'
)
COMPATIBILITY = (
    'other Unicode form: "\uf92c" (U+F92C CJK COMPATIBILITY IDEOGRAPH-F92C) here, '
    '"郎" (U+90CE CJK UNIFIED IDEOGRAPH-90CE) in the corpus'
)


@pytest.mark.parametrize(
    ("anchor", "corpus", "phrases"),
    [
        pytest.param(
            "摩拉克斯",
            "摩拉\u200b克斯",
            ('the corpus has U+200B ZERO WIDTH SPACE after "摩拉"',),
            id="zero-width-in-the-corpus",
        ),
        pytest.param(
            "摩拉克斯\u200d",
            "摩拉克斯",
            ('the anchor has U+200D ZERO WIDTH JOINER after "摩拉克斯"',),
            id="joiner-at-the-end-of-the-anchor",
        ),
        pytest.param(
            "\ufeff摩拉克斯",
            "摩拉克斯",
            ('the anchor has U+FEFF ZERO WIDTH NO-BREAK SPACE before "摩拉克斯"',),
            id="byte-order-mark-at-the-start-of-the-anchor",
        ),
        pytest.param(
            "好,对",
            "好，对",
            ('other width (full or half): "," here, "，" in the corpus',),
            id="half-width-comma",
        ),
        pytest.param(
            "ＡＢ",
            "AB",
            ('other width (full or half): "ＡＢ" here, "AB" in the corpus',),
            id="full-width-letters",
        ),
        pytest.param(
            '"岩神"',
            "“岩神”",
            (
                'other quotes: " here, “ in the corpus',
                'other quotes: " here, ” in the corpus',
            ),
            id="straight-quotes",
        ),
        pytest.param(
            "“岩神",
            "「岩神",
            ("other quotes: “ here, 「 in the corpus",),
            id="corner-brackets",
        ),
        pytest.param("他-去", "他—去", ('other dash: "-" here, "—" in the corpus',), id="dash"),
        pytest.param(
            "好.", "好。", ('other punctuation: "." here, "。" in the corpus',), id="full-stop"
        ),
        pytest.param(
            "REX Lapis", "Rex Lapis", ('other case: "EX" here, "ex" in the corpus',), id="case"
        ),
        pytest.param(
            "cafe\u0301",
            "café",
            (DECOMPOSED,),
            id="decomposed",
        ),
        pytest.param(
            "神\uf92c",
            "神郎",
            (COMPATIBILITY,),
            id="compatibility-ideograph",
        ),
        pytest.param(
            "Lv.10",
            "Lv. 10",
            (f'{SPACE}: "Lv.10" here, "Lv. 10" in the corpus',),
            id="latin-anchor-broken-at-a-line",
        ),
        pytest.param(
            "the rapist",
            "therapist",
            (f'{SPACE}: "the rapist" here, "therapist" in the corpus',),
            id="two-words-for-one",
        ),
        pytest.param("三人", "二人", ('"三" here, "二" in the corpus',), id="other-word"),
        pytest.param("周末七国", "周末", ('the corpus has no "七国" after "周末"',), id="surplus"),
        pytest.param("周末", "周之末", ('the corpus has "之" after "周"',), id="word-left-out"),
        pytest.param(
            "摩拉克斯来",
            "摩拉\u200b克斯去",
            (
                'the corpus has U+200B ZERO WIDTH SPACE after "摩拉"',
                '"来" here, "去" in the corpus',
            ),
            id="zero-width-and-another-word",
        ),
    ],
)
def test_differences_are_named(anchor: str, corpus: str, phrases: tuple[str, ...]) -> None:
    assert describe_differences(anchor, corpus) == phrases


def test_many_differences_are_counted() -> None:
    described = describe_differences("a1b1c1d1e1f1", "a2b2c2d2e2f2")
    assert described[4:] == ("2 more differences",)


@given(st.text())
def test_equal_texts_differ_by_nothing_but_what_is_invisible(text: str) -> None:
    assert all("here" not in phrase for phrase in describe_differences(text, text))


@given(st.text(), st.text())
def test_texts_that_fold_apart_are_never_without_a_description(anchor: str, corpus: str) -> None:
    assume(fold(anchor) != fold(corpus))
    assert describe_differences(anchor, corpus)
