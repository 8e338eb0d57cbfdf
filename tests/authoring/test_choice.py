"""Which rules hold: selected and ignored like a linter's."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixturetool.authoring.choice import check_codes, choose, find_rule
from fixturetool.authoring.rules import RULES, Code, Rule, all_rules
from fixturetool.datasets.codes import TITLES as DATASET_TITLES
from fixturetool.errors import UsageError
from fixturetool.fixtures.codes import TITLES

USUAL = frozenset(Code) - {Code.NO_DESCRIPTION}


@pytest.mark.parametrize(
    ("select", "ignore", "chosen"),
    [
        pytest.param((), (), USUAL, id="the-usual-ones"),
        pytest.param(("FT2",), (), frozenset(Code), id="a-beginning-takes-the-unusual-ones-too"),
        pytest.param(("FT203", "FT205"), (), {Code.FEW_SOURCES, Code.UNREACHABLE}, id="two-codes"),
        pytest.param((), ("FT203",), USUAL - {Code.FEW_SOURCES}, id="all-but-one"),
        pytest.param(("FT1",), (), frozenset(), id="only-the-rules-of-files-which-always-hold"),
        pytest.param(("FT203",), ("FT2",), {Code.FEW_SOURCES}, id="the-longer-name-decides"),
        pytest.param(("FT2",), ("FT20",), {c for c in Code if c >= "FT210"}, id="ignored-longer"),
        pytest.param(("FT203",), ("FT203",), frozenset(), id="of-equal-names-the-ignored"),
    ],
)
def test_rules_are_chosen_by_code_or_by_its_beginning(
    select: tuple[str, ...], ignore: tuple[str, ...], chosen: frozenset[Code]
) -> None:
    assert choose(select, ignore) == chosen


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        pytest.param("FT23", 'did you mean "FT203"?', id="a-digit-left-out"),
        pytest.param("FT20x", 'did you mean "FT201"?', id="a-digit-wrong"),
        pytest.param("ft203", 'did you mean "FT203"?', id="lower-case"),
        pytest.param("few-source", 'did you mean "few-sources"?', id="a-name"),
        pytest.param("", "'fixturetool explain' lists the rules", id="nothing"),
    ],
)
def test_an_unknown_code_is_refused_with_a_suggestion(word: str, hint: str) -> None:
    with pytest.raises(UsageError, match="there is no rule") as error:
        check_codes([word])
    assert hint in error.value.hint


def test_a_file_that_can_not_be_read_can_not_be_let_pass() -> None:
    with pytest.raises(UsageError, match='"FT103" can\'t be ignored'):
        choose((), ("FT103",))


@pytest.mark.parametrize(
    "word",
    [
        pytest.param("FT203", id="code"),
        pytest.param("ft203", id="any-case"),
        pytest.param("few-sources", id="name"),
        pytest.param("Few-Sources", id="name-in-any-case"),
    ],
)
def test_a_rule_is_found_by_code_and_by_name(word: str) -> None:
    assert find_rule(word).code == "FT203"


@given(st.sets(st.sampled_from(sorted(Code))), st.sets(st.sampled_from(sorted(Code))))
def test_what_is_chosen_is_selected_and_not_ignored(select: set[Code], ignore: set[Code]) -> None:
    chosen = choose(tuple(select), tuple(ignore))
    assert chosen == (select or USUAL) - ignore


def test_codes_and_names_of_rules_are_different() -> None:
    rules = all_rules()
    assert len({rule.code for rule in rules}) == len({rule.name for rule in rules}) == len(rules)
    assert {rule.code for rule in rules} == {*TITLES, *DATASET_TITLES, *Code}


def test_codes_keep_their_meaning() -> None:
    assert [(rule.code, rule.name) for rule in RULES] == [
        ("FT201", "missing-anchor"),
        ("FT202", "official-flag"),
        ("FT203", "few-sources"),
        ("FT204", "unofficial-only"),
        ("FT205", "unreachable-source"),
        ("FT206", "redundant-anchor"),
        ("FT207", "broad-anchor"),
        ("FT208", "overlong-anchor"),
        ("FT209", "short-anchor"),
        ("FT210", "unrelated-anchor"),
        ("FT211", "compound-query"),
        ("FT212", "survey-query"),
        ("FT213", "no-description"),
        ("FT214", "unwinnable-facet"),
        ("FT215", "stale-capture"),
    ]


@pytest.mark.parametrize("rule", [pytest.param(rule, id=rule.code) for rule in all_rules()])
def test_every_rule_has_a_page_that_says_what_why_and_what_to_do(rule: Rule) -> None:
    page = rule.explanation
    headings = [line for line in page.splitlines() if line.startswith("## ")]
    assert headings == ["## What it finds", "## Why it matters", "## What to do", "## Example"]
