"""Expected paths that the corpus lacks: told when they are written, and never refused."""

import json

import pytest

from tests.cli.project import Project

ADD = ("dataset", "add")
NO_DOCUMENT = 'warning: "book/2_灯志.txt" is no document of the corpus CHS'


def warnings(project: Project, *words: str) -> list[str]:
    done = project.run(*words)
    assert done.returncode == 0
    return [line for line in done.stderr.splitlines() if line.startswith("warning: ")]


@pytest.mark.parametrize(
    ("path", "told"),
    [
        pytest.param("book/1_灯志.txt", [], id="a source"),
        pytest.param("1_灯志.TXT", [], id="the end of a source in another case"),
        pytest.param("repos/x/text/chs/book/1_灯志.txt", [], id="a source is the end of it"),
        pytest.param(
            "book/2_灯志.txt",
            [f'{NO_DOCUMENT}; did you mean "book/1_灯志.txt"?'],
            id="near a source",
        ),
        pytest.param(
            "x\x1b[1m", ['warning: "x\\x1b[1m" is no document of the corpus CHS'], id="near none"
        ),
    ],
)
def test_a_path_that_the_corpus_lacks_is_added_with_a_warning(
    project: Project, path: str, told: list[str]
) -> None:
    words = (*ADD, "chs-paths.json", "--question", "谁？", "--path", path)
    assert warnings(project, *words) == told
    entries = json.loads((project.root / "chs-paths.json").read_text("utf-8"))
    assert [one["expected_paths"] for one in entries] == [[path]]


def test_the_path_of_a_location_is_looked_for_too(project: Project) -> None:
    words = (*ADD, "chs-paths.json", "--question", "谁？", "--location", "x", "line", "1")
    assert len(warnings(project, *words)) == 1


def test_an_edit_warns_of_the_paths_that_it_writes(project: Project) -> None:
    project.run(*ADD, "chs-paths.json", "--question", "谁？", "--path", "gone.txt")
    edit = ("dataset", "edit", "chs-paths.json", "1")
    assert warnings(project, *edit, "--answer", "他") == []
    assert len(warnings(project, *edit, "--path", "x", "--path", "y")) == 2


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["deu-paths.json"], id="its corpus is not here"),
        pytest.param(["chs-paths.json", "--corpus", "nowhere"], id="no corpus is here"),
        pytest.param(["chs-paths.json", "--corpus", "bare"], id="its folder holds no source"),
    ],
)
def test_where_the_corpus_is_elsewhere_nothing_is_told(project: Project, words: list[str]) -> None:
    (project.root / "bare/chs").mkdir(parents=True)
    assert warnings(project, *ADD, *words, "--question", "谁？", "--path", "x") == []
