"""A server process: a bound socket, and an application on it until a signal comes."""

import signal
import socket
from collections.abc import Callable
from types import FrameType

from starlette.applications import Starlette
from uvicorn import Config, Server

from fixturetool.errors import UsageError

_GRACE_SECONDS = 5


def bind(host: str, port: int) -> socket.socket:
    """Take an address without listening yet: a client is refused until there are answers.

    Args:
        host: A name or an address of this machine.
        port: 0 for any free one.

    Raises:
        UsageError: The address is taken, or is none of this machine.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        taken = socket.socket(family, kind, protocol)
    except OSError as error:
        raise UsageError(f'can\'t serve on "{host}": {error.strerror}') from error
    try:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind(address)
    except OSError as error:
        taken.close()
        raise UsageError(
            f"can't serve on {host} port {port}: {error.strerror}",
            hint="name another with --port; --port 0 takes any free one",
        ) from error
    return taken


def url_of(taken: socket.socket) -> str:
    """Return the URL of a bound socket, without a path."""
    host, port = taken.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def serve(
    app: Starlette, taken: socket.socket, ready: Callable[[], None], *, access_log: bool
) -> signal.Signals:
    """Answer until SIGINT or SIGTERM comes; requests under way are finished first.

    Args:
        app: The application.
        taken: A bound socket; closed in the end.
        ready: Called once requests are answered.
        access_log: Whether each request is told on standard error.

    Returns:
        The signal that ended it.
    """
    config = Config(
        app,
        log_config=_log_config(access_log=access_log),
        access_log=access_log,
        lifespan="off",
        ws="none",
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=_GRACE_SECONDS,
    )
    server = _Server(config, ready)
    server.run([taken])
    return server.ended_by


class _Server(Server):
    """A uvicorn server that says when it is ready, and remembers what ended it."""

    def __init__(self, config: Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready
        self.ended_by = signal.SIGTERM

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002 - a handler's shape
        """Take note of a signal; uvicorn's own method would raise it again in the end."""
        self.ended_by = signal.Signals(sig)
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True


def _log_config(*, access_log: bool) -> dict[str, object]:
    """Return how to log: on standard error, warnings alone unless requests are asked for."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"plain": {"format": "%(message)s"}},
        "handlers": {
            "talk": {
                "class": "logging.StreamHandler",
                "formatter": "plain",
                "stream": "ext://sys.stderr",
            }
        },
        "loggers": {
            "uvicorn.error": {"handlers": ["talk"], "level": "WARNING", "propagate": False},
            "uvicorn.access": {
                "handlers": ["talk"] if access_log else [],
                "level": "INFO" if access_log else "CRITICAL",
                "propagate": False,
            },
        },
    }
