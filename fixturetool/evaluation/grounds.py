"""What the corpora say about the anchors of fixtures: one pass over each language."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from fixturetool.corpus.match import find_anchors
from fixturetool.corpus.snapshot import Snapshot
from fixturetool.evaluation.grounding import Ground
from fixturetool.fixtures.model import CategoryFile
from fixturetool.progress import Progress


def open_grounds(
    categories: Sequence[CategoryFile],
    snapshots: Mapping[str, Snapshot],
    state_dir: Path,
    progress: Progress,
) -> dict[str, Ground]:
    """Return what each language's corpus says about the fixtures of that language.

    Args:
        categories: The fixtures.
        snapshots: Fixture language to its corpus.
        state_dir: Where findings are cached.
        progress: Told of the pass.
    """
    cache = state_dir / "cache"
    return {
        language: Ground(
            {source.path: source.official for source in snapshot.corpus.sources},
            find_anchors(snapshot, list(_anchors(categories, language)), cache, progress),
        )
        for language, snapshot in snapshots.items()
    }


def _anchors(categories: Sequence[CategoryFile], language: str) -> Iterator[str]:
    for category in categories:
        for fixture in category.fixtures:
            if fixture.language == language:
                yield from (passage.passage for passage in fixture.relevant_passages)
