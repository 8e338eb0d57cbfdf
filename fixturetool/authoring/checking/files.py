"""The rules of a whole file: is its ground truth still that of the corpus?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fixturetool.authoring.checking.violation import Violation
from fixturetool.authoring.rules import Code

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fixturetool.authoring.evidence import Evidence
    from fixturetool.fixtures.model import CategoryFile

_SHOWN = 3


def check_file(category: CategoryFile, evidence: Evidence) -> Iterator[Violation]:
    """Tell whether sources of a file's anchors changed after its day of capture."""
    if not (category.captured_at and evidence.changed):
        return
    changed = {
        source.path: day
        for fixture in category.fixtures
        for passage in fixture.relevant_passages
        for source in evidence.holders[fixture.language, passage.passage]
        if (day := evidence.changed.get((fixture.language, source.path), "")) > category.captured_at
    }
    if changed:
        count = "1 source" if len(changed) == 1 else f"{len(changed)} sources"
        shown = [f"{path} on {changed[path]}" for path in sorted(changed)[:_SHOWN]]
        more = [f"{len(changed) - _SHOWN} more"] if len(changed) > _SHOWN else []
        yield Violation(
            Code.STALE,
            ("captured_at",),
            f"captured_at is {category.captured_at}, but {count} of its anchors changed later: "
            f"{', '.join([*shown, *more])}",
            "read the anchors' sources again, then set captured_at to today",
        )
