"""A question over the screen with two answers, the careful one first."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Static


class Question(ModalScreen[bool]):
    """Asks whether to go on.

    Args:
        title: What is asked.
        body: What there is to know.
        no: What not to go on is called.
        yes: What to go on is called; y says so.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,n", "answer(False)", "No"),
        Binding("y", "answer(True)", "Yes"),
        Binding("left,right", "app.focus_next", show=False),
    ]
    DEFAULT_CSS = """
    Question { align: center middle; }
    Question > VerticalScroll {
        width: 90%; max-width: 90; height: auto; max-height: 95%;
        padding: 1 2; background: $surface; border: round $warning;
    }
    Question .title { text-style: bold; margin-bottom: 1; }
    Question .body { margin-bottom: 1; }
    Question Horizontal { height: 1; }
    Question Button { margin-right: 2; }
    """

    def __init__(self, title: str, body: Content, no: str, yes: str) -> None:
        super().__init__()
        self._title = title
        self._body = body
        self._no = no
        self._yes = yes

    def compose(self) -> ComposeResult:
        """Return the question and its answers."""
        with VerticalScroll(can_focus=False):
            yield Static(self._title, markup=False, classes="title")
            yield Static(self._body, markup=False, classes="body")
            with Horizontal():
                yield Button(f"{self._no} (Esc)", id="no", compact=True, variant="primary")
                yield Button(f"{self._yes} (y)", id="yes", compact=True)

    def on_mount(self) -> None:
        """Begin with the careful answer."""
        self.query_one("#no").focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answer."""
        event.stop()
        self.dismiss(event.button.id == "yes")

    def action_answer(self, yes: bool) -> None:
        """Answer."""
        self.dismiss(yes)
