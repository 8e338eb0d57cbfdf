"""The scripted provider as a command."""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from fixturetool.errors import UsageError
from fixturetool.testing.chat_server import ChatServer
from fixturetool.testing.script import Script, ScriptedReply
from fixturetool.testing.script_file import load_script
from fixturetool.testing.vectors import embed_request
from fixturetool.testing.wire import Received

_ABOUT = """\
A provider of chat completions on 127.0.0.1 that gives scripted replies, for trying things that
ask a model without a key. It prints its address and answers until it is interrupted (Ctrl-C).
/v1/embeddings is answered too, whatever the script: with vectors made of hashed words.
"""

_FORMAT = """\
SCRIPT is a JSON object. Each request is answered by the first of these that has a reply:
  "queue"    replies that are used up one after the other, whatever is asked
  "rules"    the first rule whose "contains" (a text or a list of texts) is in the prompt, that
             is in any message; it is a reply itself, or has "replies": a list of which the last
             one is used again and again
  "default"  a reply; without it: HTTP 400
and  "accepts"  the strongest response_format that is not refused with HTTP 400: "json_schema"
             (the default), "json_object" or "text".

A reply has any of
  "content"        the answer: a text, or a JSON value that is sent as its text; null
  "reasoning"      sent beside it as reasoning_content
  "finish_reason"  "stop", "length", ...
  "usage"          [prompt tokens, completion tokens]; null: none is told
  "status"         the HTTP status; from 400 on, "content" is the error's message
  "headers"        more headers, such as {"Retry-After": "2"}
  "delay_seconds"  waited before the answer
  "body"           sent in place of a completion: a text (as text/html) or a JSON value
  "content_type"   what the body claims to be
  "cut"            true: the connection breaks off in the middle of the body

example:
  {
    "queue": [{"status": 429, "headers": {"Retry-After": "1"}, "content": "slow down"}],
    "rules": [
      {"contains": ["ebb_gives_alms", "evidence"], "content": {"attested": true}},
      {"contains": "long prompt", "replies": [{"status": 503}, {"content": "<think>...</think>{}"}]}
    ],
    "default": {"content": {"attested": false}}
  }
"""


def run(arguments: Sequence[str]) -> int:
    """Answer until interrupted.

    Args:
        arguments: Those of the command line, without the program.

    Returns:
        The exit code: 0, or 2 for a script or a port that can't be used.
    """
    options = _parser().parse_args(arguments)
    try:
        script = load_script(options.script) if options.script else Script()
        server = ChatServer(_told(script), port=options.port, embeddings=_told_vectors)
    except UsageError as error:
        hint = f"\n  hint: {error.hint}" if error.hint else ""
        _say(f"chat_server: {error}{hint}")
        return 2
    except OSError as error:
        _say(f"chat_server: port {options.port} can't be used: {error.strerror}")
        return 2
    sys.stdout.write(f"{server.base_url}\n")
    sys.stdout.flush()
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        return 0
    finally:
        server.close()
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m fixturetool.testing.chat_server",
        description=_ABOUT,
        epilog=_FORMAT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "script",
        metavar="SCRIPT",
        type=Path,
        nargs="?",
        help="the file of replies; without it, vectors alone are answered",
    )
    parser.add_argument("--port", metavar="N", type=_port, default=0, help="default: a free one")
    return parser


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port (0 to 65535)")
    return int(text)


def _told(script: Script) -> Callable[[Received], ScriptedReply]:
    """Return the script as a function that tells each request on standard error."""

    def answer(request: Received) -> ScriptedReply:
        reply = script.reply_to(request.prompt, request.response_format)
        start = " ".join(request.prompt.split())[:60]
        _say(f"{reply.status} to {request.response_format}: {start!r}")
        return reply

    return answer


def _told_vectors(request: Received) -> ScriptedReply:
    reply = embed_request(request)
    given = request.payload.get("input")
    count = len(given) if isinstance(given, list) else 1
    _say(f"{reply.status} to embeddings: {count} text{'' if count == 1 else 's'}")
    return reply


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()
