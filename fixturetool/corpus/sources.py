"""Which files of a language folder are sources, and the text of each."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fixturetool.corpus.documents import Document
from fixturetool.corpus.listing.decoding import UnreadableError, check_encodings, decode
from fixturetool.corpus.listing.globs import Globs
from fixturetool.corpus.listing.source import Source
from fixturetool.corpus.listing.stamp import Mark, mark_of
from fixturetool.corpus.listing.submodules import submodule_command
from fixturetool.corpus.listing.trouble import Trouble
from fixturetool.corpus.listing.walk import Walk
from fixturetool.errors import CorpusError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from fixturetool.progress import Progress
    from fixturetool.settings import CorpusSettings

__all__ = ["Corpus", "Source", "Trouble", "load_corpus"]


@dataclass(frozen=True, slots=True)
class Corpus:
    """The sources of one language.

    Attributes:
        root: The language root.
        language: The fixture language, such as ``CHS``.
        sources: The sources, sorted by path.
        troubles: What the listing met; undecodable files show only when they are read.
        encodings: Encodings tried in order on a file without a byte order mark.
    """

    root: Path
    language: str
    sources: tuple[Source, ...]
    troubles: tuple[Trouble, ...]
    encodings: tuple[str, ...]

    def find(self, path: str) -> Source | None:
        """Return the source of that path, or None."""
        at = bisect_left(self.sources, path, key=_path_of)
        found = at < len(self.sources) and self.sources[at].path == path
        return self.sources[at] if found else None

    @property
    def has_pages(self) -> bool:
        """Whether its sources have pages."""
        return False

    @property
    def reading(self) -> str:
        """What decides how bytes become text."""
        return ", ".join(self.encodings)

    def prepare(self, progress: Progress) -> None:
        """Do what takes long before all sources are read."""

    def document(self, path: str) -> Document:
        """Return a source's text with what is known of its layout; raises what ``read`` raises."""
        return Document(self.read(path))

    def mark(self, path: str) -> Mark:
        """Return how a source's file stands now.

        Raises:
            OSError: It is gone.
        """
        return mark_of((self.root / path).stat())

    def read(self, path: str) -> str:
        """Return a source's original text: no byte order mark, line breaks as in the file.

        Raises:
            KeyError: No source has that path.
            UnreadableError: The file can't be opened or decoded.
        """
        if self.find(path) is None:
            raise KeyError(path)
        try:
            data = (self.root / path).read_bytes()
        except OSError as error:
            raise UnreadableError(f'"{path}" can\'t be read: {error.strerror}') from error
        try:
            return decode(data, self.encodings).text
        except UnreadableError as error:
            raise UnreadableError(f'"{path}" is {error}') from None


def load_corpus(text_root: Path, language: str, folder: str, rules: CorpusSettings) -> Corpus:
    """List the sources of a language; no file is opened.

    Args:
        text_root: The folder that holds one folder a language; links may lead anywhere inside.
        language: The fixture language, such as ``CHS``.
        folder: The language's folder under ``text_root``.
        rules: Which files count, and how they are read.

    Raises:
        CorpusError: The folder is missing, or nothing in it is a source.
        SettingsError: One of the encodings is unknown, or one of the globs is malformed.
    """
    check_encodings(rules.encodings)
    root = text_root / folder
    if not root.is_dir():
        raise CorpusError(
            f'no corpus for language "{language}": there is no folder "{root}"',
            hint=submodule_command(root) or _where_to_put(language),
        )
    walk = Walk(
        root,
        text_root,
        Globs(rules.include, "corpus.include"),
        Globs(rules.exclude, "corpus.exclude"),
        _officials(rules),
    )
    if not walk.sources:
        raise _empty(root, language, rules, walk.troubles)
    sources, troubles = tuple(walk.sources), tuple(walk.troubles)
    return Corpus(root, language, sources, troubles, tuple(rules.encodings))


def _path_of(source: Source) -> str:
    return source.path


def _officials(rules: CorpusSettings) -> Callable[[str], bool]:
    """Return what tells of a path's first component whether sources of that kind are official."""
    unofficial = Globs(
        (f"/{pattern.strip('/')}" for pattern in rules.unofficial), "corpus.unofficial"
    )
    return lambda kind: not unofficial.match(kind)


def _where_to_put(language: str) -> str:
    return (
        "point --corpus at the folder that holds one folder a language, "
        f"or set languages.{language} to the name of its folder"
    )


def _empty(
    root: Path, language: str, rules: CorpusSettings, troubles: Sequence[Trouble]
) -> CorpusError:
    message = f'no corpus for language "{language}": nothing in "{root}" is a source'
    if troubles:
        first = troubles[0]
        return CorpusError(f'{message}; "{first.path}": {first.reason}', hint="make it readable")
    wanted = ", ".join(rules.include)
    return CorpusError(
        message,
        hint=submodule_command(root) or f"put files there that match corpus.include ({wanted})",
    )
