"""Findings that the settings let pass, with a reason."""

from typing import Any

import pytest

from fixturetool.authoring.waivers import Subject, waiver_of
from fixturetool.fixtures.model import Fixture, Passage
from fixturetool.jsontext.finding import Finding, Severity
from fixturetool.settings.verify import Waiver

FINDING = Finding(
    "FT203", Severity.WARNING, "retrieval_fixtures/lamp.json", "/x", 3, "m", query="谁？"
)
SUBJECT = Subject(("oil", "wax"), "烧过鱼油")


@pytest.mark.parametrize(
    ("asked", "passes"),
    [
        pytest.param({}, True, id="the-code-alone"),
        pytest.param({"codes": ("FT2",)}, True, id="a-beginning-of-the-code"),
        pytest.param({"codes": ("FT204",)}, False, id="another-code"),
        pytest.param({"files": ("lamp.json",)}, True, id="the-file"),
        pytest.param({"files": ("l*.json", "x.json")}, True, id="a-glob"),
        pytest.param({"files": ("retrieval_fixtures/*.json",)}, True, id="the-end-of-the-path"),
        pytest.param({"files": ("other/lamp.json",)}, False, id="another-path"),
        pytest.param({"files": ("[z-a",)}, False, id="no-glob"),
        pytest.param({"files": ("lamp",)}, False, id="a-file-is-named-with-its-ending"),
        pytest.param({"query": "谁？"}, True, id="the-query"),
        pytest.param({"query": "谁"}, False, id="a-part-of-the-query-is-another"),
        pytest.param({"facet": "wax"}, True, id="one-of-the-facets"),
        pytest.param({"facet": "salt"}, False, id="another-facet"),
        pytest.param({"passage": "烧过鱼油"}, True, id="the-passage"),
        pytest.param({"passage": "烧过"}, False, id="another-passage"),
        pytest.param({"query": "谁？", "facet": "salt"}, False, id="all-must-match"),
    ],
)
def test_a_waiver_fits_when_all_that_it_names_matches(asked: dict[str, Any], passes: bool) -> None:
    waiver = Waiver(**{"codes": ("FT203",), "reason": "said once"} | asked)
    assert (waiver_of([waiver], FINDING, SUBJECT) is waiver) is passes


@pytest.mark.parametrize(
    ("place", "subject"),
    [
        pytest.param(("expected_coverage", "oil"), Subject(("oil",)), id="a-facet"),
        pytest.param(
            ("relevant_passages", 0, "passage"), Subject(("oil", "wax"), "甲"), id="a-passage"
        ),
        pytest.param(("query",), Subject(), id="a-query"),
    ],
)
def test_what_a_finding_is_about_is_told_by_its_place(
    place: tuple[str | int, ...], subject: Subject
) -> None:
    passages = (Passage("甲", "l", official=True, covers=("oil", "wax")),)
    fixture = Fixture("谁？", "CHS", "r", {"oil": "", "wax": ""}, passages)
    assert Subject.at(fixture, place) == subject
