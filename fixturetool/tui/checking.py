"""Ask the corpus where the anchors stand, whenever the category is another one."""

from fixturetool.authoring.verify import verify
from fixturetool.errors import FixturetoolError
from fixturetool.progress import Progress
from fixturetool.tui.last_run import LastRun, find_last_run
from fixturetool.tui.stage import Stage
from fixturetool.tui.state import Known, known_of

CHECK = "check"
"""The group of the tasks."""


class Checker:
    """Holds the category against corpus, rules and the last run.

    Args:
        stage: The category and its screen.
    """

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    def check(self) -> None:
        """Begin to check; an earlier check is given up."""
        self._stage.begin(self._check, CHECK)

    async def _check(self) -> None:
        stage = self._stage
        loaded, settings, name = stage.desk.loaded, stage.settings, stage.desk.path.stem

        def ask(progress: Progress) -> tuple[Known | None, LastRun | None]:
            run = find_last_run(settings.paths.state, name)
            if loaded is None:
                return None, run
            verified = verify([loaded], settings, progress)
            least = settings.verify.min_sources
            return known_of(loaded.source, verified, loaded.model, least), run

        try:
            stage.known, stage.last_run = await stage.work(ask)
        except FixturetoolError as error:
            stage.tell(error)
            return
        stage.show()
