"""Settings come from defaults, then a file, then variables; what is no setting is an error."""

from pathlib import Path

import pytest

from fixturetool.config import load_settings
from fixturetool.config_file import find_config
from fixturetool.errors import CorpusError, SettingsError
from fixturetool.settings import Settings


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def test_without_a_file_the_defaults_are_anchored_at_the_working_directory(tmp_path: Path) -> None:
    settings = load_settings(tmp_path, {})
    assert settings.paths.corpus == tmp_path / "text"
    assert settings.paths.fixtures == tmp_path / "retrieval_fixtures"
    assert settings.paths.state == tmp_path / ".fixturetool"
    assert settings.corpus == Settings().corpus


def test_a_settings_file_is_found_from_a_folder_below_and_anchors_its_paths(tmp_path: Path) -> None:
    write(tmp_path / "fixturetool.toml", '[paths]\ncorpus = "docs"\n')
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    assert load_settings(below, {}).paths.corpus == tmp_path / "docs"


def test_the_nearest_file_wins(tmp_path: Path) -> None:
    write(tmp_path / "fixturetool.toml", "")
    near = write(tmp_path / "a" / "fixturetool.toml", "")
    assert find_config(tmp_path / "a") == near


def test_a_pyproject_table_is_read(tmp_path: Path) -> None:
    write(tmp_path / "pyproject.toml", '[tool.fixturetool.retriever]\nname = "other"\n')
    assert load_settings(tmp_path, {}).retriever.name == "other"


def test_a_pyproject_without_the_table_is_passed_over(tmp_path: Path) -> None:
    write(tmp_path / "fixturetool.toml", '[retriever]\nname = "above"\n')
    write(tmp_path / "a" / "pyproject.toml", '[project]\nname = "x"\n')
    assert load_settings(tmp_path / "a", {}).retriever.name == "above"


def test_variables_are_stronger_than_the_file(tmp_path: Path) -> None:
    write(tmp_path / "fixturetool.toml", '[corpus]\nunofficial = ["fan_*"]\n')
    environ = {"FIXTURETOOL_CORPUS_UNOFFICIAL": "tps_*, wiki_*", "HOME": "/"}
    assert load_settings(tmp_path, environ).corpus.unofficial == ("tps_*", "wiki_*")


def test_a_number_is_read_from_a_variable(tmp_path: Path) -> None:
    assert load_settings(tmp_path, {"FIXTURETOOL_VERIFY_MIN_SOURCES": "3"}).verify.min_sources == 3


def test_a_bound_that_has_no_default_is_read_from_a_variable(tmp_path: Path) -> None:
    variable = "FIXTURETOOL_RETRIEVER_EMBEDDED_EMBEDDINGS_BUDGET_TOKENS"
    settings = load_settings(tmp_path, {variable: "45"})
    assert settings.retriever.embedded.embeddings.budget_tokens == 45


def test_a_path_from_a_variable_is_as_given(tmp_path: Path) -> None:
    environ = {"FIXTURETOOL_PATHS_CORPUS": "elsewhere"}
    assert load_settings(tmp_path, environ).paths.corpus == Path("elsewhere")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param(
            '[retreiver]\nname = "x"\n',
            'unknown setting "retreiver" (did you mean "retriever"?)',
            id="unknown-table",
        ),
        pytest.param(
            "[corpus]\nincludes = []\n",
            'unknown setting "corpus.includes" (did you mean "include"?)',
            id="unknown-key",
        ),
        pytest.param(
            '[tokens]\nsegmenter = "pkuseg"\n',
            "setting \"tokens.segmenter\" can't be 'pkuseg'",
            id="value-not-of-the-choice",
        ),
        pytest.param(
            '[verify]\nmin_sources = "2"\n',
            "setting \"verify.min_sources\" can't be '2'",
            id="string-for-a-number",
        ),
        pytest.param("[corpus\n", "line 1", id="not-toml"),
        pytest.param('[paths]\nstate = ""\n', 'setting "paths.state" is empty', id="empty-state"),
        pytest.param(
            '[paths]\ncorpus = "a\\u0000b"\n',
            "setting \"paths.corpus\" can't be 'a\\x00b': no path holds a NUL",
            id="nul-in-a-path",
        ),
        pytest.param(
            '[languages]\nCHS = "../chs"\n',
            "setting \"languages.CHS\" can't be '../chs': '../chs' is a path",
            id="folder-outside-the-corpus",
        ),
        pytest.param(
            '[languages]\n"" = "chs"\n',
            "setting \"languages.\" can't be 'chs': '' is empty",
            id="language-without-a-name",
        ),
    ],
)
def test_what_is_no_setting_is_named_with_its_file(tmp_path: Path, text: str, message: str) -> None:
    path = write(tmp_path / "fixturetool.toml", text)
    with pytest.raises(SettingsError) as caught:
        load_settings(tmp_path, {})
    assert str(caught.value).startswith(f"{path}: ")
    assert message in str(caught.value)


