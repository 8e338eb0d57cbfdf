"""The second pass: each span alone, does it by itself state the claim?"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from fixturetool.evaluation.run import Question
from fixturetool.judge.asking import Ask, Lack, ask_all
from fixturetool.judge.claims import Claim
from fixturetool.judge.evidence import entry_for
from fixturetool.judge.parse import Opinion, Verdict, parse_opinion
from fixturetool.judge.prompts import VERIFIER_VERSION, verifier_prompt
from fixturetool.judge.session import Session
from fixturetool.llm.messages import Answer, JsonObject
from fixturetool.progress import task

MAX_ANSWER_TOKENS = 2000


@dataclass(frozen=True, slots=True)
class Check:
    """A span to be verified.

    Attributes:
        question: The fixture; its query serves for referents.
        claim: The facet.
        passage: The span, as it stands in its source.
        label: What an anchor made of it is labelled with.
    """

    question: Question
    claim: Claim
    passage: str
    label: str


def verify(checks: Sequence[Check], session: Session) -> list[Opinion]:
    """Have each span verified in a call of its own, in as many votes as are set.

    All votes must agree that it is attested; a span is not asked about again once one does not.

    Returns:
        An opinion on each check, in their order.
    """
    opinions = [Opinion(Verdict.ATTESTED, "") for _ in checks]
    with task(session.progress, "judge: verifying spans", len(checks)):
        for vote in range(session.settings.votes):
            most = session.answer_tokens(MAX_ANSWER_TOKENS)
            asks = _asks(checks, opinions, vote, most)
            for ask, outcome in ask_all(session.chat, asks, session.settings.jobs):
                check = checks[ask.key]
                opinions[ask.key] = _opinion(outcome, check)
                _note(check, opinions[ask.key], outcome, vote, session)
                if vote == 0:
                    session.progress.advance()
    return opinions


def _asks(
    checks: Sequence[Check], opinions: Sequence[Opinion], vote: int, max_tokens: int
) -> Iterator[Ask[int]]:
    still = [at for at, one in enumerate(opinions) if one.verdict is Verdict.ATTESTED]
    for at in still:
        check = checks[at]
        prompt = verifier_prompt(check.question.query, check.claim, check.passage)
        settled = partial(_is_settled, facet=check.claim.facet)
        yield Ask(at, prompt, max_tokens, settled, sample=vote)


def _is_settled(value: JsonObject, facet: str) -> bool:
    return parse_opinion(value, facet).verdict.settled


def _opinion(outcome: Answer | Lack, check: Check) -> Opinion:
    if isinstance(outcome, Lack):
        return outcome.opinion
    return parse_opinion(outcome.value, check.claim.facet)


def _note(
    check: Check, opinion: Opinion, outcome: Answer | Lack, vote: int, session: Session
) -> None:
    session.recalled.answers += isinstance(outcome, Answer) and outcome.cached
    entry = replace(
        entry_for(check.question, check.claim.facet, "verify", opinion.verdict.value),
        reason=opinion.reason,
        passage=check.passage,
        label=check.label,
        vote=vote + 1,
    )
    session.note_reply(entry, VERIFIER_VERSION, outcome)
