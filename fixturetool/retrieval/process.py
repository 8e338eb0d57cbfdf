"""A program that is kept alive, and answers each line with a line."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
from contextlib import suppress
from time import monotonic, sleep
from typing import TYPE_CHECKING

from fixturetool.errors import RetrievalError, TransientError, UsageError
from fixturetool.retrieval.records import one_line

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import IO

_GRACE_SECONDS = 2.0
_FIRST_PAUSE = 0.0005
_LONGEST_PAUSE = 0.05
_LONGEST_ANSWER = 64 * 1024 * 1024
_PIECE = 65536


class ProgramEndedError(TransientError):
    """The program ended before it answered."""


class LineProcess:
    """A running program; for one thread at a time.

    Its standard error is ours. It has a process group of its own, so that what it started ends
    with it, and a Ctrl-C is left to us.

    Args:
        command: The program and its arguments; no shell reads them.

    Attributes:
        has_answered: Whether it has answered a line before.

    Raises:
        UsageError: The program can't be started.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._name = command[0]
        self.has_answered = False
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                process_group=0,
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise UsageError(
                f'the program "{self._name}" can\'t be started: {reason}',
                hint="check --command, or retriever.command.run",
            ) from error
        self._in = _unblocked(self._process.stdin)
        self._out = _unblocked(self._process.stdout)

    def is_ready(self) -> bool:
        """Tell whether it runs and has said nothing that nobody asked for."""
        if self._ended_how() is not None:
            return False
        with selectors.DefaultSelector() as selector:
            selector.register(self._out, selectors.EVENT_READ)
            return not selector.select(0)

    def exchange(self, line: bytes, timeout_seconds: float) -> bytes:
        """Write a line and return the line that answers it.

        After an error the program is of no more use: what it says next may be the late answer.

        Args:
            line: Without a line break.
            timeout_seconds: For writing and reading together.

        Raises:
            ProgramEndedError: The program ended.
            TransientError: It was too slow.
            RetrievalError: It wrote more than one line, or one without an end.
        """
        deadline = monotonic() + timeout_seconds
        unsent, received, is_answered = line + b"\n", bytearray(), False
        with selectors.DefaultSelector() as selector:
            selector.register(self._in, selectors.EVENT_WRITE)
            selector.register(self._out, selectors.EVENT_READ)
            while unsent or not is_answered:
                ready = {key.fd for key, _ in selector.select(max(0.0, deadline - monotonic()))}
                if not ready:
                    raise TransientError(
                        f'"{self._name}" gave no answer in {timeout_seconds:g} s and was ended'
                    )
                if self._out in ready:
                    piece = self._read()
                    is_answered = is_answered or b"\n" in piece
                    received += piece
                    self._check_size(received)
                if self._in in ready:
                    unsent = self._write(unsent)
                    if not unsent:
                        selector.unregister(self._in)
        return self._only_line(bytes(received))

    def _write(self, unsent: bytes) -> bytes:
        try:
            return unsent[os.write(self._in, unsent[:_PIECE]) :]
        except BlockingIOError:
            return unsent
        except BrokenPipeError as error:
            raise self._ended() from error

    def _read(self) -> bytes:
        piece = os.read(self._out, _PIECE)
        if not piece:
            raise self._ended()
        return piece

    def _check_size(self, received: bytearray) -> None:
        if len(received) > _LONGEST_ANSWER:
            raise RetrievalError(f'"{self._name}" wrote more than 64 MiB for an answer')

    def _only_line(self, received: bytes) -> bytes:
        line, _, rest = received.partition(b"\n")
        if rest.strip():
            shown = one_line(line.decode("utf-8", "replace"))
            raise RetrievalError(
                f'"{self._name}" wrote more than one line; the first is: {shown}',
                hint="what is no answer belongs on standard error",
            )
        self.has_answered = True
        return line

    def _ended(self) -> ProgramEndedError:
        how = _ending(self._await_end())
        return ProgramEndedError(f'"{self._name}" {how} before it answered')

    def _await_end(self) -> int | None:
        """Wait a little for the program to end by itself; return how, None where it has not."""
        deadline, pause = monotonic() + _GRACE_SECONDS, _FIRST_PAUSE
        while (how := self._ended_how()) is None and monotonic() < deadline:
            sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
        return how

    def _ended_how(self) -> int | None:
        """Return the exit code, or the negative of a signal; None while the program runs.

        It is not collected: only until then its number is sure to be that of its group.
        """
        if self._process.returncode is not None:
            return self._process.returncode
        look = os.WEXITED | os.WNOHANG | os.WNOWAIT
        ended = os.waitid(os.P_PID, self._process.pid, look)
        if ended is None:
            return None
        return ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status

    def hang_up(self) -> None:
        """End the program's input, upon which it may end by itself."""
        _pipe(self._process.stdin).close()

    def close(self) -> None:
        """Wait a little for the program to end by itself, then end it."""
        self.hang_up()
        self._await_end()
        self.kill()

    def kill(self) -> None:
        """End the program and let go of it."""
        self.stop()
        _pipe(self._process.stdin).close()
        _pipe(self._process.stdout).close()

    def stop(self) -> None:
        """End what is left of the program and its process group, and collect it.

        Any thread may do so.
        """
        # Once it is collected, its number may be that of another group.
        if self._process.returncode is None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise UsageError("the program has no pipe")
    return pipe


def _unblocked(pipe: IO[bytes] | None) -> int:
    """Return the descriptor of a pipe, set so that no call on it waits."""
    descriptor = _pipe(pipe).fileno()
    os.set_blocking(descriptor, False)
    return descriptor


def _ending(code: int | None) -> str:
    if code is None:
        return "closed its pipes"
    if code >= 0:
        return f"ended with exit code {code}"
    known = {signal_.value: signal_.name for signal_ in signal.Signals}
    return f"was ended by {known.get(-code, f'signal {-code}')}"