def test_every_problem_of_a_file_is_told(tmp_path: Path) -> None:
    write(tmp_path / "fixturetool.toml", "[corpus]\na = 1\nb = 2\n")
    with pytest.raises(SettingsError, match=r'"corpus\.a".*"corpus\.b"'):
        load_settings(tmp_path, {})


def test_an_unknown_variable_is_an_error_with_the_nearest_name(tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as caught:
        load_settings(tmp_path, {"FIXTURETOOL_RETREIVER_NAME": "bm25"})
    assert caught.value.hint == 'did you mean "FIXTURETOOL_RETRIEVER_NAME"?'


def test_a_named_file_that_is_missing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="No such file"):
        load_settings(tmp_path, {}, tmp_path / "none.toml")


@pytest.mark.parametrize(
    "state",
    [
        pytest.param(".", id="the-project"),
        pytest.param("a/..", id="the-project-spelled-otherwise"),
        pytest.param("..", id="above-the-project"),
        pytest.param("/", id="everything"),
    ],
)
def test_the_state_is_not_mixed_with_other_files(tmp_path: Path, state: str) -> None:
    write(tmp_path / "fixturetool.toml", f'[paths]\nstate = "{state}"\n')
    with pytest.raises(SettingsError, match=r'"paths\.state" can\'t be .*: other files'):
        load_settings(tmp_path, {})


@pytest.mark.parametrize(
    ("value", "message"),
    [
        pytest.param("", r'the environment: setting "paths\.state" is empty', id="empty"),
        pytest.param(".", r"other files are kept there", id="the-working-directory"),
    ],
)
def test_a_variable_does_not_put_the_state_into_the_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, value: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SettingsError, match=message):
        load_settings(tmp_path, {"FIXTURETOOL_PATHS_STATE": value})


@pytest.mark.parametrize(
    "language",
    [
        pytest.param("/etc", id="absolute"),
        pytest.param("../../etc", id="upward"),
        pytest.param("a/b", id="two-components"),
        pytest.param("a\\b", id="backslash"),
        pytest.param("..", id="the-folder-above"),
        pytest.param(".", id="the-corpus-itself"),
        pytest.param("", id="empty"),
        pytest.param(" ", id="blank"),
        pytest.param("a\nb", id="line-break"),
        pytest.param("a\0b", id="nul"),
        pytest.param("a\udcff", id="not-utf-8"),
        pytest.param("长" * 86, id="longer-than-a-file-name"),
    ],
)
def test_a_language_never_leads_out_of_the_corpus(language: str) -> None:
    with pytest.raises(CorpusError, match="no corpus for language"):
        Settings().folder_of(language)


def test_the_message_about_a_long_language_is_short() -> None:
    with pytest.raises(CorpusError) as caught:
        Settings().folder_of("x" * 5000)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("language", "folder"),
    [
        pytest.param("CHS", "chs", id="named-in-the-settings"),
        pytest.param("ENG", "eng", id="falls-back-to-lower-case"),
    ],
)
def test_a_language_selects_a_folder(language: str, folder: str) -> None:
    assert Settings().folder_of(language) == folder
