"""The misses of a run, for a person."""

from collections import Counter
from collections.abc import Iterator, Sequence

from fixturetool.authoring.misses import CLOSE, CloseSlice, Miss, Misses, Retrieved, Verdict
from fixturetool.reporting.terminal import BOLD, DIM, YELLOW, painted, visible
from fixturetool.reporting.wording import counted

_SHOWN_HOLDERS = 5
_SHOWN_UNITS = 6

_SEVERAL = {Verdict.FALSE: "false-miss candidates", Verdict.TRUE: "true misses"}


def render_misses(misses: Misses, *, colour: bool = False) -> str:
    """Show every miss with its verdict and the sources that came back, and sum up.

    Args:
        misses: What a run missed.
        colour: Whether to paint what counts.
    """
    lines: list[str] = []
    query = ""
    for miss in misses.misses:
        question = miss.question
        heading = f'{visible(question.category)}: "{visible(question.query)}"'
        if heading != query:
            lines.append(painted(heading, BOLD, colour=colour))
            query = heading
        lines.extend(f"  {line}" for line in miss_lines(miss, misses.depth, colour=colour))
    return "".join(f"{line}\n" for line in (*lines, summary(misses)))


def miss_lines(
    miss: Miss, depth: int | None, *, colour: bool = False, numbered: bool = False
) -> Iterator[str]:
    """Yield what is known of one miss.

    Args:
        miss: The miss.
        depth: How many sources the retriever was asked for, None where it was not asked.
        colour: Whether to paint what counts.
        numbered: Whether the slices get the numbers by which a person takes them.
    """
    yield f"{painted(visible(miss.facet), YELLOW, colour=colour)}: {_verdict(miss)}"
    if miss.description:
        yield f"  {visible(miss.description)}"
    for anchor in miss.anchors:
        yield f'  anchor "{visible(anchor)}"'
    yield f"  attested by {_holders(miss, depth)}"
    for mark in miss.marks:
        yield f"  noted: {visible(mark)}"
    number = 0
    for source in miss.sources:
        yield f"  {source.rank:>2}. {visible(source.path)}{_kind(source)}"
        for one in source.slices:
            number += 1
            yield f"      {_slice(one, number if numbered else None, colour=colour)}"
    if not miss.sources:
        yield "  nothing came back"


def summary(misses: Misses) -> str:
    """Count the misses by verdict, in one line."""
    counts = Counter(miss.verdict for miss in misses.misses)
    kinds = [
        counted(counts[verdict], verdict, _SEVERAL.get(verdict, verdict))
        for verdict in Verdict
        if counts[verdict]
    ]
    missing = f"{len(misses.misses)} of {counted(misses.facets, 'facet')} missing"
    return f"run {visible(misses.run.id)}: {missing}" + (f": {', '.join(kinds)}" if kinds else "")


def _verdict(miss: Miss) -> str:
    if miss.is_marked:
        return f"{miss.verdict}, as a person found"
    close = sum(one.score >= CLOSE for _, one in miss.slices)
    if miss.verdict is Verdict.FALSE:
        return f"{miss.verdict}, {counted(close, 'slice')} close to it"
    return str(miss.verdict)


def _holders(miss: Miss, depth: int | None) -> str:
    if not miss.holders:
        return "no source of the corpus"
    shown = [
        f"{visible(one.path)}{_rank(one.rank, miss.reached, depth)}"
        for one in miss.holders[:_SHOWN_HOLDERS]
    ]
    more = len(miss.holders) - _SHOWN_HOLDERS
    return ", ".join([*shown, *([f"{more} more"] if more > 0 else [])])


def _rank(rank: int | None, reached: int | None, depth: int | None) -> str:
    if reached is None or depth is None:
        return ""
    if rank:
        return f" (ranked {rank})"
    return f" (not among the {f'{reached} that came' if reached < depth else f'first {depth}'})"


def _kind(source: Retrieved) -> str:
    return {True: "", False: " (unofficial)", None: " (no source of the corpus)"}[source.official]


def _slice(one: CloseSlice, number: int | None, *, colour: bool) -> str:
    is_close = one.score >= CLOSE
    text = painted(visible(one.text), BOLD if is_close else DIM, colour=colour)
    where = "" if one.line is None else f"  line {one.line}"
    marker = "" if number is None else f"[{number}] "
    shared = _joined(one.shared)
    return f"{marker}{one.score:.2f}{where}  {text}{f'  ({shared})' if shared else ''}"


def _joined(units: Sequence[str]) -> str:
    return " ".join(map(visible, units[:_SHOWN_UNITS]))
