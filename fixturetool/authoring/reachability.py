"""Whether a query leads to a source: do they share a content token (rule 9)?

Cutting text into words is slow to start, so answers are kept on disk, and a run that finds
all of them there loads no segmenter.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Protocol

from fixturetool.corpus.normalize import normalize
from fixturetool.state import replace_file

_SCHEMA = 1
_MOST_ANSWERS = 400_000


class Cutter(Protocol):
    """What reachability needs of a tokenizer."""

    @property
    def identity(self) -> str:
        """Segmenter, version and dictionary: what the tokens depend on."""

    def content_tokens(self, text: str, /) -> frozenset[str]:
        """Cut text into the tokens that carry meaning."""

    def shared_tokens(self, wanted: frozenset[str], text: str, /) -> frozenset[str]:
        """Return the wanted content tokens that a normalised text holds."""


@dataclass(frozen=True, slots=True)
class Document:
    """A source as seen from a query.

    Attributes:
        path: Its path under the language root.
        digest: The hash of its text.
        read: Returns its text.
    """

    path: str
    digest: str
    read: Callable[[], str]


def name_text(path: str) -> str:
    """Return what a file name says, normalised: no folder, extension or underscore."""
    return normalize(PurePosixPath(path).stem.replace("_", " "))


def query_tokens(
    query: str, aliases: Mapping[str, Sequence[str]], cutter: Cutter
) -> frozenset[str]:
    """Return the content tokens of a query and of the aliases of its words."""
    tokens = cutter.content_tokens(query)
    found = set(tokens)
    for word, others in aliases.items():
        named = cutter.content_tokens(word)
        if named and named <= tokens:
            found.update(*map(cutter.content_tokens, others))
    return frozenset(found)


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


class Reachability:
    """Answers whether a query leads to a source, from memory where it can."""

    def __init__(
        self,
        cutter: Cutter,
        aliases: Mapping[str, Sequence[str]],
        answers: Answers,
        *,
        stop_words: Sequence[str] = (),
    ) -> None:
        """Prepare to answer.

        Args:
            cutter: The tokenizer.
            aliases: A word of a query to other words that a rewrite is likely to use for it.
            answers: Answers that are known; new ones are added.
            stop_words: The cutter's own, which its identity does not tell.
        """
        self._cutter = cutter
        self._aliases = aliases
        self._answers = answers
        spelled = {word: list(others) for word, others in aliases.items()}
        self._base = _hash(cutter.identity, json.dumps([spelled, sorted(stop_words)]))
        self._tokens: dict[str, frozenset[str]] = {}

    def reachable(self, query: str, documents: Iterable[Document]) -> bool:
        """Tell whether at least one document shares a token with the query.

        A query without any content token leads nowhere, so it is not held against a source.
        """
        seen = False
        for document in documents:
            seen = True
            if self._leads(query, document):
                return True
        return not seen

    def _leads(self, query: str, document: Document) -> bool:
        key = _hash(self._base, query, document.path, document.digest)
        answer = self._answers.get(key)
        if answer is None:
            answer = self._ask(query, document)
            self._answers.used[key] = answer
        return answer

    def _ask(self, query: str, document: Document) -> bool:
        tokens = self._tokens.get(query)
        if tokens is None:
            tokens = query_tokens(query, self._aliases, self._cutter)
            self._tokens[query] = tokens
        shared = self._cutter.shared_tokens
        return (
            not tokens
            or bool(shared(tokens, name_text(document.path)))
            or bool(shared(tokens, document.read()))
        )


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
    """Write the answers for the next run, if any is new; a folder that can't be written is fine.

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


def _hash(*parts: str) -> str:
    joined = "\0".join(parts).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(joined, digest_size=12).hexdigest()
