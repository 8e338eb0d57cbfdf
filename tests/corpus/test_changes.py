"""When sources changed, as far as git knows."""

import os
import subprocess
from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest

from fixturetool.corpus.changes import changed_sources

TODAY = date(2026, 12, 9)


class Checkout:
    """A git checkout with a language folder in it."""

    def __init__(self, root: Path) -> None:
        self.root = root / "text" / "chs"
        self.root.mkdir(parents=True)
        self._top = root
        self.git("init", "-q")

    def git(self, *arguments: str, day: str = "2026-01-01") -> None:
        who = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b.c"}
        who |= {"GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b.c"}
        dates = dict.fromkeys(("GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"), f"{day}T12:00:00+0000")
        subprocess.run(
            ["git", "-C", str(self._top), *arguments],
            check=True,
            env={**os.environ, **who, **dates, "GIT_CONFIG_GLOBAL": "/dev/null"},
            capture_output=True,
        )

    def write(self, name: str, text: str) -> None:
        (self.root / name).write_text(text, "utf-8")

    def commit(self, day: str) -> None:
        self.git("add", "-A", day=day)
        self.git("commit", "-q", "-m", "m", day=day)

    def changed(self, since: str, fingerprint: str = "f") -> Mapping[str, str]:
        return changed_sources(
            self.root, since, fingerprint, self._top / "cache" / "changes.json", TODAY
        )


@pytest.fixture(name="checkout")
def checkout_with_two_sources(tmp_path: Path) -> Checkout:
    checkout = Checkout(tmp_path)
    checkout.write("甲.txt", "一")
    checkout.write("乙.txt", "一")
    checkout.commit("2026-11-01")
    return checkout


@pytest.mark.parametrize(
    ("since", "expected"),
    [
        pytest.param("2026-11-30", {"甲.txt": "2026-12-01"}, id="the-day-before"),
        pytest.param("2026-12-01", {}, id="changes-of-the-day-itself-do-not-count"),
        pytest.param("2026-12-05", {}, id="later"),
    ],
)
def test_a_source_that_a_later_commit_changes_is_told_with_the_day(
    checkout: Checkout, since: str, expected: dict[str, str]
) -> None:
    checkout.write("甲.txt", "二")
    checkout.commit("2026-12-01")
    assert checkout.changed(since) == expected


def test_the_latest_of_several_days_counts(checkout: Checkout) -> None:
    for text, day in (("二", "2026-12-01"), ("三", "2026-12-03")):
        checkout.write("甲.txt", text)
        checkout.commit(day)
    assert checkout.changed("2026-11-30") == {"甲.txt": "2026-12-03"}


def test_a_file_that_is_added_or_renamed_has_not_changed(checkout: Checkout) -> None:
    checkout.write("丙.txt", "新")
    (checkout.root / "甲.txt").rename(checkout.root / "丁.txt")
    checkout.commit("2026-12-01")
    assert checkout.changed("2026-11-30") == {}


def test_what_is_not_committed_changed_today(checkout: Checkout) -> None:
    checkout.write("乙.txt", "二")
    assert checkout.changed("2026-11-30") == {"乙.txt": "2026-12-09"}


def test_the_date_of_a_file_on_disk_says_nothing(checkout: Checkout) -> None:
    os.utime(checkout.root / "甲.txt", (2_000_000_000, 2_000_000_000))
    assert checkout.changed("2026-11-30") == {}


def test_an_answer_is_kept_as_long_as_the_corpus_is_the_same(checkout: Checkout) -> None:
    assert checkout.changed("2026-11-30", "before") == {}
    checkout.write("甲.txt", "二")
    assert checkout.changed("2026-11-30", "before") == {}
    assert checkout.changed("2026-11-30", "after") == {"甲.txt": "2026-12-09"}


def test_an_answer_about_a_shorter_time_is_not_one_about_a_longer(checkout: Checkout) -> None:
    checkout.write("甲.txt", "二")
    checkout.commit("2026-12-01")
    assert checkout.changed("2026-12-05") == {}
    assert checkout.changed("2026-11-30") == {"甲.txt": "2026-12-01"}


@pytest.mark.parametrize(
    "junk",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"[]", id="another-shape"),
        pytest.param(b'{"schema": 1, "fingerprint": "f", "days": 3}', id="half"),
    ],
)
def test_a_damaged_cache_is_no_answer(checkout: Checkout, tmp_path: Path, junk: bytes) -> None:
    checkout.write("乙.txt", "二")
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "changes.json").write_bytes(junk)
    assert checkout.changed("2026-11-30") == {"乙.txt": "2026-12-09"}


def test_that_git_gave_no_answer_is_not_kept_as_one(
    checkout: Checkout, monkeypatch: pytest.MonkeyPatch
) -> None:
    checkout.write("乙.txt", "二")
    with monkeypatch.context() as without_git:
        without_git.setenv("PATH", "")
        assert checkout.changed("2026-11-30") == {}
    assert checkout.changed("2026-11-30") == {"乙.txt": "2026-12-09"}


def test_outside_of_a_checkout_nothing_is_known(tmp_path: Path) -> None:
    found = changed_sources(tmp_path, "2026-11-30", "f", tmp_path / "c.json", TODAY)
    assert found == {}
    assert not (tmp_path / "c.json").exists()


def test_a_name_that_git_would_quote_is_told_as_it_is(checkout: Checkout) -> None:
    for text in ("一", "二"):
        checkout.write('"丙"\t\\.txt', text)
        checkout.commit("2026-11-20")

    assert checkout.changed("2026-11-10") == {'"丙"\t\\.txt': "2026-11-20"}
