"""How fast a task goes, beside its bar."""

from rich.progress import ProgressColumn, Task
from rich.text import Text


class RateColumn(ProgressColumn):
    """Steps a second, as rich estimates them from the last half minute."""

    def render(self, task: Task) -> Text:
        """Return the rate, or nothing as long as it is not known."""
        rate = task.finished_speed or task.speed
        return Text("" if rate is None else f"{rate:.1f}/s")
