"""What the corpus says: sources' own texts, who holds a passage, and the grade of a run."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path

from fixturetool.corpus.listing.decoding import UnreadableError
from fixturetool.corpus.match import find_anchors
from fixturetool.corpus.snapshot import Snapshot
from fixturetool.evaluation.coverage import score
from fixturetool.evaluation.grounding import ground
from fixturetool.evaluation.grounds import open_grounds
from fixturetool.evaluation.run import Run
from fixturetool.evaluation.scores import Coverage
from fixturetool.fixtures.model import CategoryFile
from fixturetool.progress import Progress


class Texts:
    """The corpora that runs are judged on; used from one thread."""

    def __init__(
        self, snapshots: Mapping[str, Snapshot], state_dir: Path, progress: Progress
    ) -> None:
        """Name them.

        Args:
            snapshots: Fixture language to its corpus.
            state_dir: The folder of derived files.
            progress: Told of passes over a corpus.
        """
        self._snapshots = snapshots
        self._state_dir = state_dir
        self._progress = progress
        self._originals: dict[tuple[str, str], str] = {}

    @property
    def fingerprints(self) -> dict[str, str]:
        """Fixture language to the fingerprint of its corpus."""
        return {language: one.fingerprint for language, one in self._snapshots.items()}

    def sources(self, language: str) -> Mapping[str, bool]:
        """Return the readable sources of a language: path to whether it is official."""
        return self._sources[language]

    def original(self, language: str, path: str) -> str:
        """Return a source's original text, ``""`` if it can't be read any more."""
        key = language, path
        if key not in self._originals:
            self._originals[key] = ""
            with suppress(UnreadableError, KeyError):
                self._originals[key] = self._snapshots[language].corpus.read(path)
        return self._originals[key]

    def holders(self, language: str, passages: Collection[str]) -> Mapping[str, tuple[str, ...]]:
        """Return each passage with the paths of the sources that hold it, in one pass."""
        if not passages:
            return {}
        cache = self._state_dir / "cache"
        return find_anchors(self._snapshots[language], passages, cache, self._progress)

    def grade(
        self, runs: Sequence[Run], categories: Sequence[CategoryFile]
    ) -> tuple[tuple[Run, Coverage], ...]:
        """Ground runs on fixtures anew and score them.

        Raises:
            SelectionError: A run asked a question that the fixtures don't hold.
        """
        asked = {fixture.question.language for run in runs for fixture in run.fixtures}
        snapshots = {name: one for name, one in self._snapshots.items() if name in asked}
        grounds = open_grounds(categories, snapshots, self._state_dir, self._progress)
        graded = [ground(run, categories, grounds) for run in runs]
        return tuple((run, score(run)) for run in graded)

    @cached_property
    def _sources(self) -> dict[str, dict[str, bool]]:
        return {
            language: {
                path: source.official
                for path in snapshot.paths
                if (source := snapshot.corpus.find(path))
            }
            for language, snapshot in self._snapshots.items()
        }
