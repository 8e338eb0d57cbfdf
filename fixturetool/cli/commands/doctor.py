"""``fixturetool doctor``: whether everything that is set up is there."""

import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from fixturetool.cli.exits import NO, YES
from fixturetool.cli.options import format_option, quiet_option, settings_options
from fixturetool.diagnosis.check import Check, State, failed
from fixturetool.errors import FixturetoolError
from fixturetool.progress import Progress
from fixturetool.settings import Settings


@click.command("doctor")
@format_option
@click.option("--offline", is_flag=True, help="Ask no server whether it answers.")
@quiet_option
@settings_options
def command(output_format: str, offline: bool, progress: Progress, settings: Settings) -> int:
    """Check that everything fixturetool needs here is there, and say what to do where it is not.

    Programs and libraries; the settings file in force and where each key comes from; the state
    folder; each corpus with what can't be read, and its index; the fixtures and their anchors; the
    retriever; models with their keys, of which at most the end is shown. Servers are asked
    whether they answer, by a GET that costs nothing; a model's only where its key is set.

    ok: it is there. note: nothing that is set up needs it. fail: something does.

    \b
    Examples:
      fixturetool doctor
      fixturetool doctor --offline
      fixturetool doctor --format json | jq '.checks[] | select(.state == "fail")'

    Exit code 1 when something that is needed is missing; each such line says the next step.
    """
    checks = list(_checks(settings, progress, offline=offline))
    file, origins = _origins()
    from fixturetool.reporting.diagnosis import render_json, render_text

    if output_format == "json":
        click.echo(render_json(checks, file, origins), nl=False)
    else:
        click.echo(render_text(checks, file, origins, colour=sys.stdout.isatty()), nl=False)
    return NO if any(check.state is State.FAIL for check in checks) else YES


def _checks(settings: Settings, progress: Progress, *, offline: bool) -> Iterator[Check]:
    from fixturetool.diagnosis.programs import check_programs
    from fixturetool.diagnosis.project import check_state

    yield from check_programs(settings)
    state = check_state(settings.paths.state)
    yield state
    if state.state is State.OK:
        yield from _files(settings, progress)
    yield from _services(settings, offline=offline)


def _files(settings: Settings, progress: Progress) -> Iterator[Check]:
    from fixturetool.cli.pdfs import load_searched
    from fixturetool.diagnosis.project import check_corpora, check_fixtures

    try:
        corpora = load_searched(settings, ())
    except FixturetoolError as error:
        yield failed("corpus", "sources", error)
        corpora = {}
    seen = list(check_corpora(corpora, settings, progress))
    seen += check_fixtures(settings, progress)
    # A corpus comes before its index, and both before the fixtures.
    order = ("corpus", "index", "fixtures")
    yield from sorted(seen, key=lambda check: order.index(check.group))


def _services(settings: Settings, *, offline: bool) -> Iterator[Check]:
    from fixturetool.cli.retrieving import environment_headers
    from fixturetool.diagnosis.reaching import status_of
    from fixturetool.diagnosis.services import NOT_ASKED, check_models, check_retriever

    retriever = settings.retriever
    ask = (lambda _url, _headers: NOT_ASKED) if offline else status_of
    yield from check_retriever(retriever, os.environ, lambda: environment_headers(retriever), ask)
    yield from check_models(settings, os.environ, ask)


def _origins() -> tuple[str, Mapping[str, str]]:
    """Return the settings file in force, and where each key that is set comes from."""
    from fixturetool.config import setting_origins

    flags = click.get_current_context().params
    file, origins = setting_origins(Path.cwd(), os.environ, flags["config"])
    given = {f"paths.{name}": f"--{name}" for name in ("fixtures", "corpus") if flags[name]}
    return str(file or ""), {**origins, **given}
