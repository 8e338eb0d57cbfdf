"""Questions to a person at a terminal; on standard error, as they are no answer."""

import sys
from collections.abc import Callable, Sequence

import click

from fixturetool.authoring.candidates import Candidate, candidates, candidates_for
from fixturetool.authoring.ground import Ground
from fixturetool.errors import PatternError, SelectionError
from fixturetool.reporting.searching.candidates import render_offered
from fixturetool.reporting.terminal import DIM, painted, visible
from fixturetool.reporting.wording import counted

_AT_ONCE = 5
_HELP = """\
  1, 2 3    take these slices as anchors
  words     look for them: a pattern, plain text, or words of a claim
  =text     take this text, once it is proved to stand in a source
  +         show more
  Enter     done with this facet, once it has an anchor
  Ctrl-C    leave; what was saved stays"""
_MOST = 50


def is_terminal() -> bool:
    """Tell whether there is a person to ask."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def given_or_asked(value: str | None, flag: str, question: str) -> str:
    """Return what a flag gives, else what a person answers.

    Raises:
        click.UsageError: It is blank, or left out where nobody can be asked.
    """
    if value is not None:
        if not value.strip():
            raise click.UsageError(f"{flag} is blank")
        return value
    if not is_terminal():
        raise click.UsageError(f"{flag} is missing, and there is no terminal to ask on")
    return ask(question)


def ask(question: str, default: str | None = None) -> str:
    """Ask for a line that is not blank, unless there is a default.

    Raises:
        click.Abort: The person has had enough (Ctrl-C, Ctrl-D).
    """
    import readline  # noqa: F401 - lines can be edited, wide characters too

    while True:
        answer = click.prompt(
            visible(question), default=default, show_default=bool(default), err=True
        )
        line = str(answer).strip()
        if line or default == "":
            return line


def tell(line: str = "", *, dim: bool = False) -> None:
    """Say something to the person."""
    click.echo(painted(line, DIM, colour=dim), err=True)


class Finder:
    """Shows candidates for one facet, and lets them be taken by number.

    Args:
        ground: The corpus.
        query: The fixture's query.
        claim: What the facet stands for.
    """

    def __init__(self, ground: Ground, query: str, claim: str) -> None:
        self._ground = ground
        self._query = query
        self._claim = claim
        self._pattern = ""
        self._first = 0
        self._shown: Sequence[Candidate] = ()

    def run(
        self, taken: Sequence[str], take: Callable[[str, str | None], bool], facet: str
    ) -> None:
        """Ask what to take until a facet has what it needs.

        Args:
            taken: The texts of the anchors that there are; grows as ``take`` is called.
            take: Takes a text and its source (None for any that holds it); tells whether it did.
            facet: What the facet is called.
        """
        self._show(taken)
        while True:
            question = "Numbers to take, words to search for, =text, + for more, ? for help"
            answer = ask(f"{question}, Enter when done" if taken else question, default="")
            if not answer and taken:
                return
            if not answer:
                tell("A facet needs an anchor: without one, nothing can cover it.")
            elif answer in {"?", "？"}:
                tell(_HELP)
            elif answer.startswith("="):
                _report(facet, taken, took=take(answer[1:], None))
            elif (numbers := _numbers(answer)) is not None:
                _report(facet, taken, took=self._take(numbers, take))
            else:
                self._turn(answer)
                self._show(taken)

    def _turn(self, answer: str) -> None:
        """Look farther down, or for something else."""
        if answer == "+":
            self._first += _AT_ONCE
        else:
            self._pattern, self._first = answer, 0

    def _take(self, numbers: Sequence[int], take: Callable[[str, str | None], bool]) -> bool:
        if any(not 1 <= number <= len(self._shown) for number in numbers):
            tell(f"There are numbers from 1 to {len(self._shown)}.")
            return False
        chosen = [self._shown[number - 1] for number in dict.fromkeys(numbers)]
        return sum(take(one.passage, one.source) for one in chosen) > 0

    def _show(self, known: Sequence[str]) -> None:
        found = self._look(known)
        if self._first >= len(found):
            self._first = 0
        self._shown = found[: self._first + _AT_ONCE]
        if not found:
            tell("Nothing in the corpus says so in these words; try others.")
            return
        lines = render_offered(self._shown, first=self._first, colour=True)
        click.echo(lines, err=True, nl=False)
        rest = len(found) - len(self._shown)
        tell(f"{rest} more" if rest else "that is all", dim=True)

    def _look(self, known: Sequence[str]) -> Sequence[Candidate]:
        """Search by what was typed as a pattern, as text, or by its words; else by the claim."""
        if self._pattern:
            for fixed in (False, True):
                try:
                    found = candidates(
                        self._ground,
                        self._pattern,
                        fixed=fixed,
                        query=self._query,
                        known=known,
                        limit=_MOST,
                    )
                except PatternError:
                    continue
                if found:
                    return found
        try:
            return candidates_for(
                self._ground,
                self._pattern or self._claim,
                query=self._query,
                known=known,
                limit=_MOST,
            )
        except SelectionError:
            return ()


def _numbers(answer: str) -> list[int] | None:
    """Read an answer that is nothing but numbers."""
    words = answer.replace(",", " ").replace("，", " ").replace("、", " ").split()
    return [int(word) for word in words] if all(map(str.isdecimal, words)) else None


def _report(facet: str, taken: Sequence[str], *, took: bool) -> None:
    if took:
        tell(f"{visible(facet)} has {counted(len(taken), 'anchor')}", dim=True)
