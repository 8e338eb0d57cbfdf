"""Files of labels: every line that is none is told."""

from pathlib import Path

import pytest

from fixturetool.errors import UsageError
from fixturetool.judge.labels import Label, load_labels

GOOD = '{"query": "灯？", "claim": "烧过鱼油", "span": "烧过鱼油三年", "attested": true, "x": 1}'


def write(folder: Path, *lines: str) -> Path:
    file = folder / "labels.jsonl"
    file.write_text("\n".join(lines), "utf-8")
    return file


def test_unknown_keys_and_blank_lines_are_passed_over(tmp_path: Path) -> None:
    assert load_labels(write(tmp_path, "", GOOD, "")) == (
        Label("灯？", "烧过鱼油", "烧过鱼油三年", attested=True),
    )


@pytest.mark.parametrize(
    ("line", "told"),
    [
        pytest.param("{", "2: no JSON", id="broken"),
        pytest.param("[]", "2: no JSON object", id="list"),
        pytest.param(GOOD.replace('"span"', '"spam"'), '"span" is missing', id="no-span"),
        pytest.param(GOOD.replace("true", '"true"'), '"attested" is "true"', id="word-for-true"),
        pytest.param(GOOD.replace("true", "1"), '"attested" is 1', id="number-for-true"),
        pytest.param(GOOD.replace('"灯？"', "7"), '"query" is 7', id="number-for-text"),
    ],
)
def test_a_line_that_is_no_label_is_named(tmp_path: Path, line: str, told: str) -> None:
    with pytest.raises(UsageError) as error:
        load_labels(write(tmp_path, GOOD, line))
    assert told in str(error.value)


def test_every_bad_line_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as error:
        load_labels(write(tmp_path, "{", GOOD, "[]"))
    assert "labels.jsonl:1:" in str(error.value)
    assert "labels.jsonl:3:" in str(error.value)


def test_a_file_without_labels_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no label"):
        load_labels(write(tmp_path, ""))
