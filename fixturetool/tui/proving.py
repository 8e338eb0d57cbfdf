"""Make a slice an anchor: prove it, and ask where a rule is against it."""

from dataclasses import replace
from functools import partial

from fixturetool.errors import FixturetoolError
from fixturetool.jsontext.problem import quote
from fixturetool.progress import Progress
from fixturetool.tui.actions import add_anchor, replace_anchor
from fixturetool.tui.changing import Changes
from fixturetool.tui.desk import FixtureKey
from fixturetool.tui.proposal import Proposal, Wish, head_of, propose
from fixturetool.tui.refusing import not_added, slice_refused
from fixturetool.tui.rows import Place
from fixturetool.tui.search_widgets import Results
from fixturetool.tui.searching import Found
from fixturetool.tui.stage import Stage
from fixturetool.tui.target import facet_of

PROVE = "prove"
"""The group of the tasks."""


class Prover:
    """Makes slices anchors.

    Args:
        stage: The category and its screen.
        changes: Told of each anchor that was written.
    """

    def __init__(self, stage: Stage, changes: Changes) -> None:
        self._stage = stage
        self._changes = changes

    def add(self) -> None:
        """Add the slice to the facet that is selected."""
        place = self._stage.tree.place
        self._take(replace(place, facet=facet_of(self._stage.desk, place), passage=""))

    def put_in_place(self) -> None:
        """Put the slice in the place of the anchor that is selected."""
        place = self._stage.tree.place
        if place.passage:
            self._take(place)
        else:
            self._stage.say("Select the anchor at the left whose place the slice is to take.")

    def _take(self, place: Place) -> None:
        stage, pane = self._stage, self._stage.pane
        one, candidate, found = pane.slice, pane.candidate, pane.found
        at = pane.query_one(Results).highlighted
        if one is None or candidate is None or found is None or at is None:
            return
        if stage.desk.findings:
            stage.tell_findings()
            return
        if place.key is None or not place.facet:
            stage.say("Select the facet that it is for at the left: Esc, then the arrow keys.")
            return
        try:
            wish = self._wish(place.key, place, one.passage, candidate.source)
        except FixturetoolError as error:
            stage.tell(error)
            return
        stage.begin(partial(self._prove, wish, place.key, found, at), PROVE, alone=False)

    def _wish(self, key: FixtureKey, place: Place, text: str, source: str) -> Wish:
        desk = self._stage.desk
        return Wish(
            fixture=desk.sketch(key),
            is_new=desk.fixture(key) is None,
            facet=place.facet,
            description=desk.facets(key).get(place.facet, ""),
            text=text,
            source=source,
            instead_of=place.passage,
        )

    async def _prove(self, wish: Wish, key: FixtureKey, found: Found, at: int) -> None:
        """Prove an anchor, ask where a rule is against it, and write it."""
        stage = self._stage
        stage.say(f"proving {quote(wish.text)}")
        try:
            proposal = await self._proposal(wish, found)
            against = proposal.against
            if against and not await stage.app.push_screen_wait(slice_refused(wish.text, against)):
                stage.say(not_added(against))
                return
            stage.desk.refresh()  # so that undo knows this change from another program's
            done = self._write(wish, key, proposal)
        except FixturetoolError as error:
            stage.tell(error)
            return
        if stage.pane.found is found:
            stage.pane.take(at, proposal.anchor.passage)
        self._changes.done(done, self._place_after(wish, key, proposal))

    async def _proposal(self, wish: Wish, found: Found) -> Proposal:
        desk, settings = self._stage.desk, self._stage.settings
        category = head_of(desk.loaded, desk.model, desk.name)

        def ask(progress: Progress) -> Proposal:
            return propose(wish, found.ground, category, settings, progress)

        return await self._stage.work(ask)

    def _write(self, wish: Wish, key: FixtureKey, proposal: Proposal) -> str:
        if wish.instead_of:
            return replace_anchor(self._stage.desk, key, wish.instead_of, proposal.anchor)
        return add_anchor(self._stage.desk, key, wish.facet, proposal.anchor)

    def _place_after(self, wish: Wish, key: FixtureKey, proposal: Proposal) -> Place | None:
        """Return what to select then; None where somebody has gone elsewhere meanwhile."""
        place = self._stage.tree.place
        if (place.key, place.facet or wish.facet) != (key, wish.facet):
            return None
        return Place(key, wish.facet, proposal.anchor.passage if wish.instead_of else "")
