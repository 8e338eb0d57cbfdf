"""``misses --interactive``: each miss is shown, and settled by a person."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from fixturetool.authoring.ground import Ground
from fixturetool.authoring.labels import label_of
from fixturetool.authoring.missed.settling import Settler, passage_of
from fixturetool.authoring.misses import Miss, Misses
from fixturetool.cli.agreeing import is_agreed
from fixturetool.cli.asking import ask, tell
from fixturetool.cli.walking import Step, Walk
from fixturetool.cli.writing import with_anchor
from fixturetool.fixtures.load import LoadedCategory
from fixturetool.fixtures.model import Passage
from fixturetool.progress import Progress
from fixturetool.reporting.authoring.misses_text import miss_lines, summary
from fixturetool.reporting.terminal import visible
from fixturetool.settings import Settings

_LETTERS = (
    "1, 2, …   make that slice an anchor of the facet; q at a question goes back",
    "e1, e2    the same, having edited the slice",
    "t         a true miss: note it in the fixture",
)

_BACK = {"q", "\x1b"}  # Esc too, where the terminal hands it over


class MissWalk(Walk[Miss]):
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
        todo = [one for one in misses.misses if not one.is_marked]
        self._settler = Settler(loaded, misses.run)
        super().__init__(todo, self._settler, _LETTERS)
        self._misses = misses
        self._files = {one.model.category: one.path for one in loaded}
        self._grounds = grounds
        self._settings = settings
        self._progress = progress

    def run(self) -> None:
        """Ask about each miss in turn."""
        tell(summary(self._misses))
        if marked := sum(one.is_marked for one in self._misses.misses):
            tell(f"{marked} noted as true before, passed over")
        super().run()

    def head(self, one: Miss) -> str:
        """Return category and query."""
        return f'{visible(one.question.category)}: "{visible(one.question.query)}"'

    def lines(self, one: Miss) -> Sequence[str]:
        """Return what ``misses`` shows, the slices numbered."""
        return list(miss_lines(one, self._misses.depth, colour=True, numbered=True))

    def question(self, one: Miss) -> str:
        """Ask for a number or a letter."""
        return "Anchor number, t true miss" if one.slices else "t true miss"

    def decide(self, one: Miss, word: str) -> Step | None:
        """Make a slice an anchor, or note the miss."""
        number = word.removeprefix("e")
        if number.isdecimal():
            return self._accept(one, int(number), edit=number != word)
        return self.keep(self._settler.mark(one)) if word == "t" else None

    def _accept(self, miss: Miss, number: int, *, edit: bool) -> Step:
        slices = miss.slices
        if not 1 <= number <= len(slices):
            tell(f"  there are numbers from 1 to {len(slices)}" if slices else "  nothing to take")
            return Step.STAY
        source, one = slices[number - 1]
        text = _asked("Passage", one.text) if edit else one.text
        if text is None:
            return Step.SHOW
        ground = self._grounds[miss.question.language]
        passage = passage_of(ground, miss, source.path, text)
        label = _asked("Label", label_of(source.path))
        if label is None:
            return Step.SHOW
        passage = replace(passage, label=label)
        if not self._is_agreed(miss, passage):
            return Step.STAY
        return self.keep(self._settler.accept(miss, passage))

    def _is_agreed(self, miss: Miss, passage: Passage) -> bool:
        question = miss.question
        return is_agreed(
            self._files[question.category],
            (question.query, question.language),
            lambda fixture: with_anchor(fixture, passage),
            self._settings,
            self._progress,
        )


def _asked(what: str, proposed: str) -> str | None:
    """Ask for a line about a slice; None where the person goes back to the miss."""
    answer = ask(f"  {what} (Enter takes it, q goes back)", default=proposed)
    return None if answer.lower() in _BACK else answer
