"""One side of a comparison, whether it was saved as a run or as a report file."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import PurePath
from typing import cast

from fixturetool.evaluation.coverage import score
from fixturetool.evaluation.lanes.page_report import PageItem, PageReport
from fixturetool.evaluation.lanes.pages import PAGE_METRICS
from fixturetool.evaluation.measured import Measured, measured
from fixturetool.evaluation.run import Key, Lane, Run
from fixturetool.evaluation.scores import Ranking
from fixturetool.evaluation.storage.layout import JSON


@dataclass(frozen=True, slots=True)
class Hits:
    """How often a facet was covered.

    Attributes:
        hits: In how many repeats.
        repeats: Of how many that were scored.
        sources: By which sources, each once, those of earlier repeats first.
    """

    hits: int
    repeats: int
    sources: tuple[str, ...] = ()

    @property
    def rate(self) -> float:
        """The share of the repeats that cover it; some were scored."""
        return self.hits / self.repeats


@dataclass(frozen=True, slots=True)
class Side:
    """One side.

    Attributes:
        name: The run's name, or the file.
        lane: What kind of ground truth it was held against.
        rules: What must be the same on both sides, by name: k, the match mode, the dataset.
        settings: How the system and the run were set up, flat.
        corpora: Language to the fingerprint of its corpus.
        measured: Its questions.
        errors: Retrievals that failed.
        facets: Of the facet lane: for each question, facet to how often it was covered.
        queries: What each question asks, where its key has a name in place of it.
        created_at: When it began, or ``""``.
        revision: The git commit of its fixtures, or ``""``.
    """

    name: str
    lane: Lane
    rules: Mapping[str, str]
    settings: Mapping[str, JSON]
    corpora: Mapping[str, str]
    measured: tuple[Measured, ...]
    errors: int = 0
    facets: Mapping[Key, Mapping[str, Hits]] = field(default_factory=dict)
    queries: Mapping[Key, str] = field(default_factory=dict)
    created_at: str = ""
    revision: str = ""

    @property
    def measures(self) -> tuple[str, ...]:
        """The names of its measures, the headline first."""
        return tuple(self.measured[0].values) if self.measured else ()


def side_of_run(run: Run) -> Side:
    """Return what a graded run of any lane says.

    Raises:
        StateError: It has not been graded.
    """
    settings = run.settings
    rules = {"k": str(settings.k)}
    if settings.lane == "facets":
        rules["match"] = settings.match
    else:
        rules |= {"final_k": str(settings.final_k), "dataset": PurePath(settings.dataset).name}
    return Side(
        name=run.id,
        lane=settings.lane,
        rules=rules,
        settings=_settings_of(run),
        corpora=run.corpora,
        measured=measured(run),
        errors=sum(one.error is not None for asked in run.fixtures for one in asked.attempts),
        facets=_facets_of(run),
        queries={one.question.key: one.question.query for one in run.fixtures},
        created_at=run.created_at,
        revision=run.revision,
    )


def side_of_report(report: PageReport) -> Side:
    """Return what a report of the page lane says, whichever program wrote it."""
    return Side(
        name=report.name,
        lane="pages",
        rules={"k": str(report.top_k), "cache_mode": report.cache_mode},
        settings={
            "top_k": report.top_k,
            "cache_mode": report.cache_mode,
            "base_url": report.base_url,
            "repeat": report.repeats,
        },
        corpora={"": report.corpus_id},
        measured=tuple(map(_measured_item, report.items)),
    )


def _measured_item(item: PageItem) -> Measured:
    pages = ", ".join(map(str, item.expected_pages))
    key = (item.group, item.figure_ref, f"{item.question} ({pages})")
    values = {
        metric: tuple(float(scores.of(metric)) for scores in item.scores) for metric in PAGE_METRICS
    }
    return Measured(key, item.group, informative=True, values=values)


def _settings_of(run: Run) -> dict[str, JSON]:
    """Flatten what was asked for and whom.

    A preset is where k and the context began from, and so no setting beside them.
    """
    asked = cast("dict[str, JSON]", asdict(run.settings))
    categories = list(run.settings.categories)
    flat: dict[str, JSON] = {
        **{name: value for name, value in asked.items() if name not in {"preset", "categories"}},
        "categories": cast("list[JSON]", categories),
        "fixturetool": run.tool_version,
    }
    return flat | {f"retriever.{name}": value for name, value in run.retriever.items()}


def _facets_of(run: Run) -> dict[Key, dict[str, Hits]]:
    if run.settings.lane != "facets":
        return {}
    return {
        fixture.question.key: {
            facet.name: Hits(
                facet.hits, len(facet.ranks), tuple(_sources(facet.name, fixture.rankings))
            )
            for facet in fixture.facets
        }
        for fixture in score(run).fixtures
    }


def _sources(facet: str, rankings: Sequence[Ranking]) -> Iterable[str]:
    return dict.fromkeys(
        source.path
        for ranking in rankings
        if ranking.error is None
        for source in ranking.sources
        if facet in source.facets
    )
