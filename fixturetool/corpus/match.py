"""Many anchors against a whole corpus in one pass: which sources hold each of them."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from fixturetool.corpus.matching.compiling import compile_heads
from fixturetool.corpus.matching.needles import Heads, cut_heads
from fixturetool.corpus.matching.rows import RowSet
from fixturetool.corpus.matching.scan import WINDOW_BYTES, Finds, scan
from fixturetool.corpus.normalize import normalize
from fixturetool.corpus.snapshot import Snapshot
from fixturetool.progress import Progress


def occurs(anchor: str, text: str) -> bool:
    """Tell whether a text holds an anchor: both normalised, one a substring of the other.

    Raises:
        ValueError: The anchor is blank.
    """
    return _normalized(anchor) in normalize(text)


def find_anchors(
    snapshot: Snapshot,
    anchors: Collection[str],
    cache_dir: Path,
    progress: Progress,
    window_bytes: int = WINDOW_BYTES,
) -> Mapping[str, tuple[str, ...]]:
    """Find the sources that hold each anchor, by the rule of ``occurs``.

    Args:
        snapshot: The corpus.
        anchors: Anchors as fixtures spell them.
        cache_dir: Where compiled scanners are kept.
        progress: Told of the pass.
        window_bytes: Bytes that each of two threads holds at a time.

    Returns:
        Each anchor, as it was given, to the sorted paths of its sources; ``()`` when it is
        missing. The paths of an anchor are put together when they are asked for.

    Raises:
        ValueError: An anchor is blank after normalisation, so it would match everywhere.
        StateError: The snapshot on disk is damaged.
    """
    spelled = {anchor: _normalized(anchor) for anchor in anchors}
    heads = cut_heads(spelled.values())
    finds: Finds = {}
    if heads.anchors:
        finds = scan(snapshot, compile_heads(heads, cache_dir), progress, window_bytes)
    return _Holders(snapshot, spelled, _confirm(snapshot, heads, finds))


class _Holders(Mapping[str, tuple[str, ...]]):
    """Anchor -> paths, kept as row numbers: a common anchor has as many holders as sources."""

    def __init__(
        self, snapshot: Snapshot, spelled: dict[str, str], rows: dict[str, RowSet]
    ) -> None:
        self._snapshot = snapshot
        self._spelled = spelled
        self._rows = rows

    def __getitem__(self, anchor: str) -> tuple[str, ...]:
        rows = self._rows.get(self._spelled[anchor])
        return () if rows is None else tuple(map(self._snapshot.path_of, rows))

    def __iter__(self) -> Iterator[str]:
        return iter(self._spelled)

    def __len__(self) -> int:
        return len(self._spelled)


def _normalized(anchor: str) -> str:
    needle = normalize(anchor)
    if not needle:
        raise ValueError(f"the anchor {anchor!r} is blank and would match every text")
    return needle


def _confirm(snapshot: Snapshot, heads: Heads, finds: Finds) -> dict[str, RowSet]:
    """Return normalised anchor -> rows, having looked behind heads that are only a part."""
    confirmed: dict[str, RowSet] = {}
    doubtful: dict[int, list[str]] = defaultdict(list)
    for number, rows in finds.items():
        if heads.is_whole(number):
            confirmed[heads.anchors[number]] = rows
        else:
            _note(doubtful, rows, [heads.anchors[number]])
    if heads.unscannable:
        _note(doubtful, snapshot.readable_rows(), heads.unscannable)
    for row, anchors in sorted(doubtful.items()):
        text = snapshot.text(snapshot.path_of(row))
        for anchor in filter(text.__contains__, anchors):
            confirmed.setdefault(anchor, RowSet(snapshot.rows)).add(row)
    return confirmed


def _note(doubtful: dict[int, list[str]], rows: Iterable[int], anchors: Iterable[str]) -> None:
    for row in rows:
        doubtful[row].extend(anchors)
