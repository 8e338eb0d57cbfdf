"""Decisions on anchors that are gone: written at once, and taken back byte for byte."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from fixturetool.authoring.repair import Gone
from fixturetool.authoring.repairing.proposal import Proposal
from fixturetool.authoring.repairing.settling import Repairer
from fixturetool.errors import ConflictError, InvalidFixturesError, SelectionError
from fixturetool.fixtures.load import load_file

TEXT = "灯塔，烧过鱼油"
PROPOSAL = Proposal(
    text=TEXT,
    path="book/1_灯志.txt",
    line=1,
    official=True,
    sources=1,
    changes=(),
    facts=(),
    confidence=0.99,
    labelled=True,
    rivals=(),
    obstacles=(),
)


def anchor(text: str, facet: str) -> dict[str, object]:
    return {"passage": text, "label": "灯志", "official": False, "covers": [facet]}


@pytest.fixture(name="gone")
def an_anchor_that_is_gone(tmp_path: Path) -> Gone:
    """The second of three; the third one is the only one of its facet."""
    fixture = {
        "query": "灯？",
        "language": "CHS",
        "rationale": "r",
        "expected_coverage": {"oil": "", "wax": ""},
        "relevant_passages": [anchor("鱼油", "oil"), anchor("烧油", "oil"), anchor("蜡", "wax")],
    }
    content = {"category": "lamp", "description": "d", "fixtures": [fixture]}
    file = tmp_path / "lamp.json"
    spelled = "\ufeff" + json.dumps(content, ensure_ascii=False, indent=3)
    file.write_text(spelled.replace("\n", "\r\n"), "utf-8", newline="")
    loaded = load_file(file).category
    assert loaded is not None
    return Gone(loaded, 0, 1, (PROPOSAL,))


def test_only_the_text_of_an_accepted_anchor_differs(gone: Gone) -> None:
    file = gone.category.path
    before = file.read_bytes()
    settled = Repairer([gone]).accept(gone, PROPOSAL)
    assert file.read_bytes() == before.replace("烧油".encode(), TEXT.encode())
    assert settled.told == (f'replaced: {file} has "{TEXT}" [灯志] now, unofficial, for "oil"')
    assert not settled.rebased


def test_a_decision_is_taken_back_and_made_anew_without_another_program(gone: Gone) -> None:
    file = gone.category.path
    before = file.read_bytes()
    repairer = Repairer([gone])
    repairer.accept(gone, PROPOSAL)
    repairer.undo()
    assert file.read_bytes() == before
    assert not repairer.remove(gone).rebased
    assert [one.kind for one in repairer.done] == ["removed"]


def test_what_another_program_wrote_is_kept_and_known_of(gone: Gone) -> None:
    file = gone.category.path
    edited = file.read_bytes().replace(b'"r"', b'"why"')
    file.write_bytes(edited)
    repairer = Repairer([gone])
    assert repairer.accept(gone, PROPOSAL).rebased
    assert file.read_bytes() == edited.replace("烧油".encode(), TEXT.encode())


def test_an_anchor_that_another_program_took_away_is_a_conflict(gone: Gone) -> None:
    file = gone.category.path
    edited = file.read_bytes().replace("烧油".encode(), "烧过油".encode())
    repairer = Repairer([gone])
    file.write_bytes(edited)
    with pytest.raises(ConflictError, match="was changed meanwhile, so nothing was written"):
        repairer.accept(gone, PROPOSAL)
    with pytest.raises(SelectionError, match='has "烧油" no more'):
        repairer.remove(gone)
    assert (file.read_bytes(), repairer.done) == (edited, ())


def test_no_facet_is_left_without_anchor(gone: Gone) -> None:
    last = replace(gone, passage=2)
    before = gone.category.path.read_bytes()
    repairer = Repairer([gone])
    repairer.check_removable(gone)
    for refuse in (repairer.check_removable, repairer.remove):
        with pytest.raises(InvalidFixturesError, match='no passage is left for facet "wax"'):
            refuse(last)
    assert gone.category.path.read_bytes() == before


def test_a_text_that_the_fixture_has_already_is_not_written_twice(gone: Gone) -> None:
    before = gone.category.path.read_bytes()
    with pytest.raises(SelectionError, match='has "鱼油" as another anchor'):
        Repairer([gone]).accept(gone, replace(PROPOSAL, text="鱼油"))
    assert gone.category.path.read_bytes() == before
