"""Which folders are languages, and what a command says of those that are none."""

from pathlib import Path

import pytest

from tests.cli.project import Project, fixture, passage


@pytest.mark.parametrize(
    ("folder", "language"),
    [
        pytest.param("en", "EN", id="lower case"),
        pytest.param("En", "En", id="mixed case"),
        pytest.param("EN", "EN", id="upper case"),
        pytest.param("ß", "ß", id="a letter without one capital"),
        pytest.param("zh-Hant", "zh-Hant", id="a language tag"),
    ],
)
def test_every_folder_is_searched_under_a_language(
    project: Project, folder: str, language: str
) -> None:
    project.write(f"text/{folder}/book/a.txt", "鱼油灯\n")
    done = project.run("search", "-q", "鱼油灯")
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{language}\nbook/a.txt  (official, 1 hit)" in done.stdout


def test_folders_whose_names_differ_in_case_are_both_searched(project: Project) -> None:
    project.write("text/en/book/lower.txt", "鱼油灯\n")
    project.write("text/EN/book/upper.txt", "鱼油灯\n")
    done = project.run("search", "-q", "鱼油灯")
    assert "lower.txt" in done.stdout
    assert "upper.txt" in done.stdout


def test_a_folder_never_takes_the_place_of_a_language_of_the_settings(project: Project) -> None:
    project.write("text/CHS/book/a.txt", "鱼油灯\n")
    done = project.run("search", "-q", "鱼油")
    assert done.stdout.startswith(" 1  灯塔烧过鱼油\n    book/1_灯志.txt:1")
    assert 'warning: the folder "CHS" has the name of the language of another one' in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(("search", "-q", "鱼油"), id="search"),
        pytest.param(("index", "build", "-q"), id="index build"),
    ],
)
def test_a_folder_without_sources_is_left_out_with_a_warning(
    project: Project, arguments: tuple[str, ...]
) -> None:
    (project.root / "text" / "empty").mkdir()
    done = project.run(*arguments)
    assert done.returncode == 0
    assert done.stdout
    assert done.stderr.startswith('warning: no corpus for language "EMPTY": nothing in ')
    assert done.stderr.endswith("is a source; left out\n")


def test_a_folder_without_sources_that_is_named_is_an_error(project: Project) -> None:
    (project.root / "text" / "empty").mkdir()
    done = project.run("search", "鱼油", "-l", "CHS", "-l", "EMPTY")
    assert (done.returncode, done.stdout) == (2, "")
    assert 'no corpus for language "EMPTY"' in done.stderr


def test_nothing_but_folders_without_sources_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "text" / "a").mkdir(parents=True)
    (tmp_path / "text" / "b").mkdir()
    done = Project(tmp_path).run("search", "鱼油")
    assert done.returncode == 2
    assert 'no corpus for language "A"' in done.stderr


@pytest.mark.parametrize(
    ("corpus", "names"),
    [
        pytest.param("text/chs", '"book", "tps_notes", "voice" taken', id="one level too deep"),
        pytest.param(".", '"text" taken for languages', id="one level too high"),
    ],
)
def test_a_corpus_at_the_wrong_level_is_warned_of(
    project: Project, corpus: str, names: str
) -> None:
    done = project.run("search", "-q", "鱼油", "--corpus", corpus)
    assert "may not be the folder that holds one folder a language" in done.stderr
    assert names in done.stderr


def test_a_corpus_of_another_language_alone_is_not_warned_of(tmp_path: Path) -> None:
    project = Project(tmp_path)
    project.write("text/en/book/a.txt", "fish oil\n")
    done = project.run("search", "-q", "fish")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    "language",
    [
        pytest.param("/etc", id="absolute"),
        pytest.param("../../etc", id="upward"),
        pytest.param("", id="empty"),
        pytest.param("x" * 5000, id="long"),
        pytest.param("\udcff", id="not UTF-8"),
    ],
)
@pytest.mark.parametrize(
    "command",
    [
        pytest.param(("search", "-q", "鱼油"), id="search"),
        pytest.param(("retrieve", "-q", "鱼油"), id="retrieve"),
        pytest.param(("index", "clear"), id="index clear"),
    ],
)
def test_a_language_that_is_no_plain_name_is_refused(
    project: Project, command: tuple[str, ...], language: str
) -> None:
    done = project.run(*command, "-l", language)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("fixturetool: no corpus for language")
    assert "Traceback" not in done.stderr
    assert len(done.stderr) < 400


def test_an_index_survives_a_language_without_a_name(project: Project) -> None:
    project.run("index", "build", "-q")
    project.run("index", "clear", "-l", "")
    assert project.run("index", "status").returncode == 0


@pytest.mark.parametrize("command", [pytest.param(c, id=c) for c in ("verify", "eval-retrieval")])
def test_a_fixtures_language_never_leads_out_of_the_corpus(project: Project, command: str) -> None:
    one = fixture("灯？", passage("鱼油", "oil"), oil="") | {"language": "../../etc"}
    project.write_category("lamp", [one])
    done = project.run(command, "-q")
    assert done.returncode == 2
    assert 'no corpus for language "../../etc"' in done.stderr
