"""What ``repair`` proposes, for a person."""

from collections.abc import Iterator, Sequence

from fixturetool.authoring.repair import Gone, Repairs
from fixturetool.authoring.repairing.changes import Change
from fixturetool.authoring.repairing.proposal import BAR, Proposal
from fixturetool.jsontext.positions import Positions
from fixturetool.reporting.terminal import GREEN, RED, painted, visible
from fixturetool.reporting.wording import counted

_SHOWN_RIVALS = 3


def render_repairs(repairs: Repairs, bar: float = BAR, *, colour: bool = False) -> str:
    """List every anchor that is gone with what may take its place, and sum up.

    Args:
        repairs: What was found.
        bar: The confidence from which a proposal may be written.
        colour: Whether to paint what differs.
    """
    lines = [line for one in repairs.gone for line in _gone(one, bar, colour=colour)]
    return "".join(f"{line}\n" for line in (*lines, summary(repairs, bar)))


def line_of(gone: Gone) -> int:
    """Return the 1-based line of a passage in its file."""
    positions = Positions(gone.category.source)
    path = ("fixtures", gone.fixture, "relevant_passages", gone.passage, "passage")
    return positions.line_at(positions.value(path).start)


def marked(changes: Sequence[Change], *, colour: bool = False) -> str:
    """Write a difference character by character: ``[-what is gone-]{+what came+}``.

    With colour there are no brackets, as long as every change can be seen without.
    """
    return "".join(_marked(change, colour=colour) for change in changes)


def _marked(change: Change, *, colour: bool) -> str:
    if change.kind == "equal":
        return visible(change.old)
    old, new = visible(change.old), visible(change.new)
    gone = painted(f"[-{old}-]", RED, colour=colour) if old else ""
    came = painted(f"{{+{new}+}}", GREEN, colour=colour) if new else ""
    return gone + came


def asked_lines(
    gone: Gone, proposal: Proposal | None, bar: float = BAR, *, colour: bool = False
) -> Iterator[str]:
    """Yield what a person has to know to decide on an anchor that is gone.

    Args:
        gone: The anchor.
        proposal: One of its proposals, None where it has none.
        bar: The confidence from which a proposal may be written unasked.
        colour: Whether to paint what differs.
    """
    for facet in gone.anchor.covers:
        description = visible(gone.asked.expected_coverage[facet])
        yield f"{visible(facet)}: {description}" if description else visible(facet)
    yield f"anchor   {_quoted(gone)}"
    yield from _proposal(proposal, bar, "write", gone.lost, colour=colour)


def _gone(gone: Gone, bar: float, *, colour: bool) -> Iterator[str]:
    yield f"{visible(gone.category.name)}:{line_of(gone)}: {_quoted(gone)}"
    for line in _proposal(gone.proposal, bar, "paste", gone.lost, colour=colour):
        yield f"    {line}"


def _quoted(gone: Gone) -> str:
    return f'"{visible(gone.anchor.passage)}" [{visible(gone.anchor.label)}]'


def _proposal(
    proposal: Proposal | None, bar: float, verb: str, lost: str, *, colour: bool
) -> Iterator[str]:
    if proposal is None:
        gone = f', and no source is called "{visible(lost)}" any more' if lost else ""
        step = "anchor the facet anew, or remove the passage"
        yield f"nothing in the corpus is like it{gone}: {step}"
        return
    yield f"differs  {marked(proposal.changes, colour=colour)}"
    yield f"{verb:<8} {visible(proposal.text)}"
    yield f"from     {visible(proposal.path)}:{proposal.line}, {_source(proposal)}"
    for text, path in proposal.rivals[:_SHOWN_RIVALS]:
        yield f'or       "{visible(text)}" in {visible(path)}'
    verdict = "above the bar" if proposal.is_safe(bar) else "for a person"
    reasons = "; ".join(map(visible, (*proposal.facts, *proposal.obstacles)))
    yield f"{proposal.confidence:.2f}, {verdict}{f': {reasons}' if reasons else ''}"


def _source(proposal: Proposal) -> str:
    named = {
        True: "named in the label",
        False: "while the label names another source",
        None: "of which the label says nothing",
    }
    unique = "the only such text" if not proposal.rivals else "not the only such text"
    kind = "official" if proposal.official else "unofficial"
    sources = counted(proposal.sources, "source")
    return f"{kind}, {named[proposal.labelled]}, {unique}, in {sources}"


def summary(repairs: Repairs, bar: float) -> str:
    """Count the anchors that are gone by how sure their proposals are, in one line."""
    gone = repairs.gone
    safe = sum(one.proposal is not None and one.proposal.is_safe(bar) for one in gone)
    alike = sum(one.proposal is not None for one in gone) - safe
    return (
        f"{counted(repairs.anchors, 'anchor')}: {len(gone)} gone; "
        f"{safe} above the bar, {alike} for a person, {len(gone) - safe - alike} without likeness"
    )
