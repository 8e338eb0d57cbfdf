"""Pages that were read before, kept on disk: a PDF is read again only when it changed."""

from __future__ import annotations

import json
import threading
import time
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, TypeAlias, cast

from fixturetool.corpus.documents import Box
from fixturetool.corpus.listing.decoding import UnreadableError
from fixturetool.corpus.listing.stamp import Mark, is_settled, mark_of
from fixturetool.corpus.pdfs.extraction import extract_pages, extractor_identity
from fixturetool.corpus.pdfs.pages import Caption, Page, PageState, PrintedLine
from fixturetool.state import prepare_state, replace_file, told_as_state_error

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from fixturetool.progress import Progress

# The threads of a server may find at once that pages are not kept.
_ONE_WRITER = threading.Lock()
_SavedLine: TypeAlias = tuple[str, float, float, float, float]
_SavedPage: TypeAlias = tuple[PageState, list[_SavedLine], list[tuple[str, int, int]]]


@dataclass(frozen=True, slots=True)
class PdfStore:
    """The pages of PDFs.

    Attributes:
        state_dir: Where derived files are kept.
        folder: Where the pages are kept, somewhere below.
        writes: Whether what was read may be kept.
    """

    state_dir: Path
    folder: Path
    writes: bool = True

    def pages(self, file: Path, progress: Progress) -> tuple[Page, ...]:
        """Return the pages of a PDF.

        Raises:
            UnreadableError: It can't be read; the message is what follows the file's name.
            StateError: What was read can't be kept.
        """
        try:
            mark = mark_of(file.stat())
            kept = self._kept(file)
            if kept and kept[0].get("mark") == list(mark):
                return _loaded(kept[1])
            now_ns, data = time.time_ns(), file.read_bytes()
        except OSError as error:
            raise UnreadableError(f"can't be read: {error.strerror}") from error
        digest = blake2b(data, digest_size=16).hexdigest()
        if kept and kept[0].get("digest") == digest:
            pages, body = _loaded(kept[1]), kept[1]
        else:
            pages = _read(file.name, data, progress)
            body = _saved(pages)
        if self.writes:
            # A file that may change unseen is compared with its digest the next time.
            trusted = list(mark) if is_settled(mark.mtime_ns, now_ns) else None
            self._keep(file, {"mark": trusted, "digest": digest}, body)
        return pages

    def is_fresh(self, file: Path) -> bool:
        """Tell whether the pages that are kept of a PDF are sure to be its own."""
        try:
            with self._file_of(file).open("rb") as kept:
                header = json.loads(kept.readline())
            mark = list(mark_of(file.stat()))
        except (OSError, ValueError):
            return False
        return _is_ours(header) and header.get("mark") == mark

    def keep_only(self, files: Sequence[Path]) -> None:
        """Drop the pages of other PDFs.

        Raises:
            StateError: They can't be deleted.
        """
        wanted = {self._file_of(file).name for file in files}
        with told_as_state_error(self.folder):
            for kept in self.folder.iterdir() if self.folder.is_dir() else ():
                if kept.name not in wanted:
                    kept.unlink()

    def _file_of(self, file: Path) -> Path:
        name = blake2b(str(file.absolute()).encode("utf-8", "surrogateescape"), digest_size=16)
        return self.folder / f"{name.hexdigest()}.pages"

    def _kept(self, file: Path) -> tuple[dict[str, object], bytes] | None:
        """Return what is kept of a PDF, None where there is nothing of use."""
        try:
            head, _, body = self._file_of(file).read_bytes().partition(b"\n")
            header = json.loads(head)
        except (OSError, ValueError):
            return None
        is_whole = _is_ours(header) and header.get("checksum") == _checksum(body)
        return (header, body) if is_whole else None

    def _keep(self, file: Path, header: dict[str, object], body: bytes) -> None:
        whole = {**header, "extractor": extractor_identity(), "checksum": _checksum(body)}
        prepare_state(self.state_dir)
        with told_as_state_error(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
        with _ONE_WRITER, told_as_state_error(self.folder):
            replace_file(self._file_of(file), json.dumps(whole).encode() + b"\n" + body)


def _is_ours(header: object) -> bool:
    return isinstance(header, dict) and header.get("extractor") == extractor_identity()


def _read(name: str, data: bytes, progress: Progress) -> tuple[Page, ...]:
    is_begun = False

    def begin(pages: int) -> None:
        nonlocal is_begun
        progress.begin(f"reading {name}", pages)
        is_begun = True

    try:
        return extract_pages(data, begin, progress.advance)
    finally:
        if is_begun:
            progress.end()


def _checksum(body: bytes) -> str:
    return blake2b(body, digest_size=16).hexdigest()


def _saved(pages: Sequence[Page]) -> bytes:
    saved = [
        (one.state, [(line.text, *line.box) for line in one.lines], one.captions) for one in pages
    ]
    return json.dumps(saved, ensure_ascii=False, separators=(",", ":")).encode()


def _loaded(body: bytes) -> tuple[Page, ...]:
    saved = cast("list[_SavedPage]", json.loads(body))
    return tuple(
        Page(
            state,
            tuple(PrintedLine(text, Box(*box)) for text, *box in lines),
            tuple(Caption(*caption) for caption in captions),
        )
        for state, lines, captions in saved
    )


def mark_of_pdf(file: Path, described: str) -> Mark:
    """Return the mark of a PDF together with what is said of its figures.

    Args:
        file: The PDF.
        described: The digest of its descriptions, hex.

    Raises:
        OSError: It is gone.
    """
    size, mtime_ns, stamp = mark_of(file.stat())
    return Mark(size, mtime_ns, hash((stamp, int(described, 16))))
