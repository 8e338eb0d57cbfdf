"""The retriever and the models: their keys, and whether they answer."""

import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.machinery import PathFinder
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

from fixturetool.diagnosis.check import Check, State, failed
from fixturetool.diagnosis.indexes import check_index
from fixturetool.errors import FixturetoolError, SettingsError, UnansweredError
from fixturetool.llm.endpoint import Endpoint, ProviderSettings, endpoint_of, shown_url
from fixturetool.retrieval.registry import EMBEDDED, OUTSIDE
from fixturetool.settings import Settings
from fixturetool.settings.retriever import HttpSettings, RetrieverSettings

if TYPE_CHECKING:
    from fixturetool.settings.databases import ChromaSettings, OpenSearchSettings

Ask = Callable[[str, Mapping[str, str]], int]
"""Asks an address, with headers, and returns the HTTP status; ``NOT_ASKED`` asks nothing."""
NOT_ASKED = 0

_LEAST_SHOWN = 16
_DENIED = {401, 403}
_BROKEN = 500
_EMBEDS = {"opensearch", "chroma", "postgres"}
_HTTP = {"http", "opensearch", "chroma"}
_STARTED = "start the server, or fix the address"


def check_retriever(
    settings: RetrieverSettings,
    environ: Mapping[str, str],
    headers_of: Callable[[], Mapping[str, str]],
    ask: Ask,
) -> Iterator[Check]:
    """Look at the system under test.

    Args:
        settings: Names it.
        environ: The environment variables.
        headers_of: Returns the headers that are sent to it, or raises a UsageError.
        ask: Asks whether it answers.
    """
    name = settings.name
    if name in EMBEDDED:
        yield Check("retriever", name, State.OK, "the embedded index")
    elif name in _HTTP:
        yield from _over_http(settings, environ, headers_of, ask)
    elif name == "command":
        yield _program(settings.command.run)
    elif name == "postgres":
        yield _database(settings, environ)
    elif ":" in name:
        yield _module(name)
    else:
        known = ", ".join([*EMBEDDED, *OUTSIDE])
        hint = f"known are {known} and package.module:attribute"
        yield Check("retriever", name, State.FAIL, "there is no such retriever", hint)


def check_models(settings: Settings, environ: Mapping[str, str], ask: Ask) -> Iterator[Check]:
    """Look at every model that is set up, and at the judge's, which is only asked on purpose."""
    retriever = settings.retriever
    yield _model(_Asked("judge and analysis", "judge", settings.judge, False), environ, ask)
    if retriever.name in EMBEDDED:
        vectors, rewrite = retriever.embedded.embeddings, retriever.embedded.query_transform
        if vectors.enabled and vectors.model:
            section = "retriever.embedded.embeddings"
            yield _model(_Asked("embeddings", section, vectors, True), environ, ask)
        if rewrite.enabled and rewrite.model:
            section = "retriever.embedded.query_transform"
            yield _model(_Asked("rewrite", section, rewrite, True), environ, ask)
    elif retriever.name in _EMBEDS and retriever.embeddings.enabled and retriever.embeddings.model:
        own = _Asked("embeddings", "retriever.embeddings", retriever.embeddings, True)
        yield _model(own, environ, ask)


def masked(secret: str) -> str:
    """Describe a secret by its length and, where it is long, by its end.

    >>> masked("sk-0123456789abcdef")
    'set, 19 characters, ending in cdef'
    """
    end = f", ending in {secret[-4:]}" if len(secret) >= _LEAST_SHOWN else ""
    return f"set, {len(secret)} characters{end}"


@dataclass(frozen=True, slots=True)
class _Asked:
    """A model: what it is for, its settings, and whether what is set up needs it."""

    name: str
    section: str
    settings: ProviderSettings
    is_needed: bool

    def check(self, state: State, detail: str, hint: str = "") -> Check:
        bad = State.FAIL if self.is_needed else State.NOTE
        return Check("models", self.name, bad if state is State.FAIL else state, detail, hint)


