"""The help screen: every key, and what the signs mean."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

TEXT = """\
At the left is your category, at the right the corpus. Every change is in
the file at once; what has no anchor yet waits in a draft beside it. Undo
reaches back to before the editor was started, while nobody else changed
the file since.

 ANYWHERE
  Tab, Shift+Tab  the other side        /          words to search for
  u, Ctrl+Z       undo                  U, Ctrl+Y  redo
  Esc             end a search; left    q, Ctrl+Q  quit
  v               check again           t          light or dark
  ?, F1           this page

 FIXTURES (left)
  Up, Down        select                Left, Right, Space  close, open
  Enter           find anchors: by a facet's claim, or where one stands
  n               new fixture           f          new facet
  e               edit: a fixture's words, a facet's claim, a label
  x, Delete       remove; u brings it back

 SEARCH (right)
  F2 text, pattern or claim   F3 exact or any case   F4 all or official
  Text: as it stands in the corpus; where no source has it, its words.
  Pattern: a regular expression.  Claim: what slices say, word by word.

 SLICES (right)
  a, Enter        add the slice to the selected facet
  r               put it in the place of the anchor selected at the left
  Left, Right     move the end by a character
  , .             move the start by a character (or Shift+Left, Right)
  ] }             move the end to the next, the previous end of a clause
  [ {             move the start to the previous, the next clause

 SIGNS
  ✓ fine   ! a rule warns   ✗ wrong or not in the corpus   - no anchor
  ? being checked   A row has the worst sign of the rows below it.
  1/2 at a fixture: 1 of its 2 facets is fine
  anch, src, hit at a facet: how many anchors it has, how many distinct
  sources hold one, how often the last run covered it (blank: not asked)
  3 src at an anchor or a slice: how many sources hold it
  At a slice: unofficial, its source is; unreachable, the question does
  not lead there; says 60%, so much of the claim; ✓ added, an anchor now
  A rule that is against a question or an anchor is shown with its code:
  y saves it all the same, and fixturetool explain CODE tells why.
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
