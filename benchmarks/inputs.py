"""Large inputs made from a small corpus: repeated, mutated, always the same for a seed."""

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path

_PIECE = 1750  # characters, about 5 kB of Chinese
_MUTATED_EVERY = 9  # characters: most anchors of 10 to 24 characters then occur in few files
_SEED = 7


def read_corpus(folder: Path) -> list[tuple[str, str]]:
    """Return (kind, text) of every text file under a language folder, in path order."""
    return [(path.parent.name, path.read_text("utf-8")) for path in sorted(folder.rglob("*.txt"))]


@dataclass(frozen=True, slots=True)
class Anchor:
    """A slice of a corpus text, and whether the text is official."""

    text: str
    official: bool


def sample_anchors(folder: Path, count: int) -> list[Anchor]:
    """Return slices of long lines, each text once, spread over the files of a language folder."""
    found = {
        line.strip()[:16]: Anchor(line.strip()[:16], _is_official(kind))
        for kind, text in read_corpus(folder)
        for line in text.split("\n")
        if len(line) > 60
    }
    anchors = list(found.values())
    return anchors[:: max(1, len(anchors) // count)][:count]


def write_mutated(source: Path, target: Path, files: int, anchors: int) -> list[Anchor]:
    """Write ``files`` mutated pieces under ``target`` and return ``anchors`` slices of them."""
    generator = random.Random(_SEED)
    texts = read_corpus(source)
    alphabet = sorted({c for _, text in texts for c in text if "\u4e00" <= c <= "\u9fff"})
    slices = []
    for number, (kind, piece) in enumerate(islice(cycle(list(_pieces(texts))), files)):
        text = _mutated(piece, alphabet, generator)
        folder = target / f"{kind}_{number // 1000:03d}"
        if number % 1000 == 0 or not folder.exists():
            folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{number:06d}.txt").write_text(text, "utf-8")
        if number % max(1, files // anchors) == 0 and (slice_ := _slice(text, generator)):
            slices.append(Anchor(slice_, _is_official(kind)))
    return slices


def _is_official(kind: str) -> bool:
    return not kind.startswith("tps_")


def _pieces(texts: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    for kind, text in texts:
        for start in range(0, len(text), _PIECE):
            yield kind, text[start : start + _PIECE]


def _mutated(piece: str, alphabet: list[str], generator: random.Random) -> str:
    characters = list(piece)
    for position in range(generator.randrange(_MUTATED_EVERY), len(characters), _MUTATED_EVERY):
        if characters[position] >= "\u4e00":
            characters[position] = alphabet[int(generator.random() * len(alphabet))]
    return "".join(characters)


def _slice(text: str, generator: random.Random) -> str:
    start = generator.randrange(max(1, len(text) - 24))
    line = text[start : start + generator.randrange(10, 25)].split("\n", maxsplit=1)[0].strip()
    return line if len(line) >= 6 else ""


def write_fixtures(folder: Path, anchors: Sequence[Anchor], per_fixture: int) -> Path:
    """Write one category file whose fixtures hold the anchors, and return its path.

    The anchors of a fixture come from all over the corpus, so that a facet has several sources.
    """
    count = max(1, len(anchors) // per_fixture)
    fixtures = [_fixture(number, anchors[number::count]) for number in range(count)]
    document = {"category": "bench", "description": "A benchmark.", "fixtures": fixtures}
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "bench.json"
    path.write_text(json.dumps(document, ensure_ascii=False, indent=2), "utf-8")
    return path


def _fixture(number: int, anchors: Sequence[Anchor]) -> dict[str, object]:
    """Return a fixture without a finding: its query quotes every anchor, so all can be reached."""
    facets = ("even", "odd")
    passages = [
        {
            "passage": anchor.text,
            "label": "slice",
            "official": anchor.official,
            "covers": [facets[position % 2]],
        }
        for position, anchor in enumerate(anchors)
    ]
    quoted = "".join(f"「{anchor.text}」" for anchor in anchors)
    return {
        "query": f"{number}：{quoted}各出何处？",
        "language": "CHS",
        "rationale": "A benchmark.",
        "expected_coverage": dict.fromkeys(facets, ""),
        "relevant_passages": passages,
    }
