"""Decisions on anchors that are gone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fixturetool.authoring.decisions import Decisions
from fixturetool.authoring.repairing.writing import replacement_of
from fixturetool.errors import SelectionError
from fixturetool.fixtures.edit import Removal, remove_passages, replace_passages
from fixturetool.fixtures.editing.draft import fixture_at
from fixturetool.fixtures.editing.removals import draft_removals
from fixturetool.fixtures.load import load_file
from fixturetool.jsontext.problem import quote, quote_all

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fixturetool.authoring.decisions import Settled
    from fixturetool.authoring.repair import Gone
    from fixturetool.authoring.repairing.proposal import Proposal
    from fixturetool.fixtures.model import CategoryFile, Fixture

REPLACED, REMOVED = "replaced", "removed"


class Repairer(Decisions):
    """Writes decisions into the files of anchors that are gone."""

    def __init__(self, gone: Iterable[Gone]) -> None:
        """Prepare to write."""
        super().__init__(one.category for one in gone)

    def accept(self, gone: Gone, proposal: Proposal) -> Settled:
        """Put a proposal's text in the place of an anchor; all else of the passage stays.

        Raises:
            SelectionError: The fixture has the text as another anchor.
            FixturetoolError: As ``fixtures.edit.replace_passages``.
        """
        file = gone.category.path
        replacement = replacement_of(gone, proposal)
        result = replace_passages(file, [replacement], expected=self.known(file))
        if not result.added:
            message = f"the fixture has {quote(proposal.text)} as another anchor"
            raise SelectionError(message, hint="remove this one, or skip it")
        return self.keep(file, result, REPLACED, _holds(gone, proposal, result.model))

    def remove(self, gone: Gone) -> Settled:
        """Take an anchor away.

        Raises:
            SelectionError: It is not there.
            FixturetoolError: As ``fixtures.edit.remove_passages``; an InvalidFixturesError where
                a facet would be left without anchor.
        """
        file = gone.category.path
        result = remove_passages(file, [_removal(gone)], expected=self.known(file))
        if not result.added:
            message = f"{gone.category.name} has {quote(gone.anchor.passage)} no more"
            raise SelectionError(message, hint="skip it")
        return self.keep(file, result, REMOVED, _lacks(gone, result.model))

    def check_removable(self, gone: Gone) -> None:
        """Raise what ``remove`` would where a facet would be left without anchor."""
        now = load_file(gone.category.path).category
        if now is not None:  # else the removal itself will say what is wrong
            draft_removals(now.source, now.model, [_removal(gone)], drop_facets=False)


def with_proposal(fixture: Fixture, gone: Gone, proposal: Proposal) -> Fixture:
    """Return a fixture as it would be with a proposal's text in the place of an anchor."""
    replacement = replacement_of(gone, proposal)
    passages = tuple(
        replacement.passage if one.passage == replacement.old else one
        for one in fixture.relevant_passages
    )
    return replace(fixture, relevant_passages=passages)


def _removal(gone: Gone) -> Removal:
    return Removal(gone.asked.query, gone.asked.language, gone.anchor.passage)


def _holds(gone: Gone, proposal: Proposal, model: CategoryFile) -> str:
    """Tell what a file holds in the place of an anchor."""
    passages = _fixture(gone, model).relevant_passages
    now = next(one for one in passages if one.passage == proposal.text)
    kind = "official" if now.official else "unofficial"
    return (
        f"{REPLACED}: {gone.category.name} has {quote(now.passage)} [{now.label}] now, {kind}, "
        f"for {quote_all(now.covers)}"
    )


def _lacks(gone: Gone, model: CategoryFile) -> str:
    """Tell what a file holds for the facets of an anchor that was removed."""
    passages = _fixture(gone, model).relevant_passages
    counts = (
        f"{quote(facet)} has {sum(facet in one.covers for one in passages)} left"
        for facet in gone.anchor.covers
    )
    anchor = quote(gone.anchor.passage)
    return f"{REMOVED}: {gone.category.name} has {anchor} no more; {', '.join(counts)}"


def _fixture(gone: Gone, model: CategoryFile) -> Fixture:
    return model.fixtures[fixture_at(model, gone.asked.query, gone.asked.language)]
