"""``repair`` after a scripted drift of the shipped corpus: how much is proposed right."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.drift import NAME, Drifted, Stand, drift
from fixturetool.authoring.repair import Gone, find_repairs
from fixturetool.authoring.rules import Code
from fixturetool.authoring.verify import verify
from fixturetool.config import load_settings
from fixturetool.corpus.normalize import normalize
from fixturetool.fixtures.load import LoadedCategory, load_directory
from fixturetool.progress import Silent
from fixturetool.settings import PathSettings, Settings

_SEEDS = (1, 2, 3, 4, 5)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the repair of one anchor went.

    Attributes:
        drifted: What happened to the anchor.
        gone: What repair says, None where it finds the anchor in place.
    """

    drifted: Drifted
    gone: Gone | None

    @property
    def is_recoverable(self) -> bool:
        """Whether the text is still there in some form."""
        return self.drifted.expected is not None

    @property
    def is_right(self) -> bool:
        """Whether what repair says leads to the text that stands there now."""
        if self.gone is None:
            return not self.drifted.is_gone
        proposal = self.gone.proposal
        return proposal is not None and normalize(proposal.text) == self.drifted.expected

    @property
    def is_applied(self) -> bool:
        """Whether the proposal would be written."""
        proposal = self.gone.proposal if self.gone else None
        return proposal is not None and proposal.is_safe()

    @property
    def is_wrongly_applied(self) -> bool:
        """Whether what would be written is another text, or another fact."""
        return self.is_applied and (not self.is_right or self.drifted.kind == NAME)


def measure(fixtures: Path, corpus: Path, work: Path, seed: int) -> list[Outcome]:
    """Drift a copy of the corpus, look for repairs, and compare.

    Args:
        fixtures: The folder of fixture files.
        corpus: The folder that holds one folder a language.
        work: A folder for the copy and the state.
        seed: What the drift is drawn from.
    """
    settings = replace(
        load_settings(work, {}),
        paths=PathSettings(fixtures=fixtures, corpus=corpus, state=work / "state"),
    )
    categories = load_directory(fixtures).categories
    drifted = drift(corpus, work / f"drift{seed}", stands(categories, settings), seed)
    moved = replace(settings.paths, corpus=work / f"drift{seed}", state=work / f"state{seed}")
    repairs = find_repairs(categories, replace(settings, paths=moved), Silent())
    gone = {normalize(one.anchor.passage): one for one in repairs.gone}
    return [Outcome(one, gone.get(one.stand.anchor)) for one in drifted]


def stands(categories: tuple[LoadedCategory, ...], settings: Settings) -> list[Stand]:
    """Return the anchors that a single source holds, each once."""
    verified = verify(categories, settings, Silent(), {Code.MISSING})
    languages = {
        passage.passage: settings.folder_of(fixture.language)
        for one in categories
        for fixture in one.model.fixtures
        for passage in fixture.relevant_passages
    }
    found = {
        normalize(one.passage): Stand(
            languages[one.passage], one.sources[0].path, normalize(one.passage)
        )
        for one in verified.passages
        if len(one.sources) == 1
    }
    return list(found.values())


def ratios(corpus: Path, work: Path, files: int) -> Iterator[str]:  # noqa: ARG001 - one shape for all suites
    fixtures = corpus.parent.parent / "retrieval_fixtures"
    if not fixtures.is_dir():
        yield f"{'repair':<44} left out: there are no fixtures beside {corpus.name}"
        return
    folder = work / "repair"
    folder.mkdir(parents=True, exist_ok=True)
    outcomes = [
        outcome for seed in _SEEDS for outcome in measure(fixtures, corpus.parent, folder, seed)
    ]
    recoverable = [one for one in outcomes if one.is_recoverable]
    right = sum(one.is_right for one in recoverable)
    wrong = sum(one.is_wrongly_applied for one in outcomes)
    applied = sum(one.is_applied for one in outcomes)
    share = right / len(recoverable)
    verdict = "ok" if share >= 0.95 and not wrong else "MISSED"
    yield (
        f"{'repair: proposed right of recoverable':<44} {share:6.1%}    (bound 95 %, {verdict})  "
        f"{right} of {len(recoverable)}, {applied} above the bar, {wrong} of them wrong"
    )
    for kind, count in sorted(Counter(one.drifted.kind for one in outcomes).items()):
        there = [one for one in outcomes if one.drifted.kind == kind]
        yield (
            f"  {kind:<42} {sum(one.is_right for one in there)} of {count} right, "
            f"{sum(one.is_applied for one in there)} above the bar"
        )
