"""The shipped path dataset: every location stands, and the answer's words are there."""

from pathlib import Path

import pytest

from fixturetool.datasets.load import load_dataset
from fixturetool.datasets.model import Location, PathDataset, PathEntry
from fixturetool.evaluation.lanes.asking import ask_paths

ROOT = Path(__file__).parents[1]
CORPUS = ROOT / "text" / "chs"


def shipped() -> PathDataset:
    loaded = load_dataset(ROOT / "eval_datasets" / "chs-paths.json")
    assert loaded.findings == ()
    assert isinstance(loaded.dataset, PathDataset)
    return loaded.dataset


ENTRIES = [pytest.param(entry, id=entry.entry_id) for entry in shipped().entries]
LOCATIONS = [
    pytest.param(location, id=f"{entry.entry_id} {number}")
    for entry in shipped().entries
    for number, location in enumerate(entry.expected_locations, start=1)
]


def lines_of(location: Location) -> str:
    lines = (CORPUS / location.path).read_text("utf-8").split("\n")
    return "\n".join(lines[location.start - 1 : location.end])


def key_words(entry: PathEntry) -> list[str]:
    words = entry.extra.get("key_words", [])
    assert isinstance(words, list)
    return [str(word) for word in words]


@pytest.mark.parametrize("entry", ENTRIES)
def test_every_expected_path_is_a_file(entry: PathEntry) -> None:
    assert [path for path in entry.expected_paths if not (CORPUS / path).is_file()] == []


@pytest.mark.parametrize("location", LOCATIONS)
def test_every_location_is_in_the_file_and_says_something(location: Location) -> None:
    lines = (CORPUS / location.path).read_text("utf-8").split("\n")
    assert location.unit == "line"
    assert location.end <= len(lines)
    assert lines[location.start - 1].strip()
    assert lines[location.end - 1].strip()


@pytest.mark.parametrize("entry", ENTRIES)
def test_the_key_words_of_an_answer_stand_where_it_is_expected(entry: PathEntry) -> None:
    text = "".join(map(lines_of, entry.expected_locations))
    assert [word for word in key_words(entry) if word not in text] == []
    assert [word for word in key_words(entry) if word not in entry.expected_answer] == []
    assert bool(key_words(entry)) == bool(entry.expected_paths)


def test_two_of_twenty_entries_are_uninformative_and_no_span_is_a_whole_document() -> None:
    documents = [
        path.relative_to(CORPUS).as_posix() for path in CORPUS.rglob("*") if path.is_file()
    ]

    def length(document: str, _: object) -> int:
        return len((CORPUS / document).read_text("utf-8").splitlines())

    asked = ask_paths(shipped(), "CHS", documents, length)
    expected = [one for _, one in asked]
    assert len(expected) == 20
    assert sum(bool(one.uninformative) for one in expected if hasattr(one, "uninformative")) == 2
    spans = [span for one in expected for span in getattr(one, "expected_locations", ())]
    assert [span.path for span in spans if span.whole] == []
