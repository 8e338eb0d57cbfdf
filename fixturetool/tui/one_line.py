"""A line to type, which takes all lines of what is pasted into it."""

from textual.events import Paste
from textual.widgets import Input

from fixturetool.corpus.normalize import normalize


class OneLine(Input):
    """A line to type; pasted lines are joined as the corpus joins them."""

    def on_paste(self, event: Paste) -> None:
        """Take all lines, where an Input takes the first."""
        event.prevent_default()
        event.stop()
        self.replace(normalize(event.text), *self.selection)
