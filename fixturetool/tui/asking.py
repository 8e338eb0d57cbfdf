"""Put forms over the screen, and bring their answers into the category."""

from collections.abc import Sequence
from functools import partial

from fixturetool.errors import FixturetoolError
from fixturetool.tui.actions import begin
from fixturetool.tui.asks import Asked, ask_category, ask_change, ask_facet, ask_fixture
from fixturetool.tui.changing import Changes
from fixturetool.tui.stage import Stage

ASK = "ask"
"""The group of the tasks."""
NOTHING_MADE = 1
"""The exit status where somebody was asked to create the category and did not want to."""


class Asker:
    """Asks for fixtures, facets and other words.

    Args:
        stage: The category and its screen.
        changes: Told of each answer that was written.
    """

    def __init__(self, stage: Stage, changes: Changes) -> None:
        self._stage = stage
        self._changes = changes

    def create(self, near: Sequence[str]) -> None:
        """Ask whether to create the category.

        Args:
            near: Names of categories that may have been meant.
        """
        self._stage.begin(partial(self._create, near), ASK, alone=False)

    def new_fixture(self) -> None:
        """Ask for a fixture."""
        self._begin(ask_fixture(self._stage.desk, self._stage.languages, self._stage.against))

    def new_facet(self) -> None:
        """Ask for a facet of the fixture that is selected."""
        key = self._stage.tree.place.key
        if key is None:
            self._stage.say("Select the fixture that the facet is for; n makes a new one.")
        else:
            self._begin(ask_facet(self._stage.desk, key))

    def change(self) -> None:
        """Ask for other words for what is selected."""
        self._begin(ask_change(self._stage.desk, self._stage.tree.place, self._stage.against))

    def _begin(self, asked: Asked) -> None:
        self._stage.begin(partial(self._ask, asked), ASK, alone=False)

    async def _ask(self, asked: Asked) -> None:
        answers = await self._stage.app.push_screen_wait(asked.form)
        if answers is None:
            return
        try:
            self._stage.desk.refresh()  # so that undo knows this change from another program's
            done = asked.act(answers)
            place = asked.place(answers)
        except FixturetoolError as error:
            self._stage.tell(error)
            return
        self._changes.done(done, place)
        self._stage.tree.focus()  # where Enter looks for the claim that was just written

    async def _create(self, near: Sequence[str]) -> None:
        desk, app = self._stage.desk, self._stage.app
        meant = f" Or did you mean {', '.join(near)}?" if near else ""
        note = f"The file is written with its first anchor.{meant}"
        answers = await app.push_screen_wait(ask_category(desk, note))
        if answers is None:
            app.exit(NOTHING_MADE)
            return
        try:
            begin(desk, answers["description"])
        except FixturetoolError as error:
            self._stage.tell(error)
            return
        self._changes.done("")
        self.new_fixture()
