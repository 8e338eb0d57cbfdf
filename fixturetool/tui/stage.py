"""What every part of the editor works on: the category, the screen that shows it, long work."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from textual.app import App
from textual.content import Content
from textual.widgets import Static

from fixturetool.authoring.review import review_query
from fixturetool.errors import FixturetoolError
from fixturetool.jsontext.finding import Finding
from fixturetool.progress import Progress
from fixturetool.reporting.terminal import visible
from fixturetool.settings import Settings
from fixturetool.tui.desk import Desk
from fixturetool.tui.jobs import Jobs
from fixturetool.tui.rows import Place
from fixturetool.tui.search_pane import SearchPane
from fixturetool.tui.state import Known, outline
from fixturetool.tui.tree import OutlineTree
from fixturetool.tui.views import Outline
from fixturetool.tui.wording import describe, told_findings

if TYPE_CHECKING:
    from fixturetool.tui.last_run import LastRun

T = TypeVar("T")


def silent(task: str, done: int, total: int) -> None:
    """Show no progress of work that takes a moment."""


class Stage:
    """The category, and the screen that shows it.

    Args:
        app: The app whose screen it is.
        desk: The category.
        settings: Where the corpus is, and which rules hold.
        languages: The languages of the corpus, at least one.

    Attributes:
        known: What the corpus said when it was asked last; None before.
        last_run: The last run of the category; None where there is none.
        outline: The category as it is shown.
    """

    def __init__(
        self, app: App[int], desk: Desk, settings: Settings, languages: Sequence[str]
    ) -> None:
        self.app = app
        self.desk = desk
        self.settings = settings
        self.languages = languages
        self.known: Known | None = None
        self.last_run: LastRun | None = None
        self.outline: Outline = self._work_out()
        self._jobs = Jobs()

    @property
    def tree(self) -> OutlineTree:
        """The fixtures at the left."""
        return self.app.query_one(OutlineTree)

    @property
    def pane(self) -> SearchPane:
        """The corpus at the right."""
        return self.app.query_one(SearchPane)

    # -- what is shown -------------------------------------------------------------------------

    def show(self, place: Place | None = None) -> None:
        """Show the category as it is.

        Args:
            place: What to select; None to keep the selection.
        """
        self.outline = self._work_out()
        marks = "" if self.outline.is_checked else "  checking"
        what = visible(self.outline.description)
        title = f"{visible(self.outline.category)}{marks}  {what}"
        self.app.query_one("#title", Static).update(Content(title))
        self.tree.show_outline(self.outline, place)
        self.pane.mark(self.desk.passages())
        self.describe(place or self.tree.place)

    def _work_out(self) -> Outline:
        source = self.desk.loaded.source if self.desk.loaded else ""
        draft = self.desk.draft
        asked = {one.query: self.against(one.query) for one in draft.fixtures}
        return outline(self.desk.model, source, draft, self.known, self.last_run, asked)

    def against(self, query: str) -> tuple[Finding, ...]:
        """Return what the rules have against a query by itself."""
        return review_query(self.desk.name, query, self.settings)

    def describe(self, place: Place) -> None:
        """Say more of what is selected."""
        wrong = self.desk.findings
        details = told_findings(wrong) if wrong else describe(self.outline, place)
        self.app.query_one("#details", Static).update(details)

    def say(self, text: str, *, is_error: bool = False) -> None:
        """Say something in the status line."""
        status = self.app.query_one("#status", Static)
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

    # -- long work -----------------------------------------------------------------------------

    def begin(self, task: Callable[[], Awaitable[None]], group: str, *, alone: bool = True) -> None:
        """Begin a task beside the screen.

        Args:
            task: The task; not called where it is given up before it begins.
            group: What it is for.
            alone: Whether an earlier one of the group is given up.
        """
        self.app.run_worker(task, group=group, exclusive=alone)

    def is_busy(self, *groups: str) -> bool:
        """Tell whether a task of the groups is not finished."""
        return any(not one.is_finished for one in self.app.workers if one.group in groups)

    def give_up(self, group: str) -> None:
        """Give the tasks of a group up."""
        self.app.workers.cancel_group(self.app, group)

    async def work(
        self, do: Callable[[Progress], T], tell: Callable[[str, int, int], None] = silent
    ) -> T:
        """Have work done in the thread for it; who is cancelled meanwhile gives it up.

        Args:
            do: The work; it is given the progress to report to.
            tell: Told of that progress, in the thread.

        Raises:
            FixturetoolError: What the work raised.
        """
        job = self._jobs.start(do, tell)
        try:
            return await job.outcome
        except asyncio.CancelledError:
            job.give_up()
            raise

    def close(self) -> None:
        """Let the thread of the long work end."""
        self._jobs.close()
