"""GitHub's workflow commands, by which a job annotates a pull request."""

from collections.abc import Iterable, Mapping

from fixturetool.reporting.terminal import visible

_MESSAGE = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY = _MESSAGE | str.maketrans({":": "%3A", ",": "%2C"})


def workflow_command(severity: str, properties: Mapping[str, str], lines: Iterable[str]) -> str:
    """Write one command, without a line feed.

    Args:
        severity: ``error``, ``warning`` or ``notice``.
        properties: Such as ``file``, ``line`` and ``title``.
        lines: What it says; what would end a line in one of them is escaped.
    """
    written = ",".join(
        f"{key}={visible(value.translate(_PROPERTY))}" for key, value in properties.items()
    )
    body = "\n".join(map(visible, lines))
    return f"::{severity} {written}::{body.translate(_MESSAGE)}"
