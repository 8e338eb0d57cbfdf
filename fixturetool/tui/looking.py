"""Search the corpus beside the screen, and count the sources of a slice."""

import asyncio
import time
from collections.abc import Callable
from functools import partial

from fixturetool.errors import FixturetoolError, PatternError
from fixturetool.progress import Progress
from fixturetool.reporting.terminal import visible
from fixturetool.tui.searching import Found, Wanted, holders_of, look
from fixturetool.tui.stage import Stage
from fixturetool.tui.target import facet_of, passages_beside, words_for

SEARCH, COUNT = "search", "count"
"""The groups of the tasks."""
_TELL_SECONDS = 0.1


class Searcher:
    """Fills the search pane.

    Args:
        stage: The category and its screen.
    """

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    @property
    def is_busy(self) -> bool:
        """Whether a search is under way."""
        return self._stage.is_busy(SEARCH)

    def give_up(self) -> None:
        """Give the search up."""
        self._stage.give_up(SEARCH)

    def look_for_selected(self) -> None:
        """Look for anchors of what is selected."""
        words, mode = words_for(self._stage.desk, self._stage.tree.place)
        if not words:
            self._stage.say(
                "Select a facet or an anchor to look for; n makes a fixture, f a facet."
            )
            return
        self._stage.pane.ask(visible(words), mode)
        self.search(words)

    def search(self, words: str) -> None:
        """Search for words as the pane's choices are; an earlier search is given up."""
        pane, place = self._stage.pane, self._stage.tree.place
        key = place.key
        wanted = Wanted(
            words=words,
            mode=pane.mode,
            language=key.language if key else self._language(),
            query=key.query if key else "",
            known=passages_beside(self._stage.desk, place),
            ignore_case=pane.ignore_case,
            official_only=pane.official_only,
        )
        self._stage.begin(partial(self._search, wanted), SEARCH)

    def _language(self) -> str:
        fixtures = self._stage.outline.fixtures
        return fixtures[0].key.language if fixtures else self._stage.languages[0]

    async def _search(self, wanted: Wanted) -> None:
        stage, pane = self._stage, self._stage.pane
        pane.say(f"Searching for {visible(wanted.words)}\n\nEsc gives it up.")

        def ask(progress: Progress) -> Found:
            return look(wanted, stage.settings, progress)

        try:
            found = await stage.work(ask, self._teller())
        except PatternError as error:
            pane.say(f"{visible(str(error))}\n\nF2 turns to plain text, which has no operators.")
            return
        except FixturetoolError as error:
            hint = f"\n\n{visible(error.hint)}" if error.hint else ""
            pane.say(f"{visible(str(error))}{hint}")
            return
        except asyncio.CancelledError:
            if stage.app.is_running:
                pane.say("The search was given up. Enter in the words begins it again.")
            raise
        pane.show(found)
        self._tell_next(found)

    def _teller(self) -> Callable[[str, int, int], None]:
        """Return what shows how far work is, now and then; it is called in the work's thread."""
        loop = asyncio.get_running_loop()
        told = 0.0

        def tell(task: str, done: int, total: int) -> None:
            nonlocal told
            now = time.monotonic()
            if task and total and now - told > _TELL_SECONDS:
                told = now
                loop.call_soon_threadsafe(self._show_progress, f"{task}: {done} of {total}")

        return tell

    def _show_progress(self, text: str) -> None:
        if self._stage.app.is_running and self.is_busy:
            self._stage.pane.tell_progress(text)

    def _tell_next(self, found: Found) -> None:
        """Say what can be done with a slice, and what could not be searched."""
        stage = self._stage
        troubles = [one for one in found.troubles if not one.usable]
        if troubles:
            first = f"{troubles[0].path}: {troubles[0].reason}"
            stage.say(f"{len(troubles)} files could not be searched; {first}", is_error=True)
        elif not found.candidates:
            stage.say("/ other words to search for, Esc the other side")
        else:
            facet = facet_of(stage.desk, stage.tree.place)
            target = f"to {facet}" if facet else "once a facet is selected at the left"
            stage.say(f"a adds the slice {target}; the arrows and [ ] make it longer or shorter.")

    def count(self) -> None:
        """Count the sources that hold the slice; an earlier count is given up."""
        self._stage.begin(self._count, COUNT)

    async def _count(self) -> None:
        stage, pane = self._stage, self._stage.pane
        one, found = pane.slice, pane.found
        if one is None or found is None or one.passage in pane.holders:
            return
        passage, ground = one.passage, found.ground

        def ask(progress: Progress) -> int:
            return len(holders_of(ground, passage, progress))

        try:
            pane.holders[passage] = await stage.work(ask)
        except FixturetoolError as error:
            stage.tell(error)
            return
        pane.show_slice()
