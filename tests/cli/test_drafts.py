"""What the editor left in a draft is mentioned by the commands that check fixture files."""

from pathlib import Path

import pytest

from fixturetool.tui.draft import Draft, DraftFixture, draft_path, save_draft
from tests.cli.project import Project

LAMP = "灯塔的灯烧过什么？"
SALT = DraftFixture(LAMP, "CHS", facets={"salt": "灯塔烧过盐"})
OATH = DraftFixture("在哪里结义？", "CHS", "散在各处", {"place": "桃园", "wine": "有酒"})


def leave(project: Project, name: str, *fixtures: DraftFixture) -> Path:
    file = project.root / f"{name}.json"
    save_draft(file, Draft("小样", fixtures))
    return file


@pytest.mark.parametrize(
    "command", [pytest.param("verify", id="verify"), pytest.param("validate", id="validate")]
)
@pytest.mark.parametrize(
    ("name", "fixtures", "words", "told"),
    [
        pytest.param(
            "retrieval_fixtures/lamp",
            (SALT,),
            (),
            "lamp with 1 facet that has no anchor yet; go on with: fixturetool edit lamp",
            id="of-a-file",
        ),
        pytest.param(
            "retrieval_fixtures/oaths",
            (OATH,),
            (),
            "oaths with 2 facets that have no anchor yet; go on with: fixturetool edit oaths",
            id="of-no-file",
        ),
        pytest.param(
            "retrieval_fixtures/oaths",
            (),
            (),
            "oaths with no facet yet; go on with: fixturetool edit oaths",
            id="of-a-description",
        ),
        pytest.param(
            "retrieval_fixtures/lamp",
            (SALT,),
            ("retrieval_fixtures/lamp.json",),
            "lamp with 1 facet that has no anchor yet; "
            "go on with: fixturetool edit retrieval_fixtures/lamp.json",
            id="of-a-path",
        ),
    ],
)
def test_a_draft_is_told_beside_the_answer(
    project: Project,
    command: str,
    name: str,
    fixtures: tuple[DraftFixture, ...],
    words: tuple[str, ...],
    told: str,
) -> None:
    without = project.run(command, *words, "--format", "json")
    leave(project, name, *fixtures)
    done = project.run(command, *words, "--format", "json")
    assert (done.returncode, done.stdout) == (without.returncode, without.stdout)
    assert done.stderr == f"note: there is a draft of {told}\n"


def test_a_category_that_is_a_draft_alone_is_told_where_it_is_named(project: Project) -> None:
    leave(project, "retrieval_fixtures/oaths", OATH)
    done = project.run("verify", "oaths")
    assert done.returncode == 2
    assert "go on with: fixturetool edit oaths\n" in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(("lamp",), id="of-a-category-that-is-not-looked-at"),
        pytest.param(("retrieval_fixtures/lamp.json",), id="of-a-file-that-is-not-looked-at"),
    ],
)
def test_the_draft_of_another_category_is_not_told(
    project: Project, words: tuple[str, ...]
) -> None:
    leave(project, "retrieval_fixtures/oaths", OATH)
    assert project.run("validate", *words).stderr == ""


def test_what_the_file_has_by_now_does_not_count(project: Project) -> None:
    known = DraftFixture(LAMP, "CHS", facets={"oil": "烧过鱼油"})
    leave(project, "retrieval_fixtures/lamp", known)
    assert project.run("validate").stderr == ""


def test_the_draft_of_a_link_is_where_it_leads(project: Project) -> None:
    leave(project, "shared/salt", OATH)
    project.write("shared/salt.json", (project.root / "retrieval_fixtures/lamp.json").read_bytes())
    (project.root / "retrieval_fixtures/salt.json").symlink_to("../shared/salt.json")
    assert "go on with: fixturetool edit salt\n" in project.run("validate").stderr


def test_a_draft_that_can_not_be_read_is_told_and_changes_nothing(project: Project) -> None:
    file = project.root / "retrieval_fixtures/lamp.json"
    draft_path(file).write_text("{", "utf-8")
    done = project.run("validate")
    assert done.returncode == 0
    assert done.stderr.startswith("warning: the draft ")
    assert done.stderr.endswith("fix it, or move it out of the way\n")
