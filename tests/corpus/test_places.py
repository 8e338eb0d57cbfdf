"""Counting without placing comes to the same as placing every match."""

import re
from array import array
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixturetool.corpus.normalize import OffsetMap, normalize
from fixturetool.corpus.searching.places import NO_SPANS, Place, Places
from fixturetool.corpus.searching.rg_output import Spans

MARK = "\ufeff".encode()


def spans(*pairs: Sequence[int]) -> Spans:
    return Spans("", array("q", (pair[0] for pair in pairs)), array("q", (p[1] for p in pairs)))


def in_bytes(pattern: str, text: str) -> Spans:
    """Find a pattern as ripgrep does in one line: spans in bytes, empty ones left out."""
    found = (match.span() for match in re.finditer(pattern, text) if match[0])
    return spans(*([len(text[:side].encode()) for side in pair] for pair in found))


def in_lines(pattern: str, text: str) -> Spans:
    at, pairs = 0, []
    for line in text.split("\n"):
        pairs += [(at + start, at + end) for start, end in in_bytes(pattern, line).pairs()]
        at += len(line.encode()) + 1
    return spans(*pairs)


def placed(pattern: str, text: str, longest: int) -> tuple[list[Place], int]:
    """Place every match in characters, and add what touches none of those in lines."""
    at, lines = 0, []
    for line in text.split("\n"):
        lines += [
            Place(at + match.start(), at + match.end(), rewrapped=False)
            for match in re.finditer(pattern, line)
            if match[0]
        ]
        at += len(line) + 1
    way_back, added, left_out = OffsetMap(text), [], 0
    for match in re.finditer(pattern, normalize(text)):
        start, end = way_back.span(*match.span())
        if not match[0] or any(line.start < end and start < line.end for line in lines):
            continue
        if end - start > longest:
            left_out += 1
        else:
            added.append(Place(start, end, rewrapped=True))
    return sorted(lines + added), left_out


TEXTS = st.text(alphabet="桃园ab é😀，·\n\r\u3000\u00a0", max_size=40)
PATTERNS = st.sampled_from(
    [".", "桃", "桃园", "[^桃]+", "a b", "a ?b", "桃.*园", " ", ".b", "b.", "园|a.{0,3}b", r"\s+a"]
)


@given(text=TEXTS, pattern=PATTERNS, longest=st.integers(1, 8), marked=st.booleans())
def test_counted_and_shown_is_what_placing_all_gives(
    text: str, pattern: str, longest: int, marked: bool
) -> None:
    mark = MARK if marked else b""
    lines = in_lines(pattern, text)
    lines = spans(*((start + len(mark), end + len(mark)) for start, end in lines.pairs()))
    documents = in_bytes(pattern, normalize(text))

    found = Places(text, lines, documents, data=mark + text.encode(), longest=longest)

    expected, left_out = placed(pattern, text, longest)
    assert list(found) == expected
    assert (found.total, found.left_out) == (len(expected), left_out)


def test_a_match_of_the_byte_order_mark_is_none() -> None:
    data = MARK + "桃".encode()

    found = Places("桃", spans((0, 3), (3, 6)), spans((0, 3)), data=data)

    assert (found.total, list(found)) == (1, [Place(0, 1, rewrapped=False)])


def test_matches_in_the_bytes_of_another_encoding_do_not_count() -> None:
    data = "桃园".encode("gb18030")

    found = Places("桃园", spans((0, 2)), spans((3, 6)), data=data)

    assert (found.total, list(found)) == (1, [Place(1, 2, rewrapped=True)])


@pytest.mark.parametrize(
    ("span", "place"),
    [
        pytest.param((0, 3), Place(0, 3, rewrapped=True), id="before the space"),
        pytest.param((3, 4), Place(3, 6, rewrapped=True), id="the space itself"),
        pytest.param((2, 5), Place(2, 7, rewrapped=True), id="over the space"),
        pytest.param((0, 4), Place(0, 6, rewrapped=True), id="ending with the space"),
    ],
)
def test_one_space_stands_for_all_the_white_space(span: tuple[int, int], place: Place) -> None:
    assert list(Places("Rex\r\n Lapis", NO_SPANS, spans(span))) == [place]
