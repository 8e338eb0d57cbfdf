"""Which files are sources, and what is said about the others."""

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from fixturetool.corpus.listing.decoding import UnreadableError
from fixturetool.corpus.sources import Corpus, Trouble, load_corpus
from fixturetool.errors import CorpusError, SettingsError
from fixturetool.settings import CorpusSettings


def write(root: Path, files: Mapping[str, str]) -> None:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")


def load(tmp_path: Path, rules: CorpusSettings | None = None) -> Corpus:
    return load_corpus(tmp_path / "text", "CHS", "chs", rules or CorpusSettings())


def paths(corpus: Corpus) -> list[str]:
    return [source.path for source in corpus.sources]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "text" / "chs"
    write(root, {"agd_book/b.txt": "岩", "agd_book/a.md": "风", "tps_wiki/c.txt": "雷"})
    return root


def test_sources_are_sorted_by_path_with_size_and_time(tmp_path: Path, root: Path) -> None:
    os.utime(root / "agd_book/a.md", ns=(5, 7))
    corpus = load(tmp_path)
    assert paths(corpus) == ["agd_book/a.md", "agd_book/b.txt", "tps_wiki/c.txt"]
    assert (corpus.sources[0].size, corpus.sources[0].mtime_ns) == (3, 7)


@pytest.mark.parametrize(
    ("path", "official"),
    [
        pytest.param("tps_shishu_old/a.txt", False, id="kind-begins-with-tps"),
        pytest.param("agd_book/tps_shishu.txt", True, id="file-name-does-not-count"),
        pytest.param("agd/tps_shishu/a.txt", True, id="inner-folder-does-not-count"),
        pytest.param("atps_x/a.txt", True, id="glob-is-for-the-whole-name"),
    ],
)
def test_official_follows_the_first_component(tmp_path: Path, path: str, official: bool) -> None:
    write(tmp_path / "text/chs", {path: "x"})
    assert load(tmp_path).sources[0].official is official


@pytest.mark.parametrize(
    "path",
    [
        pytest.param("misc/proper_nouns.txt", id="excluded-folder"),
        pytest.param("stats/x/y.txt", id="deep-in-an-excluded-folder"),
        pytest.param("agd_book/x.json", id="other-suffix"),
    ],
)
def test_what_the_settings_exclude_is_no_source(tmp_path: Path, root: Path, path: str) -> None:
    write(root, {path: "x"})
    assert path not in paths(load(tmp_path))


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(".hidden/a.txt", id="dot-folder"),
        pytest.param("agd_book/.a.txt", id="dot-file"),
        pytest.param("ignored/a.txt", id="named-by-gitignore"),
        pytest.param("agd/misc/a.txt", id="excluded-name-elsewhere"),
        pytest.param("agd/e\u0301.txt", id="decomposed-name-stays"),
        pytest.param("agd/a\nb.txt", id="line-break-in-a-name"),
    ],
)
def test_what_the_settings_include_is_a_source_whatever_ignore_files_say(
    tmp_path: Path, root: Path, path: str
) -> None:
    write(root, {".gitignore": "ignored/\n", ".ignore": "ignored/\n", path: "x"})
    assert path in paths(load(tmp_path))


def test_globs_anchor_to_the_language_root_from_any_folder(
    tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(root, {"misc/a.txt": "x", "agd/misc/b.txt": "x"})
    here = paths(load(tmp_path))
    monkeypatch.chdir(root / "agd")
    assert paths(load(tmp_path)) == here
    assert "agd/misc/b.txt" in here
    assert "misc/a.txt" not in here


def test_linked_file_is_followed_inside_the_corpus(tmp_path: Path, root: Path) -> None:
    write(tmp_path, {"text/shared/x.txt": "水"})
    (root / "agd_book/x.txt").symlink_to("../../shared/x.txt")
    assert load(tmp_path).read("agd_book/x.txt") == "水"


def test_linked_folder_is_followed_inside_the_corpus(tmp_path: Path, root: Path) -> None:
    write(tmp_path, {"text/shared/x.txt": "水"})
    (root / "linked").symlink_to("../shared")
    assert "linked/x.txt" in paths(load(tmp_path))


def test_links_that_lead_outside_are_not_read(tmp_path: Path, root: Path) -> None:
    write(tmp_path, {"secret/x.txt": "秘"})
    (root / "a.txt").symlink_to(tmp_path / "secret/x.txt")
    (root / "folder").symlink_to(tmp_path / "secret")
    corpus = load(tmp_path)
    reason = "a link that leads outside the corpus; not read"
    assert corpus.troubles == (Trouble("a.txt", reason), Trouble("folder", reason))
    assert not {"a.txt", "folder/x.txt"} & set(paths(corpus))


def test_the_language_folder_may_itself_be_a_link(tmp_path: Path) -> None:
    write(tmp_path, {"disk/a/x.txt": "水"})
    (tmp_path / "text").mkdir()
    (tmp_path / "text/chs").symlink_to(tmp_path / "disk")
    assert paths(load(tmp_path)) == ["a/x.txt"]


@pytest.mark.parametrize(
    ("link", "target"),
    [
        pytest.param("agd_book/up", "..", id="to-the-root"),
        pytest.param("agd_book/self", "../agd_book", id="to-its-own-folder"),
        pytest.param("agd_book/text", "../..", id="to-above-the-root"),
    ],
)
def test_link_cycles_end_and_are_named(tmp_path: Path, root: Path, link: str, target: str) -> None:
    (root / link).symlink_to(target)
    corpus = load(tmp_path)
    assert paths(corpus) == ["agd_book/a.md", "agd_book/b.txt", "tps_wiki/c.txt"]
    assert [trouble.path for trouble in corpus.troubles] == [link]


def test_folders_that_link_to_each_other_end(tmp_path: Path, root: Path) -> None:
    for name in "abcdefgh":
        (root / name).mkdir()
        for other in "abcdefgh":
            (root / name / f"to_{other}").symlink_to(f"../{other}")
    assert "agd_book/b.txt" in paths(load(tmp_path))


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("agd_book/gone.txt", id="file"),
        pytest.param("gone_folder", id="perhaps-a-folder"),
    ],
)
def test_broken_link_is_named_and_the_rest_goes_on(tmp_path: Path, root: Path, name: str) -> None:
    (root / name).symlink_to("nowhere")
    corpus = load(tmp_path)
    assert corpus.troubles == (Trouble(name, "broken link (no such file or directory)"),)
    assert len(corpus.sources) == 3


