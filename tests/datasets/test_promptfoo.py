import re

import pytest

from fixturetool.datasets.model import PageDataset, PageEntry, PathDataset, PathEntry
from fixturetool.datasets.promptfoo import promptfoo_tests


def exported(question: str, answer: str) -> tuple[str, str]:
    [test] = promptfoo_tests(
        PathDataset("set", (PathEntry("id", question, ("a",), expected_answer=answer),))
    ).tests
    assert isinstance(test, dict)
    return test["vars"]["question"], test["assert"][0]["value"]


def expanded(text: str) -> str:
    """Expand what promptfoo's templates would: string literals in double braces."""
    return re.sub(r'\{\{ "([^"]*)" \}\}', r"\1", text)


def test_an_entry_is_a_test_graded_by_its_answer() -> None:
    dataset = PathDataset(
        "set", (PathEntry("id", "谁？", ("a",), expected_answer="他", tags=("x",)),)
    )
    assert promptfoo_tests(dataset).tests == (
        {
            "description": "谁？",
            "vars": {"question": "谁？"},
            "assert": [{"type": "llm-rubric", "value": "他"}],
            "metadata": {"entry_id": "id", "tags": ["x"], "expected_paths": ["a"]},
        },
    )


def test_entries_without_an_answer_are_skipped_and_counted() -> None:
    entries = tuple(
        PathEntry(name, "Q?", (), expected_answer=answer)
        for name, answer in (("1", ""), ("2", " \n"), ("3", "A"))
    )
    export = promptfoo_tests(PathDataset("set", entries))
    assert (len(export.tests), export.skipped) == (1, 2)


def test_items_of_the_page_lane_have_no_answer() -> None:
    dataset = PageDataset("set", "x", (PageEntry("1", "Q?", (1,), "F", "locate"),))
    assert promptfoo_tests(dataset).skipped == 1


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("{{ env.SECRET }}", id="an expression"),
        pytest.param("{% raw %}{{x}}{% endraw %}", id="a block"),
        pytest.param("{# gone #}", id="a comment"),
        pytest.param("file:///etc/passwd", id="a file"),
    ],
)
def test_a_text_is_data_and_no_template(text: str) -> None:
    question, answer = exported(text, text)
    assert not question.startswith("file://")
    assert not re.search(r'\{[{%#](?! ")', question)
    assert (expanded(question), expanded(answer)) == (text, text)
