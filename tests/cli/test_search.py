"""What search says on standard error, and where settings have a say in it."""

import pytest

from tests.cli.project import Project

HINT = "hint: a regular expression takes white space as it stands"


@pytest.mark.parametrize(
    ("arguments", "hinted"),
    [
        pytest.param(("守灯人 每夜",), True, id="nothing found"),
        pytest.param(("守灯人 每夜", "--format", "json"), True, id="as JSON"),
        pytest.param(("守灯人 每夜", "--fixed"), False, id="fixed already"),
        pytest.param(("守灯人每夜",), False, id="no white space"),
        pytest.param(("keeper of",), False, id="Latin"),
        pytest.param(("守灯人( |)每夜",), False, id="found"),
    ],
)
def test_white_space_in_a_chinese_expression_is_hinted_at_when_nothing_is_found(
    project: Project, arguments: tuple[str, ...], hinted: bool
) -> None:
    done = project.run("search", "-q", *arguments)
    assert done.stderr.startswith(HINT) is hinted
    assert HINT not in done.stdout


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        pytest.param(
            '[corpus]\ninclude = ["[z-a].txt"]\n', 'corpus.include: "[z-a].txt"', id="include"
        ),
        pytest.param('[corpus]\nexclude = ["[!]"]\n', 'corpus.exclude: "[!]"', id="exclude"),
        pytest.param(
            '[corpus]\nunofficial = ["[b-a]"]\n', 'corpus.unofficial: "/[b-a]"', id="unofficial"
        ),
        pytest.param('[corpus]\nencodings = ["undefined"]\n', '"undefined" is no', id="undefined"),
        pytest.param('[corpus]\nencodings = ["punycode"]\n', '"punycode" is no', id="punycode"),
        pytest.param('[corpus]\nencodings = ["a\\u0000b"]\n', "is no text encoding", id="nul"),
        pytest.param('[paths]\ncorpus = "a\\u0000b"\n', "no path holds a NUL", id="path"),
        pytest.param('[paths]\nstate = ""\n', '"paths.state" is empty', id="state"),
        pytest.param('[languages]\nCHS = "/etc"\n', "'/etc' is a path", id="language"),
    ],
)
def test_settings_that_can_not_be_are_one_line(
    project: Project, settings: str, message: str
) -> None:
    project.write("fixturetool.toml", settings)
    done = project.run("search", "-q", "鱼油")
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr.splitlines()[0]
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("value", [pytest.param("", id="empty"), pytest.param(".", id="here")])
def test_a_variable_never_spills_the_state_into_the_project(project: Project, value: str) -> None:
    before = sorted(entry.name for entry in project.root.iterdir())
    spilling = Project(project.root, {"FIXTURETOOL_PATHS_STATE": value})
    assert spilling.run("verify", "-q").returncode == 2
    assert sorted(entry.name for entry in project.root.iterdir()) == before


@pytest.mark.parametrize(
    ("nouns", "code"),
    [
        pytest.param("misc/none.txt", 2, id="missing"),
        pytest.param("book", 2, id="a folder"),
        pytest.param("misc/proper_nouns.txt", 0, id="the default, missing"),
        pytest.param("", 0, id="none"),
    ],
)
def test_a_dictionary_that_was_asked_for_has_to_be_there(
    project: Project, nouns: str, code: int
) -> None:
    project.write("fixturetool.toml", f'[corpus]\nproper_nouns = "{nouns}"\n')
    done = project.run("verify", "-q")
    assert done.returncode == code
    assert ("corpus.proper_nouns: " in done.stderr) is (code == 2)


def test_a_locale_without_chinese_is_named_as_the_cause(project: Project) -> None:
    poor = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = Project(project.root, poor).run_process("search", "-q", "oil")
    assert "the locale is ASCII; set LC_ALL=C.UTF-8 or PYTHONUTF8=1" in done.stderr
    assert "rename" not in done.stderr
    assert "Traceback" not in done.stderr
