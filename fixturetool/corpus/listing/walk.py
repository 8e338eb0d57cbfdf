"""One walk over a language folder: its files, and what stands in the way of reading them."""

import os
import stat
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fixturetool.corpus.listing.decoding import locale_complaint
from fixturetool.corpus.listing.globs import Globs
from fixturetool.corpus.listing.source import Source
from fixturetool.corpus.listing.stamp import stamp_of
from fixturetool.corpus.listing.trouble import Trouble

if TYPE_CHECKING:
    from fixturetool.corpus.listing.sharing import Plain

SHARE_FROM = 20_000
_FEWEST_SHARED = 16  # folders; fewer are listed before a process has begun
_NEITHER = "neither a file nor a folder"


class Walk:
    """The files under a root that match, found by one pass of ``os.scandir``.

    Args:
        root: The language root.
        bounds: Folders that links may lead into; the root is always one.
        include: Globs of the files wanted.
        exclude: Globs of the files and folders left out.
        is_official: Tells of a path's first component whether its sources are official.
        share_from: From this many sources on, a second process lists half of the folders left.

    Attributes:
        sources: The files, sorted by path.
        troubles: What can't be read, sorted by path.
    """

    def __init__(
        self,
        root: Path,
        bounds: Path,
        include: Globs,
        exclude: Globs,
        is_official: Callable[[str], bool],
        share_from: int = SHARE_FROM,
    ) -> None:
        self._root = os.fspath(root)
        self._bounds = tuple({os.path.realpath(root), os.path.realpath(bounds)})
        self._include = include
        self._exclude = exclude
        self._is_official = is_official
        # Of a path in a folder that is not covered: whether it is a source.
        self._wanted = include.match if exclude.folders_tell_all else self._neither_excluded
        self._linked: set[str] = set()
        self.sources: list[Source] = []
        self.troubles: list[Trouble] = []
        self._all((os.path.realpath(root),), share_from)
        self.sources.sort()
        self.troubles.sort()

    def _all(self, above: tuple[str, ...], share_from: int) -> None:
        pending = [""]
        while pending and len(self.sources) < share_from:
            self._folder(pending.pop(), pending.append, above)
        if len(pending) >= _FEWEST_SHARED:
            pending = self._shared(pending, above)
        self._folders(pending, above)

    def _shared(self, pending: list[str], above: tuple[str, ...]) -> list[str]:
        """Walk some folders, half of them by a second process, and return those that are left."""
        from fixturetool.corpus.listing.sharing import Share  # most corpora need no process

        theirs, ours = pending[::2], pending[1::2]
        try:
            share = Share(self._root, theirs)
        except OSError:  # there is no room for a process, or for what it has to know
            return pending
        with share:
            self._folders(ours, above)
            left = []
            for here, files in share.listed():
                if files is None:
                    left.append(here)
                else:
                    self._listed(files, here)
        return left

    def _folders(self, pending: list[str], above: tuple[str, ...]) -> None:
        while pending:
            self._folder(pending.pop(), pending.append, above)

    def _folder(self, here: str, descend: Callable[[str], None], above: tuple[str, ...]) -> None:
        try:
            with os.scandir(f"{self._root}/{here}") as entries:
                self._others(self._files(entries, here), here, descend, above)
        except OSError as error:
            self._report(here.rstrip("/"), _reason(error))

    def _listed(self, files: "Sequence[Plain]", here: str) -> None:
        """Take in the files of a folder that another process has listed."""
        official = self._is_official(here.partition("/")[0])
        for name, size, mtime_ns, stamp in files:
            if self._wanted(path := here + name):
                try:
                    path.encode()
                except UnicodeEncodeError as error:
                    self._report(path, _reason(error))
                else:
                    self.sources.append(Source(path, official, size, mtime_ns, stamp))

    def _neither_excluded(self, path: str) -> bool:
        return self._include.match(path) and not self._exclude.match(path)

    def _files(self, entries: Iterable[os.DirEntry[str]], here: str) -> list[os.DirEntry[str]]:
        """Take in the plain files, by far the most, without a detour, and return the rest."""
        others: list[os.DirEntry[str]] = []
        wanted, add = self._wanted, self.sources.append
        official = self._is_official(here.partition("/")[0]) if here else None
        for entry in entries:
            if not entry.is_file(follow_symlinks=False):
                others.append(entry)
            elif wanted(path := here + entry.name):
                try:
                    status = entry.stat(follow_symlinks=False)
                    path.encode()
                except (OSError, UnicodeEncodeError) as error:
                    self._report(path, _reason(error))
                else:
                    kind = self._is_official(path) if official is None else official
                    facts = (status.st_size, status.st_mtime_ns, stamp_of(status))
                    add(Source(path, kind, *facts))
        return others

    def _others(
        self,
        entries: Iterable[os.DirEntry[str]],
        here: str,
        descend: Callable[[str], None],
        above: tuple[str, ...],
    ) -> None:
        for entry in entries:
            path = here + entry.name
            if entry.is_symlink():
                self._link(entry, path, above)
            elif entry.is_dir(follow_symlinks=False):
                if not self._exclude.cover(path):
                    descend(path + "/")
            elif self._wanted(path):
                self._report(path, _NEITHER)

    def _link(self, entry: os.DirEntry[str], path: str, above: tuple[str, ...]) -> None:
        if self._exclude.match(path) or self._exclude.cover(path):
            return
        try:
            is_folder = stat.S_ISDIR(entry.stat().st_mode)
        except OSError as error:
            # A name without a suffix may have been a folder of sources.
            if self._wanted(path) or "." not in entry.name:
                self._report(path, f"broken link ({_reason(error)})")
            return
        target = os.path.realpath(entry.path)
        if not is_folder and not self._wanted(path):
            return
        if not any(_is_inside(target, bound) for bound in self._bounds):
            self._report(path, "a link that leads outside the corpus; not read")
        elif is_folder:
            self._linked_folder(path, target, above)
        else:
            self._linked_file(entry, path)

    def _linked_file(self, entry: os.DirEntry[str], path: str) -> None:
        try:
            status = entry.stat()
            path.encode()
        except (OSError, UnicodeEncodeError) as error:
            self._report(path, _reason(error))
        else:
            if stat.S_ISREG(status.st_mode):
                official = self._is_official(path.partition("/")[0])
                facts = (status.st_size, status.st_mtime_ns, stamp_of(status))
                self.sources.append(Source(path, official, *facts))
            else:
                self._report(path, _NEITHER)

    def _linked_folder(self, path: str, target: str, above: tuple[str, ...]) -> None:
        # Links inside linked folders are followed once each, or folders that link
        # to one another would be walked in every order.
        here = os.fspath(Path(self._root, path).parent.resolve())
        is_loop = any(_is_inside(folder, target) for folder in (*above, here))
        if is_loop or (len(above) > 1 and target in self._linked):
            self._report(path, "a link to a folder that leads back here; not followed")
            return
        self._linked.add(target)
        self._folders([path + "/"], (*above, target))

    def _report(self, path: str, reason: str) -> None:
        self.troubles.append(Trouble(_escaped(path) or ".", reason))


def _is_inside(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def _reason(error: OSError | UnicodeEncodeError) -> str:
    if isinstance(error, UnicodeEncodeError):
        return locale_complaint() or "the file name is not UTF-8; rename it"
    return (error.strerror or str(error)).lower()


def _escaped(path: str) -> str:
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
