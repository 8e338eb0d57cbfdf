"""Answers about words in texts, kept on disk so that a run that knows them all cuts no text."""

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from fixturetool.state import replace_file

_SCHEMA = 1
_MOST_ANSWERS = 400_000


@dataclass(slots=True)
class Answers:
    """Answers that are known, and those that this run asked for.

    Attributes:
        known: From an earlier run.
        used: The answers of this run.
    """

    known: Mapping[str, bool]
    used: dict[str, bool] = field(default_factory=dict)

    def get(self, key: str) -> bool | None:
        """Return a known answer and keep it for the next run."""
        answer = self.used.get(key, self.known.get(key))
        if answer is not None:
            self.used[key] = answer
        return answer


def load_answers(path: Path) -> Answers:
    """Read the answers of an earlier run; a file that is missing or no cache counts as empty."""
    try:
        data = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return Answers({})
    if not isinstance(data, dict) or data.get("schema") != _SCHEMA:
        return Answers({})
    no, yes = data.get("no"), data.get("yes")
    if not isinstance(no, str) or not isinstance(yes, str):
        return Answers({})
    return Answers(dict.fromkeys(no.split(), False) | dict.fromkeys(yes.split(), True))


def save_answers(answers: Answers, path: Path) -> None:
    """Write the answers for the next run, if any is new; one that can't be written costs only time.

    Answers of earlier runs are kept up to a bound, so that checking one category after the
    other stays fast.
    """
    if answers.used.keys() <= answers.known.keys():
        return
    merged = dict(answers.known) | answers.used
    if len(merged) > _MOST_ANSWERS:
        merged = answers.used
    content = {
        "schema": _SCHEMA,
        "no": " ".join(sorted(key for key, answer in merged.items() if not answer)),
        "yes": " ".join(sorted(key for key, answer in merged.items() if answer)),
    }
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, json.dumps(content).encode())


def key_of(*parts: str) -> str:
    """Return a short name for a question: the same parts, the same name."""
    joined = "\0".join(parts).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(joined, digest_size=12).hexdigest()
