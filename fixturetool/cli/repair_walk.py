"""``repair --interactive``: each anchor that is gone is shown, and settled by a person."""

from collections import Counter
from collections.abc import Sequence

import click

from fixturetool.authoring.repair import Gone, Repairs
from fixturetool.authoring.repairing.proposal import Proposal
from fixturetool.authoring.repairing.settling import Repairer, with_proposal
from fixturetool.cli.agreeing import is_agreed
from fixturetool.cli.asking import tell
from fixturetool.cli.walking import Step, Walk
from fixturetool.jsontext.writable import check_writable
from fixturetool.progress import Progress
from fixturetool.reporting.authoring.repair_text import asked_lines, summary
from fixturetool.reporting.terminal import visible
from fixturetool.settings import Settings

_LETTERS = (
    "a         write the text in the place of the anchor",
    "n         show the next text that may take its place",
    "r         remove the anchor, after a question more",
)


class RepairWalk(Walk[Gone]):
    """Walks through the anchors that are gone.

    Args:
        repairs: What was found.
        bar: The confidence from which a proposal needs no person.
        settings: The rules that texts are held against.
        progress: Told of long work.
    """

    def __init__(
        self, repairs: Repairs, bar: float, settings: Settings, progress: Progress
    ) -> None:
        self._repairer = Repairer(repairs.gone)
        super().__init__(repairs.gone, self._repairer, _LETTERS)
        self._repairs = repairs
        self._bar = bar
        self._settings = settings
        self._progress = progress
        self._turned: Counter[int] = Counter()  # how often to the next text, by position

    def run(self) -> None:
        """Ask about each anchor in turn.

        Raises:
            UsageError: A file of one is read-only.
        """
        for path in dict.fromkeys(one.category.path for one in self._repairs.gone):
            check_writable(path)
        tell(summary(self._repairs, self._bar))
        super().run()

    def head(self, one: Gone) -> str:
        """Return file and query."""
        return f'{visible(one.category.name)}: "{visible(one.asked.query)}"'

    def lines(self, one: Gone) -> Sequence[str]:
        """Return what ``repair`` shows, with the claims that the anchor attests."""
        return list(asked_lines(one, self._proposal(one), self._bar, colour=True))

    def question(self, one: Gone) -> str:
        """Ask for a letter that does something."""
        found = len(one.proposals)
        if found > 1:
            return f"a accept {self._place(one) + 1} of {found}, n next, r remove"
        return "a accept, r remove" if found else "r remove"

    def decide(self, one: Gone, word: str) -> Step | None:
        """Write a text, show another one, or remove the anchor."""
        answers = {"a": self._accept, "n": self._turn, "r": self._remove}
        return answers[word](one) if word in answers else None

    def _proposal(self, gone: Gone) -> Proposal | None:
        return gone.proposals[self._place(gone)] if gone.proposals else None

    def _place(self, gone: Gone) -> int:
        """Return the 0-based position of the text that is shown among several."""
        return self._turned[self.at] % len(gone.proposals)

    def _accept(self, gone: Gone) -> Step:
        proposal = self._proposal(gone)
        if proposal is None:
            tell("  there is no text to accept")
            return Step.STAY
        if not is_agreed(
            gone.category.path,
            (gone.asked.query, gone.asked.language),
            lambda fixture: with_proposal(fixture, gone, proposal),
            self._settings,
            self._progress,
        ):
            return Step.STAY
        return self.keep(self._repairer.accept(gone, proposal))

    def _turn(self, gone: Gone) -> Step:
        if not gone.proposals[1:]:
            tell("  there is no other text")
            return Step.STAY
        self._turned[self.at] += 1
        return Step.SHOW

    def _remove(self, gone: Gone) -> Step:
        self._repairer.check_removable(gone)
        if not click.confirm("  Remove the anchor?", default=False, err=True):
            return Step.STAY
        return self.keep(self._repairer.remove(gone))
