"""Where to end a needle so that the scanner seldom stops at it in vain."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

# The scanner compares the last eight bytes of its literals with every place of the text, which
# is less than three Chinese characters: 10,000 anchors that end anyhow, many of them in common
# words or in punctuation, take twice as long as those that end in a rare pair.
_SHORTEST = 4


def rare_ends(anchors: Sequence[str]) -> list[int]:
    """Choose for each anchor how many of its first characters to scan for.

    The last three characters of that beginning are as rare as can be, by the pairs of neighbours
    in the anchors themselves, which are a sample of the corpus. Of equally rare ends the last one
    is taken, so few anchors stay whole.
    """
    pairs: Counter[tuple[str, str]] = Counter()
    for anchor in anchors:
        pairs.update(pairwise(anchor))
    return [_rare_end([pairs[pair] for pair in pairwise(anchor)]) for anchor in anchors]


def _rare_end(counts: list[int]) -> int:
    """Return an end, in characters, given how common each pair of neighbours is."""
    characters = len(counts) + 1
    ends = range(characters, _SHORTEST - 1, -1)
    return min(ends, key=lambda end: counts[end - 3] + counts[end - 2], default=characters)
