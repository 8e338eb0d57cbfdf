"""The editor's screen: what the keys do, and which long work goes on beside it."""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import ClassVar, TypeVar

from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Footer, Static, Tree

from fixturetool.authoring.verify import verify
from fixturetool.errors import FixturetoolError, PatternError
from fixturetool.jsontext.problem import quote
from fixturetool.progress import Progress
from fixturetool.reporting.terminal import visible
from fixturetool.settings import Settings
from fixturetool.tui.actions import (
    add_anchor,
    begin,
    remove_anchor,
    remove_facet,
    remove_fixture,
    replace_anchor,
)
from fixturetool.tui.asks import Asked, ask_category, ask_change, ask_facet, ask_fixture
from fixturetool.tui.desk import Desk, FixtureKey
from fixturetool.tui.draft import draft_path
from fixturetool.tui.help import Help
from fixturetool.tui.jobs import Job, Jobs
from fixturetool.tui.last_run import LastRun, find_last_run
from fixturetool.tui.proposal import Proposal, Wish, head_of, propose
from fixturetool.tui.question import Question
from fixturetool.tui.search_pane import Results, SearchPane, Words
from fixturetool.tui.searching import Found, Mode, Wanted, holders_of, look
from fixturetool.tui.state import Known, Outline, known_of, outline
from fixturetool.tui.tree import OutlineTree, Place
from fixturetool.tui.wording import describe, told_finding

T = TypeVar("T")

