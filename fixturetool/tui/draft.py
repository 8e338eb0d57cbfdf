"""What a fixture file can't hold yet: facets and fixtures that still lack an anchor.

A fixture file is valid only if every facet has an anchor. What is thought of before its anchors
are found is kept beside the file, in ``.<category>.draft``, from which it goes into the file with
its first anchor. The draft is on disk as soon as it is made, and gone with the last thing in it.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from fixturetool.errors import ConflictError, UnansweredError
from fixturetool.jsontext.read import shown
from fixturetool.jsontext.replace import (
    create_content,
    folder_locked,
    remove_content,
    replace_content,
)

SCHEMA = "fixturetool.draft/1"
_WAIT_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class DraftFixture:
    """A fixture that is not in the file, or facets of one that is.

    Attributes:
        query: Its query.
        language: Its language.
        rationale: Why it is asked; ``""`` where the file has the fixture.
        facets: The facets without anchor, each with its description.
        subtype: A finer kind.
        notes: Anything else.
        known_redundancy: What is known about anchors that repeat each other.
    """

    query: str
    language: str
    rationale: str = ""
    facets: Mapping[str, str] = field(default_factory=dict, hash=False)
    subtype: str = ""
    notes: str = ""
    known_redundancy: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """All that waits for an anchor.

    Attributes:
        description: What the category probes, where it has no file yet.
        fixtures: Fixtures, and facets of fixtures.
    """

    description: str = ""
    fixtures: tuple[DraftFixture, ...] = ()

    def find(self, query: str, language: str) -> DraftFixture | None:
        """Return what waits for a fixture."""
        for one in self.fixtures:
            if (one.query, one.language) == (query, language):
                return one
        return None

    def with_fixture(self, fixture: DraftFixture) -> "Draft":
        """Return the draft with a fixture put in the place of its earlier form, or at the end."""
        key = (fixture.query, fixture.language)
        if self.find(*key) is None:
            return replace(self, fixtures=(*self.fixtures, fixture))
        kept = (fixture if (one.query, one.language) == key else one for one in self.fixtures)
        return replace(self, fixtures=tuple(kept))

    def without_fixture(self, query: str, language: str) -> "Draft":
        """Return the draft without what waits for a fixture."""
        kept = (one for one in self.fixtures if (one.query, one.language) != (query, language))
        return replace(self, fixtures=tuple(kept))

    def with_facets(self, query: str, language: str, facets: Mapping[str, str]) -> "Draft":
        """Return the draft with facets of a fixture; known ones get the description given."""
        fixture = self.find(query, language) or DraftFixture(query, language)
        return self.with_fixture(replace(fixture, facets={**fixture.facets, **facets}))

    def without_facet(self, query: str, language: str, facet: str) -> "Draft":
        """Return the draft without a facet; the fixture stays."""
        fixture = self.find(query, language)
        if fixture is None:
            return self
        left = {name: text for name, text in fixture.facets.items() if name != facet}
        return self.with_fixture(replace(fixture, facets=left))


def draft_path(file: Path) -> Path:
    """Return where the draft of a fixture file is kept."""
    target = Path(os.path.realpath(file))
    return target.with_name(f".{target.stem}.draft")


def load_draft(file: Path) -> Draft:
    """Return what waits beside a fixture file.

    Raises:
        UnansweredError: It can't be read.
    """
    path = draft_path(file)
    try:
        return _parse(path.read_bytes())
    except FileNotFoundError:
        return Draft()
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        message = f"the draft {shown(path)} can't be read: {error}"
        raise UnansweredError(message, hint="fix it, or move it out of the way") from error


def save_draft(file: Path, draft: Draft) -> None:
    """Put a draft beside a fixture file; an empty one leaves nothing.

    Raises:
        UnansweredError: It can't be written.
        ConflictError: Another process does not let go of the folder.
    """
    path = draft_path(file)
    document = {"schema": SCHEMA, **draft_document(draft)}
    content = (json.dumps(document, ensure_ascii=False, indent=2) + "\n").encode()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with folder_locked(path.parent, _WAIT_SECONDS):
            _put(path, content if draft != Draft() else None)
    except OSError as error:
        message = f"{shown(path)} can't be written: {error.strerror}"
        raise UnansweredError(message, hint="check the folder's permissions and space") from error


def draft_document(draft: Draft) -> dict[str, object]:
    """Return a draft as a JSON object."""
    return asdict(draft)


def draft_of(document: Mapping[str, object]) -> Draft:
    """Return the draft of a JSON object, whose further keys don't matter.

    Raises:
        KeyError: It is none.
        TypeError: It is none.
    """
    fixtures = document["fixtures"]
    if not isinstance(fixtures, list):
        raise TypeError("its fixtures are no list")
    return Draft(str(document["description"]), tuple(DraftFixture(**one) for one in fixtures))


def _put(path: Path, content: bytes | None) -> None:
    known = path.read_bytes() if path.exists() else None
    if content is None:
        if known is not None:
            remove_content(path, known)
    elif known is None:
        create_content(path, content)
    elif not replace_content(path, content, known):
        message = f"{shown(path)} is being saved by another program"
        raise ConflictError(message, hint="close the other editor, then try again")


def _parse(content: bytes) -> Draft:
    document = json.loads(content)
    if document["schema"] != SCHEMA:
        raise ValueError(f"its schema is {document['schema']!r}, not {SCHEMA!r}")
    return draft_of(document)
