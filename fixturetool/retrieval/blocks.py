"""What the index keeps of each source: where its chunks are and the terms they hold.

A block is UTF-8 text: a JSON array of chunk spans, a line of terms for the path, then one for
each chunk. It is all that is needed to index a source again without reading or cutting it.
"""

import json
from pathlib import PurePosixPath

from fixturetool.corpus.tokens import Tokenizer
from fixturetool.retrieval.chunks import Chunk, cut_chunks

# A term that is a name may hold a space, which separates terms here and in the index.
_INNER_SPACE = "\x1f"


class DamagedBlockError(ValueError):
    """A block is not what was written."""


def cut_source(path: str, text: str, tokenizer: Tokenizer) -> bytes:
    """Cut a source into chunks and terms.

    Args:
        path: Its path under the language root; its words are searched too.
        text: Its original text.
        tokenizer: Cuts text into terms.
    """
    chunks = cut_chunks(text)
    spans = [[chunk.start, chunk.end, chunk.first_line, chunk.last_line] for chunk in chunks]
    name = " ".join(PurePosixPath(path).with_suffix("").parts)
    lines = [json.dumps(spans, separators=(",", ":")), _line(name, tokenizer)]
    lines += [_line(text[chunk.start : chunk.end], tokenizer) for chunk in chunks]
    return "\n".join(lines).encode("utf-8", "replace")


def parse_spans(block: bytes) -> tuple[Chunk, ...]:
    """Return the chunks of a block.

    Raises:
        DamagedBlockError: It has none.
    """
    try:
        return tuple(Chunk(*span) for span in json.loads(block.partition(b"\n")[0]))
    except (ValueError, TypeError) as error:
        raise DamagedBlockError(str(error)) from error


def parse_terms(block: bytes, chunks: int) -> tuple[str, list[str]]:
    """Return the terms of the path, and those of each chunk, with spaces between.

    Args:
        block: A block.
        chunks: How many chunks it has.

    Raises:
        DamagedBlockError: It has not so many.
    """
    try:
        _, name, *lines = block.decode().split("\n")
    except ValueError as error:
        raise DamagedBlockError(str(error)) from error
    if len(lines) != chunks:
        raise DamagedBlockError(f"it has {len(lines)} chunks, not {chunks}")
    return name, lines


def spell(term: str) -> str:
    """Return a term as blocks and index spell it: without a space."""
    return term.replace(" ", _INNER_SPACE)


def _line(text: str, tokenizer: Tokenizer) -> str:
    return " ".join(map(spell, tokenizer.index_terms(text)))