_LOOK_SECONDS = 1.0
_TELL_SECONDS = 0.1
_BY_LETTER = frozenset({"words", "undo", "redo", "help", "quit", "check", "theme"})
_GROUPS = frozenset({"check", "search", "count"})
NOTHING_MADE = 1
"""The exit status where somebody was asked to create the category and did not want to."""


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
        self.settings = settings
        self.languages = languages
        self.near = near
        self.theme = "textual-light" if is_light else "textual-dark"
        self._jobs = Jobs()
        self._known: Known | None = None
        self._run_shown: LastRun | None = None
        self._outline: Outline = self._work_out()
        self._signature = self._stamp()
        self._told = 0.0

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
        self._screen_loop = asyncio.get_running_loop()
        self.show()
        self.query_one(OutlineTree).focus()
        self.set_interval(_LOOK_SECONDS, self._look_at_disk)
        if self.desk.content is None and not (
            self.desk.draft.description or self.desk.draft.fixtures
        ):
            self._create()
        else:
            self._welcome()
            self.check()

    def _welcome(self) -> None:
        if self.desk.findings:
            self.tell_findings()
        elif self.desk.draft.fixtures:
            self.say("Drafts from before are here; they go to the file with their first anchor.")
        else:
            self.say("Select a facet and press Enter to look for anchors. ? shows all keys.")

    def show(self, place: Place | None = None) -> None:
        """Show the category as it is."""
        self._outline = self._work_out()
        marks = "" if self._outline.is_checked else "  checking"
        what = visible(self._outline.description)
        title = f"{visible(self._outline.category)}{marks}  {what}"
        self.query_one("#title", Static).update(Content(title))
        self.query_one(OutlineTree).show_outline(self._outline, place)
        self._describe(place or self.query_one(OutlineTree).place)

    def _work_out(self) -> Outline:
        source = self.desk.loaded.source if self.desk.loaded else ""
        return outline(self.desk.model, source, self.desk.draft, self._known, self._run_shown)

    def _describe(self, place: Place) -> None:
        self.query_one("#details", Static).update(describe(self._outline, place))

    def on_tree_node_highlighted(self, event: Tree.NodeHighlighted[Place]) -> None:
        """Say more of what is selected."""
        self._describe(event.node.data or Place())

    def say(self, text: str, *, is_error: bool = False) -> None:
        """Say something in the status line."""
        status = self.query_one("#status", Static)
        status.set_class(is_error, "error")
        status.update(Content(visible(text)))

    def tell(self, error: FixturetoolError) -> None:
        """Say what went wrong, and the next step."""
        self.say(f"{error}; {error.hint}" if error.hint else str(error), is_error=True)

    def tell_findings(self) -> None:
        """Say that the file is not valid."""
        first = self.desk.findings[0]
        more = f", and {len(self.desk.findings) - 1} more" if len(self.desk.findings) > 1 else ""
        where = f"{self.desk.name}:{first.line}: {first.message}{more}"
        self.say(f"The file is not valid now, nothing is written: {where}", is_error=True)

    # -- what is on disk -----------------------------------------------------------------------

    def _stamp(self) -> tuple[object, ...]:
        return tuple(map(_stamp_of, (self.desk.path, draft_path(self.desk.path))))

    def _look_at_disk(self) -> None:
        """Take over what somebody else wrote."""
        stamp = self._stamp()
        if stamp == self._signature:
            return
        self._signature = stamp
        try:
            changed = self.desk.refresh()
        except FixturetoolError as error:
            self.tell(error)
            return
        if changed:
            self.show()
            self.say(f"{self.desk.name} was changed by another program: it is shown as it is now")
            if self.desk.findings:
                self.tell_findings()
            self.check()

    def _done(self, what: str, place: Place | None = None) -> None:
        """Show what a change did."""
        self._signature = self._stamp()
        self.show(place)
        if what:
            self.say(f"{what}; saved")
        self.check()

    # -- long work -----------------------------------------------------------------------------

    def _tell_progress(self, task: str, done: int, total: int) -> None:
        """Show how far work is; called in its thread."""
        now = time.monotonic()
        if task and total and now - self._told > _TELL_SECONDS:
            self._told = now
            self._screen_loop.call_soon_threadsafe(self._show_progress, task, done, total)

    def _show_progress(self, task: str, done: int, total: int) -> None:
        if self.is_running and self._is_searching:
            self.query_one(SearchPane).tell_progress(f"{task}: {done} of {total}")

    @work(exclusive=True, group="check")
    async def check(self) -> None:
        """Ask the corpus where the anchors stand, and read the last run."""
        loaded, settings = self.desk.loaded, self.settings
        name = self.desk.path.stem

        def ask(progress: Progress) -> tuple[Known | None, LastRun | None]:
            run = find_last_run(settings.paths.state, name)
            if loaded is None:
                return None, run
            verified = verify([loaded], settings, progress)
            least = settings.verify.min_sources
            return known_of(loaded.source, verified, loaded.model, least), run

        try:
            self._known, self._run_shown = await self._wait(self._jobs.start(ask, _silent))
        except FixturetoolError as error:
            self.tell(error)
            return
        self.show()

    @work(exclusive=True, group="search")
    async def search(self, wanted: Wanted) -> None:
        """Search the corpus."""
        pane = self.query_one(SearchPane)
        pane.say(f"Searching for {visible(wanted.words)}\n\nEsc gives it up.")

        def ask(progress: Progress) -> Found:
            return look(wanted, self.settings, progress)

        try:
            found = await self._wait(self._jobs.start(ask, self._tell_progress))
        except PatternError as error:
            pane.say(f"{visible(str(error))}\n\nF2 turns to plain text, which has no operators.")
            return
        except FixturetoolError as error:
            hint = f"\n\n{visible(error.hint)}" if error.hint else ""
            pane.say(f"{visible(str(error))}{hint}")
            return
        except asyncio.CancelledError:
            if self.is_running:
                pane.say("The search was given up. Enter in the words begins it again.")
            raise
        pane.show(found)
        if found.candidates:
            self._tell_next()
        troubles = [one for one in found.troubles if not one.usable]
        if troubles:
            first = f"{troubles[0].path}: {troubles[0].reason}"
            self.say(f"{len(troubles)} files could not be searched; {first}", is_error=True)

    def _tell_next(self) -> None:
        """Say what can be done with a slice."""
        place = self.query_one(OutlineTree).place
        facet = place.facet or self._only_facet(place)
        target = f"to {facet}" if facet else "once a facet is selected at the left"
        self.say(f"a adds the slice {target}; the arrows and [ ] make it longer or shorter.")

    @work(exclusive=True, group="count")
    async def _count(self) -> None:
        """Count the sources that hold the slice."""
        pane = self.query_one(SearchPane)
        one, found = pane.slice, pane.found
        if one is None or found is None or one.passage in pane.holders:
            return
        passage, ground = one.passage, found.ground

        def ask(progress: Progress) -> int:
            return len(holders_of(ground, passage, progress))

        try:
            pane.holders[passage] = await self._wait(self._jobs.start(ask, _silent))
        except FixturetoolError as error:
            self.tell(error)
            return
        pane.show_slice()

    async def _wait(self, job: Job[T]) -> T:
        """Wait for work; who is cancelled meanwhile gives it up."""
        try:
            return await job.outcome
        except asyncio.CancelledError:
            job.give_up()
            raise

    # -- what the keys do ----------------------------------------------------------------------

    def check_action(
        self,
        action: str,
        parameters: tuple[object, ...],  # noqa: ARG002 - Textual dictates the signature
    ) -> bool | None:
        """Leave letters to the words while they are typed; the footer shows other keys then."""
        return not (action in _BY_LETTER and isinstance(self.focused, Words))

    def action_take_back(self) -> None:
        """Undo while words are typed."""
        self.action_undo()

    def action_keys(self) -> None:
        """Show all keys while words are typed."""
        self.action_help()

    def action_close(self) -> None:
        """Quit while words are typed."""
        self.exit()

    def action_check(self) -> None:
        """Check again."""
        self.say("checking against the corpus")
        self.check()

    def action_help(self) -> None:
        """Show all keys."""
        self.push_screen(Help())

    def action_theme(self) -> None:
        """Change between light and dark."""
        self.theme = "textual-dark" if self.theme == "textual-light" else "textual-light"

    def action_words(self) -> None:
        """Go to the words to search for."""
        self.query_one(Words).focus()

    def action_results(self) -> None:
        """Go to the slices."""
        if self.query_one(Results).display:
            self.query_one(Results).focus()

    def action_leave(self) -> None:
        """Give the search up, or go to the left."""
        if self._is_searching:
            self.workers.cancel_group(self, "search")
        else:
            self.query_one(OutlineTree).focus()

    @property
    def is_settled(self) -> bool:
        """Whether no work goes on but for a form or a question that waits for an answer."""
        return all(one.is_finished for one in self.workers if one.group in _GROUPS)

    @property
    def _is_searching(self) -> bool:
        return any(not one.is_finished for one in self.workers if one.group == "search")

    def action_turn(self, what: str) -> None:
        """Turn a choice of the search."""
        self.query_one(SearchPane).turn(what)

    def on_search_pane_wanted(self) -> None:
        """Search for the words."""
        pane = self.query_one(SearchPane)
        if pane.words.strip():
            self._search(pane.words.strip())

    def on_search_pane_sliced(self) -> None:
        """Count the sources of another slice."""
        self._count()

    def on_outline_tree_find(self) -> None:
        """Look for anchors of what is selected."""
        place = self.query_one(OutlineTree).place
        words, mode = place.passage, Mode.TEXT
        if place.key is not None and not place.passage:
            facet = place.facet or self._only_facet(place)
            words, mode = self.desk.facets(place.key).get(facet, ""), Mode.CLAIM
        if not words:
            self.say("Select a facet or an anchor to look for; n makes a fixture, f a facet.")
            return
        self.query_one(SearchPane).ask(visible(words), mode)
        self._search(words)

    def _search(self, words: str) -> None:
        pane, place = self.query_one(SearchPane), self.query_one(OutlineTree).place
        key = place.key
        self.search(
            Wanted(
                words=words,
                mode=pane.mode,
                language=key.language if key else self._language(),
                query=key.query if key else "",
                known=self._passages(place),
                ignore_case=pane.ignore_case,
                official_only=pane.official_only,
            )
        )

    def _language(self) -> str:
        fixtures = self._outline.fixtures
        return fixtures[0].key.language if fixtures else self.languages[0]

    def _passages(self, place: Place) -> tuple[str, ...]:
        """Return the anchors of a facet, but for the one that is selected itself."""
        fixture = self.desk.fixture(place.key) if place.key else None
        passages = fixture.relevant_passages if fixture else ()
        covering = (one for one in passages if place.facet in one.covers)
        return tuple(one.passage for one in covering if one.passage != place.passage)

    def _only_facet(self, place: Place) -> str:
        names = list(self.desk.facets(place.key)) if place.key else []
        return names[0] if len(names) == 1 else ""

    def action_new_fixture(self) -> None:
        """Ask for a fixture."""
        self._ask(ask_fixture(self.desk, self.languages))

    def action_new_facet(self) -> None:
        """Ask for a facet of the fixture that is selected."""
        key = self.query_one(OutlineTree).place.key
        if key is None:
            self.say("Select the fixture that the facet is for; n makes a new one.")
        else:
            self._ask(ask_facet(self.desk, key))

    def action_edit(self) -> None:
        """Ask for other words for what is selected."""
        self._ask(ask_change(self.desk, self.query_one(OutlineTree).place))

    @work
    async def _ask(self, asked: Asked) -> None:
        answers = await self.push_screen_wait(asked.form)
        if answers is None:
            return
        try:
            done = asked.act(answers)
            place = asked.place(answers)
        except FixturetoolError as error:
            self.tell(error)
            return
        self._done(done, place)

    @work
    async def _create(self) -> None:
        """Ask whether to create the category."""
        near = f" Or did you mean {', '.join(self.near)}?" if self.near else ""
        note = f"The file is written with its first anchor.{near}"
        answers = await self.push_screen_wait(ask_category(self.desk, note))
        if answers is None:
            self.exit(NOTHING_MADE)
            return
        try:
            begin(self.desk, answers["description"])
        except FixturetoolError as error:
            self.tell(error)
            return
        self._done("")
        self._ask(ask_fixture(self.desk, self.languages))

    def action_remove(self) -> None:
        """Remove what is selected."""
        place = self.query_one(OutlineTree).place
        if place.key is None:
            self.say("Select an anchor, a facet or a fixture to remove.")
            return
        parent = Place(place.key, place.facet if place.passage else "")
        try:
            if place.passage:
                done = remove_anchor(self.desk, place.key, place.passage, place.facet)
            elif place.facet:
                done = remove_facet(self.desk, place.key, place.facet)
            else:
                done = remove_fixture(self.desk, place.key)
        except FixturetoolError as error:
            self.tell(error)
            return
        self._done(f"{done}; u brings it back", parent)

    def action_undo(self) -> None:
        """Take the latest change back."""
        self._go_back("undone", self.desk.undo)

    def action_redo(self) -> None:
        """Make the change again that was undone last."""
        self._go_back("done again", self.desk.redo)

    def _go_back(self, how: str, act: Callable[[], str]) -> None:
        try:
            title = act()
        except FixturetoolError as error:
            self.tell(error)
            return
        if not title:
            self.say(f"There is nothing to be {how}.")
            return
        self._done(f"{how}: {title}")

    def action_add(self) -> None:
        """Add the slice to the facet that is selected."""
        place = self.query_one(OutlineTree).place
        self._take(replace(place, facet=place.facet or self._only_facet(place), passage=""))

    def action_replace(self) -> None:
        """Put the slice in the place of the anchor that is selected."""
        place = self.query_one(OutlineTree).place
        if place.passage:
            self._take(place)
        else:
            self.say("Select the anchor at the left whose place the slice is to take.")

    def _take(self, place: Place) -> None:
        pane = self.query_one(SearchPane)
        one, candidate, at = pane.slice, pane.candidate, pane.query_one(Results).highlighted
        if one is None or candidate is None or at is None:
            return
        if place.key is None or not place.facet:
            self.say("Select the facet that it is for at the left: Esc, then the arrow keys.")
            return
        try:
            sketch = self.desk.sketch(place.key)
        except FixturetoolError as error:
            self.tell(error)
            return
        wish = Wish(
            fixture=sketch,
            is_new=self.desk.fixture(place.key) is None,
            facet=place.facet,
            description=self.desk.facets(place.key).get(place.facet, ""),
            text=one.passage,
            source=candidate.source,
            instead_of=place.passage,
        )
        self._prove(wish, place.key, at)

    @work(group="take")
    async def _prove(self, wish: Wish, key: FixtureKey, at: int) -> None:
        """Prove an anchor, ask where a rule is against it, and write it."""
        pane = self.query_one(SearchPane)
        category = head_of(self.desk.loaded, self.desk.model, self.desk.name)
        found = pane.found
        if found is None:
            return
        ground = found.ground
        self.say(f"proving {quote(wish.text)}")

        def ask(progress: Progress) -> Proposal:
            return propose(wish, ground, category, self.settings, progress)

        try:
            proposal = await self._wait(self._jobs.start(ask, _silent))
            if proposal.against and not await self.push_screen_wait(_refusal(wish, proposal)):
                codes = ", ".join(dict.fromkeys(one.code for one in proposal.against))
                self.say(f"not added because of {codes}; extend the slice, or take another one")
                return
            if wish.instead_of:
                done = replace_anchor(self.desk, key, wish.instead_of, proposal.anchor)
            else:
                done = add_anchor(self.desk, key, wish.facet, proposal.anchor)
        except FixturetoolError as error:
            self.tell(error)
            return
        pane.mark_taken(at)
        selected = proposal.anchor.passage if wish.instead_of else ""
        place = self.query_one(OutlineTree).place
        is_there = (place.key, place.facet or wish.facet) == (key, wish.facet)
        self._done(done, Place(key, wish.facet, selected) if is_there else None)

    def on_unmount(self) -> None:
        """Let the thread of the long work end."""
        self._jobs.close()


def _refusal(wish: Wish, proposal: Proposal) -> Question:
    body = Content("\n").join([told_finding(one) for one in proposal.against])
    return Question(f"A rule is against {visible(wish.text)}", body, "Leave it", "Add it anyway")


def _stamp_of(path: Path) -> tuple[int, int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def _silent(task: str, done: int, total: int) -> None:
    """Show no progress of work that takes a moment."""
