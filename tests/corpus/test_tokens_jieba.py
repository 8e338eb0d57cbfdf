"""jieba is quiet, writes nothing outside the folder it is given, and mends a junk cache."""

import subprocess
import sys
from pathlib import Path

import pytest

from fixturetool.corpus.words.jieba_segmenter import load_model

PROGRAM = """
import sys
from pathlib import Path
from fixturetool.corpus.tokens import load_tokenizer
cache = Path(sys.argv[2]) if len(sys.argv) > 2 else None
print(*load_tokenizer(sys.argv[1], None, (), cache_dir=cache).tokens("今天的天气"))
"""
MODEL = ({"今": 0, "今天": 7}, 7)
TOKENS = "今天 的 天气\n"


def cut_in_a_process(
    scratch: Path, segmenter: str, *arguments: str
) -> subprocess.CompletedProcess[str]:
    """Cut text where every warning is an error and nothing is compiled yet."""
    for name in ("temporary", "compiled"):
        (scratch / name).mkdir(exist_ok=True)
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", PROGRAM, segmenter, *arguments],
        env={
            "PYTHONPATH": str(Path(__file__).parents[2]),
            "TMPDIR": str(scratch / "temporary"),
            "PYTHONPYCACHEPREFIX": str(scratch / "compiled"),
            "PYTHONIOENCODING": "utf-8",
        },
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_rjieba_says_nothing_on_stderr(tmp_path: Path) -> None:
    done = cut_in_a_process(tmp_path, "rjieba")
    assert (done.stdout, done.stderr) == (TOKENS, "")


def test_jieba_says_nothing_on_stderr_and_keeps_its_cache_where_told(tmp_path: Path) -> None:
    done = cut_in_a_process(tmp_path, "jieba", str(tmp_path / "cache"))
    assert (done.stdout, done.stderr) == (TOKENS, "")
    kept = [file.name for file in (tmp_path / "cache").iterdir()]
    assert (kept, list((tmp_path / "temporary").iterdir())) == (["jieba-0.42.1.model"], [])


def test_a_kept_model_is_not_built_again(tmp_path: Path) -> None:
    load_model(tmp_path / "model", lambda: MODEL)
    assert load_model(tmp_path / "model", lambda: ({}, 0)) == MODEL


@pytest.mark.parametrize(
    "junk",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"junk" * 100, id="noise"),
        pytest.param(b"\xe9\x02\x00\x00\x00", id="a-marshalled-value"),
    ],
)
def test_a_junk_cache_is_rebuilt(junk: bytes, tmp_path: Path) -> None:
    file = tmp_path / "model"
    load_model(file, lambda: MODEL)
    good = file.read_bytes()
    file.write_bytes(junk)
    assert load_model(file, lambda: MODEL) == MODEL
    assert file.read_bytes() == good


def test_a_truncated_cache_is_rebuilt(tmp_path: Path) -> None:
    file = tmp_path / "model"
    load_model(file, lambda: MODEL)
    file.write_bytes(file.read_bytes()[:-1])
    assert load_model(file, lambda: ({}, 0)) == ({}, 0)


def test_a_cache_that_cannot_be_kept_costs_time_only(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")
    assert load_model(tmp_path / "cache/model", lambda: MODEL) == MODEL
