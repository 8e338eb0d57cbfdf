"""A form over the screen: a few lines to type, Enter goes on, Escape gives up."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from fixturetool.reporting.terminal import visible
from fixturetool.tui.one_line import OneLine
from fixturetool.tui.question import Question

Answers = Mapping[str, str]
Check = Callable[[Answers], str]
Doubt = Callable[[Answers], Question | None]


@dataclass(frozen=True, slots=True)
class Line:
    """A line to type.

    Attributes:
        name: What the answer is called.
        label: What is asked.
        value: What stands there at first.
        example: What is shown while nothing does.
        is_needed: Whether it can't be left blank.
    """

    name: str
    label: str
    value: str = ""
    example: str = ""
    is_needed: bool = True


class Form(ModalScreen[Answers | None]):
    """Asks for a few lines; the answer is None where somebody gives up.

    Args:
        title: What it is for.
        lines: What is asked.
        check: Says what is wrong with the answers, ``""`` for nothing.
        note: What helps to answer.
        doubt: What to ask before answers are taken that nothing is wrong with; None for nothing.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "give_up", "Cancel"),
        # With priority, as keys that are typed ahead must go to the next line.
        Binding("enter", "go_on", "Next", priority=True),
        Binding("ctrl+s", "save_soon", "Save", priority=True),
    ]
    DEFAULT_CSS = """
    Form { align: center middle; }
    Form > VerticalScroll {
        width: 90%; max-width: 100; height: auto; max-height: 95%;
        padding: 1 2; background: $surface; border: round $primary;
    }
    Form .title { text-style: bold; }
    Form .note { color: $text-muted; margin-bottom: 1; }
    Form .error { color: $text-error; height: auto; display: none; }
    Form Input, Form Input:focus {
        border: none; height: 1; padding: 0 1; background: $boost; margin-bottom: 1;
    }
    Form Input:focus { background: $primary 30%; }
    Form Horizontal { height: 1; }
    Form Button { margin-right: 2; }
    """

    def __init__(
        self,
        title: str,
        lines: Sequence[Line],
        check: Check = lambda _: "",
        note: str = "",
        doubt: Doubt = lambda _: None,
    ) -> None:
        super().__init__()
        self._title = title
        self._lines = lines
        self._check = check
        self._note = note
        self._doubt = doubt

    def compose(self) -> ComposeResult:
        """Return the title, the lines and the buttons."""
        with VerticalScroll(can_focus=False):
            yield Static(visible(self._title), markup=False, classes="title")
            if self._note:
                yield Static(visible(self._note), markup=False, classes="note")
            for line in self._lines:
                yield Static(visible(line.label), markup=False)
                yield OneLine(
                    visible(line.value), line.example, name=line.name, select_on_focus=False
                )
            yield Static("", markup=False, classes="error")
            with Horizontal():
                yield Button("Save (Enter)", id="save", compact=True, variant="primary")
                yield Button("Cancel (Esc)", id="cancel", compact=True)

    def on_mount(self) -> None:
        """Begin with the first line."""
        self.query(Input).first().focus()

    def action_go_on(self) -> None:
        """Go on to the next line, from the last one save; on a button, press it."""
        if isinstance(self.focused, Button):
            self.focused.press()
            return
        inputs = list(self.query(Input))
        at = inputs.index(self.focused) if isinstance(self.focused, Input) else -1
        if at + 1 < len(inputs):
            self.set_focus(inputs[at + 1])
        else:
            self.action_save_soon()

    def action_save_soon(self) -> None:
        """Save once the keys that were typed before have been read."""
        (self.focused or self).call_later(self.action_save)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Save or give up."""
        event.stop()
        if event.button.id == "save":
            self.action_save()
        else:
            self.action_give_up()

    def action_save(self) -> None:
        """Answer, where nothing is wrong with the answers."""
        answers = {str(one.name): one.value.strip() for one in self.query(Input)}
        for line in self._lines:
            if line.is_needed and not answers[line.name]:
                self._tell(f"Still blank: {line.label}", line.name)
                return
        if wrong := self._check(answers):
            self._tell(wrong)
            return
        # What was not touched is given back as it was, though it was shown with escapes.
        shown = {line.name: (visible(line.value).strip(), line.value) for line in self._lines}
        given = {k: shown[k][1] if v == shown[k][0] else v for k, v in answers.items()}
        doubt = self._doubt(given)
        if doubt is None:
            self.dismiss(given)
        else:
            self.app.push_screen(doubt, partial(self._settle, given))

    def _settle(self, given: Answers, agreed: bool | None) -> None:
        """Answer all the same, or go back to what was typed."""
        if agreed:
            self.dismiss(given)
        else:
            self.query(Input).first().focus()

    def action_give_up(self) -> None:
        """Answer nothing."""
        self.dismiss(None)

    def _tell(self, wrong: str, name: str = "") -> None:
        error = self.query_one(".error", Static)
        error.update(Content(visible(wrong)))
        error.display = True
        for one in self.query(Input):
            if one.name == name:
                one.focus()
