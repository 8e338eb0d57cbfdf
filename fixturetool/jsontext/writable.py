"""Whether a person lets a file be changed."""

import os
import shlex
from pathlib import Path

from fixturetool.errors import UsageError
from fixturetool.jsontext.problem import quote
from fixturetool.jsontext.read import shown

_ANYBODY_WRITES = 0o222


def check_writable(path: Path) -> None:
    """Refuse to replace a file that is read-only, which its folder alone would let happen.

    Args:
        path: The file; what a link leads to counts. One that is not there can be made.

    Raises:
        UsageError: Nobody may write it, or this user may not.
    """
    try:
        mode = path.stat().st_mode
    except OSError:
        return  # reading it tells more
    if mode & _ANYBODY_WRITES and os.access(path, os.W_OK):
        return
    message = f"{quote(shown(path))} is read-only, so nothing was written"
    raise UsageError(message, hint=f"chmod u+w {shlex.quote(shown(path))}, then try again")
