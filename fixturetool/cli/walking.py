"""A person at a terminal decides on one thing after another; each decision is written at once."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from enum import Enum, auto
from typing import Generic, TypeVar

import click

from fixturetool.authoring.decisions import Decisions, Settled
from fixturetool.cli.asking import ask, is_terminal, tell
from fixturetool.errors import FixturetoolError, UsageError
from fixturetool.reporting.terminal import BOLD, painted, visible
from fixturetool.reporting.wording import counted

T = TypeVar("T")


class Step(Enum):
    """Where an answer leads."""

    NEXT = auto()
    STAY = auto()
    SHOW = auto()  # the same once more
    BACK = auto()
    QUIT = auto()


def check_interactive(output_format: str) -> None:
    """Refuse to ask where nobody can answer, or where a program is to read the answer.

    Raises:
        UsageError: There is no terminal, or the format is for programs.
    """
    if not is_terminal():
        raise UsageError("--interactive needs a terminal", hint="drop it, or run it in one")
    if output_format != "text":
        message = f"--interactive writes no {output_format}"
        raise UsageError(message, hint="drop it, or drop --format")


class Walk(ABC, Generic[T]):
    """Shows one thing after another, and does what a person decides on it.

    Beside the answers of a walk there are ``s`` (and Enter) to skip, ``u`` to undo the last
    decision, ``q`` to quit and ``?`` for help.

    Args:
        todo: What is to be decided on.
        decisions: Those that were made.
        letters: The answers of this walk, a line of help for each.
    """

    def __init__(self, todo: Sequence[T], decisions: Decisions, letters: Sequence[str]) -> None:
        self._todo = todo
        self._decisions = decisions
        self._letters = letters
        self._settled_at: list[int] = []
        self.at = 0

    @abstractmethod
    def head(self, one: T) -> str:
        """Return what names a thing, safe to show."""

    @abstractmethod
    def lines(self, one: T) -> Sequence[str]:
        """Return what is known of it, safe to show."""

    @abstractmethod
    def question(self, one: T) -> str:
        """Return what to ask about it: the letters of this walk."""

    @abstractmethod
    def decide(self, one: T, word: str) -> Step | None:
        """Do what a person answered, in lower case; None for no answer of this walk.

        Raises:
            FixturetoolError: It can't be done; it is told, and the person asked again.
        """

    def run(self) -> None:
        """Ask about each thing in turn; Ctrl-C and q leave what was decided written."""
        try:
            self._walk()
        finally:
            self._say_what_was_done()

    @property
    def done(self) -> int:
        """How many decisions stand."""
        return len(self._decisions.done)

    def keep(self, settled: Settled) -> Step:
        """Tell of a decision, and go on."""
        self._settled_at.append(self.at)
        tell(f"  {visible(settled.told)}")
        if settled.rebased:
            tell("  another program had changed the file meanwhile; what it wrote is kept")
        return Step.NEXT

    def _walk(self) -> None:
        shown = -1
        while self.at < len(self._todo) or self._goes_back():
            one = self._todo[self.at]
            if shown != self.at:
                self._show(one)
                shown = self.at
            question = f"{self.question(one)}, s skip, u undo, q quit, ? help"
            step = self._answer(one, ask(question, default="s").lower())
            if step is Step.QUIT:
                return
            if step is Step.NEXT:
                self.at += 1
            elif step is not Step.STAY:
                shown = -1

    def _goes_back(self) -> bool:
        """Ask, behind the last one, whether the last decision stands; it could not be undone."""
        if not self._settled_at:
            return False
        try:
            answer = ask("That was the last one. u to undo, Enter to end", default="")
        except click.Abort:
            return False
        return answer.lower() == "u" and self._tried(self._undo) is Step.BACK

    def _show(self, one: T) -> None:
        tell()
        tell(painted(f"{self.at + 1} of {len(self._todo)}  {self.head(one)}", BOLD, colour=True))
        for line in self.lines(one):
            tell(f"  {line}")

    def _answer(self, one: T, word: str) -> Step:
        if word in {"s", "q"}:
            return Step.NEXT if word == "s" else Step.QUIT
        return self._tried(self._undo if word == "u" else lambda: self.decide(one, word))

    def _tried(self, decide: Callable[[], Step | None]) -> Step:
        """Return where a decision leads; one that can't be written leaves the person here."""
        try:
            step = decide()
        except FixturetoolError as error:
            tell(f"  {visible(str(error))}")
            if error.hint:
                tell(f"    {visible(error.hint)}")
            return Step.STAY
        if step is None:
            self._help()
            return Step.STAY
        if step is Step.BACK:
            self.at = self._settled_at.pop()
        return step

    def _help(self) -> None:
        common = ("s, Enter  skip it", "u         undo the last decision")
        for line in (*self._letters, *common, "q         quit; what was decided stays"):
            tell(f"  {line}")

    def _undo(self) -> Step:
        undone = self._decisions.undo()
        if undone is None:
            tell("  there is nothing to undo")
            return Step.STAY
        tell(f"  taken back: {visible(undone.told)}")
        return Step.BACK

    def _say_what_was_done(self) -> None:
        done = self._decisions.done
        files = sorted({str(one.file) for one in done})
        kinds = Counter(one.kind for one in done)
        told = [f"{count} {kind}" for kind, count in kinds.items()]
        tell()
        tell(
            f"{counted(len(done), 'decision')} written"
            + (f" to {', '.join(map(visible, files))}: {', '.join(told)}" if done else "")
            + f"; {len(self._todo) - len(done)} left"
        )
