"""What a shell is offered for values that only the project knows.

A parameter's metavar says what it takes, so completion goes by it: a new command that takes a RUN
completes runs without another word. Nothing here may fail or speak: it runs behind a Tab key.
"""

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem
from click.types import StringParamType

from fixturetool.errors import FixturetoolError

if TYPE_CHECKING:
    from fixturetool.settings import Settings

Items = list[CompletionItem[str]]
_Values = Callable[["Settings", click.Context], Iterator[tuple[str, str]]]
_MOST_SOURCES = 500


def with_values(command: click.Command) -> click.Command:
    """Have the parameters of a command, and of its subcommands, complete by their metavar."""
    for parameter in command.params:
        if isinstance(parameter.type, StringParamType):
            kinds = [kind for kind in _kinds(parameter) if kind in _VALUES or kind == "FILE"]
            parameter.type = _Word(kinds) if kinds else parameter.type
    for below in command.commands.values() if isinstance(command, click.Group) else ():
        with_values(below)
    return command


def _kinds(parameter: click.Parameter) -> Iterator[str]:
    for long, metavar, kind in _MEANT:
        if (long in parameter.opts or not long) and metavar == parameter.metavar:
            yield kind
            return
    words = parameter.metavar or (parameter.name or "").upper()
    yield from re.findall("[A-Z]+", words)


class _Word(StringParamType):
    """A text of which the possible values are known."""

    def __init__(self, kinds: list[str]) -> None:
        self._kinds = kinds

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
        """Return the values that go on as what is typed, or the shell's own files."""
        listed = "," in (param.metavar or "")
        before, comma, word = incomplete.rpartition(",") if listed else ("", "", incomplete)
        with suppress(FixturetoolError, OSError, ValueError):
            settings = _settings(ctx)
            found = [
                CompletionItem(f"{before}{comma}{value}", help=told or None)
                for kind in self._kinds
                if kind in _VALUES
                for value, told in _VALUES[kind](settings, ctx)
                if value.startswith(word)
            ]
            if found:
                return found
        return [CompletionItem(incomplete, type="file")] if "FILE" in self._kinds else []


def _settings(ctx: click.Context) -> "Settings":
    """Read the settings as the command will; ``--fixtures`` and ``--corpus`` count."""
    from dataclasses import replace

    from fixturetool.config import load_settings

    settings = load_settings(Path.cwd(), os.environ, ctx.params.get("config"))
    given = {
        name: Path(ctx.params[name]) for name in ("fixtures", "corpus") if ctx.params.get(name)
    }
    return replace(settings, paths=replace(settings.paths, **given))


def _categories(settings: "Settings", _: click.Context) -> Iterator[tuple[str, str]]:
    for path in sorted(settings.paths.fixtures.glob("*.json")):
        if not path.name.startswith("."):
            yield path.stem, ""


def _runs(settings: "Settings", _: click.Context) -> Iterator[tuple[str, str]]:
    """Yield the saved runs, the newest first."""
    for path in sorted((settings.paths.state / "runs").iterdir(), reverse=True):
        yield path.name, "" if (path / "run.json").exists() else "interrupted"


def _languages(settings: "Settings", _: click.Context) -> Iterator[tuple[str, str]]:
    from fixturetool.corpus.pdf import known_pdfs

    folders = sorted(path.name for path in settings.paths.corpus.iterdir() if path.is_dir())
    configured = {folder: language for language, folder in settings.languages.items()}
    for folder in folders:
        if not folder.startswith("."):
            yield configured.get(folder, folder.upper()), folder
    for name in known_pdfs(settings.paths.state):
        yield name, "PDFs"


def _codes(_: "Settings", __: click.Context) -> Iterator[tuple[str, str]]:
    from fixturetool.authoring.rules import all_rules

    for rule in all_rules():
        yield rule.code, rule.summary


def _names_of_rules(settings: "Settings", ctx: click.Context) -> Iterator[tuple[str, str]]:
    from fixturetool.authoring.rules import all_rules

    yield from _codes(settings, ctx)
    for rule in all_rules():
        yield rule.name, rule.summary


def _facets(settings: "Settings", ctx: click.Context) -> Iterator[tuple[str, str]]:
    """Yield the facets of the category that is named before, of the one query where it is, too."""
    # A flag that still lacks its value ends click's parsing, and leaves what came before in args.
    category = ctx.params.get("category") or next(iter(ctx.args), "")
    file = settings.paths.fixtures / f"{category}.json"
    wanted = ctx.params.get("query") or ""
    seen: dict[str, str] = {}
    for fixture in json.loads(file.read_text("utf-8-sig"))["fixtures"]:
        if wanted in fixture["query"]:
            seen |= fixture["expected_coverage"]
    yield from seen.items()


def _sources(settings: "Settings", _: click.Context) -> Iterator[tuple[str, str]]:
    """Yield the first files of each language folder; what is no source is told when it is used."""
    for language in settings.paths.corpus.iterdir():
        files = (path for path in language.glob("*/*") if path.is_file())
        for path in islice(sorted(files), _MOST_SOURCES):
            yield path.relative_to(language).as_posix(), ""


_VALUES: Mapping[str, _Values] = {
    "CATEGORY": _categories,
    "RUN": _runs,
    "BASE": _runs,
    "CURRENT": _runs,
    "LANGUAGE": _languages,
    "CODE": _codes,
    "RULE": _names_of_rules,
    "FACET": _facets,
    "SOURCE": _sources,
}
# Long option, metavar, and what is meant where the metavar alone does not tell.
_MEANT = (
    ("--language", "CODE", "LANGUAGE"),
    ("--force", "CODE", "CODE"),
    ("--facet", "NAME", "FACET"),
    ("--source", "PATH", "SOURCE"),
    ("", "[CODE|NAME]...", "RULE"),
)
