"""Anchor candidates as the ``relevant_passages`` of a fixture, ready to be pasted."""

import json
from collections.abc import Sequence

from fixturetool.authoring.candidates import Candidate
from fixturetool.authoring.labels import label_of
from fixturetool.reporting.terminal import escape_json

FACET_WANTED = "<facet>"
"""Stands for the facet that nobody named; ``validate`` refuses it."""


def render_passages(candidates: Sequence[Candidate], facet: str) -> str:
    """Return a JSON array of passages, one a line.

    Args:
        candidates: The candidates.
        facet: The facet that they attest, ``""`` for one that is to be filled in.
    """
    rows = [
        {
            "passage": one.passage,
            "label": label_of(one.source),
            "official": one.official,
            "covers": [facet or FACET_WANTED],
        }
        for one in candidates
    ]
    if not rows:
        return "[]\n"
    lines = ",\n".join(f"  {json.dumps(row, ensure_ascii=False)}" for row in rows)
    return escape_json(f"[\n{lines}\n]\n")
