"""What a run lacks, the worst questions first, as a page tells it at its beginning."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fixturetool.evaluation.run import Run
from fixturetool.reporting.html.parts import Part
from fixturetool.reporting.html.questions import QuestionView
from fixturetool.reporting.verdicts import Fate
from fixturetool.reporting.wording import counted

_SHOWN = 8
# One, several, and why.
_KINDS = {
    Fate.MISSED: ("missed", "missed", "no retrieved source holds an anchor"),
    Fate.UNWINNABLE: ("unwinnable", "unwinnable", "no source of the corpus holds an anchor"),
    Fate.TRUE_MISS: ("true miss", "true misses", "a judge found it in no retrieved source"),
    Fate.FALSE_MISS: ("false miss", "false misses", "a retrieved source says it in other words"),
    Fate.UNJUDGED: ("without verdict", "without verdict", "a judge was asked in vain"),
}


@dataclass(frozen=True, slots=True)
class Missing:
    """What a run lacks.

    Attributes:
        sentence: How much it is, and of which kinds.
        step: A command that helps, or ``""``.
        help: What that command does.
        worst: Questions that lack something, the worst first, each with the names of what.
        more: How many questions beyond these lack something.
    """

    sentence: str
    step: str
    help: str
    worst: tuple[tuple[QuestionView, str], ...]
    more: int


def missing(run: Run, asked: Sequence[QuestionView]) -> Missing | None:
    """Sum up what every scored repeat missed; None where nothing is."""
    lacking = sorted((one for one in asked if any(_lacks(one))), key=lambda one: one.rate or 0.0)
    if not lacking:
        return None
    facets = run.settings.lane == "facets"
    step, what = _step(run, lacking) if facets else ("", "")
    return Missing(
        sentence=_sentence(lacking) if facets else f"{counted(len(lacking), 'question')} missed.",
        step=step,
        help=what,
        worst=tuple((one, _names(one) if facets else "") for one in lacking[:_SHOWN]),
        more=len(lacking) - len(lacking[:_SHOWN]),
    )


def _lacks(asked: QuestionView) -> Iterator[Part]:
    return (part for part in asked.parts if part.fate in _FATES)


_FATES = {end.value for end in Fate if end.missing}


def _sentence(lacking: Sequence[QuestionView]) -> str:
    fates = Counter(Fate(part.fate) for one in lacking for part in _lacks(one))
    facets = counted(sum(fates.values()), "facet")
    kinds = ", ".join(_kind(end, count) for end, count in fates.most_common())
    return f"{facets} of {counted(len(lacking), 'query', 'queries')}: {kinds}."


def _kind(end: Fate, count: int) -> str:
    one, several, why = _KINDS[end]
    return f"{counted(count, one, several)} ({why})"


def _step(run: Run, lacking: Sequence[QuestionView]) -> tuple[str, str]:
    """Return a command and what it does; both ``""`` where it is the retriever's turn."""
    fates = {part.fate for one in lacking for part in _lacks(one)}
    if fates & {Fate.MISSED, Fate.UNJUDGED}:
        return f"fixturetool misses {run.id}", "tells true misses from false ones"
    if Fate.FALSE_MISS in fates:
        return f"fixturetool judge run {run.id}", "writes what the judge found into the fixtures"
    if Fate.UNWINNABLE in fates:
        return "fixturetool repair", "looks for what took the place of the anchors"
    return "", ""


def _names(asked: QuestionView) -> str:
    plain = Fate.MISSED.value
    return ", ".join(
        part.name if part.fate == plain else f"{part.name} ({part.fate})" for part in _lacks(asked)
    )
