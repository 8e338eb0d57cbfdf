"""The sidecar of a PDF: what its figures show, by the name of a figure or by its page.

A JSON object from names (``"Figure 5-6"``, ``"图 3"``) and pages (``"12"``, ``"page 12"``) to a
description, which is a text or an object; or one from file names to such objects.
"""

from __future__ import annotations

import json
import re
from dataclasses import astuple, dataclass, field
from hashlib import blake2b
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from fixturetool.corpus.documents import FIGURE_KINDS, Figure
from fixturetool.corpus.pdfs.captions import figure_key
from fixturetool.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

JSON: TypeAlias = "dict[str, JSON] | list[JSON] | str | int | float | bool | None"

_PAGE = re.compile(r"\s*(?:p(?:age|\.)?|第)?\s*(?P<page>\d{1,9})\s*页?\s*", re.IGNORECASE)
_LISTS = ("labels", "components", "connections", "values", "references")
_FORM = 'its form: {"Figure 1": "what it shows", "page 7": {"kind": "chart", "summary": "…"}}'
_Key = TypeVar("_Key", str, int)


class DescriptionError(ValueError):
    """A sidecar holds what is no description; the message says where."""


@dataclass(frozen=True, slots=True)
class Descriptions:
    """What is said about the figures of one PDF.

    Attributes:
        by_figure: The key of a figure's name to what it shows; ``name`` is as the sidecar has it.
        by_page: 1-based page to what is on it.
        pages: The key of a figure's name to its 1-based page, where the sidecar says one.
    """

    by_figure: Mapping[str, Figure] = field(default_factory=dict)
    by_page: Mapping[int, Figure] = field(default_factory=dict)
    pages: Mapping[str, int] = field(default_factory=dict)

    def __bool__(self) -> bool:
        """Whether anything is described."""
        return bool(self.by_figure or self.by_page)

    @property
    def digest(self) -> str:
        """The hash of all that is said, hex."""
        each = [
            *((key, astuple(one), self.pages.get(key)) for key, one in self.by_figure.items()),
            *((page, astuple(one)) for page, one in self.by_page.items()),
        ]
        return blake2b(repr(each).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


NO_DESCRIPTIONS = Descriptions()


@dataclass(frozen=True, slots=True)
class Sidecar:
    """A file of descriptions.

    Attributes:
        common: Those that name no PDF: they are meant for the only one there is.
        by_file: The path or the file name of a PDF to its own.
    """

    common: Descriptions = NO_DESCRIPTIONS
    by_file: Mapping[str, Descriptions] = field(default_factory=dict)

    def of(self, path: str) -> Descriptions:
        """Return the descriptions of the PDF at a path."""
        name = PurePosixPath(path).name
        return self.by_file.get(path, self.by_file.get(name, self.common))

    def strange(self, paths: Iterable[str]) -> tuple[str, ...]:
        """Return the PDFs that it describes and that are none of these."""
        known = {name for path in paths for name in (path, PurePosixPath(path).name)}
        return tuple(name for name in self.by_file if name not in known)


def load_sidecar(file: Path) -> Sidecar:
    """Read a sidecar.

    Raises:
        UsageError: It can't be read, or holds what is no description.
    """
    try:
        body: JSON = json.loads(file.read_bytes(), object_pairs_hook=_once)
    except OSError as error:
        raise UsageError(f'"{file}" can\'t be read: {error.strerror}') from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{file}: not valid JSON: {error}", hint=_FORM) from error
    try:
        return parse_sidecar(body)
    except DescriptionError as error:
        raise UsageError(f"{file}: {error}", hint=_FORM) from None


def parse_sidecar(body: JSON) -> Sidecar:
    """Read the content of a sidecar.

    Raises:
        DescriptionError: It holds what is no description; the message says where.
    """
    if not isinstance(body, dict) or not body:
        raise DescriptionError("an object from figures or pages to descriptions is wanted")
    files = {name: value for name, value in body.items() if name.lower().endswith(".pdf")}
    rest = {name: value for name, value in body.items() if name not in files}
    by_file: dict[str, Descriptions] = {}
    for name, value in files.items():
        if not isinstance(value, dict):
            raise DescriptionError(
                f'"{name}": an object from figures or pages to descriptions is wanted'
            )
        by_file[name.removeprefix("./")] = _descriptions(value, f'"{name}": ')
    return Sidecar(_descriptions(rest, ""), by_file)


def _descriptions(body: Mapping[str, JSON], where: str) -> Descriptions:
    by_figure: dict[str, Figure] = {}
    by_page: dict[int, Figure] = {}
    pages: dict[str, int] = {}
    for name, value in body.items():
        here = f'{where}"{name}"'
        if found := _PAGE.fullmatch(name):
            _put(by_page, int(found["page"]), _figure("", value, here), here)
        elif key := figure_key(name):
            _put(by_figure, key, _figure(name, value, here), here)
            if page := _page_of(value, here):
                pages[key] = page
        else:
            raise DescriptionError(f"{here} names neither a figure nor a page")
    return Descriptions(by_figure, by_page, pages)


def _put(figures: dict[_Key, Figure], key: _Key, one: Figure, here: str) -> None:
    if key in figures:
        raise DescriptionError(f"{here} is described twice")
    figures[key] = one


def _figure(name: str, value: JSON, here: str) -> Figure:
    if isinstance(value, str):
        value = {"summary": value}
    if not isinstance(value, dict):
        raise DescriptionError(f"{here}: a text or an object is wanted")
    kind = value.get("kind", "other")
    known = next((one for one in FIGURE_KINDS if one == kind), None)
    if known is None:
        raise DescriptionError(f"{here}: its kind is {kind!r}; known are {', '.join(FIGURE_KINDS)}")
    summary = value.get("summary", value.get("description", ""))
    if not isinstance(summary, str) or not summary.strip():
        raise DescriptionError(f'{here}: its "summary" is no text')
    lists = {one: _texts(value.get(one, []), f'{here}: "{one}"') for one in _LISTS}
    return Figure(name, "", known, summary.strip(), **lists)


def _texts(value: JSON, here: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(one, str | int | float) for one in value):
        raise DescriptionError(f"{here} is no list of texts")
    return tuple(str(one) for one in value)


def _page_of(value: JSON, here: str) -> int | None:
    page = value.get("page") if isinstance(value, dict) else None
    if page is None:
        return None
    if isinstance(page, bool) or not isinstance(page, int) or page < 1:
        raise DescriptionError(f'{here}: its "page" is {page!r}; a number from 1 on is wanted')
    return page


def _once(pairs: list[tuple[str, JSON]]) -> dict[str, JSON]:
    """Refuse a key that stands twice in an object, of which JSON would keep the last."""
    members: dict[str, JSON] = {}
    for name, value in pairs:
        if name in members:
            raise DescriptionError(f'"{name}" stands twice in one object')
        members[name] = value
    return members
