"""Answers that were paid for, on disk: one file for each, named by the hash of what was asked."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from threading import Lock

from fixturetool.llm.endpoint import Endpoint
from fixturetool.llm.messages import JsonSchema, Message, Reply, Step
from fixturetool.state import prepare_state, replace_file, told_as_state_error

# Part of every key: raise it when an answer would be read in another way.
_VERSION = 1
_REPLY_TYPES = {
    "text": str,
    "prompt_tokens": int | None,
    "completion_tokens": int | None,
    "finish_reason": str,
}


def prompt_hash(
    endpoint: Endpoint, messages: Sequence[Message], schema: JsonSchema, sample: int
) -> str:
    """Return the SHA-256, in hex, of all that an answer depends on; no key is part of it.

    Args:
        endpoint: Its model and address count.
        messages: The prompt, before a step adds its instructions.
        schema: What is asked for.
        sample: The 0-based number of the answer, where one prompt is asked several times.
    """
    asked = {
        "version": _VERSION,
        "model": endpoint.model,
        "base_url": endpoint.shown_url.rstrip("/"),
        "messages": [asdict(one) for one in messages],
        "schema": asdict(schema),
        "sample": sample,
    }
    text = json.dumps(asked, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


class AnswerCache:
    """The answers under ``<state>/cache/llm``; used from several threads and processes."""

    def __init__(self, state_dir: Path) -> None:
        """Name the state folder; it is made when the first answer is kept."""
        self._state_dir = state_dir
        self._lock = Lock()

    def get(self, name: str) -> tuple[Reply, Step] | None:
        """Return a kept answer, or None; a file that is damaged counts as none.

        Args:
            name: The prompt's hash.
        """
        try:
            table = json.loads(self._file(name).read_bytes())
            return _reply(table["reply"]), Step(table["step"])
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def put(self, name: str, reply: Reply, step: Step) -> None:
        """Keep an answer; it survives the process from then on.

        Raises:
            StateError: It can't be written.
        """
        file = self._file(name)
        text = json.dumps({"reply": asdict(reply), "step": int(step)}, ensure_ascii=False, indent=1)
        with self._lock:
            prepare_state(self._state_dir)
            with told_as_state_error(file):
                file.parent.mkdir(parents=True, exist_ok=True)
                replace_file(file, text.encode())

    def _file(self, name: str) -> Path:
        return self._state_dir / "cache" / "llm" / name[:2] / f"{name}.json"


def _reply(table: dict[str, object]) -> Reply:
    for key, kind in _REPLY_TYPES.items():
        if not isinstance(table[key], kind):
            raise TypeError(key)
    return Reply(**table)  # type: ignore[arg-type]
