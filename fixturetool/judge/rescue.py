"""The walk of the judge: find, locate, verify, write, grade again."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from fixturetool.errors import ConflictError, SelectionError
from fixturetool.evaluation.run import Key, Question, Run
from fixturetool.evaluation.storage.store import save_run
from fixturetool.fixtures.edit import Addition
from fixturetool.fixtures.load import LoadedCategory
from fixturetool.judge.cases import GradedRun, collect_cases
from fixturetool.judge.claims import Case
from fixturetool.judge.evidence import entry_for
from fixturetool.judge.finder import Find, Place, find
from fixturetool.judge.locate import Drop, Located, merge
from fixturetool.judge.parse import CONTRADICTORY, Opinion, Proposal
from fixturetool.judge.placing import place_spans
from fixturetool.judge.rescued import Candidate, FileChange, JudgedFacet, Regrade, Rescue
from fixturetool.judge.session import Session
from fixturetool.judge.texts import Texts
from fixturetool.judge.verifier import Check, verify
from fixturetool.judge.writing import apply, by_category


@dataclass(frozen=True, slots=True)
class SavedRun:
    """A run and where it is saved."""

    folder: Path
    run: Run


def rescue(
    saved: Sequence[SavedRun],
    categories: Sequence[LoadedCategory],
    texts: Texts,
    session: Session,
    *,
    write: bool,
    fingerprints_now: Callable[[], Mapping[str, str]],
) -> Rescue:
    """Judge the facets that runs missed, add what is attested as anchors, and grade them again.

    Whatever the order in which replies come, the result and what is written are the same.

    Args:
        saved: Runs on the corpora of ``texts``, judged as one pool.
        categories: The fixtures that they asked; their files are changed.
        texts: The corpora.
        session: The model, and what is known of its answers.
        write: Whether fixtures and runs are changed.
        fingerprints_now: Reads the corpora anew: fixture language to fingerprint.

    Raises:
        SelectionError: A run was made on another corpus, or asked what the fixtures don't hold.
        ConflictError: The corpus changed meanwhile, so nothing was written.
        ProviderRefusedError: The provider refuses every request, and answered none. Where it
            answered some, what they attest is written.
        StateError: Evidence, an answer or a run can't be written.
    """
    _same_corpus(saved, texts)
    expected = {one.model.category: one.path.read_bytes() for one in categories}
    models = [one.model for one in categories]
    before = texts.grade([one.run for one in saved], models)
    facets = _judge(collect_cases(before, texts), categories, texts, session)
    additions = by_category(list(_additions(facets)))
    if additions:
        _unchanged(texts, fingerprints_now())
    changes: list[FileChange] = []
    problems: dict[str, str] = {}
    for at, loaded in enumerate(categories):
        if wanted := additions.get(loaded.model.category):
            done = apply(loaded, wanted, expected[loaded.model.category], write=write)
            models[at] = done.model
            changes.append(done.change)
            problems[loaded.model.category] = done.change.problem
            _note_written(done.change, loaded.model.category, session, write=write)
    after = texts.grade([one.run for one in saved], models) if changes else before
    return Rescue(
        model=session.endpoint.model,
        votes=session.settings.votes,
        written=write,
        facets=tuple(
            replace(one, unwritten=problems.get(one.question.category, "")) for one in facets
        ),
        changes=tuple(changes),
        runs=_regraded(saved, before, after, write=write),
        spent=session.chat.budget.spent,
        recalled=session.recalled.answers,
    )


def _same_corpus(saved: Sequence[SavedRun], texts: Texts) -> None:
    now = texts.fingerprints
    for one in saved:
        for language, then in one.run.corpora.items():
            if now.get(language) != then:
                raise SelectionError(
                    f"the corpus of {language} changed since run '{one.run.id}' began",
                    hint="run the evaluation again, with --judge",
                )


def _unchanged(texts: Texts, now: Mapping[str, str]) -> None:
    """Refuse to write passages of sources that may not hold them any more."""
    for language, then in texts.fingerprints.items():
        if now.get(language) != then:
            raise ConflictError(
                f"the corpus of {language} changed while the judge was at work, "
                "so nothing was written",
                hint="run the evaluation again, with --judge: answers that still fit are kept",
            )


def _judge(
    cases: Sequence[Case], categories: Sequence[LoadedCategory], texts: Texts, session: Session
) -> tuple[JudgedFacet, ...]:
    found = find(cases, session)
    placed = place_spans(cases, found, categories, texts, session)
    checks = {
        place: _check(cases[place[0]], place[2], where)
        for place, where in placed.items()
        if isinstance(where, Located)
    }
    opinions = dict(zip(checks, verify(list(checks.values()), session), strict=True))
    return tuple(
        JudgedFacet(
            case.question,
            claim,
            tuple(_candidates(_of(at, claim.facet, found), placed, opinions)),
            tuple(one for one in _of(at, claim.facet, found).values() if isinstance(one, Opinion)),
            tuple(
                CONTRADICTORY.why
                for one in _of(at, claim.facet, found).values()
                if one == CONTRADICTORY
            ),
        )
        for at, case in enumerate(cases)
        for claim in case.claims
    )


def _check(case: Case, facet: str, located: Located) -> Check:
    claim = next(claim for claim in case.claims if claim.facet == facet)
    return Check(case.question, claim, located.passage, located.label)


def _of(case: int, facet: str, found: Mapping[Place, Find]) -> dict[Place, Find]:
    return {place: one for place, one in found.items() if (place[0], place[2]) == (case, facet)}


def _candidates(
    finds: Mapping[Place, Find],
    placed: Mapping[Place, Located | Drop],
    opinions: Mapping[Place, Opinion],
) -> Iterator[Candidate]:
    for place, one in finds.items():
        if isinstance(one, Proposal) and place in placed:
            yield Candidate(one.span or "", placed[place], opinions.get(place))


def _additions(facets: Sequence[JudgedFacet]) -> Iterator[tuple[str, Addition]]:
    """Yield category and anchor, fixture by fixture, in the order of the facets."""
    accepted: dict[Key, tuple[Question, list[tuple[str, Located]]]] = {}
    for facet in facets:
        known = accepted.setdefault(facet.question.key, (facet.question, []))[1]
        for one in facet.candidates:
            if one.accepted and isinstance(one.place, Located):
                known.append((facet.claim.facet, one.place))
    for question, located in accepted.values():
        for passage in merge(located):
            yield question.category, Addition(question.query, question.language, passage)


def _note_written(change: FileChange, category: str, session: Session, *, write: bool) -> None:
    for one in change.additions:
        question = Question(category, one.query, one.language)
        for facet in one.passage.covers:
            entry = entry_for(question, facet, "write", "written" if write else "proposed")
            session.note(replace(entry, passage=one.passage.passage, label=one.passage.label))


def _regraded(
    saved: Sequence[SavedRun],
    before: Sequence[GradedRun],
    after: Sequence[GradedRun],
    *,
    write: bool,
) -> tuple[Regrade, ...]:
    if write:
        for one, (run, _) in zip(saved, after, strict=True):
            if run != one.run:
                save_run(one.folder, run)
    return tuple(
        Regrade(one.folder, run, scores, scores_after)
        for one, (_, scores), (run, scores_after) in zip(saved, before, after, strict=True)
    )
