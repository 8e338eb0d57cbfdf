"""What the search pane is made of: where words are typed, the slices, a choice to turn."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.events import Click
from textual.message import Message
from textual.widgets import OptionList, Static

from fixturetool.tui.one_line import OneLine


class Words(OneLine):
    """Where the words are typed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "Search"),
        Binding("down", "app.results", "Slices"),
        Binding("f2", "app.turn('mode')", "Mode"),
        Binding("escape", "app.leave", "Left"),
        Binding("ctrl+z", "app.take_back", "Undo"),
        Binding("f1", "app.keys", "Help"),
        Binding("ctrl+q", "app.close", "Quit"),
    ]


class Results(OptionList):
    """The slices that were found; the keys change the one that is selected."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a,enter", "app.add", "Add", key_display="a"),
        Binding("r", "app.replace", "Replace"),
        Binding("right", "edge('end', 1)", "End", key_display="← →"),
        Binding("left", "edge('end', -1)", "End", show=False),
        Binding("shift+left,comma", "edge('start', -1)", "Start", key_display=", ."),
        Binding("shift+right,full_stop", "edge('start', 1)", "Start", show=False),
        Binding("right_square_bracket", "clause('end', 1)", "Clause", key_display="[ ] { }"),
        Binding("left_square_bracket", "clause('start', -1)", "Clause", show=False),
        Binding("right_curly_bracket", "clause('end', -1)", "Clause", show=False),
        Binding("left_curly_bracket", "clause('start', 1)", "Clause", show=False),
        Binding("n", "app.new_fixture", show=False),
        Binding("f", "app.new_facet", show=False),
    ]

    class Moved(Message):
        """An edge of the slice is to move.

        Args:
            edge: ``"start"`` or ``"end"``.
            step: 1 onward, -1 back.
            by_clause: Whether by a clause, and not by a character.
        """

        def __init__(self, edge: str, step: int, *, by_clause: bool) -> None:
            super().__init__()
            self.edge = edge
            self.step = step
            self.by_clause = by_clause

    def action_edge(self, edge: str, step: int) -> None:
        """Move an edge by a character."""
        self.post_message(self.Moved(edge, step, by_clause=False))

    def action_clause(self, edge: str, step: int) -> None:
        """Move an edge by a clause."""
        self.post_message(self.Moved(edge, step, by_clause=True))

    def action_cursor_up(self) -> None:
        """Go up, from the first slice to the words."""
        if not self.highlighted:
            self.screen.query_one(Words).focus()
        else:
            super().action_cursor_up()


class Switch(Static):
    """A choice that a click or a function key turns."""

    def __init__(self, what: str) -> None:
        super().__init__(id=what, markup=False, classes="switch")
        self._what = what

    async def on_click(self, event: Click) -> None:
        """Turn it."""
        event.stop()
        await self.app.run_action(f"turn('{self._what}')")
