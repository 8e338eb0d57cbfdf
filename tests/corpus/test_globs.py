"""Globs: what matches, and which folders need not be walked."""

import pytest

from fixturetool.corpus.listing.globs import Globs
from fixturetool.errors import SettingsError


@pytest.mark.parametrize(
    ("glob", "path"),
    [
        pytest.param("**/*.txt", "a.txt", id="any-depth-includes-the-root"),
        pytest.param("**/*.txt", "x/y/a.txt", id="any-depth"),
        pytest.param("**/*.txt", ".hidden/.a.txt", id="dot-names-are-ordinary"),
        pytest.param("misc/**", "misc/a/b.txt", id="everything-below"),
        pytest.param("misc/", "misc/a/b.txt", id="trailing-slash"),
        pytest.param("./misc/**", "misc/a.txt", id="leading-dot"),
        pytest.param("/a.txt", "a.txt", id="anchored-name"),
        pytest.param("*.txt", "x/a.txt", id="no-slash-any-depth"),
        pytest.param("drafts", "x/drafts/a.txt", id="no-slash-names-a-folder"),
        pytest.param("x/old", "x/old/a.txt", id="plain-last-name-may-be-a-folder"),
        pytest.param("a/**/z.txt", "a/z.txt", id="double-star-may-be-nothing"),
        pytest.param("a/**/z.txt", "a/b/c/z.txt", id="double-star-in-the-middle"),
        pytest.param("a?.txt", "a卡.txt", id="question-mark-is-a-character"),
        pytest.param("[!a-c].txt", "d.txt", id="negated-set"),
        pytest.param("[+--].txt", "-.txt", id="a-hyphen-ends-the-range"),
        pytest.param("[]x].txt", "].txt", id="bracket-in-a-set"),
        pytest.param("[x.txt", "[x.txt", id="bracket-without-an-end"),
        pytest.param(r"\*.txt", "*.txt", id="escaped-star"),
        pytest.param("a+(b)|c.txt", "a+(b)|c.txt", id="regex-characters-are-plain"),
        pytest.param("**", "a\nb/c.txt", id="line-break-in-a-name"),
    ],
)
def test_a_glob_matches_a_path(glob: str, path: str) -> None:
    assert Globs([glob]).match(path)


@pytest.mark.parametrize(
    ("glob", "path"),
    [
        pytest.param("*/a.txt", "x/y/a.txt", id="star-stays-in-one-folder"),
        pytest.param("misc/*.txt", "misc/x/a.txt", id="star-before-a-suffix"),
        pytest.param("misc/*", "misc/x/a.txt", id="star-alone"),
        pytest.param("misc/**", "x/misc/a.txt", id="slash-anchors-to-the-root"),
        pytest.param("misc/**", "misc", id="below-is-not-itself"),
        pytest.param("misc/**", "misc2/a.txt", id="whole-names"),
        pytest.param("/a.txt", "x/a.txt", id="leading-slash-anchors"),
        pytest.param("a?b", "a/b", id="question-mark-is-no-slash"),
        pytest.param("a[.-0]b", "a/b", id="set-is-no-slash"),
        pytest.param("*.txt", "a.txt.bak", id="whole-path"),
        pytest.param("*.TXT", "a.txt", id="case-counts"),
        pytest.param("tps_*", "agd_book/x.txt", id="other-name"),
    ],
)
def test_a_glob_does_not_match_a_path(glob: str, path: str) -> None:
    assert not Globs([glob]).match(path)


@pytest.mark.parametrize(
    ("glob", "folder", "expected"),
    [
        pytest.param("misc/**", "misc", True, id="everything-below"),
        pytest.param("misc/**", "misc/deep", True, id="deeper"),
        pytest.param("misc/**", "x/misc", False, id="anchored"),
        pytest.param("misc/*.txt", "misc", False, id="only-some-files"),
        pytest.param("drafts", "x/drafts", True, id="name-at-any-depth"),
        pytest.param("**/old/**", "x/old", True, id="any-depth-below"),
        pytest.param("x/old", "x/old", True, id="plain-name"),
        pytest.param("**", "x", True, id="everything"),
    ],
)
def test_a_folder_is_covered_where_every_path_under_it_matches(
    glob: str, folder: str, expected: bool
) -> None:
    assert Globs([glob]).cover(folder) is expected


def test_no_glob_matches_nothing() -> None:
    assert not Globs([]).match("a.txt")


@pytest.mark.parametrize(
    "glob",
    [
        pytest.param("[z-a].txt", id="a range that runs backwards"),
        pytest.param("[!]", id="a negation of nothing"),
        pytest.param("[^]x", id="a negation of nothing before more"),
        pytest.param("a/[b-a]/**", id="in a folder's name"),
    ],
)
def test_a_malformed_set_is_an_error_that_names_the_setting(glob: str) -> None:
    with pytest.raises(SettingsError) as caught:
        Globs(["*.txt", glob], "corpus.include")

    assert str(caught.value).startswith(
        f'corpus.include: "{glob}" holds a malformed set of characters'
    )