def _model(asked: _Asked, environ: Mapping[str, str], ask: Ask) -> Check:
    settings = asked.settings
    try:
        endpoint = endpoint_of(settings, environ, asked.section)
    except SettingsError as error:
        return asked.check(State.FAIL, str(error), error.hint)
    secret = environ.get(settings.api_key_env, "").strip() if settings.api_key_env else ""
    key = f"{settings.api_key_env} is {masked(secret)}" if secret else "no key is needed"
    told = f"{settings.model} at {endpoint.shown_url}; {key}"
    try:
        status = ask(f"{endpoint.base_url.rstrip('/')}/models", _bearer(endpoint))
    except UnansweredError as error:
        hint = f"{_STARTED}: {asked.section}.base_url"
        return asked.check(State.FAIL, f"{told}; it can't be reached: {error}", hint)
    if status in _DENIED:
        hint = f"set {settings.api_key_env} to a key of this provider"
        return Check("models", asked.name, State.FAIL, f"{told}; the key is refused", hint)
    if status >= _BROKEN:
        return asked.check(State.FAIL, f"{told}; it answers with HTTP {status}", "try again later")
    return asked.check(State.OK, told if status == NOT_ASKED else f"{told}; it answers")


def _bearer(endpoint: Endpoint) -> dict[str, str]:
    return {"Authorization": f"Bearer {endpoint.api_key}"}


def _over_http(
    settings: RetrieverSettings,
    environ: Mapping[str, str],
    headers_of: Callable[[], Mapping[str, str]],
    ask: Ask,
) -> Iterator[Check]:
    name = settings.name
    tables: Mapping[str, HttpSettings | OpenSearchSettings | ChromaSettings] = {
        "http": settings.http,
        "opensearch": settings.opensearch,
        "chroma": settings.chroma,
    }
    table = tables[name]
    try:
        headers = headers_of()
    except FixturetoolError as error:
        yield failed("retriever", f"{name} headers", error)
        return
    for header, value in table.headers.items():
        variables = Template(value).get_identifiers()
        shown = [f"${one} is {masked(environ.get(one, ''))}" for one in variables]
        yield Check("retriever", header, State.OK, ", ".join(shown) or "set in the settings")
    password = settings.opensearch.password_env if name == "opensearch" else ""
    if password:
        yield _variable("password", password, environ)
    server = _server(name, table.base_url, headers, ask)
    yield server
    if name == "opensearch" and server.state is State.OK:
        yield check_index(settings.opensearch, headers, environ.get(password, ""), ask)


def _server(name: str, base_url: str, headers: Mapping[str, str], ask: Ask) -> Check:
    setting = f"retriever.{name}.base_url"
    if not base_url:
        return Check("retriever", name, State.FAIL, "it has no address", f"set {setting}")
    shown = shown_url(base_url)
    try:
        status = ask(base_url, headers)
    except UnansweredError as error:
        told = f"{shown} can't be reached: {error}"
        return Check("retriever", name, State.FAIL, told, f"{_STARTED}: {setting}")
    answers = "" if status == NOT_ASKED else " answers"
    return Check("retriever", name, State.OK, f"{shown}{answers}")


def _variable(name: str, variable: str, environ: Mapping[str, str]) -> Check:
    secret = environ.get(variable, "")
    if not secret:
        return Check(
            "retriever", name, State.FAIL, f"{variable} is not set", f"export {variable}=…"
        )
    return Check("retriever", name, State.OK, f"{variable} is {masked(secret)}")


def _database(settings: RetrieverSettings, environ: Mapping[str, str]) -> Check:
    postgres = settings.postgres
    if postgres.conninfo_env:
        return _variable("postgres", postgres.conninfo_env, environ)
    if not postgres.conninfo:
        hint = "set retriever.postgres.conninfo or conninfo_env"
        return Check("retriever", "postgres", State.FAIL, "it has no database", hint)
    return Check("retriever", "postgres", State.OK, "retriever.postgres.conninfo is set")


def _program(run: tuple[str, ...]) -> Check:
    if not run:
        hint = "set retriever.command.run, or give --command"
        return Check("retriever", "command", State.FAIL, "it has no program", hint)
    if found := shutil.which(run[0]):
        return Check("retriever", "command", State.OK, found)
    told = f'there is no program "{run[0]}"'
    return Check("retriever", "command", State.FAIL, told, "name it by its path, or fix PATH")


def _module(name: str) -> Check:
    """Look for the package; it is somebody's code, so it is not run."""
    package = name.partition(":")[0].partition(".")[0]
    if PathFinder.find_spec(package, [str(Path.cwd()), *sys.path]):
        return Check("retriever", name, State.OK, f'"{package}" is there; it is not run')
    hint = "modules are looked for in the working directory and among what is installed"
    return Check("retriever", name, State.FAIL, f'there is no package "{package}"', hint)
