"""The first pass: for each missed facet the span that supports it best, or nothing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from fixturetool.judge.asking import Ask, Lack, ask_all
from fixturetool.judge.claims import Case, Claim
from fixturetool.judge.evidence import entry_for
from fixturetool.judge.parse import ABSENT, Opinion, Proposal, parse_proposals
from fixturetool.judge.prompts import FINDER_VERSION, Prompt, finder_prompt
from fixturetool.judge.session import Session
from fixturetool.judge.windows import Window, pack
from fixturetool.llm.messages import Answer, JsonObject
from fixturetool.llm.usage import estimate_prompt
from fixturetool.progress import task

MAX_ANSWER_TOKENS = 4000

Find = Proposal | Opinion
"""What the finder replied about a facet, or why it did not."""

Place = tuple[int, int, str]
"""The position of a case, that of its window (both 0-based), and the facet."""


@dataclass(frozen=True, slots=True)
class _Look:
    """A window of a case, and the claims that are not settled there."""

    case: int
    window: int
    claims: tuple[Claim, ...]
    parts: Window


def find(cases: Sequence[Case], session: Session) -> dict[Place, Find]:
    """Ask for spans: one call a case, more where its texts don't fit the model's window.

    What was settled earlier is not asked again, facet by facet, whatever it was asked with.

    Returns:
        What was found, by case, window and the facets' order.
    """
    found: dict[Place, Find] = {}
    with task(session.progress, "judge: looking for spans", len(cases)):
        asks = _asks(cases, session, found)
        for ask, outcome in ask_all(session.chat, asks, session.settings.jobs):
            _take(cases[ask.key.case], ask, outcome, session, found)
    order = {
        (at, claim.facet): number
        for at, case in enumerate(cases)
        for number, claim in enumerate(case.claims)
    }
    return {
        place: found[place]
        for place in sorted(found, key=lambda one: (one[0], one[1], order[one[0], one[2]]))
    }


def windows_of(case: Case, session: Session) -> tuple[Window, ...]:
    """Cut and pack a case's texts; the same whichever of its fixture's facets are missed."""
    bare = finder_prompt(case.question.query, (), ())
    answer = session.answer_tokens(MAX_ANSWER_TOKENS)
    room = session.settings.context_tokens - answer - case.reserve
    return pack(case.documents, room - estimate_prompt(bare.messages))


def _asks(
    cases: Sequence[Case], session: Session, found: dict[Place, Find]
) -> Iterator[Ask[_Look]]:
    for at, case in enumerate(cases):
        for number, window in enumerate(windows_of(case, session)):
            look = _Look(at, number, case.claims, window)
            open_claims = tuple(
                claim for claim in case.claims if not _recall(case, look, claim, session, found)
            )
            if open_claims:
                facets = [claim.facet for claim in open_claims]
                yield Ask(
                    replace(look, claims=open_claims),
                    finder_prompt(case.question.query, open_claims, window),
                    session.answer_tokens(MAX_ANSWER_TOKENS),
                    partial(_answers_all, facets=facets),
                )
        session.progress.advance()


def _answers_all(value: JsonObject, facets: Sequence[str]) -> bool:
    return len(parse_proposals(value, facets)) == len(facets)


def _alone(case: Case, look: _Look, claim: Claim) -> Prompt:
    """Return the prompt that would ask for this facet alone: the name of what is settled."""
    return finder_prompt(case.question.query, [claim], look.parts)


def _recall(
    case: Case, look: _Look, claim: Claim, session: Session, found: dict[Place, Find]
) -> bool:
    kept = session.recall(_alone(case, look, claim))
    proposal = parse_proposals(kept.value, [claim.facet]).get(claim.facet) if kept else None
    if kept is None or proposal is None:
        return False
    session.recalled.answers += 1
    found[look.case, look.window, claim.facet] = proposal
    _note(case, claim, proposal, kept, session)
    return True


def _take(
    case: Case,
    ask: Ask[_Look],
    outcome: Answer | Lack,
    session: Session,
    found: dict[Place, Find],
) -> None:
    look = ask.key
    asked = [claim.facet for claim in look.claims]
    proposals = {} if isinstance(outcome, Lack) else parse_proposals(outcome.value, asked)
    for claim in look.claims:
        missing = outcome.opinion if isinstance(outcome, Lack) else ABSENT
        find: Find = proposals.get(claim.facet, missing)
        found[look.case, look.window, claim.facet] = find
        if isinstance(outcome, Answer) and isinstance(find, Proposal):
            session.keep(_alone(case, look, claim), outcome)
        _note(case, claim, find, outcome, session)


def _note(case: Case, claim: Claim, find: Find, outcome: Answer | Lack, session: Session) -> None:
    if isinstance(find, Opinion):
        verdict, reason, span = find.verdict.value, find.reason, ""
    else:
        verdict = "nothing found" if find.span is None else "found"
        reason, span = find.why, find.span or ""
    entry = replace(
        entry_for(case.question, claim.facet, "find", verdict), reason=reason, span=span
    )
    session.note_reply(entry, FINDER_VERSION, outcome)
