"""The retrievers ``package.module:attribute``: somebody's Python code."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

from fixturetool.errors import FixturetoolError, RetrievalError
from fixturetool.retrieval.asynchrony import EventLoop
from fixturetool.retrieval.calling import find_call, makes_retriever
from fixturetool.retrieval.documents import read_results
from fixturetool.retrieval.importing import import_object, told, told_as_usage_error

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fixturetool.retrieval.base import Hit
    from fixturetool.settings.retriever import PythonSettings


class PythonRetriever:
    """Asks a Python object; a Retriever.

    How the object is asked is told by :func:`~fixturetool.retrieval.calling.find_call`, and what
    it may return by :func:`~fixturetool.retrieval.documents.read_results`. A class is made an
    object without arguments, and a function without parameters is called once to make the
    retriever. Async methods run in one event loop. An object that is not safe to be called
    from several threads needs ``--jobs 1``.

    Args:
        name: ``package.module:attribute``.
        settings: Chunks to ask for, and where documents name their source.
        timeout_seconds: For one call of an async retriever; others can't be cut short.

    Raises:
        UsageError: It can't be imported, made or asked.
    """

    def __init__(self, name: str, settings: PythonSettings, timeout_seconds: float) -> None:
        self._name = name
        self._settings = settings
        self._timeout_seconds = timeout_seconds
        self._loop = EventLoop()
        with ExitStack() as failed:
            failed.callback(self._loop.close)
            found = import_object(name)
            with told_as_usage_error(f"{name} can't be made"):
                self._target = self._made(found)
            with told_as_usage_error(f"{name} can't be asked"):
                self._call = find_call(self._target, name, settings.top_k)
            failed.pop_all()

    def _made(self, found: object) -> object:
        if not makes_retriever(found) or not callable(found):
            return found
        return self._loop.settle(found(), self._timeout_seconds)

    def describe(self) -> Mapping[str, str | int | float | bool]:
        """Return the name, the class, and how many chunks are asked for where that is known.

        Raises:
            UsageError: The object fails when it is looked at.
        """
        kind = type(self._target)
        description: dict[str, str | int | float | bool] = {
            "name": self._name,
            "class": f"{kind.__module__}.{kind.__qualname__}",
            "top_k": self._settings.top_k,
        }
        with told_as_usage_error(f"{self._name} can't be described"):
            for attribute in ("k", "similarity_top_k"):
                value = getattr(self._target, attribute, None)
                if isinstance(value, int):
                    description[attribute] = value
        return description

    def retrieve(self, query: str, k: int, *, language: str, chunk_context: int) -> Sequence[Hit]:
        """Return what the object answers.

        Raises:
            TransientError: An async object took too long.
            RetrievalError: It failed, or what it returned can't be read.
        """
        given: dict[str, str | int] = {
            "k": k,
            "top_k": max(k, self._settings.top_k),
            "language": language,
            "chunk_context": chunk_context,
        }
        keywords = {name: given[name] for name in self._call.keywords}
        try:
            results = self._loop.settle(
                self._call.function(query, **keywords), self._timeout_seconds
            )
            # Results may be made one by one, by code that fails.
            return read_results(results, self._settings.path_keys)
        except (FixturetoolError, KeyboardInterrupt):
            raise
        except BaseException as error:
            # sys.exit() too, which would pass for our own end, and a panic of Rust code.
            raise RetrievalError(f"{self._name} failed: {told(error)}") from error

    def close(self) -> None:
        """Call the object's own ``close``, if it has one, and end the event loop.

        Raises:
            RetrievalError: Its ``close`` failed.
        """
        try:
            close = getattr(self._target, "close", None)
            if callable(close):
                self._loop.settle(close(), self._timeout_seconds)
        except (Exception, SystemExit) as error:
            raise RetrievalError(f"{self._name} can't be closed: {told(error)}") from error
        finally:
            self._loop.close()
