"""The version of a segmenter is that of its installed package, however that was installed."""

from importlib import metadata
from pathlib import Path

import pytest

from fixturetool.corpus.words.segmenters import SEGMENTERS, segmenter_version


@pytest.mark.parametrize("name", [pytest.param(name, id=name) for name in SEGMENTERS])
def test_the_version_is_that_of_the_package(name: str) -> None:
    assert segmenter_version(name) == metadata.version(name)


@pytest.mark.parametrize(
    ("record", "file"),
    [
        pytest.param("cutter-1.2.0.dist-info", "METADATA", id="wheel"),
        pytest.param("cutter-1.2.0.egg-info", "PKG-INFO", id="egg"),
    ],
)
def test_a_record_on_the_path_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, record: str, file: str
) -> None:
    (tmp_path / "cutter_fast-9.dist-info").mkdir()
    (tmp_path / record).mkdir()
    (tmp_path / record / file).write_text("Name: cutter\nVersion: 1.2.0\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert segmenter_version("cutter") == "1.2.0"


def test_a_segmenter_that_is_not_installed_has_no_version() -> None:
    with pytest.raises(metadata.PackageNotFoundError):
        segmenter_version("nosuchsegmenter")
