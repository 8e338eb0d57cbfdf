"""The entry point: the group of commands, and the one place where errors become exit codes."""

import gc
import os
import signal
import sys
from typing import NoReturn

import click

from fixturetool import __version__
from fixturetool.cli.exits import INTERRUPTED, TERMINATED, UNANSWERED, YES
from fixturetool.cli.lazy import LazyGroup
from fixturetool.cli.streams import drop_output, prepare_streams
from fixturetool.errors import FixturetoolError, with_causes

# Nothing here is made for pydantic's plug-ins, and looking for them costs every start.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")

_HOME = "fixturetool.cli.commands"
_COMMANDS = {
    "search": ("search", "Find anchor candidates in the corpus."),
    "new": ("new", "Write a new category, or a new fixture of one."),
    "anchor": ("anchor", "Add, list or remove anchors of fixtures."),
    "edit": ("edit", "Edit a category in a full-screen editor."),
    "fmt": ("fmt", "Format fixture files alike."),
    "validate": ("validate", "Check fixture and dataset files by themselves."),
    "verify": ("verify", "Check fixture files against the corpus."),
    "explain": ("explain", "Explain the rules that fixtures are checked by."),
    "repair": ("repair", "Propose corpus text for anchors that are gone."),
    "retrieve": ("retrieve", "Show what the retriever brings back for a query."),
    "eval-retrieval": ("eval_retrieval", "Grade a retriever with the fixtures."),
    "eval-paths": ("eval_paths", "Grade a retriever by documents and spans."),
    "eval-pages": ("eval_pages", "Grade a search API by pages and figures."),
    "score": ("score", "Grade a saved run again, without a retrieval."),
    "runs": ("runs", "List, show and prune saved runs."),
    "compare": ("compare", "Compare a run with an earlier one."),
    "schema": ("schema", "Print the JSON Schema of a file format."),
    "dataset": ("dataset", "List, add, edit, delete and export entries."),
    "misses": ("misses", "Tell true misses of a run from false ones."),
    "report": ("report", "Report a saved run: HTML, Markdown, JUnit, TREC …"),
    "import": ("import_", "Make fixtures of qrels, BEIR folders and nuggets."),
    "export": ("export", "Write fixtures as qrels, a BEIR folder or nuggets."),
    "judge": ("judge", "Turn false misses into anchors; grade the judge."),
    "serve": ("serve", "Serve the embedded index over HTTP."),
    "index": ("index", "Build, inspect or clear the embedded index."),
    "doctor": ("doctor", "Check that everything needed is there."),
    "completion": ("completion", "Print the completion script for a shell."),
}


@click.command(
    cls=LazyGroup,
    lazy={name: (f"{_HOME}.{module}", line) for name, (module, line) in _COMMANDS.items()},
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 yes, 1 the answer is no, 2 usage or settings, 3 could not answer, "
    "130 interrupted, 143 terminated. 'fixturetool COMMAND --help' shows options and examples.",
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
    if signal.getsignal(signal.SIGTERM) == signal.SIG_DFL:
        signal.signal(signal.SIGTERM, _terminate)
    status = _run()
    if status in {INTERRUPTED, TERMINATED}:
        # A retriever that hangs would be waited for by an orderly exit.
        sys.stdout.flush()
        os._exit(status)
    sys.exit(status)


class _TerminatedError(KeyboardInterrupt):
    """SIGTERM came; all ends as it does by Ctrl-C."""


def _terminate(*_: object) -> NoReturn:
    raise _TerminatedError


def _run() -> int:
    try:
        status = cli.main(standalone_mode=False)
        sys.stdout.flush()
    except (click.exceptions.Abort, KeyboardInterrupt) as error:
        # Click turns an EOFError that nobody caught into an Abort.
        if isinstance(error.__cause__, EOFError):
            raise error.__cause__ from None
        if any(isinstance(one, _TerminatedError) for one in with_causes(error)):
            return _say("terminated", TERMINATED)
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
    from fixturetool.evaluation.storage.secrets import redacted_text
    from fixturetool.reporting.terminal import visible

    lines = "\n".join(map(visible, redacted_text(message).split("\n")))
    click.echo(f"fixturetool: {lines}", err=True)
    return status
