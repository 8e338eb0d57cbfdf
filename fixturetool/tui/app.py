"""The editor's screen: what it is made of, and which part does what a key asks for."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Footer, Static, Tree

from fixturetool.settings import Settings
from fixturetool.tui.asking import Asker
from fixturetool.tui.changing import Changes
from fixturetool.tui.checking import CHECK, Checker
from fixturetool.tui.desk import Desk
from fixturetool.tui.help import Help
from fixturetool.tui.looking import COUNT, SEARCH, Searcher
from fixturetool.tui.proving import Prover
from fixturetool.tui.rows import Place
from fixturetool.tui.search_pane import SearchPane
from fixturetool.tui.search_widgets import Results, Words
from fixturetool.tui.stage import Stage
from fixturetool.tui.tree import OutlineTree

_LOOK_SECONDS = 1.0
_BY_LETTER = frozenset({"words", "undo", "redo", "help", "quit", "check", "theme"})


class EditorApp(App[int]):
    """The editor of one category.

    Args:
        desk: The category.
        settings: Where the corpus is, and which rules hold.
        languages: The languages of the corpus, at least one.
        is_light: Whether the terminal is light.
        near: Names of categories that may have been meant where there is no such file.
    """

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "words", "Search", key_display="/"),
        Binding("u,ctrl+z", "undo", "Undo", key_display="u"),
        Binding("U,ctrl+y", "redo", "Redo", show=False),
        Binding("question_mark,f1", "help", "Help", key_display="?"),
        Binding("q,ctrl+q", "quit", "Quit", key_display="q"),
        Binding("f2", "turn('mode')", show=False),
        Binding("f3", "turn('case')", show=False),
        Binding("f4", "turn('official')", show=False),
        Binding("v", "check", show=False),
        Binding("t", "theme", show=False),
        Binding("escape", "leave", show=False),
    ]
    CSS = """
    #title { height: 1; padding: 0 1; background: $primary; color: $text; text-style: bold; }
    #panes { height: 1fr; }
    #left { width: 48%; border-right: solid $primary; }
    OutlineTree { height: 1fr; padding: 0; scrollbar-size-vertical: 1; }
    #details-box { height: 8; border-top: solid $primary; padding: 0 1; }
    #status { height: auto; max-height: 3; padding: 0 1; background: $boost; }
    #status.error { color: $text-error; }
    #details-box, #slice-box { scrollbar-size-vertical: 1; }
    """

    def __init__(
        self,
        desk: Desk,
        settings: Settings,
        languages: Sequence[str],
        *,
        is_light: bool = False,
        near: Sequence[str] = (),
    ) -> None:
        super().__init__()
        self.animation_level = "none"  # an editor answers at once, over a slow line too
        self.desk = desk
        self.near = near
        self.theme = "textual-light" if is_light else "textual-dark"
        self._stage = Stage(self, desk, settings, languages)
        self._checker = Checker(self._stage)
        self._changes = Changes(self._stage, self._checker)
        self._searcher = Searcher(self._stage)
        self._prover = Prover(self._stage, self._changes)
        self._asker = Asker(self._stage, self._changes)

    # -- the screen ----------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Return what the screen is made of."""
        yield Static("", id="title", markup=False)
        with Horizontal(id="panes"):
            with Vertical(id="left"):
                yield OutlineTree()
                with VerticalScroll(id="details-box", can_focus=False):
                    yield Static("", id="details", markup=False)
            yield SearchPane()
        yield Static("", id="status", markup=False)
        yield Footer(compact=True, show_command_palette=False)

    async def on_mount(self) -> None:
        """Show the category, or ask whether to create it."""
        self._stage.show()
        self.query_one(OutlineTree).focus()
        self.set_interval(_LOOK_SECONDS, self._changes.look_at_disk)
        draft = self.desk.draft
        if self.desk.content is None and not (draft.description or draft.fixtures):
            self._asker.create(self.near)
        else:
            self._welcome()
            self._checker.check()

    def _welcome(self) -> None:
        say = self._stage.say
        if self.desk.findings:
            self._stage.tell_findings()
        elif self.desk.draft.fixtures:
            say("Drafts from before are here; they go to the file with their first anchor.")
        elif self.desk.history.done:
            say(f"u takes back the latest change: {self.desk.history.done[-1].title}")
        else:
            say("Select a facet and press Enter to look for anchors. ? shows all keys.")

    def on_unmount(self) -> None:
        """Let the thread of the long work end."""
        self._stage.close()

    @property
    def is_settled(self) -> bool:
        """Whether no work goes on but for a form or a question that waits for an answer."""
        return not self._stage.is_busy(CHECK, SEARCH, COUNT)

    # -- what happens on it --------------------------------------------------------------------

    def on_tree_node_highlighted(self, event: Tree.NodeHighlighted[Place]) -> None:
        """Say more of what is selected."""
        self._stage.describe(event.node.data or Place())

    def on_outline_tree_find(self) -> None:
        """Look for anchors of what is selected."""
        self._searcher.look_for_selected()

    def on_search_pane_wanted(self) -> None:
        """Search for the words."""
        if words := self.query_one(SearchPane).words.strip():
            self._searcher.search(words)

    def on_search_pane_sliced(self) -> None:
        """Count the sources of another slice."""
        self._searcher.count()

    # -- what the keys do ----------------------------------------------------------------------

    def check_action(
        self,
        action: str,
        parameters: tuple[object, ...],  # noqa: ARG002 - Textual dictates the signature
    ) -> bool | None:
        """Leave letters to the words while they are typed; the footer shows other keys then."""
        return not (action in _BY_LETTER and isinstance(self.focused, Words))

    def action_new_fixture(self) -> None:
        """Ask for a fixture."""
        self._asker.new_fixture()

    def action_new_facet(self) -> None:
        """Ask for a facet of the fixture that is selected."""
        self._asker.new_facet()

    def action_edit(self) -> None:
        """Ask for other words for what is selected."""
        self._asker.change()

    def action_remove(self) -> None:
        """Remove what is selected."""
        self._changes.remove()

    def action_undo(self) -> None:
        """Take the latest change back."""
        self._changes.undo()

    def action_take_back(self) -> None:
        """Undo while words are typed."""
        self._changes.undo()

    def action_redo(self) -> None:
        """Make the change again that was undone last."""
        self._changes.redo()

    def action_add(self) -> None:
        """Add the slice to the facet that is selected."""
        self._prover.add()

    def action_replace(self) -> None:
        """Put the slice in the place of the anchor that is selected."""
        self._prover.put_in_place()

    def action_check(self) -> None:
        """Check again."""
        self._stage.say("checking against the corpus")
        self._checker.check()

    def action_turn(self, what: str) -> None:
        """Turn a choice of the search."""
        self.query_one(SearchPane).turn(what)

    def action_words(self) -> None:
        """Go to the words to search for."""
        self.query_one(Words).focus()

    def action_results(self) -> None:
        """Go to the slices."""
        if self.query_one(Results).display:
            self.query_one(Results).focus()

    def action_leave(self) -> None:
        """Give the search up, or go to the left."""
        if self._searcher.is_busy:
            self._searcher.give_up()
        else:
            self.query_one(OutlineTree).focus()

    def action_help(self) -> None:
        """Show all keys."""
        self.push_screen(Help())

    def action_keys(self) -> None:
        """Show all keys while words are typed."""
        self.action_help()

    def action_theme(self) -> None:
        """Change between light and dark."""
        self.theme = "textual-dark" if self.theme == "textual-light" else "textual-light"

    def action_close(self) -> None:
        """Quit while words are typed."""
        self.exit()
