"""Anchor candidates as the ``relevant_passages`` of a fixture, ready to be pasted."""

import json
from collections.abc import Sequence
from pathlib import PurePosixPath

from fixturetool.authoring.candidates import Candidate
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


def label_of(path: str) -> str:
    """Propose a label for an anchor of a source: its name, without number and extension.

    >>> label_of("agd_book/201104_立契考.txt")
    '立契考'
    """
    stem = PurePosixPath(path).stem
    number, _, name = stem.partition("_")
    return (name if number.isdecimal() and name else stem).replace("_", " ").strip() or stem
