"""What ``repair`` proposes, for a program."""

from fixturetool.authoring.repair import Gone, Repairs
from fixturetool.authoring.repairing.proposal import BAR, Proposal
from fixturetool.jsontext.pointer import pointer_of
from fixturetool.reporting.authoring.repair_text import line_of
from fixturetool.reporting.document import json_document

SCHEMA = "fixturetool.repair/1"


def render_repairs(repairs: Repairs, bar: float = BAR) -> str:
    """Write ``{"schema", "anchors", "gone": [...]}``, one line feed at the end.

    Each of ``gone`` has ``file``, ``line``, ``pointer``, ``query``, ``language``, ``label``,
    ``covers``, ``passage``, ``lost_source`` (where nothing is like it, the source that the label
    names if none is called so, else ``""``) and ``proposal``: null, or ``passage``, ``path``,
    ``line``, ``official``, ``sources`` (how many hold it), ``changes`` (triples of kind, old and
    new), ``facts``, ``obstacles``, ``confidence``, ``labelled``, ``unique``, ``rivals`` and
    ``above_bar``.
    """
    content = {
        "anchors": repairs.anchors,
        "gone": [_gone(one, bar) for one in repairs.gone],
    }
    return json_document(SCHEMA, content)


def _gone(gone: Gone, bar: float) -> dict[str, object]:
    anchor = gone.anchor
    path = ("fixtures", gone.fixture, "relevant_passages", gone.passage, "passage")
    return {
        "file": gone.category.name,
        "line": line_of(gone),
        "pointer": pointer_of(path),
        "query": gone.asked.query,
        "language": gone.asked.language,
        "label": anchor.label,
        "covers": list(anchor.covers),
        "passage": anchor.passage,
        "lost_source": gone.lost,
        "proposal": None if gone.proposal is None else _proposal(gone.proposal, bar),
    }


def _proposal(proposal: Proposal, bar: float) -> dict[str, object]:
    return {
        "passage": proposal.text,
        "path": proposal.path,
        "line": proposal.line,
        "official": proposal.official,
        "sources": proposal.sources,
        "changes": [[one.kind, one.old, one.new] for one in proposal.changes],
        "facts": list(proposal.facts),
        "obstacles": list(proposal.obstacles),
        "confidence": proposal.confidence,
        "labelled": proposal.labelled,
        "unique": not proposal.rivals,
        "rivals": [{"passage": text, "path": path} for text, path in proposal.rivals],
        "above_bar": proposal.is_safe(bar),
    }
