"""Options that choose the system under test and say where it is."""

import functools
import os
import re
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, replace
from pathlib import Path
from string import Template
from typing import TypeVar

import click

from fixturetool.cli.embedded import embedded_options
from fixturetool.errors import UsageError
from fixturetool.settings import Settings
from fixturetool.settings.retriever import CacheMode, CommandSettings, RetrieverSettings

R = TypeVar("R")
# A flag's parameter to the kinds of retrievers that it says something to.
_OWNERS = {
    "base_url": ("http", "opensearch", "chroma"),
    "corpus_id": ("http",),
    "cache_mode": ("http",),
    "program": ("command",),
    "top_k": ("http", "opensearch", "chroma", "postgres", "python"),
}
# Those that are fields of the retriever's own table.
_FIELDS = ("base_url", "corpus_id", "cache_mode", "top_k")
_HEADER_VALUE = re.compile(r"[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?")


@dataclass(frozen=True, slots=True)
class _Flags:
    """What was given, None for what was not."""

    base_url: str | None
    corpus_id: str | None
    cache_mode: CacheMode | None
    program: str | None
    top_k: int | None

    def implied(self, configured: str) -> str:
        """Return the retriever that is meant where none is named by a flag."""
        if self.base_url is not None and self.program is not None:
            raise UsageError("--base-url and --command are two systems", hint="name one of them")
        if self.base_url is not None:
            return configured if configured in _OWNERS["base_url"] else "http"
        return configured if self.program is None else "command"


def retriever_options(command: Callable[..., R]) -> Callable[..., R]:
    """Add ``--retriever`` and what it needs; the flags stand in the ``settings`` of the command.

    The wrapped command must be given ``settings``.
    """
    command = embedded_options(command)

    @click.option(
        "--retriever",
        metavar="NAME",
        help="The system under test: bm25, http, command, opensearch, chroma, postgres, or "
        "package.module:attribute.  [bm25]",
    )
    @click.option(
        "--base-url",
        metavar="URL",
        help="Where it is; alone, it is a search API, and POST URL/search is asked.",
    )
    @click.option("--corpus-id", metavar="ID", help="Its corpus.  [the fixture language]")
    @click.option("--top-k", type=click.IntRange(min=1), help="Chunks to ask it for.  [20]")
    @click.option(
        "--cache-mode",
        type=click.Choice(["bypass", "default", "refresh"]),
        help="What it does with its cache.  [bypass]",
    )
    @click.option(
        "--command",
        "program",
        metavar="COMMAND",
        help="A program that answers lines of JSON; no shell reads it.",
    )
    @functools.wraps(command)
    def wrapper(
        *args: object,
        retriever: str | None,
        base_url: str | None,
        corpus_id: str | None,
        top_k: int | None,
        cache_mode: CacheMode | None,
        program: str | None,
        settings: Settings,
        **kwargs: object,
    ) -> R:
        flags = _Flags(base_url, corpus_id, cache_mode, program, top_k)
        chosen = _applied(settings.retriever, retriever, flags)
        return command(*args, settings=replace(settings, retriever=chosen), **kwargs)

    return wrapper


def _applied(settings: RetrieverSettings, named: str | None, flags: _Flags) -> RetrieverSettings:
    name = named or flags.implied(settings.name)
    _refuse_idle(name, flags)
    if _kind(name) == "http" and settings.http.request:
        _refuse_unsent(flags)
    chosen = replace(settings, name=name)
    kind = _kind(name)
    given = {flag: getattr(flags, flag) for flag in _FIELDS if getattr(flags, flag) is not None}
    if flags.program:
        return replace(chosen, command=CommandSettings(_split(flags.program)))
    return replace(chosen, **{kind: replace(getattr(chosen, kind), **given)}) if given else chosen


def _kind(name: str) -> str:
    """The table of the settings that says more of a retriever."""
    return "python" if ":" in name else name


def _refuse_idle(name: str, flags: _Flags) -> None:
    for flag, owners in _OWNERS.items():
        if getattr(flags, flag) is not None and _kind(name) not in owners:
            spelled = "--" + flag.replace("program", "command").replace("_", "-")
            raise UsageError(f'{spelled} means nothing to the retriever "{name}"')


def _refuse_unsent(flags: _Flags) -> None:
    """Refuse what only the request of ``POST /api/search`` holds, beside a request of one's own."""
    for flag in ("corpus_id", "cache_mode"):
        if getattr(flags, flag) is not None:
            raise UsageError(
                f"--{flag.replace('_', '-')} means nothing beside retriever.http.request",
                hint="write it into that request",
            )


def _split(command: str) -> tuple[str, ...]:
    try:
        return tuple(shlex.split(command))
    except ValueError as error:
        raise UsageError(f"--command can't be cut into words: {error}") from error


def resolved_headers(
    headers: Mapping[str, str], environ: Mapping[str, str], setting: str
) -> dict[str, str]:
    """Put environment variables into the values of headers.

    Args:
        headers: Header to value; ``$NAME`` and ``${NAME}`` mean a variable, ``$$`` a dollar sign.
        environ: The variables.
        setting: Where they stand, told in errors.

    Raises:
        UsageError: A variable is not set, or a value can't be sent. No value is shown.
    """
    resolved: dict[str, str] = {}
    for header, value in headers.items():
        try:
            resolved[header] = Template(value).substitute(environ).strip()
        except KeyError as error:
            raise UsageError(
                f'the header "{header}" needs the environment variable {error.args[0]}',
                hint=f"set it, or fix {setting}",
            ) from None
        except ValueError:
            raise UsageError(
                f'the header "{header}" has a "$" that begins no name',
                hint="write $NAME for an environment variable, $$ for a dollar sign",
            ) from None
        if not _HEADER_VALUE.fullmatch(resolved[header]):
            raise UsageError(f'the value of the header "{header}" is empty or can\'t be sent')
    return resolved


@contextmanager
def foreign_code() -> Iterator[None]:
    """Let somebody's Python code be imported from the working directory, and print to stderr.

    Standard output holds our answer alone.
    """
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    with redirect_stdout(sys.stderr):
        yield


def environment_headers(settings: RetrieverSettings) -> dict[str, str]:
    """Return the headers of a retriever that has some, with the values that are sent.

    Raises:
        UsageError: One of them can't be made.
    """
    table = getattr(settings, _kind(settings.name), None)
    headers = getattr(table, "headers", {})
    return resolved_headers(headers, os.environ, f"retriever.{settings.name}.headers")
