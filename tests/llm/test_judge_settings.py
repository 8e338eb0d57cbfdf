"""The judge's table of the settings."""

from pathlib import Path

import pytest

from fixturetool.config import load_settings
from fixturetool.errors import SettingsError
from fixturetool.settings.judge import JudgeSettings


def judge_of(folder: Path, table: str, environ: dict[str, str] | None = None) -> JudgeSettings:
    (folder / "fixturetool.toml").write_text(f"[judge]\n{table}\n", "utf-8")
    return load_settings(folder, environ or {}).judge


def test_prices_are_unknown_until_they_are_set(tmp_path: Path) -> None:
    assert judge_of(tmp_path, "").price_per_million_input is None
    assert judge_of(tmp_path, "price_per_million_input = 0").price_per_million_input == 0.0


def test_numbers_are_read_from_variables(tmp_path: Path) -> None:
    environ = {
        "FIXTURETOOL_JUDGE_PRICE_PER_MILLION_OUTPUT": "0.3",
        "FIXTURETOOL_JUDGE_TIMEOUT_SECONDS": "2.5",
        "FIXTURETOOL_JUDGE_JOBS": "2",
    }
    judge = judge_of(tmp_path, "", environ)
    assert (judge.price_per_million_output, judge.timeout_seconds, judge.jobs) == (0.3, 2.5, 2)


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("jobs = 0", id="no jobs"),
        pytest.param("votes = 0", id="no votes"),
        pytest.param("max_retries = -1", id="fewer than no retries"),
        pytest.param("max_share = 1.5", id="more than all"),
        pytest.param("timeout_seconds = 0", id="no time"),
        pytest.param("timeout_seconds = inf", id="for ever"),
        pytest.param("price_per_million_input = -1", id="a price below 0"),
        pytest.param("price_per_million_input = nan", id="a price that is no number"),
        pytest.param("api_key = 'x'", id="a key"),
    ],
)
def test_what_makes_no_sense_is_refused(tmp_path: Path, line: str) -> None:
    with pytest.raises(SettingsError, match=line.split(" ", maxsplit=1)[0]):
        judge_of(tmp_path, line)
