"""The results of a search as text, made for picking anchors from.

Each hit has a line of its own with its place, then its sentence alone on the next: that line,
without its indentation, is verbatim corpus text but for the whitespace rule, which joins lines,
so that it can be pasted into a fixture as it is. Nothing is inserted to mark the hit: on
a terminal it is coloured, and the line above repeats it. Only characters that would steer
a terminal are written as escapes.
"""

from collections.abc import Iterator, Sequence

from fixturetool.corpus.normalize import normalize
from fixturetool.corpus.searching.hits import Hit, SearchResult, SourceHits
from fixturetool.reporting.terminal import BOLD, DIM, GREEN, MAGENTA, RED, YELLOW, painted, visible
from fixturetool.reporting.wording import counted

_INDENT = "    "


def render_search_text(results: Sequence[SearchResult], *, colour: bool) -> str:
    """Return the results, each grouped by source with a summary as its last line.

    Args:
        results: What was found, one result a language; several are headed by their language.
        colour: Whether to style the text for a terminal; without it there is no escape code.
    """
    blocks = (_block(result, colour, headed=len(results) > 1) for result in results)
    return "\n".join("\n".join(block) + "\n" for block in blocks)


def _block(result: SearchResult, colour: bool, *, headed: bool) -> Iterator[str]:
    if headed:
        yield painted(visible(result.language), BOLD, colour=colour)
    yield from listed(result, colour=colour)
    yield summary(result)


def listed(result: SearchResult, *, colour: bool) -> Iterator[str]:
    """Yield the places source by source, an empty line behind each source."""
    for source in result.sources:
        yield from _source(source, colour)
        yield ""


def summary(result: SearchResult) -> str:
    """Say in one line how much was found, and what was left out."""
    totals = result.totals
    hits, names = counted(totals.hits, "hit"), counted(totals.name_hits, "name hit")
    parts = [f"{hits} and {names} in {counted(totals.sources, 'source')}"]
    if totals.sources > len(result.sources):
        shown = len(result.sources)
        parts.append("the first source shown" if shown == 1 else f"the first {shown} sources shown")
    if result.long_matches:
        left_out = counted(result.long_matches, "match", "matches")
        parts.append(
            f"{left_out} over several lines left out as too long "
            "(bound the repetition, as in .{0,20})"
        )
    if result.troubles:
        parts.append(f"{counted(len(result.troubles), 'file')} with trouble")
    return "; ".join(parts)


def _source(source: SourceHits, colour: bool) -> Iterator[str]:
    kind = "official" if source.official else "unofficial"
    shown = f", first {len(source.hits)} shown" if len(source.hits) < source.total else ""
    note = f"({kind}, {counted(source.total, 'hit')}{shown})"
    yield f"{_path(source, colour)}  {painted(note, DIM, colour=colour)}"
    for name in source.names:
        found = visible(source.path[name.start : name.end])
        yield f"  name  chars {name.start}-{name.end}  {painted(found, RED, colour=colour)}"
    for hit in source.hits:
        yield from _hit(hit, colour)


def _path(source: SourceHits, colour: bool) -> str:
    at, parts = 0, []
    for name in source.names:
        parts.append(painted(visible(source.path[at : name.start]), MAGENTA, colour=colour))
        parts.append(painted(visible(source.path[name.start : name.end]), RED, colour=colour))
        at = name.end
    return "".join([*parts, painted(visible(source.path[at:]), MAGENTA, colour=colour)])


def _hit(hit: Hit, colour: bool) -> Iterator[str]:
    place = painted(f"{hit.line}:{hit.column}", GREEN, colour=colour)
    found = painted(visible(normalize(hit.text)), RED, colour=colour)
    notes = "".join(f"  {painted(note, YELLOW, colour=colour)}" for note in _notes(hit))
    yield f"  {place}  chars {hit.start}-{hit.end}  {found}{notes}"
    yield _INDENT + _sentence(hit, colour)


def _notes(hit: Hit) -> Iterator[str]:
    if "\n" in hit.text.strip():
        yield "(across a line break)"
    elif hit.rewrapped:
        yield "(white space differs)"
    if hit.sentence.cut:
        yield "(sentence shortened)"


def _sentence(hit: Hit, colour: bool) -> str:
    """Return the sentence under the whitespace rule, which lines up the hit in it by itself."""
    text, offset = hit.sentence.text, hit.sentence.start
    whole = normalize(text)
    found = normalize(hit.text)
    # White space after the hit's first character can't change what is before it.
    first = hit.start - offset + len(hit.text) - len(hit.text.lstrip())
    start = len(normalize(text[: first + 1])) - 1
    if not colour or not found:
        return visible(whole)
    before, after = visible(whole[:start]), visible(whole[start + len(found) :])
    return f"{before}{painted(visible(found), RED, colour=True)}{after}"
