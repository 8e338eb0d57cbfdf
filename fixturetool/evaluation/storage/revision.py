"""Which commit files are at, asked of git."""

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

DIRTY = "-dirty"
_SECONDS = 10


def git_revision(path: Path) -> str:
    """Return the commit of the checkout that holds a file or folder.

    Returns:
        40 or 64 hex digits, followed by ``-dirty`` where something at the path is not committed
        as it is; ``""`` outside of a checkout, before the first commit and without git.
    """
    folder = path if path.is_dir() else path.parent
    commit = _git(folder, ["rev-parse", "--verify", "HEAD"])
    if not commit:
        return ""
    # A path that is given absolutely is found whatever folder it was named from.
    changed = _git(folder, ["status", "--porcelain", "--", str(path.absolute())])
    return commit if changed == "" else commit + DIRTY


def _git(folder: Path, arguments: Sequence[str]) -> str | None:
    """Return what git says in a folder, None where it fails or is not installed."""
    program = shutil.which("git")
    if program is None:
        return None
    try:
        done = subprocess.run(
            [program, "--no-optional-locks", "-C", str(folder), *arguments],
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.decode("utf-8", "replace").strip() if done.returncode == 0 else None
