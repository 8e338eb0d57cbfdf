"""What ripgrep prints is read whole, wherever a block of it ends."""

from io import BytesIO

import pytest

from fixturetool.corpus.searching import rg_output
from fixturetool.corpus.searching.rg_output import Spans, parse_file, parse_files


def flat(spans: list[Spans]) -> list[tuple[str, int, int]]:
    return [(one.path, start, end) for one in spans for start, end in one.pairs()]


@pytest.mark.parametrize(
    ("output", "found"),
    [
        pytest.param(b"", [], id="nothing"),
        pytest.param(b"3:abc\n", [("", 3, 6)], id="a match"),
        pytest.param(b"3:\n4:x\n", [("", 4, 5)], id="an empty match is none"),
        pytest.param(b"3:7:x\n", [("", 3, 6)], id="a match that looks like an offset"),
        pytest.param(b"3:a\0b\r\n", [("", 3, 7)], id="NUL and carriage return"),
    ],
)
def test_the_matches_of_one_file_are_read_with_their_bytes(
    output: bytes, found: list[tuple[str, int, int]]
) -> None:
    assert flat(list(parse_file(BytesIO(output)))) == found


@pytest.mark.parametrize(
    "size", [pytest.param(size, id=f"blocks of {size}") for size in (1, 7, 99)]
)
def test_files_are_told_apart_wherever_a_block_ends(
    monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    monkeypatch.setattr(rg_output, "_BLOCK", size)
    output = (
        b"./a.txt\x000:x\n5:\n9:yy\n\n./b\n\n1:c.txt\x002:z\n\n./empty.txt\x000:\n\n./d\x001:q\n"
    )

    assert flat(list(parse_files(BytesIO(output)))) == [
        ("a.txt", 0, 1),
        ("a.txt", 9, 11),
        ("b\n\n1:c.txt", 2, 3),
        ("d", 1, 2),
    ]