def test_link_to_itself_is_named(tmp_path: Path, root: Path) -> None:
    (root / "a.txt").symlink_to("a.txt")
    assert [trouble.path for trouble in load(tmp_path).troubles] == ["a.txt"]


def test_broken_link_of_another_kind_of_file_is_no_trouble(tmp_path: Path, root: Path) -> None:
    (root / "a.pdf").symlink_to("nowhere")
    assert load(tmp_path).troubles == ()


def test_pipe_is_named_and_never_opened(tmp_path: Path, root: Path) -> None:
    os.mkfifo(root / "a.txt")
    assert load(tmp_path).troubles == (Trouble("a.txt", "neither a file nor a folder"),)


def test_name_that_is_not_utf8_is_shown_escaped(tmp_path: Path, root: Path) -> None:
    (Path(os.fsdecode(bytes(root) + b"/\xd6\xd0.txt"))).write_text("x", "utf-8")
    assert load(tmp_path).troubles == (
        Trouble("\\xd6\\xd0.txt", "the file name is not UTF-8; rename it"),
    )


def test_a_language_without_a_folder_is_an_error_that_names_the_setting(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match='no corpus for language "CHS": there is no folder') as e:
        load(tmp_path)
    assert "languages.CHS" in e.value.hint


@pytest.mark.parametrize(
    "modules",
    [
        pytest.param('[submodule "t"]\n\tpath = text\n\turl = u\n', id="the-corpus"),
        pytest.param('[submodule "t"]\n\turl = u\n\tpath = "text" ; c\n', id="quoted-comment"),
        pytest.param(
            '[core]\n\tpath = other\n[submodule "o"]\npath=lib\n[submodule "t"]\npath=text/\n',
            id="among-others",
        ),
    ],
)
def test_empty_submodule_says_how_to_fill_it(
    tmp_path: Path, modules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "text/chs").mkdir(parents=True)
    (tmp_path / ".gitmodules").write_text(modules, "utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CorpusError, match="nothing in") as caught:
        load(tmp_path)
    assert caught.value.hint == "git submodule update --init --depth 1 text/"


def test_submodule_of_the_language_folder_seen_from_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "text").mkdir()
    (tmp_path / ".gitmodules").write_text('[submodule "t"]\npath = text/chs\n', "utf-8")
    with pytest.raises(CorpusError) as caught:
        load(tmp_path)
    assert caught.value.hint == (f"in {tmp_path}: git submodule update --init --depth 1 text/chs/")


def test_folder_without_a_match_names_the_globs(tmp_path: Path) -> None:
    write(tmp_path, {"text/chs/a.json": "{}"})
    with pytest.raises(CorpusError, match="nothing in") as caught:
        load(tmp_path)
    assert "**/*.txt, **/*.md" in caught.value.hint


def test_unknown_encoding_is_a_settings_error(tmp_path: Path, root: Path) -> None:
    with pytest.raises(SettingsError, match='"utf9"'):
        load(tmp_path, CorpusSettings(encodings=("utf9",)))


def test_read_refuses_what_is_no_source(tmp_path: Path, root: Path) -> None:
    write(tmp_path, {"text/other.txt": "x"})
    with pytest.raises(KeyError):
        load(tmp_path).read("../other.txt")


def test_read_names_an_undecodable_file(tmp_path: Path, root: Path) -> None:
    (root / "agd_book/b.txt").write_bytes("摩拉克斯是岩神".encode("gb18030"))
    with pytest.raises(UnreadableError, match="not readable as text: byte"):
        load(tmp_path).read("agd_book/b.txt")


def test_read_names_a_file_that_went_away(tmp_path: Path, root: Path) -> None:
    corpus = load(tmp_path)
    (root / "agd_book/b.txt").unlink()
    with pytest.raises(UnreadableError, match=r'"agd_book/b.txt" can\'t be read: No such file'):
        corpus.read("agd_book/b.txt")
