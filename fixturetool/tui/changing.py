"""Changes of the category: what keys do to it at once, and what another program did."""

from collections.abc import Callable
from pathlib import Path

from fixturetool.errors import FixturetoolError
from fixturetool.tui.actions import remove_anchor, remove_facet, remove_fixture
from fixturetool.tui.checking import Checker
from fixturetool.tui.desk import Desk
from fixturetool.tui.draft import draft_path
from fixturetool.tui.rows import Place
from fixturetool.tui.stage import Stage


class Changes:
    """Shows what a change did, whoever made it.

    Args:
        stage: The category and its screen.
        checker: Checks the category after each change.
    """

    def __init__(self, stage: Stage, checker: Checker) -> None:
        self._stage = stage
        self._checker = checker
        self._signature = _signature(stage.desk)

    def done(self, what: str, place: Place | None = None) -> None:
        """Show what a change did.

        Args:
            what: The change in words, ``""`` for nothing worth saying.
            place: What to select; None to keep the selection.
        """
        self._signature = _signature(self._stage.desk)
        self._stage.show(place)
        if what:
            self._stage.say(f"{what}; saved")
        self._checker.check()

    def look_at_disk(self) -> None:
        """Take over what somebody else wrote."""
        stage, desk = self._stage, self._stage.desk
        signature = _signature(desk)
        if signature == self._signature:
            return
        self._signature = signature
        try:
            changed = desk.refresh()
        except FixturetoolError as error:
            stage.tell(error)
            return
        if changed:
            stage.show()
            if desk.content is None:
                stage.say(f"{desk.name} is not there: another program removed it", is_error=True)
            else:
                stage.say(f"{desk.name} was changed by another program: it is shown as it is now")
            if desk.findings:
                stage.tell_findings()
            self._checker.check()

    def remove(self) -> None:
        """Remove what is selected."""
        place = self._stage.tree.place
        if place.key is None:
            self._stage.say("Select an anchor, a facet or a fixture to remove.")
            return
        parent = Place(place.key, place.facet if place.passage else "")
        try:
            self._stage.desk.refresh()  # so that undo knows this change from another program's
            done = _removed(self._stage.desk, place)
        except FixturetoolError as error:
            self._stage.tell(error)
            return
        self.done(f"{done}; u brings it back", parent)

    def undo(self) -> None:
        """Take the latest change back."""
        self._go_back("undone", self._stage.desk.undo)

    def redo(self) -> None:
        """Make the change again that was undone last."""
        self._go_back("done again", self._stage.desk.redo)

    def _go_back(self, how: str, act: Callable[[], str]) -> None:
        try:
            title = act()
        except FixturetoolError as error:
            self._stage.tell(error)
            return
        if not title:
            self._stage.say(f"There is nothing to be {how}.")
            return
        self.done(f"{how}: {title}")


def _removed(desk: Desk, place: Place) -> str:
    assert place.key is not None  # noqa: S101 - the caller has looked
    if place.passage:
        return remove_anchor(desk, place.key, place.passage, place.facet)
    if place.facet:
        return remove_facet(desk, place.key, place.facet)
    return remove_fixture(desk, place.key)


def _signature(desk: Desk) -> tuple[object, ...]:
    return tuple(map(_stamp, (desk.path, draft_path(desk.path))))


def _stamp(path: Path) -> tuple[int, int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino
