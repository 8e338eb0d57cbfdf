"""The labelled spans for measuring a judge hold: well-formed, and verbatim in the corpus."""

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from fixturetool.corpus.normalize import normalize

ROOT = Path(__file__).parents[1]
KEYS = {"id", "query", "claim", "span", "source", "attested", "kind"}
POSITIVE = {"archaic", "direct", "number", "paraphrase", "voice"}
NEGATIVE = {
    "fragment",
    "hearsay",
    "hypothetical",
    "name_only",
    "negation",
    "other_number",
    "other_person",
    "other_sense",
    "question",
    "role_reversal",
    "unfulfilled",
}


def labels() -> list[dict[str, Any]]:
    text = (ROOT / "judge_labels" / "shipped.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


@cache
def source(path: str) -> str:
    return normalize((ROOT / path).read_text(encoding="utf-8"))


ROWS = labels()


def test_there_are_enough_rows_and_half_of_them_or_more_are_negatives() -> None:
    assert len(ROWS) >= 120
    assert sum(not row["attested"] for row in ROWS) * 2 >= len(ROWS)


def test_no_id_and_no_case_comes_twice() -> None:
    assert len({row["id"] for row in ROWS}) == len(ROWS)
    assert len({(row["query"], row["claim"], row["span"]) for row in ROWS}) == len(ROWS)


def test_each_kind_of_negative_has_eight_rows_or_more() -> None:
    kinds = Counter(row["kind"] for row in ROWS if not row["attested"])
    assert set(kinds) == NEGATIVE
    assert min(kinds.values()) >= 8


@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in ROWS])
def test_a_row_is_well_formed_and_its_span_stands_in_its_source(row: dict[str, Any]) -> None:
    assert set(row) == KEYS
    assert type(row["attested"]) is bool
    assert row["kind"] in (POSITIVE if row["attested"] else NEGATIVE)
    assert all(row[key].strip() for key in KEYS - {"attested"})
    assert row["source"].startswith(("text/chs/", "text/eng/"))
    span = normalize(row["span"])
    assert 6 <= len(span) <= 60
    assert span in source(row["source"])
