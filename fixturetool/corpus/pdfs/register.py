"""Which corpora are made of PDFs: what each is made of, kept by its name under the state folder."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from fixturetool.errors import StateError, UsageError
from fixturetool.settings import name_fault
from fixturetool.state import prepare_state, replace_file, told_as_state_error

if TYPE_CHECKING:
    from collections.abc import Sequence

_RECORD = "record.json"
_AGAIN = "make it again with: fixturetool index build --pdf"


@dataclass(frozen=True, slots=True)
class PdfRecord:
    """What a corpus of PDFs is made of.

    Attributes:
        name: The corpus's name.
        paths: PDF files and folders of them, absolute.
        figures: The sidecar with descriptions of figures, absolute, or None.
    """

    name: str
    paths: tuple[Path, ...]
    figures: Path | None = None


def make_record(paths: Sequence[Path], name: str | None, figures: Path | None) -> PdfRecord:
    """Describe a corpus of PDFs.

    Args:
        paths: PDF files and folders of them.
        name: Its name; None for that of the only file, without its ending, or folder.
        figures: The sidecar, or None.

    Raises:
        UsageError: It has no name, or one that no corpus can have.
    """
    whole = tuple(dict.fromkeys(path.absolute() for path in paths))
    if name is None:
        if len(whole) != 1:
            raise UsageError("several PDFs need a name for their corpus", hint="give it by --name")
        only = whole[0].resolve() if whole[0].name in {"", ".."} else whole[0]
        name = only.name if only.is_dir() else only.stem
    if fault := name_fault(name):
        raise UsageError(f'no corpus can have the name "{name}": it {fault}', hint="see --name")
    return PdfRecord(name, whole, figures.absolute() if figures else None)


def save_record(state_dir: Path, record: PdfRecord) -> None:
    """Make a corpus of PDFs known by its name.

    Raises:
        StateError: That can't be written.
    """
    body = {
        "name": record.name,
        "paths": [str(path) for path in record.paths],
        "figures": str(record.figures) if record.figures else None,
    }
    folder = _folder(state_dir, record.name)
    prepare_state(state_dir)
    with told_as_state_error(folder):
        folder.mkdir(parents=True, exist_ok=True)
        data = json.dumps(body, indent=2)  # a path that is not UTF-8 is kept by escapes
        replace_file(folder / _RECORD, data.encode())


def load_record(state_dir: Path, name: str) -> PdfRecord | None:
    """Return what is known of a corpus of PDFs, None where there is none of that name.

    Raises:
        StateError: What is known can't be read.
    """
    file = _folder(state_dir, name) / _RECORD
    try:
        body = json.loads(file.read_bytes())
        figures = body["figures"]
        paths = tuple(Path(path) for path in body["paths"])
        return PdfRecord(body["name"], paths, Path(figures) if figures else None)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise StateError(f'"{file}" can\'t be read: {error}', hint=_AGAIN) from error


def known_pdfs(state_dir: Path) -> tuple[str, ...]:
    """Return the names of the corpora of PDFs, sorted."""
    records = (state_dir / "pdfs").glob(f"*/{_RECORD}")
    return tuple(sorted(unquote(record.parent.name) for record in records))


def forget_pdfs(state_dir: Path, name: str) -> bool:
    """Drop what is known of a corpus of PDFs and the pages read for it; tell whether there was any.

    Raises:
        StateError: It can't be deleted.
    """
    folder = _folder(state_dir, name)
    if not folder.is_dir():
        return False
    with told_as_state_error(folder):
        (folder / _RECORD).unlink(missing_ok=True)
        shutil.rmtree(folder)
    return True


def pages_folder(state_dir: Path, name: str) -> Path:
    """Return where the pages of a corpus of PDFs are kept."""
    return _folder(state_dir, name) / "pages"


def _folder(state_dir: Path, name: str) -> Path:
    return state_dir / "pdfs" / quote(name, safe="").replace(".", "%2E")
