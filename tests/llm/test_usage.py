"""Tokens and money are counted exactly, and no bound is passed."""

from decimal import Decimal
from threading import Thread

import pytest

from fixturetool.errors import BudgetError, SettingsError
from fixturetool.llm.messages import Message
from fixturetool.llm.spending import Prices, Spent, Tokens
from fixturetool.llm.usage import Budget, estimate_prompt, estimate_tokens

PROMPT = (Message("user", "红绳" * 46),)  # 92 tokens and 8 for the message
PRICES = Prices(per_million_input=0.1, per_million_output=0.3)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        pytest.param("", 0, id="empty"),
        pytest.param("找零日", 3, id="Chinese"),
        pytest.param("ledger", 3, id="English"),
        pytest.param("abc", 2, id="an odd number"),
        pytest.param("红a绳", 3, id="mixed"),
    ],
)
def test_a_text_is_estimated_from_above(text: str, tokens: int) -> None:
    assert estimate_tokens(text) == tokens


def test_each_message_costs_a_few_tokens_more() -> None:
    assert estimate_prompt(PROMPT) == 100


def test_what_was_used_is_counted_and_the_rest_given_back() -> None:
    budget = Budget(tokens=150)
    for _ in range(3):
        with budget.reserve(PROMPT, 50) as call:
            call.settle(0, 0)
    with budget.reserve(PROMPT, 50) as call:
        call.settle(60, 40)
    assert budget.spent == Spent(4, Tokens(60, 40), None, 0)


def test_a_call_that_fits_exactly_is_made_and_one_token_more_is_not() -> None:
    with Budget(tokens=150).reserve(PROMPT, 50):
        pass
    with pytest.raises(BudgetError):
        Budget(tokens=149).reserve(PROMPT, 50)


def test_a_call_that_cost_nothing_gives_all_back() -> None:
    budget = Budget(tokens=150)
    for _ in range(3):
        with budget.reserve(PROMPT, 50):
            pass
    assert budget.spent == Spent(0, Tokens(0, 0), None, 0)


@pytest.mark.parametrize(
    ("told", "tokens"),
    [
        pytest.param((None, None), Tokens(100, 50), id="nothing told"),
        pytest.param((7, None), Tokens(7, 50), id="only the prompt told"),
    ],
)
def test_what_is_not_told_is_counted_as_set_aside(
    told: tuple[int | None, int | None], tokens: Tokens
) -> None:
    budget = Budget()
    with budget.reserve(PROMPT, 50) as call:
        call.settle(*told)
    assert budget.spent == Spent(1, tokens, None, 1)


def test_money_is_counted_exactly() -> None:
    budget = Budget(prices=PRICES)
    for _ in range(3):
        with budget.reserve(PROMPT, 50) as call:
            call.settle(1000, 100)
    assert budget.spent.usd == Decimal("0.00039")


def test_the_bound_on_money_is_not_passed() -> None:
    budget = Budget(usd=0.00005, prices=PRICES)  # each call: 100 in, 50 out = 0.000025 USD
    for _ in range(2):
        with budget.reserve(PROMPT, 50) as call:
            call.settle(100, 50)
    with pytest.raises(BudgetError, match=r"300 tokens \(0.00005 USD\) spent"):
        budget.reserve(PROMPT, 50)


@pytest.mark.parametrize(
    "prices",
    [
        pytest.param(Prices(), id="both"),
        pytest.param(Prices(per_million_input=1), id="the answer's"),
        pytest.param(Prices(per_million_output=1), id="the prompt's"),
    ],
)
def test_an_unknown_price_is_unknown_and_not_0(prices: Prices) -> None:
    assert Budget(prices=prices).spent.usd is None
    with pytest.raises(SettingsError, match="needs all prices"):
        Budget(usd=1, prices=prices)


def test_the_setting_of_a_price_that_is_unknown_is_named() -> None:
    with pytest.raises(SettingsError) as caught:
        Budget(usd=1, prices=Prices(per_million_output=0.0), section="the.settings")
    assert caught.value.hint == "set the.settings.price_per_million_input"


def test_a_price_of_0_is_known() -> None:
    assert Budget(usd=0, prices=Prices(0, 0)).spent.usd == 0


def test_a_provider_that_cuts_finer_than_foreseen_makes_later_estimates_higher() -> None:
    budget = Budget(tokens=500)
    with budget.reserve(PROMPT, 50) as call:
        call.settle(200, 50)
    with budget.reserve(PROMPT, 50) as call:
        assert call.amount == Tokens(200, 50)
        call.settle(200, 50)
    with pytest.raises(BudgetError):
        budget.reserve(PROMPT, 50)


def test_a_call_waits_for_what_another_one_may_give_back() -> None:
    budget = Budget(tokens=200)
    answered = []

    def other() -> None:
        with budget.reserve(PROMPT, 50) as call:
            call.settle(10, 10)
            answered.append(True)

    with budget.reserve(PROMPT, 50) as call:
        thread = Thread(target=other)
        thread.start()
        call.settle(10, 10)
    thread.join()
    assert answered == [True]
    assert budget.spent.tokens == Tokens(20, 20)


@pytest.mark.parametrize(
    ("prompt", "completion"),
    [
        pytest.param(10**400, 1, id="prompt"),
        pytest.param(1, 10**400, id="completion"),
        pytest.param(10**400, 10**400, id="both"),
    ],
)
def test_a_count_beyond_reason_is_cut_and_ends_the_waiting_of_others(
    prompt: int, completion: int
) -> None:
    budget = Budget(tokens=100)
    outcome: list[type[Exception]] = []

    def wait_for_room() -> None:
        try:
            budget.reserve([Message("user", "灯" * 40)], 40)
        except BudgetError as error:
            outcome.append(type(error))

    with budget.reserve([Message("user", "灯" * 40)], 40) as reservation:
        waiting = Thread(target=wait_for_room)
        waiting.start()
        reservation.settle(prompt, completion)
    waiting.join(10)
    assert outcome == [BudgetError]
    assert budget.spent.tokens == Tokens(min(prompt, 10**9), min(completion, 10**9))
