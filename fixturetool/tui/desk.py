"""A category being edited: what is on disk, and how a change comes there.

A change is on disk before the method returns, and in the history. A hand edit beside it is
merged or told.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from fixturetool.errors import (
    FixturetoolError,
    InvalidFixturesError,
    SelectionError,
    StateError,
)
from fixturetool.fixtures.edit import EditResult
from fixturetool.fixtures.load import LoadedCategory, load_file
from fixturetool.fixtures.model import CategoryFile, Fixture
from fixturetool.jsontext.problem import quote
from fixturetool.jsontext.read import ReadError, read_bytes
from fixturetool.tui.draft import Draft, DraftFixture, load_draft, save_draft
from fixturetool.tui.history import History, OnDisk, Step
from fixturetool.tui.undo_store import UndoStore

if TYPE_CHECKING:
    from fixturetool.jsontext.finding import Finding

T = TypeVar("T")


class FixtureKey(NamedTuple):
    """What names a fixture of a file.

    Attributes:
        query: Its query.
        language: Its language.
    """

    query: str
    language: str


class Desk:
    """The file of a category, the draft beside it, and what was done to them.

    Args:
        path: The fixture file; it may not be there yet.
        name: The file as the user named it.
        state: The state folder, where undo is kept; None to forget it with the desk.

    Attributes:
        path: The fixture file.
        name: How messages call it.
        content: What it held when it was read last; None for no file.
        loaded: Its records; None for no file, or for one that is not valid.
        findings: What is wrong with the file as it is now; while there is anything, nothing is
            changed.
        draft: What waits for an anchor.
        history: What can be undone and redone.
    """

    def __init__(self, path: Path, name: str, state: Path | None = None) -> None:
        self.path = path
        self.name = name
        self.content: bytes | None = None
        self.loaded: LoadedCategory | None = None
        self.findings: tuple[Finding, ...] = ()
        self.draft = Draft()
        self.refresh()
        self._store = UndoStore(state, path) if state else None
        now = OnDisk(self.content, self.draft)
        self.history = self._store.load(now) if self._store else History()

    def refresh(self) -> bool:
        """Read what is on disk now, and tell whether it is other than it was.

        Raises:
            UnansweredError: The draft can't be read.
        """
        before = (self.content, self.draft)
        self._read_file()
        self.draft = self._tidy(load_draft(self.path))
        return before != (self.content, self.draft)

    def _read_file(self) -> None:
        content = self._bytes()
        if content == self.content and (self.loaded is not None or content is None):
            return
        self.content, self.loaded, self.findings = content, None, ()
        if content is not None:
            loaded = load_file(self.path, self.name)
            self.loaded, self.findings = loaded.category, loaded.findings

    def _bytes(self) -> bytes | None:
        if not self.path.exists():
            return None
        try:
            return read_bytes(self.path)
        except ReadError:
            return b""

    @property
    def model(self) -> CategoryFile:
        """The records of the file; of a file that is not there yet, its head."""
        if self.loaded is not None:
            return self.loaded.model
        return CategoryFile(self.path.stem, self.draft.description, ())

    def fixture(self, key: FixtureKey) -> Fixture | None:
        """Return a fixture of the file, None where it is not in it."""
        for one in self.model.fixtures:
            if (one.query, one.language) == key:
                return one
        return None

    def passages(self) -> frozenset[str]:
        """Return the texts of all anchors of the file."""
        fixtures = self.model.fixtures
        return frozenset(p.passage for one in fixtures for p in one.relevant_passages)

    def sketch(self, key: FixtureKey) -> Fixture:
        """Return a fixture as it is in the file, else one without facets of what is drafted.

        Raises:
            SelectionError: There is none.
        """
        fixture, drafted = self.fixture(key), self.draft.find(*key)
        if fixture is not None:
            return fixture
        if drafted is None:
            raise SelectionError(f"there is no fixture {quote(key.query)} any more")
        facets: Mapping[str, str] = {}
        words = (drafted.subtype, drafted.known_redundancy, drafted.notes)
        return Fixture(*key, drafted.rationale, facets, (), *words)

    def facets(self, key: FixtureKey) -> dict[str, str]:
        """Return the facets of a fixture, those that lack an anchor last."""
        fixture, drafted = self.fixture(key), self.draft.find(*key)
        return {
            **(fixture.expected_coverage if fixture else {}),
            **(drafted.facets if drafted else {}),
        }

    def undo(self) -> str:
        """Take the latest change back; what it was, ``""`` where there is none."""
        self.refresh()
        step = self.history.undo(self.path, OnDisk(self.content, self.draft))
        self.refresh()
        self._keep_history()
        return step.title if step else ""

    def redo(self) -> str:
        """Make the change again that was undone last; what it was, ``""`` where there is none."""
        self.refresh()
        step = self.history.redo(self.path, OnDisk(self.content, self.draft))
        self.refresh()
        self._keep_history()
        return step.title if step else ""

    def change(
        self, title: str, write: Callable[[], bool] | None = None, draft: Draft | None = None
    ) -> str:
        """Bring a change on disk; what is drafted stands in the file or the draft at any moment.

        Args:
            title: What it does, in words.
            write: Writes the file, and tells whether that was on newer content than was read.
            draft: What waits for an anchor after it; None for what waits now.

        Returns:
            The title.

        Raises:
            InvalidFixturesError: The file is not valid as it is now.
            FixturetoolError: The change can't be written; everything is as it was.
        """
        before = OnDisk(self.content, self.draft)
        wanted = self.draft if draft is None else draft
        self._check_valid()
        if _size(wanted) > _size(self.draft):
            save_draft(self.path, wanted)
        try:
            rebased = write() if write else False
        except FixturetoolError:
            save_draft(self.path, before.draft)
            raise
        self._read_file()
        self.draft = self._tidy(wanted)
        save_draft(self.path, self.draft)
        if not rebased:
            self.history.record(Step(title, before, OnDisk(self.content, self.draft)))
            self._keep_history()
        return title

    def editing(self, edit: Callable[[bytes | None], EditResult[T]]) -> Callable[[], bool]:
        """Return what makes an edit of what was read, for ``change``."""
        return lambda: edit(self.content).rebased

    def _keep_history(self) -> None:
        if self._store is not None:
            with suppress(StateError):  # the change itself is on disk, and undone as long as we run
                self._store.save(self.history)

    def _check_valid(self) -> None:
        if self.findings:
            first = self.findings[0]
            message = f"{self.name}:{first.line} is not valid now: {first.message}"
            raise InvalidFixturesError(message, hint="fix the file; it is read again at once")

    def _tidy(self, draft: Draft) -> Draft:
        """Leave out what the file has by now: the process may have been killed in between."""
        if self.loaded is not None:
            draft = replace(draft, description="")
        for one in draft.fixtures:
            fixture = self.fixture(FixtureKey(one.query, one.language))
            if fixture is None:
                continue
            left = {f: d for f, d in one.facets.items() if f not in fixture.expected_coverage}
            draft = draft.without_fixture(one.query, one.language)
            if left:
                draft = draft.with_fixture(DraftFixture(one.query, one.language, "", left))
        return draft


def _size(draft: Draft) -> int:
    return sum(len(one.facets) + 1 for one in draft.fixtures)
