"""The forms of the editor, and what their answers do to the category."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from fixturetool.fixtures.model import Passage
from fixturetool.jsontext.finding import Finding
from fixturetool.jsontext.problem import quote
from fixturetool.tui.actions import add_facet, add_fixture, replace_anchor
from fixturetool.tui.desk import Desk, FixtureKey
from fixturetool.tui.draft import DraftFixture
from fixturetool.tui.form import Answers, Check, Form, Line
from fixturetool.tui.question import Question
from fixturetool.tui.refusing import question_refused
from fixturetool.tui.rewording import change_fixture, describe, describe_facet, rename_facet
from fixturetool.tui.rows import Place

Against = Callable[[str], Sequence[Finding]]
"""What the rules have against a query."""

_CLAIM = "Claim that a complete answer must cover"
_QUERY_EXAMPLE = "找零日的账簿怎么处置？"
_WHY_EXAMPLE = "Told in passing; no source is about it."
_CLAIM_EXAMPLE = "账簿用红绳捆起来，不许翻开"
_NAME = "Short name of the facet"
_NAME_EXAMPLE = "such as ledgers_tied; blank for facet_1, facet_2 …"


@dataclass(frozen=True, slots=True)
class Asked:
    """A form, and what is done with its answers.

    Attributes:
        form: The form.
        act: Brings the answers on disk and tells what that did; raises a FixturetoolError where
            it can't.
        place: What is selected then.
    """

    form: Form
    act: Callable[[Answers], str]
    place: Callable[[Answers], Place]


def ask_fixture(desk: Desk, languages: Sequence[str], against: Against) -> Asked:
    """Ask for a new fixture with its first facet, once more where a rule is against the query."""
    known = [one.language for one in desk.model.fixtures]
    known += [one.language for one in desk.draft.fixtures]
    language = known[-1] if known else languages[0]
    lines = [
        Line("query", "Question: one intent, as somebody would ask it", "", _QUERY_EXAMPLE),
        Line("rationale", "Why ask it? (a sentence)", "", _WHY_EXAMPLE),
        Line("claim", _CLAIM, "", _CLAIM_EXAMPLE),
        Line("facet", _NAME, "", _NAME_EXAMPLE, is_needed=False),
    ]
    if len(languages) > 1:
        lines.append(Line("language", f"Language: {', '.join(languages)}", language))

    def check(answers: Answers) -> str:
        wanted = answers.get("language", language)
        if wanted not in languages:
            return f"the corpus has no language {quote(wanted)}; it has {', '.join(languages)}"
        key = FixtureKey(answers["query"], wanted)
        taken = desk.fixture(key) or desk.draft.find(*key)
        return f"{desk.name} asks {quote(key.query)} already" if taken else ""

    def act(answers: Answers) -> str:
        facets = {answers["facet"] or "facet_1": answers["claim"]}
        chosen = answers.get("language", language)
        return add_fixture(
            desk, DraftFixture(answers["query"], chosen, answers["rationale"], facets)
        )

    def place(answers: Answers) -> Place:
        key = FixtureKey(answers["query"], answers.get("language", language))
        return Place(key, answers["facet"] or "facet_1")

    note = "Enter goes on, and saves from the last line. Further claims come later, with f."
    form = Form("New fixture", lines, check, note, lambda got: _doubt(got["query"], against))
    return Asked(form, act, place)


def ask_facet(desk: Desk, key: FixtureKey) -> Asked:
    """Ask for a new facet of a fixture."""
    lines = [
        Line("claim", _CLAIM, "", _CLAIM_EXAMPLE),
        Line("facet", _NAME, "", _NAME_EXAMPLE, is_needed=False),
    ]

    def name(answers: Answers) -> str:
        return answers["facet"] or _free_name(desk.facets(key))

    return Asked(
        Form(f"New facet of {key.query}", lines, _free(desk, key)),
        lambda answers: add_facet(desk, key, name(answers), answers["claim"]),
        lambda answers: Place(key, answers["facet"] or list(desk.facets(key))[-1]),
    )


def ask_change(desk: Desk, place: Place, against: Against) -> Asked:
    """Ask for other words for what is selected, once more where a rule is against the query."""
    if place.key is None:
        return _ask_category(desk)
    if not place.facet:
        return _ask_words(desk, place.key, against)
    if not place.passage:
        return _ask_claim(desk, place.key, place.facet)
    return _ask_label(desk, place.key, place)


def ask_category(desk: Desk, note: str) -> Form:
    """Ask whether to begin a category, and what it probes."""
    example = "Customs that are told in many places."
    line = Line("description", "What does it probe? (a sentence)", "", example)
    return Form(f"There is no {desk.name} yet. Create it?", [line], note=note)


def _ask_category(desk: Desk) -> Asked:
    line = Line("description", "What does the category probe?", desk.model.description)
    form = Form(f"Category {desk.model.category}", [line])
    return Asked(form, lambda got: describe(desk, got["description"]), lambda _: Place())


def _ask_words(desk: Desk, key: FixtureKey, against: Against) -> Asked:
    fixture = desk.sketch(key)
    lines = [
        Line("query", "Question", fixture.query),
        Line("rationale", "Why ask it?", fixture.rationale, is_needed=False),
    ]
    if "\n" not in fixture.notes:
        lines.append(Line("notes", "Notes", fixture.notes, is_needed=False))

    def check(answers: Answers) -> str:
        other = FixtureKey(answers["query"], key.language)
        taken = other != key and (desk.fixture(other) or desk.draft.find(*other))
        return f"{desk.name} asks {quote(other.query)} already" if taken else ""

    def place(answers: Answers) -> Place:
        return Place(FixtureKey(answers["query"], key.language))

    def doubt(answers: Answers) -> Question | None:
        return None if answers["query"] == key.query else _doubt(answers["query"], against)

    form = Form("Fixture", lines, check, doubt=doubt)
    return Asked(form, lambda answers: change_fixture(desk, key, answers), place)


def _ask_claim(desk: Desk, key: FixtureKey, facet: str) -> Asked:
    lines = [
        Line("claim", _CLAIM, desk.facets(key)[facet], is_needed=False),
        Line("facet", _NAME, facet),
    ]

    def act(answers: Answers) -> str:
        done = ""
        if answers["claim"] != desk.facets(key)[facet]:
            done = describe_facet(desk, key, facet, answers["claim"])
        if answers["facet"] != facet:
            done = rename_facet(desk, key, facet, answers["facet"])
        return done

    form = Form("Facet", lines, _free(desk, key, facet))
    return Asked(form, act, lambda answers: Place(key, answers["facet"]))


def _ask_label(desk: Desk, key: FixtureKey, place: Place) -> Asked:
    known = _passage(desk, key, place.passage)
    line = Line("label", "Label: who or what it is, and where it comes from", known.label)

    def act(answers: Answers) -> str:
        if answers["label"] == known.label:
            return ""
        replace_anchor(desk, key, known.passage, replace(known, label=answers["label"]))
        return f"labelled {quote(known.passage)}"

    return Asked(Form(f"Anchor {known.passage}", [line]), act, lambda _: place)


def _doubt(query: str, against: Against) -> Question | None:
    found = against(query)
    return question_refused(found) if found else None


def _passage(desk: Desk, key: FixtureKey, text: str) -> Passage:
    passages = desk.sketch(key).relevant_passages
    return next(one for one in passages if one.passage == text)


def _free(desk: Desk, key: FixtureKey, own: str = "") -> Check:
    def check(answers: Answers) -> str:
        name = answers["facet"]
        taken = name != own and name in desk.facets(key)
        return f"the fixture has a facet {quote(name)} already" if taken else ""

    return check


def _free_name(known: dict[str, str]) -> str:
    number = len(known) + 1
    while f"facet_{number}" in known:
        number += 1
    return f"facet_{number}"
