"""When a provider that refuses is not asked any more."""

import pytest

from fixturetool.errors import ProviderRefusedError
from fixturetool.llm.refusals import PATIENCE, Refusals

NO_MONEY = ProviderRefusedError("no money", hint="pay")


def test_while_nothing_was_answered_a_refusal_is_one_of_everything() -> None:
    refusals = Refusals()
    refusals.refused(NO_MONEY)
    assert refusals.of_everything is NO_MONEY


@pytest.mark.parametrize(
    "answer_first", [pytest.param(True, id="before"), pytest.param(False, id="after")]
)
def test_with_an_answer_a_refusal_concerns_one_request(answer_first: bool) -> None:
    refusals = Refusals()
    if answer_first:
        refusals.answered()
    refusals.refused(NO_MONEY)
    if not answer_first:
        refusals.answered()
    assert refusals.of_everything is None
    refusals.check()


def test_three_refusals_in_a_row_end_the_asking() -> None:
    refusals = Refusals()
    refusals.answered()
    for _ in range(PATIENCE - 1):
        refusals.refused(NO_MONEY)
    refusals.check()
    refusals.refused(NO_MONEY)
    with pytest.raises(ProviderRefusedError, match="not asked after 3 refusals in a row: no money"):
        refusals.check()


def test_an_answer_between_refusals_begins_the_row_anew() -> None:
    refusals = Refusals()
    refusals.answered()
    for _ in range(PATIENCE):
        refusals.check()
        refusals.refused(NO_MONEY)
        refusals.answered()
    refusals.check()
