"""The corpus at the right: what to search for, the slices that were found, the one to take."""

from collections.abc import Collection

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from fixturetool.authoring.candidates import Candidate
from fixturetool.tui.search_widgets import Results, Switch, Words
from fixturetool.tui.searching import Found, Mode
from fixturetool.tui.slices import Slice, by_character, by_clause, slice_at
from fixturetool.tui.wording import NO_SEARCH_YET, nothing_found, offered, shown_slice, summary

_PLACEHOLDERS = {
    Mode.TEXT: "Words of the corpus, then Enter",
    Mode.PATTERN: "A regular expression, then Enter",
    Mode.CLAIM: "A claim in your own words, then Enter",
}
_MODES = list(Mode)


class SearchPane(Vertical):
    """The search: its words and choices, its slices, and the one that is about to be added."""

    DEFAULT_CSS = """
    SearchPane { padding: 0 1; }
    SearchPane > Words, SearchPane > Words:focus { height: 1; border: none; padding: 0 1; }
    SearchPane > Words:focus { background: $primary 30%; }
    SearchPane .switches { height: 1; color: $text-muted; }
    SearchPane .switch { width: auto; margin-right: 2; }
    SearchPane #summary { height: auto; max-height: 2; color: $text-muted; }
    SearchPane #hint { height: 1fr; padding: 1 1; overflow-y: auto; }
    SearchPane Results, SearchPane Results:focus {
        height: 1fr; border: none; padding: 0; scrollbar-size-vertical: 1;
    }
    SearchPane #slice-box { height: 8; border-top: solid $primary; }
    """

    class Sliced(Message):
        """Another slice is selected, or the selected one has other ends."""

    class Wanted(Message):
        """The words are to be searched for."""

    def __init__(self) -> None:
        super().__init__(id="search")
        self.mode = Mode.TEXT
        self.ignore_case = False
        self.official_only = False
        self.found: Found | None = None
        self.slice: Slice | None = None
        self.holders: dict[str, int] = {}
        self._taken: dict[int, str] = {}

    def compose(self) -> ComposeResult:
        """Return what the pane is made of."""
        yield Words(id="words", select_on_focus=True)
        with Horizontal(classes="switches"):
            yield Switch("mode")
            yield Switch("case")
            yield Switch("official")
        yield Static("", id="summary", markup=False)
        yield Static(NO_SEARCH_YET, id="hint", markup=False)
        yield Results(id="results", markup=False)
        with VerticalScroll(id="slice-box", can_focus=False):
            yield Static("", id="slice", markup=False)

    def on_mount(self) -> None:
        """Begin empty."""
        self._show_switches()
        self._show_list(has_any=False)

    # -- what is searched for ------------------------------------------------------------------

    @property
    def words(self) -> str:
        """What was typed."""
        return self.query_one(Words).value

    def ask(self, words: str, mode: Mode) -> None:
        """Put words to search for into the pane."""
        self.mode = mode
        self.query_one(Words).value = words
        self._show_switches()

    def turn(self, what: str) -> None:
        """Turn one of the choices."""
        if what == "mode":
            self.mode = _MODES[(_MODES.index(self.mode) + 1) % len(_MODES)]
        elif what == "case":
            self.ignore_case = not self.ignore_case
        else:
            self.official_only = not self.official_only
        self._show_switches()

    def _show_switches(self) -> None:
        self.query_one(Words).placeholder = _PLACEHOLDERS[self.mode]
        texts = {
            "mode": f"F2 {self.mode.value}",
            "case": f"F3 {'any case' if self.ignore_case else 'exact case'}",
            "official": f"F4 {'official' if self.official_only else 'all'}",
        }
        for what, text in texts.items():
            self.query_one(f"#{what}", Switch).update(text)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Search."""
        event.stop()
        self.post_message(self.Wanted())

    # -- what was found ------------------------------------------------------------------------

    def say(self, text: str) -> None:
        """Show a text in the place of slices."""
        self.query_one("#hint", Static).update(Content(text))
        self.query_one("#summary", Static).update("")
        self.found, self.slice = None, None
        self._show_list(has_any=False)

    def tell_progress(self, text: str) -> None:
        """Say how far the search is."""
        self.query_one("#summary", Static).update(Content(text))

    def show(self, found: Found) -> None:
        """Show what a search found, its first slice selected."""
        self.found, self.slice, self.holders, self._taken = found, None, {}, {}
        results = self.query_one(Results)
        results.clear_options()
        results.add_options(Option(offered(one, taken=False)) for one in found.candidates)
        self.query_one("#summary", Static).update(Content(summary(found)))
        if not found.candidates:
            self.query_one("#hint", Static).update(Content(nothing_found(found)))
        self._show_list(has_any=bool(found.candidates))
        if found.candidates:
            results.highlighted = 0
            results.focus()
            self.take_candidate(0)

    def _show_list(self, *, has_any: bool) -> None:
        self.query_one("#hint").display = not has_any
        self.query_one(Results).display = has_any
        self.query_one("#slice-box").display = has_any

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Take the slice that is selected as it was found."""
        event.stop()
        if self.found is not None and self.query_one(Results).highlighted == event.option_index:
            self.take_candidate(event.option_index)

    @property
    def candidate(self) -> Candidate | None:
        """The candidate that is selected."""
        at = self.query_one(Results).highlighted
        if self.found is None or at is None or at >= len(self.found.candidates):
            return None
        return self.found.candidates[at]

    def take_candidate(self, at: int) -> None:
        """Make a candidate the slice."""
        if self.found is None or at >= len(self.found.candidates):
            return
        one = self.found.candidates[at]
        text = self.found.ground.snapshot.text(one.source)
        near = max(text.find(one.context), 0) + max(one.context.find(one.passage), 0)
        self.slice = slice_at(text, one.passage, near)
        self.holders[one.passage] = one.sources
        self.show_slice()

    def on_results_moved(self, event: Results.Moved) -> None:
        """Move an edge of the slice."""
        event.stop()
        if self.slice is None:
            return
        move = by_clause if event.by_clause else by_character
        self.slice = move(self.slice, "start" if event.edge == "start" else "end", event.step)
        self.show_slice()

    def show_slice(self) -> None:
        """Show the slice in its surroundings, and tell that it is another one."""
        one, candidate = self.slice, self.candidate
        if one is None or candidate is None:
            return
        held = self.holders.get(one.passage)
        facts = ["counting sources"] if held is None else [_held(held)]
        facts.append("official" if candidate.official else "unofficial")
        if candidate.reachable is not None:
            facts.append("query leads here" if candidate.reachable else "query does not lead here")
        self.query_one("#slice", Static).update(shown_slice(one, candidate.source, facts))
        self.post_message(self.Sliced())

    def take(self, at: int, anchor: str) -> None:
        """Remember which anchor a candidate became, and go on to the next one."""
        results = self.query_one(Results)
        if self.found is None or at >= len(self.found.candidates):
            return
        self._taken[at] = anchor
        if results.highlighted == at and at + 1 < len(self.found.candidates):
            results.highlighted = at + 1

    def mark(self, anchors: Collection[str]) -> None:
        """Mark the candidates that became one of the anchors that there are now."""
        if self.found is None:
            return
        for at, anchor in self._taken.items():
            prompt = offered(self.found.candidates[at], taken=anchor in anchors)
            self.query_one(Results).replace_option_prompt_at_index(at, prompt)


def _held(sources: int) -> str:
    return "in this source alone" if sources == 1 else f"in {sources} sources"
