"""A dataset as a test file of promptfoo: https://www.promptfoo.dev/docs/configuration/test-cases.

promptfoo expands ``{{…}}`` and reads what begins with ``file://`` in every text, so that a text
which holds either is written in such a way that it comes out as it was.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fixturetool.datasets.model import Dataset, Entry, PathEntry
from fixturetool.jsontext.imitate import Json

_SIGN = re.compile(r"\{(?=[{%#])")
_FILE = re.compile(r"\Afile://")


@dataclass(frozen=True, slots=True)
class PromptfooTests:
    """What an export is made of.

    Attributes:
        tests: A test for each entry that has an expected answer, in file order.
        skipped: How many entries have none, so that nothing could grade them.
    """

    tests: tuple[Json, ...]
    skipped: int


def promptfoo_tests(dataset: Dataset) -> PromptfooTests:
    """Return the tests of a dataset; the question is the variable ``question``."""
    tests = tuple(_tests(dataset.entries))
    return PromptfooTests(tests, len(dataset.entries) - len(tests))


def _tests(entries: Sequence[Entry]) -> Iterator[Json]:
    for entry in entries:
        if isinstance(entry, PathEntry) and entry.expected_answer.strip():
            yield {
                "description": entry.question,
                "vars": {"question": _literal(entry.question)},
                "assert": [{"type": "llm-rubric", "value": _literal(entry.expected_answer)}],
                "metadata": {
                    "entry_id": entry.entry_id,
                    "tags": list(entry.tags),
                    "expected_paths": list(entry.expected_paths),
                },
            }


def _literal(text: str) -> str:
    """Write a text so that promptfoo takes it as it is."""
    return _FILE.sub('{{ "file" }}://', _SIGN.sub('{{ "{" }}', text))
