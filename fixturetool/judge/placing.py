"""All spans of the finder against the sources at once, with what came of each."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from fixturetool.corpus.normalize import normalize
from fixturetool.evaluation.run import Key
from fixturetool.fixtures.load import LoadedCategory
from fixturetool.fixtures.model import Passage
from fixturetool.judge.claims import Case
from fixturetool.judge.evidence import entry_for
from fixturetool.judge.finder import Find, Place
from fixturetool.judge.locate import Drop, Located, locate, refuse_common, refuse_known
from fixturetool.judge.parse import Proposal
from fixturetool.judge.session import Session
from fixturetool.judge.texts import Texts


def place_spans(
    cases: Sequence[Case],
    found: Mapping[Place, Find],
    categories: Sequence[LoadedCategory],
    texts: Texts,
    session: Session,
) -> dict[Place, Located | Drop]:
    """Find out where each span stands, and why it is dropped where it is.

    Returns:
        Every span once for a facet of a case: what overlapping windows brought twice is one.
    """
    anchors = _anchors(categories)
    settings = session.settings
    placed: dict[Place, Located | Drop] = {}
    seen: set[tuple[int, str, str]] = set()
    for place, proposal in found.items():
        if isinstance(proposal, Proposal) and proposal.span is not None:
            case = cases[place[0]]
            where = locate(proposal.span, case, texts, settings.min_span)
            if isinstance(where, Located):
                where = refuse_known(where, anchors[case.question.key]) or where
            text = where.passage if isinstance(where, Located) else proposal.span
            once = place[0], place[2], normalize(text)
            if once not in seen:
                seen.add(once)
                placed[place] = where
    _refuse_common(cases, placed, texts, settings.max_share)
    for place, where in placed.items():
        _note(cases[place[0]], place[2], found[place], where, session)
    return placed


def _anchors(categories: Sequence[LoadedCategory]) -> dict[Key, tuple[Passage, ...]]:
    return {
        (loaded.model.category, fixture.language, fixture.query): fixture.relevant_passages
        for loaded in categories
        for fixture in loaded.model.fixtures
    }


def _refuse_common(
    cases: Sequence[Case], placed: dict[Place, Located | Drop], texts: Texts, max_share: float
) -> None:
    """Drop what a large share of the corpus holds; one pass over each corpus."""
    wanted: dict[str, dict[Place, Located]] = {}
    for place, where in placed.items():
        if isinstance(where, Located):
            wanted.setdefault(cases[place[0]].question.language, {})[place] = where
    for language, located in wanted.items():
        holders = texts.holders(language, list({one.passage: None for one in located.values()}))
        sources = len(texts.sources(language))
        for place, one in located.items():
            placed[place] = refuse_common(len(holders[one.passage]), sources, max_share) or one


def _note(case: Case, facet: str, find: Find, where: Located | Drop, session: Session) -> None:
    span = find.span or "" if isinstance(find, Proposal) else ""
    entry = replace(entry_for(case.question, facet, "locate", "located"), span=span)
    if isinstance(where, Located):
        entry = replace(entry, passage=where.passage, label=where.label)
    else:
        entry = replace(entry, verdict="dropped", reason=where.value)
    session.note(entry)
