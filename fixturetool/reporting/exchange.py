"""What an import came to, for a person and for a program."""

from collections.abc import Iterator
from dataclasses import asdict

from fixturetool.exchange.records import Imported
from fixturetool.reporting.document import json_document
from fixturetool.reporting.terminal import visible
from fixturetool.reporting.wording import counted

SCHEMA = "fixturetool.import/1"


def render_import_text(imported: Imported) -> str:
    """List what could not be anchored by question, then the counts."""
    return "".join(f"{line}\n" for line in (*_lost(imported), _counts(imported)))


def render_import_json(imported: Imported) -> str:
    """Write ``{"schema", "fixtures", "anchored", "lost": [{"topic", "query", "facet", …}]}``."""
    return json_document(
        SCHEMA,
        {
            "fixtures": len(imported.fixtures),
            "anchored": imported.anchored,
            "lost": [asdict(one) for one in imported.lost],
        },
    )


def _counts(imported: Imported) -> str:
    claims = imported.anchored + len(imported.lost)
    fixtures = counted(len(imported.fixtures), "fixture")
    return f"anchored {imported.anchored} of {counted(claims, 'claim')}, {fixtures}"


def _lost(imported: Imported) -> Iterator[str]:
    query = None
    for one in imported.lost:
        if one.query != query:
            query = one.query
            yield visible(query)
        said = f" ({visible(one.description)})" if one.description else ""
        yield f"  {visible(one.facet)}{said}: {visible(one.reason)}"
