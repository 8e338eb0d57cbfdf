"""What the rules say of a change to a fixture before it is written."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fixturetool.authoring.checking.queries import check_query
from fixturetool.authoring.choice import choose
from fixturetool.authoring.rules import SEVERITIES, Code
from fixturetool.authoring.verify import verify
from fixturetool.authoring.waivers import Subject, waiver_of
from fixturetool.fixtures.editing.create import written
from fixturetool.jsontext.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Collection

    from fixturetool.fixtures.load import LoadedCategory
    from fixturetool.fixtures.model import Fixture
    from fixturetool.progress import Progress
    from fixturetool.settings import Settings

OF_QUERY = frozenset({Code.COMPOUND, Code.SURVEY})
"""The rules of a query by itself."""
# What a fixture that is being written may still lack.
_TO_COME = frozenset({Code.FEW_SOURCES, Code.UNOFFICIAL_ONLY, Code.NO_DESCRIPTION, Code.STALE})


@dataclass(frozen=True, slots=True)
class Review:
    """What the rules say of a change to a fixture.

    Attributes:
        refused: Findings that the change brings and that it should not.
        wanted: Findings that stand against no change: what is still to come will settle them.
    """

    refused: tuple[Finding, ...]
    wanted: tuple[Finding, ...]

    def against(self, forced: Collection[str]) -> tuple[Finding, ...]:
        """Return the findings that stand against the change, but for codes that are forced."""
        return tuple(finding for finding in self.refused if finding.code not in forced)


def review(
    loaded: LoadedCategory,
    before: Fixture | None,
    after: Fixture,
    settings: Settings,
    progress: Progress,
) -> Review:
    """Hold a fixture as it would be against the rules.

    Args:
        loaded: The category that it is of, or will be.
        before: The fixture as it is; None for a new one.
        after: As it would be.
        settings: Where the corpus is, and which rules hold.
        progress: Told of long work.

    Raises:
        FixturetoolError: As in ``verify``.
    """
    had = Counter(map(_kind, _findings(loaded, before, settings, progress) if before else ()))
    new: list[Finding] = []
    for finding in _findings(loaded, after, settings, progress):
        had[_kind(finding)] -= 1
        if had[_kind(finding)] < 0:
            new.append(finding)
    return Review(
        tuple(finding for finding in new if finding.code not in _TO_COME),
        tuple(finding for finding in new if finding.code in _TO_COME),
    )


def review_query(name: str, query: str, settings: Settings) -> tuple[Finding, ...]:
    """Hold a query by itself against the rules; no corpus is asked.

    Args:
        name: The fixture file as the user named it.
        query: The query.
        settings: Which rules hold.

    Raises:
        UsageError: The settings name a rule that does not exist.
    """
    found = list(check_query(query))
    codes = choose(settings.verify.select, settings.verify.ignore) if found else ()
    findings = [
        Finding(
            code=one.code,
            severity=SEVERITIES[one.code],
            file=name,
            pointer="",
            line=1,
            message=one.message,
            query=query,
            hint=one.hint,
        )
        for one in found
        if one.code in codes
    ]
    waivers = settings.verify.waivers
    return tuple(one for one in findings if waiver_of(waivers, one, Subject()) is None)


def _findings(
    loaded: LoadedCategory, fixture: Fixture, settings: Settings, progress: Progress
) -> tuple[Finding, ...]:
    model = replace(loaded.model, fixtures=(fixture,))
    alone = replace(loaded, model=model, source=written(model))
    return verify([alone], settings, progress).findings


def _kind(finding: Finding) -> tuple[str, str]:
    return finding.code, finding.message
