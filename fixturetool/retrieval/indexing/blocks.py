"""What the index keeps of each source: where its chunks are and the terms they hold.

A block is UTF-8 text: a JSON array of chunk spans, two lines of terms for the path, then two for
each chunk. It is all that is needed to index a source again without reading or cutting it.
"""

import json
from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import TypeAlias

from fixturetool.corpus.documents import Document
from fixturetool.corpus.tokens import Tokenizer
from fixturetool.retrieval.indexing.chunks import Chunk, cut_document

Spelled: TypeAlias = tuple[str, str]
"""The words of a text with spaces between, and its ideographs."""

# A word that is a name may hold a space, which separates words here and in the index.
_INNER_SPACE = "\x1f"


class DamagedBlockError(ValueError):
    """A block is not what was written."""


def cut_source(path: str, document: Document, tokenizer: Tokenizer) -> tuple[bytes, int]:
    """Cut a source into chunks and terms.

    Args:
        path: Its path under the language root; its words are searched too.
        document: Its original text, and its layout.
        tokenizer: Cuts text into terms.

    Returns:
        Its block, and how many chunks that has.
    """
    text, chunks = document.text, cut_document(document)
    spans = [_span(chunk) for chunk in chunks]
    name = " ".join(PurePosixPath(path).with_suffix("").parts)
    texts = [name, *(text[chunk.start : chunk.end] for chunk in chunks)]
    lines = [json.dumps(spans, separators=(",", ":"))]
    for piece in texts:
        terms = tokenizer.index_terms(piece)
        lines += [spell(terms.words), terms.ideographs]
    return "\n".join(lines).encode("utf-8", "replace"), len(chunks)


def _span(chunk: Chunk) -> list[int | str]:
    span: list[int | str] = [chunk.start, chunk.end, chunk.first_line, chunk.last_line]
    return span if chunk.page is None else [*span, chunk.page, chunk.kind]


def parse_spans(block: bytes, chunks: int) -> tuple[Chunk, ...]:
    """Return the chunks of a block.

    Args:
        block: A block.
        chunks: How many chunks it has.

    Raises:
        DamagedBlockError: It has not so many.
    """
    try:
        spans = tuple(Chunk(*span) for span in json.loads(block.partition(b"\n")[0]))
    except (ValueError, TypeError) as error:
        raise DamagedBlockError(str(error)) from error
    if len(spans) != chunks:
        raise DamagedBlockError(f"it has {len(spans)} chunks, not {chunks}")
    return spans


def parse_terms(block: bytes, chunks: int) -> tuple[Spelled, list[Spelled]]:
    """Return the terms of the path, and those of each chunk.

    Args:
        block: A block.
        chunks: How many chunks it has.

    Raises:
        DamagedBlockError: It has not so many.
    """
    try:
        _, *lines = block.decode().split("\n")
    except ValueError as error:
        raise DamagedBlockError(str(error)) from error
    if len(lines) != 2 * (chunks + 1):
        raise DamagedBlockError(f"it has {len(lines)} lines of terms for {chunks} chunks")
    name, *rest = zip(lines[::2], lines[1::2], strict=True)
    return name, rest


def spell(words: Sequence[str]) -> str:
    """Return words as blocks and index spell them, with spaces between."""
    # No word holds a line break, so this spells all of them at once.
    return "\n".join(words).replace(" ", _INNER_SPACE).replace("\n", " ")
