"""``misses --interactive``: each miss is shown, and settled by a person."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import click

from fixturetool.authoring.anchoring import review
from fixturetool.authoring.ground import Ground
from fixturetool.authoring.labels import label_of
from fixturetool.authoring.missed.settling import Settler, passage_of
from fixturetool.authoring.misses import Miss, Misses
from fixturetool.cli.asking import ask, tell
from fixturetool.errors import FixturetoolError
from fixturetool.fixtures.load import LoadedCategory, load_file
from fixturetool.fixtures.model import Passage
from fixturetool.progress import Progress
from fixturetool.reporting.authoring.misses_text import miss_lines, summary
from fixturetool.reporting.terminal import BOLD, painted, visible
from fixturetool.reporting.wording import counted
from fixturetool.settings import Settings

_HELP = """\
  1, 2, …   make that slice an anchor of the facet
  e1, e2    the same, having edited the slice
  t         a true miss: note it in the fixture
  s, Enter  skip it
  u         undo the last decision
  q         quit; what was decided stays"""
_NEXT, _STAY, _BACK, _QUIT = "next", "stay", "back", "quit"


class MissWalk:
    """Walks through the misses of a run.

    Args:
        misses: What the run missed.
        loaded: The fixture files that it asked.
        grounds: Fixture language to its corpus.
        settings: The rules that new anchors are held against.
        progress: Told of long work.
    """

    def __init__(
        self,
        misses: Misses,
        loaded: Sequence[LoadedCategory],
        grounds: Mapping[str, Ground],
        settings: Settings,
        progress: Progress,
    ) -> None:
        self._misses = misses
        self._loaded = {one.model.category: one for one in loaded}
        self._grounds = grounds
        self._settings = settings
        self._progress = progress
        self._settler = Settler(loaded, misses.run)
        self._at = 0
        self._settled_at: list[int] = []

    def run(self) -> None:
        """Ask about each miss in turn; Ctrl-C and q leave what was decided written."""
        tell(summary(self._misses))
        self._todo = [one for one in self._misses.misses if not one.is_marked]
        if marked := len(self._misses.misses) - len(self._todo):
            tell(f"{marked} noted as true before, passed over")
        try:
            self._walk()
        finally:
            self._say_what_was_done()

    def _walk(self) -> None:
        shown = -1
        while self._at < len(self._todo) or self._goes_back():
            miss = self._todo[self._at]
            if shown != self._at:
                self._show(miss)
                shown = self._at
            step = self._answer(miss, ask("Anchor number, t, s, u, q, ? for help", default="s"))
            if step == _QUIT:
                return
            if step == _NEXT:
                self._at += 1
            elif step == _BACK:
                shown = -1

    def _goes_back(self) -> bool:
        """Ask, behind the last miss, whether the last decision stands; it could not be undone."""
        if not self._settled_at:
            return False
        try:
            answer = ask("That was the last one. u to undo, Enter to end", default="")
        except click.Abort:
            return False
        return answer.lower() == "u" and self._tried(self._undo) == _BACK

    def _show(self, miss: Miss) -> None:
        number = f"{self._at + 1} of {len(self._todo)}"
        query = visible(miss.question.query)
        category = visible(miss.question.category)
        tell()
        tell(painted(f'{number}  {category}: "{query}"', BOLD, colour=True))
        for line in miss_lines(miss, self._misses.depth, colour=True, numbered=True):
            tell(f"  {line}")

    def _answer(self, miss: Miss, answer: str) -> str:
        """Do what a person answered, and return where to go."""
        word = answer.strip().lower()
        number = word.removeprefix("e")
        if number.isdecimal():
            return self._tried(lambda: self._accept(miss, int(number), edit=number != word))
        if word == "t":
            return self._tried(lambda: self._mark(miss))
        if word == "u":
            return self._tried(self._undo)
        if word in {"s", "q"}:
            return _NEXT if word == "s" else _QUIT
        tell(_HELP)
        return _STAY

    def _tried(self, decide: Callable[[], str]) -> str:
        """Return where a decision leads; one that can't be written leaves the person here."""
        try:
            step = decide()
        except FixturetoolError as error:
            tell(f"  {visible(str(error))}")
            if error.hint:
                tell(f"    {visible(error.hint)}")
            return _STAY
        if step == _BACK:
            self._at = self._settled_at.pop()
        return step

    def _accept(self, miss: Miss, number: int, *, edit: bool) -> str:
        slices = miss.slices
        if not 1 <= number <= len(slices):
            tell(f"  there are numbers from 1 to {len(slices)}" if slices else "  nothing to take")
            return _STAY
        source, one = slices[number - 1]
        text = ask("  Passage", default=one.text) if edit else one.text
        ground = self._grounds[miss.question.language]
        passage = passage_of(ground, miss, source.path, text)
        passage = replace(passage, label=ask("  Label", default=label_of(source.path)))
        if not self._is_agreed(miss, passage):
            return _STAY
        return self._decided(self._settler.accept(miss, passage).told)

    def _is_agreed(self, miss: Miss, passage: Passage) -> bool:
        """Hold the new anchor against the rules, and ask where one speaks against it."""
        loaded = load_file(self._loaded[miss.question.category].path).category
        asked = (miss.question.query, miss.question.language)
        fixtures = loaded.model.fixtures if loaded else ()
        before = next((one for one in fixtures if (one.query, one.language) == asked), None)
        if loaded is None or before is None:
            return True  # the edit itself will say what is wrong
        after = replace(before, relevant_passages=(*before.relevant_passages, passage))
        found = review(loaded, before, after, self._settings, self._progress).refused
        for finding in found:
            tell(f"  {finding.severity} {finding.code} {visible(finding.message)}")
        return not found or click.confirm("  Write it all the same?", default=False, err=True)

    def _mark(self, miss: Miss) -> str:
        return self._decided(self._settler.mark(miss).told)

    def _decided(self, told: str) -> str:
        self._settled_at.append(self._at)
        tell(f"  {visible(told)}")
        return _NEXT

    def _undo(self) -> str:
        undone = self._settler.undo()
        if undone is None:
            tell("  there is nothing to undo")
            return _STAY
        tell(f"  taken back: {visible(undone.told)}")
        return _BACK

    def _say_what_was_done(self) -> None:
        done = self._settler.done
        files = sorted({str(one.file) for one in done})
        tell()
        tell(
            f"{counted(len(done), 'decision')} written"
            + (f" to {', '.join(map(visible, files))}" if files else "")
        )
