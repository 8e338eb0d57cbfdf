"""The line above a part of a report."""

from rich.text import Text

from fixturetool.reporting.terminal import visible


def heading(title: str, rest: str = "") -> Text:
    """Return a heading with a dim remark after it, and an empty line below."""
    return Text.assemble(
        ("━━ ", "cyan"),
        (visible(title), "bold cyan"),
        (f"  {visible(rest)}" if rest else "", "dim"),
        "\n",
    )
