"""A corpus that moves on: seeded changes where anchors stand, with what each should become."""

import random
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from fixturetool.corpus.normalize import normalize, original_span

FORM, PUNCTUATION, SPEAKER, WRAP, CLAUSE = (
    "form",
    "punctuation",
    "speaker",
    "re-wrapped",
    "clause",
)
RENAMED, DELETED, NAME = "renamed", "deleted", "name swapped"
_WITHIN = (FORM, PUNCTUATION, SPEAKER, WRAP, CLAUSE, NAME)
_FILES = (RENAMED, DELETED)
_MARKS = "，。；：、！,.;:!"
_OTHER_MARK = {
    "，": "；",
    "。": "！",
    "；": "，",
    "、": "，",
    "！": "。",
    ",": ";",
    ";": ",",
    ".": ";",
}
# The same mark in another width or style.
_TWINS = dict(zip("，。；：！？“”‘’,;:!?\"'", ",．;:!?「」『』，；：！？“’", strict=True))
_UNSEEN = "\u200b"
_CLAUSES = {
    True: ("那一年也是这样，", "（旧本作别字）", "照老人的说法，", "天还没亮的时候，"),
    False: ("as they tell it, ", "(so the old book has it) ", "long before dawn, "),
}
_NAMES = {
    True: ("老蔺", "宁三勺", "卓晨", "褚长风", "阿朵", "桑夜"),
    False: ("Lin", "Xia Yishao", "Gu Yanhui", "Sheng Guiling", "Du Buhuan"),
}


@dataclass(frozen=True, slots=True)
class Stand:
    """A place where an anchor stands: the one source that holds it, and the anchor normalised."""

    language: str
    path: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Drifted:
    """What happened to an anchor.

    Attributes:
        stand: Where it stood.
        kind: What was done there.
        expected: The normalised text in its place; None where it is lost with its source.
    """

    stand: Stand
    kind: str
    expected: str | None

    @property
    def is_gone(self) -> bool:
        """Whether the anchor no longer matches."""
        return self.expected != self.stand.anchor


def drift(root: Path, target: Path, stands: Sequence[Stand], seed: int) -> list[Drifted]:
    """Copy a folder of languages and change it where anchors stand.

    Args:
        root: The folder that holds one folder a language, each named as its stands call it.
        target: Where to write the changed copy; must not exist.
        stands: The anchors; of two that overlap in a source, the later one is left alone.
        seed: What the changes are drawn from.
    """
    shutil.copytree(root, target)
    generator = random.Random(seed)
    files: dict[tuple[str, str], list[Stand]] = {}
    for stand in stands:
        files.setdefault((stand.language, stand.path), []).append(stand)
    return [
        drifted
        for (language, path), there in sorted(files.items())
        for drifted in _drift_file(target / language / path, there, generator)
    ]


def _drift_file(file: Path, stands: Sequence[Stand], generator: random.Random) -> Iterator[Drifted]:
    if generator.random() < 0.12:
        kind = generator.choice(_FILES)
        if kind == DELETED:
            file.unlink()
        else:
            file.rename(file.with_stem(f"9{file.stem}之二"))
        for stand in stands:
            yield Drifted(stand, kind, None if kind == DELETED else stand.anchor)
        return
    text = file.read_text("utf-8")
    done: list[tuple[Stand, str, str]] = []
    for stand, start, end in reversed(_spans(text, stands)):
        kind, changed = _change(text[start:end], generator)
        text = text[:start] + changed + text[end:]
        done.append((stand, kind, changed))
    file.write_text(text, "utf-8", newline="")
    for stand, kind, changed in reversed(done):
        yield Drifted(stand, kind, normalize(changed))


def _spans(text: str, stands: Sequence[Stand]) -> list[tuple[Stand, int, int]]:
    """Return the stands with their 0-based spans in the original text, none overlapping."""
    whole = normalize(text)
    spans: list[tuple[int, int, Stand]] = []
    for stand in stands:
        if whole.count(stand.anchor) == 1:
            at = whole.find(stand.anchor)
            spans.append((*original_span(text, at, at + len(stand.anchor)), stand))
    kept: list[tuple[Stand, int, int]] = []
    for start, end, stand in sorted(spans, key=lambda one: one[:2]):
        if not kept or start >= kept[-1][2]:
            kept.append((stand, start, end))
    return kept


def _change(slice_: str, generator: random.Random) -> tuple[str, str]:
    kind = generator.choice(_WITHIN)
    return kind, _CHANGES[kind](slice_, generator)


def _punctuation(slice_: str, generator: random.Random) -> str:
    places = [at for at, c in enumerate(slice_[:-1]) if at and c in _OTHER_MARK]
    if not places:
        at = _inside(slice_, generator)
        mark = "，" if _is_chinese(slice_) else ","
        return slice_[:at] + mark + slice_[at:]
    at = generator.choice(places)
    return slice_[:at] + _OTHER_MARK[slice_[at]] + slice_[at + 1 :]


def _form(slice_: str, generator: random.Random) -> str:
    """Put a mark into another form, or a character that can't be seen where there is no mark."""
    places = [at for at, c in enumerate(slice_) if c in _TWINS]
    if not places:
        at = _inside(slice_, generator)
        return slice_[:at] + _UNSEEN + slice_[at:]
    at = generator.choice(places)
    return slice_[:at] + _TWINS[slice_[at]] + slice_[at + 1 :]


def _speaker(slice_: str, generator: random.Random) -> str:
    at = _inside(slice_, generator)
    chinese = _is_chinese(slice_)
    name = generator.choice(_NAMES[chinese])
    return slice_[:at] + (f"\n{name}：" if chinese else f"\n{name}: ") + slice_[at:]


def _wrap(slice_: str, generator: random.Random) -> str:
    at = _inside(slice_, generator)
    return slice_[:at] + ("\n　　" if _is_chinese(slice_) else "\n    ") + slice_[at:]


def _clause(slice_: str, generator: random.Random) -> str:
    at = _inside(slice_, generator)
    return slice_[:at] + generator.choice(_CLAUSES[_is_chinese(slice_)]) + slice_[at:]


def _name(slice_: str, generator: random.Random) -> str:
    """Swap a name in the slice for another, or the slice's last word where it has none."""
    chinese = _is_chinese(slice_)
    names = _NAMES[chinese]
    for name in names:
        if name in slice_:
            return slice_.replace(name, generator.choice([n for n in names if n != name]), 1)
    at = _inside(slice_, generator)
    if chinese:
        end = next((i for i in range(at + 1, len(slice_)) if not slice_[i].isalnum()), len(slice_))
        end = min(end, at + 2)
    else:
        end = slice_.find(" ", at)
        end = len(slice_) if end < 0 else end
    return slice_[:at] + generator.choice(names) + slice_[end:]


def _inside(slice_: str, generator: random.Random) -> int:
    """Return a place inside a slice: after a mark or between words, rather than anywhere."""
    if not _is_chinese(slice_):
        return generator.choice([at + 1 for at, c in enumerate(slice_) if c == " "])
    middle = range(2, len(slice_) - 1)
    marks = [at for at in middle if slice_[at - 1] in _MARKS]
    return generator.choice(marks or [at for at in middle if slice_[at].isalnum()])


def _is_chinese(slice_: str) -> bool:
    return any("\u4e00" <= character <= "\u9fff" for character in slice_)


_CHANGES: dict[str, Callable[[str, random.Random], str]] = {
    FORM: _form,
    PUNCTUATION: _punctuation,
    SPEAKER: _speaker,
    WRAP: _wrap,
    CLAUSE: _clause,
    NAME: _name,
}
