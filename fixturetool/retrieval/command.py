"""The retriever ``command``: any program that reads and writes lines of JSON."""

from __future__ import annotations

import json
import shlex
from contextlib import ExitStack
from threading import Lock
from typing import TYPE_CHECKING

from fixturetool.errors import RetrievalError, UsageError
from fixturetool.retrieval.base import Hit, Rewritten
from fixturetool.retrieval.process import LineProcess, ProgramEndedError
from fixturetool.retrieval.records import one_line, parse_hit, parse_rewrite

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class CommandRetriever:
    """Asks a program; a Retriever that any number of threads may call.

    A query is one line in, ``{"query", "k", "language", "chunk_context"}``, and one line out:
    ``{"hits": [...]}``, or ``{"error": "..."}``. A hit has ``path`` and any of the other
    attributes of :class:`~fixturetool.retrieval.base.Hit`. ``rewrite`` beside the hits tells what
    was searched in place of the query.

    A program answers one query at a time. One is started at once; where several queries are
    asked at once, as many programs run, each started when it is first needed and kept. One that
    ended, failed or was too slow is replaced when the next query comes.

    Args:
        command: The program and its arguments.
        timeout_seconds: For one query, a program's start included.

    Raises:
        UsageError: There is no command, or it can't be started.
    """

    def __init__(self, command: Sequence[str], timeout_seconds: float) -> None:
        if not command:
            raise UsageError(
                "the retriever command has no program",
                hint="give --command, or retriever.command.run",
            )
        self._command = tuple(command)
        self._timeout_seconds = timeout_seconds
        self._lock = Lock()
        self._idle = [LineProcess(self._command)]
        self._all = set(self._idle)
        self._closed = False

    def describe(self) -> Mapping[str, str | int | float | bool]:
        """Return the command line."""
        return {"name": "command", "command": shlex.join(self._command)}

    def retrieve(self, query: str, k: int, *, language: str, chunk_context: int) -> Sequence[Hit]:
        """Return what the program answers.

        Raises:
            TransientError: The program ended, or was too slow.
            RetrievalError: It answered with an error, or its answer can't be read.
        """
        asked = {"query": query, "k": k, "language": language, "chunk_context": chunk_context}
        return _parse_answer(self._exchange(json.dumps(asked).encode()))

    def _exchange(self, line: bytes) -> bytes:
        process = self._borrow()
        # A program that ended after its last answer may be on its way out unseen.
        may_be_gone = process.has_answered
        try:
            return self._exchange_with(process, line)
        except ProgramEndedError:
            if not may_be_gone:
                raise
        return self._exchange_with(self._started(), line)

    def _exchange_with(self, process: LineProcess, line: bytes) -> bytes:
        with ExitStack() as failed:
            failed.callback(self._drop, process)
            answer = process.exchange(line, self._timeout_seconds)
            failed.pop_all()
        with self._lock:
            closed = self._closed
            if not closed:
                self._idle.append(process)
        if closed:
            process.kill()
        return answer

    def _borrow(self) -> LineProcess:
        """Take an idle program that is fit for use, or start one."""
        while True:
            with self._lock:
                process = self._idle.pop() if self._idle else None
            if process is None:
                return self._started()
            if process.is_ready():
                return process
            self._drop(process)

    def _started(self) -> LineProcess:
        with self._lock:
            if self._closed:
                raise RetrievalError("the retriever command is closed")
            process = LineProcess(self._command)
            self._all.add(process)
        return process

    def _drop(self, process: LineProcess) -> None:
        with self._lock:
            self._all.discard(process)
        process.kill()

    def close(self) -> None:
        """End the programs: the idle ones by closing their input, those at work at once."""
        with self._lock:
            self._closed = True
            idle, everyone = self._idle, self._all
            self._idle, self._all = [], set()
        for process in everyone.difference(idle):
            process.stop()  # The thread that waits for its answer lets go of it.
        for process in idle:
            process.hang_up()
        for process in idle:
            process.close()


def _parse_answer(line: bytes) -> Sequence[Hit]:
    try:
        answer: object = json.loads(line)
    except (ValueError, RecursionError) as error:
        shown = one_line(line.decode("utf-8", "replace")) or "an empty line"
        raise RetrievalError(f"the program's answer is no JSON: {shown}") from error
    if not isinstance(answer, dict):
        raise RetrievalError(f"the program's answer is no JSON object: {_shown(line)}")
    if answer.get("error") is not None:
        raise RetrievalError(f"the program says: {one_line(str(answer['error']))}")
    hits = answer.get("hits")
    if not isinstance(hits, list):
        raise RetrievalError(f'the program\'s answer has no list "hits": {_shown(line)}')
    read = [_hit(record, f"hit {position}") for position, record in enumerate(hits, start=1)]
    rewrite = parse_rewrite(answer.get("rewrite"))
    return Rewritten(tuple(read), rewrite) if rewrite else read


def _hit(record: object, where: str) -> Hit:
    if not isinstance(record, dict):
        raise RetrievalError(f"{where} is no JSON object: {one_line(repr(record), 80)}")
    return parse_hit(record, where)


def _shown(line: bytes) -> str:
    return one_line(line.decode("utf-8", "replace"))
