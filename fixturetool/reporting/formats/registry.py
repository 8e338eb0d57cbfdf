"""What a report of a run can be written as; a renderer is loaded when it is asked for."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Generic, TypeVar, cast

if TYPE_CHECKING:
    from fixturetool.evaluation.run import Run
    from fixturetool.evaluation.storage.layout import JSON
    from fixturetool.judge.evidence import Entry

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Report:
    """What the renderers of a run are given; the run's lane says what it was graded on.

    Attributes:
        run: A graded run of any lane.
        judge: What ``judge_json`` says of a judge that was asked just now, or None.
        evidence: What judges replied about the run earlier, as kept beside it.
        baseline: A graded run to hold it against, or None.
    """

    run: "Run"
    judge: "JSON" = None
    evidence: "Sequence[Entry]" = ()
    baseline: "Run | None" = None


@dataclass(frozen=True, slots=True)
class Format(Generic[T]):
    """One way to write a ``T``.

    Attributes:
        renderer: ``package.module:function``, which takes a ``T`` and returns its text.
        suffixes: The extensions of files of this format, in lower case; empty for one that is
            read from standard output alone.
    """

    renderer: str
    suffixes: tuple[str, ...] = ()

    def render(self, subject: T) -> str:
        """Return the text, ended by a newline."""
        module, _, name = self.renderer.partition(":")
        return cast("Callable[[T], str]", getattr(import_module(module), name))(subject)


Formats = Mapping[str, Format[T]]

RUN_FORMATS: Formats[Report] = {
    "json": Format("fixturetool.reporting.runs.as_json:render_json", (".json",)),
    "html": Format("fixturetool.reporting.html.page:render_page", (".html", ".htm")),
    "md": Format("fixturetool.reporting.formats.markdown:render_markdown", (".md",)),
    "junit": Format("fixturetool.reporting.formats.junit:render_junit", (".xml",)),
    "csv": Format("fixturetool.reporting.formats.table_csv:render_csv", (".csv",)),
    "github": Format("fixturetool.reporting.formats.github:render_annotations"),
    "trec": Format("fixturetool.reporting.formats.trec:render_trec_run", (".run", ".trec")),
    "qrels": Format("fixturetool.reporting.formats.trec:render_trec_qrels", (".qrels",)),
    "otel": Format("fixturetool.reporting.formats.otel:render_spans", (".jsonl",)),
}
