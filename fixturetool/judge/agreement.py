"""The judge graded: verifier and finder on spans that a person labelled."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fixturetool.evaluation.run import Question
from fixturetool.judge.claims import Case, Claim, Document
from fixturetool.judge.finder import Find, Place, find
from fixturetool.judge.labels import Label
from fixturetool.judge.locate import Located, Originals, locate
from fixturetool.judge.parse import Opinion, Proposal, Verdict
from fixturetool.judge.session import Session
from fixturetool.judge.statistics import Confusion, Estimate, estimate_share
from fixturetool.judge.verifier import Check, verify
from fixturetool.llm.spending import Spent

_FACET = "claim"
"""What the claim of a label is called before the model: a name that tells nothing."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A label and what the verifier says."""

    label: Label
    opinion: Opinion

    @property
    def scored(self) -> bool:
        """Whether the verifier gave a verdict."""
        return self.opinion.verdict.settled

    @property
    def accepted(self) -> bool:
        """Whether it accepted the span."""
        return self.opinion.verdict is Verdict.ATTESTED

    @property
    def right(self) -> bool:
        """Whether it agrees with the label."""
        return self.scored and self.accepted == self.label.attested


@dataclass(frozen=True, slots=True)
class FinderGrade:
    """How the finder did on claims of which a span in the source is labelled as attesting.

    Attributes:
        claims: How many claims it was asked for.
        located: For how many it gave a span that stands in the source.
        verified: For how many of these the verifier accepted the span.
        unscored: How many of the claims are left out because a reply was missing.
    """

    claims: int
    located: int
    verified: int
    unscored: int

    @property
    def found(self) -> Estimate | None:
        """The share of the scored claims that both passes would rescue."""
        return estimate_share(self.verified, self.claims - self.unscored)


@dataclass(frozen=True, slots=True)
class Agreement:
    """The grade of a judge.

    Attributes:
        model: Who judged.
        votes: Verifier calls for a span.
        ratings: In the order of the labels.
        finder: The finder's grade; None where it was not asked.
        spent: Calls, tokens and money.
        recalled: Answers that were known already.
    """

    model: str
    votes: int
    ratings: tuple[Rating, ...]
    finder: FinderGrade | None
    spent: Spent
    recalled: int

    @property
    def confusion(self) -> Confusion:
        """All scored verdicts by label."""
        return confusion(self.ratings)

    @property
    def kinds(self) -> Mapping[str, Confusion]:
        """The same for each kind of label, in the order of their appearance."""
        kinds = dict.fromkeys(one.label.kind for one in self.ratings)
        return {
            kind: confusion([one for one in self.ratings if one.label.kind == kind])
            for kind in kinds
        }

    @property
    def unscored(self) -> int:
        """How many labels got no verdict."""
        return sum(not one.scored for one in self.ratings)


def grade_judge(
    labels: Sequence[Label], session: Session, sources: Mapping[str, str] | None = None
) -> Agreement:
    """Run the verifier on every label, and the finder on the claims that a source attests.

    Args:
        labels: The labels.
        session: The model.
        sources: A label's ``source`` to the text of that file; None: the finder is not asked.
    """
    checks = [_check(label, label.span) for label in labels]
    opinions = verify(checks, session)
    ratings = tuple(map(Rating, labels, opinions))
    finder = None if sources is None else _grade_finder(labels, session, sources)
    return Agreement(
        model=session.endpoint.model,
        votes=session.settings.votes,
        ratings=ratings,
        finder=finder,
        spent=session.chat.budget.spent,
        recalled=session.recalled.answers,
    )


def confusion(ratings: Sequence[Rating]) -> Confusion:
    """Count verdicts by label; what has no verdict is left out."""
    pairs = [(one.label.attested, one.accepted) for one in ratings if one.scored]
    return Confusion(
        true_positives=pairs.count((True, True)),
        false_positives=pairs.count((False, True)),
        false_negatives=pairs.count((True, False)),
        true_negatives=pairs.count((False, False)),
    )


def _check(label: Label, span: str) -> Check:
    return Check(Question("", label.query, ""), Claim(_FACET, label.claim), span, "")


class _Files(Originals):
    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts

    def original(self, language: str, path: str) -> str:  # noqa: ARG002 - as the protocol has it
        return self._texts[path]


def _grade_finder(
    labels: Sequence[Label], session: Session, sources: Mapping[str, str]
) -> FinderGrade:
    chosen = {
        (label.query, label.claim, label.source): label
        for label in labels
        if label.attested and label.source in sources
    }
    every = list(chosen.values())
    cases = [_case(label, sources[label.source]) for label in every]
    found = find(cases, session)
    spans = _located(cases, found, _Files(sources), session.settings.min_span)
    opinions = verify([_check(every[at], place.passage) for at, place in spans], session)
    verdicts = [(at, opinion.verdict) for (at, _), opinion in zip(spans, opinions, strict=True)]
    accepted = {at for at, verdict in verdicts if verdict is Verdict.ATTESTED}
    unanswered = {at for (at, _, _), one in found.items() if isinstance(one, Opinion)}
    unanswered |= {at for at, verdict in verdicts if not verdict.settled}
    return FinderGrade(
        claims=len(cases),
        located=len({at for at, _ in spans}),
        verified=len(accepted),
        unscored=len(unanswered - accepted),
    )


def _located(
    cases: Sequence[Case], found: Mapping[Place, Find], texts: Originals, min_span: int
) -> list[tuple[int, Located]]:
    """Return the spans that stand in their source, with the positions of their cases, in order."""
    located = [
        (at, locate(one.span, cases[at], texts, min_span))
        for (at, _, _), one in found.items()
        if isinstance(one, Proposal) and one.span is not None
    ]
    return [(at, place) for at, place in located if isinstance(place, Located)]


def _case(label: Label, text: str) -> Case:
    question = Question("", label.query, "")
    document = Document(label.source, official=True, rank=1, text=text)
    return Case(question, (Claim(_FACET, label.claim),), (document,), len(label.claim))
