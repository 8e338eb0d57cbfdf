"""The help screen: every key, and what the signs mean."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

TEXT = """\
The left side is your category, the right side is the corpus. Every change is in
the file at once; what has no anchor yet waits in a draft beside it.

 ANYWHERE
  Tab, Shift+Tab   go to the other side          /    type words to search for
  u, Ctrl+Z        undo                          U, Ctrl+Y   redo
  Esc              give a search up; to the left v    check again, read the last run
  t                light or dark                 q, Ctrl+Q   quit
  ?, F1            this page

 FIXTURES (left)
  Up, Down         select                        Left, Right, Space   close, open
  Enter            find anchors: a facet's claim, or the place of an anchor
  n                new fixture                   f    new facet of the fixture
  e                edit: words of a fixture, name and claim of a facet, label
  x, Delete        remove; u brings it back

 SEARCH (right)
  F2  text, pattern or claim     F3  exact or any case     F4  all or official
  Text: as it stands in the corpus; where no source has it, its words.
  Pattern: a regular expression.  Claim: what slices say, word by word.

 SLICES (right)
  a, Enter         add the slice to the selected facet
  r                put the slice in the place of the anchor selected at the left
  Left, Right      move the end by a character
  , .              move the start by a character (or Shift+Left, Shift+Right)
  ] }              move the end to the next, the previous end of a clause
  [ {              move the start to the previous, the next clause

 SIGNS
  ✓ fine   ! a rule warns   ✗ not in the corpus, or wrong   - no anchor yet
  ? being checked.  anch: anchors.  src: distinct sources that hold one of them.
  hit: how often the last run covered the facet.
  A rule that is against an anchor is shown with its code; fixturetool explain CODE
  tells why, and y adds the anchor all the same.
"""


class Help(ModalScreen[None]):
    """Shows every key; any of Escape, q, ? and Enter closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,f1,enter", "dismiss", "Close", key_display="Esc"),
        Binding("down", "scroll(1)", show=False),
        Binding("up", "scroll(-1)", show=False),
    ]
    DEFAULT_CSS = """
    Help { align: center middle; }
    Help > VerticalScroll {
        width: 100%; max-width: 90; height: 100%; max-height: 46;
        padding: 0 1; background: $surface; border: round $primary;
    }
    """

    def compose(self) -> ComposeResult:
        """Return the page."""
        with VerticalScroll() as page:
            page.border_title = "Keys"
            page.border_subtitle = "Esc closes"
            yield Static(TEXT, markup=False)

    def action_scroll(self, lines: int) -> None:
        """Scroll."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)
