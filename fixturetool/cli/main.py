"""The entry point: the group of commands, and the one place where errors become exit codes."""

import gc
import os
import sys

import click

from fixturetool import __version__
from fixturetool.cli.exits import INTERRUPTED, UNANSWERED, YES
from fixturetool.cli.lazy import LazyGroup
from fixturetool.cli.streams import drop_output, prepare_streams
from fixturetool.errors import FixturetoolError

# Nothing here is made for pydantic's plug-ins, and looking for them costs every start.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")

_COMMANDS = {
    "search": ("fixturetool.cli.search", "Find anchor candidates in the corpus."),
    "new": ("fixturetool.cli.new", "Write a new category, or a new fixture of one."),
    "anchor": ("fixturetool.cli.anchor", "Add, list or remove anchors of fixtures."),
    "edit": ("fixturetool.cli.edit", "Edit a category in a full-screen editor."),
    "fmt": ("fixturetool.cli.fmt", "Lay fixture files out alike."),
    "validate": ("fixturetool.cli.validate", "Check fixture and dataset files by themselves."),
    "verify": ("fixturetool.cli.verify", "Check fixture files against the corpus."),
    "explain": ("fixturetool.cli.explain", "Explain the rules that fixtures are held against."),
    "repair": ("fixturetool.cli.repair", "Propose corpus text for anchors that are gone."),
    "retrieve": ("fixturetool.cli.retrieve", "Show what the retriever brings back for a query."),
    "eval-retrieval": ("fixturetool.cli.eval_retrieval", "Grade a retriever with the fixtures."),
    "eval-paths": ("fixturetool.cli.eval_paths", "Grade a retriever by documents and spans."),
    "eval-pages": ("fixturetool.cli.eval_pages", "Grade a search API by pages and figures."),
    "score": ("fixturetool.cli.score", "Grade a saved run again, without a retrieval."),
    "runs": ("fixturetool.cli.runs", "List, show and prune saved runs."),
    "compare": ("fixturetool.cli.compare", "Hold a run against an earlier one."),
    "schema": ("fixturetool.cli.schema", "Print the JSON Schema of a file format."),
    "dataset": ("fixturetool.cli.dataset", "List, add, edit, delete and export entries."),
    "misses": ("fixturetool.cli.misses", "Tell true misses of a run from false ones."),
    "report": ("fixturetool.cli.report", "Report a saved run: HTML, Markdown, JUnit, TREC …"),
    "import": ("fixturetool.cli.import_", "Make fixtures of qrels, BEIR folders and nuggets."),
    "export": ("fixturetool.cli.export", "Write fixtures as qrels, a BEIR folder or nuggets."),
    "judge": ("fixturetool.cli.judge", "Turn false misses into anchors; grade the judge."),
    "serve": ("fixturetool.cli.serve", "Serve the embedded index over HTTP."),
    "index": ("fixturetool.cli.index", "Build, inspect or clear the embedded index."),
    "doctor": ("fixturetool.cli.doctor", "Look whether everything that is needed is there."),
    "completion": ("fixturetool.cli.completion", "Print the script by which a shell completes."),
}


@click.command(
    cls=LazyGroup,
    lazy=_COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 yes, 1 the answer is no, 2 usage or settings, 3 could not answer, "
    "130 interrupted. 'fixturetool COMMAND --help' shows options and examples.",
)
@click.version_option(__version__, message="fixturetool %(version)s")
def cli() -> None:
    """Author, verify and run retrieval-evaluation fixtures.

    Ground truth is anchored on short verbatim passages of a text corpus, so it survives
    re-chunking, re-embedding and renames.

    \b
    Examples:
      fixturetool doctor                     # is everything here that is needed?
      fixturetool search --facet 'a claim'   # anchors for it
      fixturetool verify                     # are the fixtures sound?
      fixturetool eval-retrieval             # how good is the retriever?
    """


def main() -> None:
    """Run the command line and exit with the right status."""
    # A corpus may be 200,000 records that live to the end: let the collector look rarely.
    gc.set_threshold(200_000)
    prepare_streams()
    status = _run()
    if status == INTERRUPTED:
        # A retriever that hangs would be waited for by an orderly exit.
        sys.stdout.flush()
        os._exit(status)
    sys.exit(status)


def _run() -> int:
    try:
        status = cli.main(standalone_mode=False)
        sys.stdout.flush()
    except (click.exceptions.Abort, KeyboardInterrupt):
        return _say("interrupted", INTERRUPTED)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except FixturetoolError as error:
        return _say(_with_hint(error), error.exit_code)
    except OSError as error:
        # What a command itself writes is told by itself: this is the answer, on a full disk.
        drop_output()
        where = f'"{error.filename}": ' if error.filename else ""
        return _say(f"{where}{error.strerror or error}", UNANSWERED)
    return status if isinstance(status, int) else YES


def _with_hint(error: FixturetoolError) -> str:
    return f"{error}\n  hint: {error.hint}" if error.hint else str(error)


def _say(message: str, status: int) -> int:
    from fixturetool.evaluation.secrets import redacted_text
    from fixturetool.reporting.terminal import visible

    lines = "\n".join(map(visible, redacted_text(message).split("\n")))
    click.echo(f"fixturetool: {lines}", err=True)
    return status
