"""A run as JUnit XML, which CI systems show as tests.

A suite is a category, a test case a facet (in the other lanes a question). A failure is one of
quality, an error one of the retriever or the judge; what can't tell one system from another is
skipped. Repeats that disagree make a case flaky, in the way of Maven Surefire: it passes, with a
``flakyFailure`` or ``flakyError`` for each repeat that did not. What a reader of the figures must
bear in mind is a property of every suite.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from fixturetool.reporting.formats.cases import Case, Outcome, cases
from fixturetool.reporting.formats.registry import Report
from fixturetool.reporting.notes import notes
from fixturetool.reporting.terminal import visible

# The code points that XML 1.0 has no way to write.
_UNWRITABLE = re.compile("[\ufffe\uffff]")


def render_junit(report: Report) -> str:
    """Write the run as one ``testsuites`` element."""
    root = Element("testsuites", name=f"fixturetool {report.run.id}")
    suites = [
        _suite(root, category, list(group), notes(report.run))
        for category, group in groupby(cases(report), key=lambda one: one.question.category)
    ]
    for name in ("tests", "failures", "errors", "skipped"):
        root.set(name, str(sum(int(suite.get(name, "0")) for suite in suites)))
    indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, encoding="unicode")}\n'


def _suite(root: Element, category: str, members: Sequence[Case], said: Sequence[str]) -> Element:
    suite = SubElement(
        root,
        "testsuite",
        name=_text(category),
        tests=str(len(members)),
        failures=_count(members, Outcome.FAILED),
        errors=_count(members, Outcome.ERROR),
        skipped=_count(members, Outcome.SKIPPED),
        time=f"{sum({one.question.key: one.seconds for one in members}.values()):.3f}",
    )
    if said:
        properties = SubElement(suite, "properties")
        for note in said:
            SubElement(properties, "property", name="note", value=_text(note))
    for member in members:
        _case(suite, member)
    return suite


def _count(members: Iterable[Case], outcome: Outcome) -> str:
    return str(sum(one.outcome is outcome for one in members))


def _case(suite: Element, case: Case) -> None:
    element = SubElement(
        suite,
        "testcase",
        classname=_text(f"{case.question.category}.{case.question.query}"),
        name=_text(case.name),
        time=f"{case.seconds:.3f}",
    )
    for tag, message in _troubles(case):
        child = SubElement(element, tag, message=_text(message))
        if tag != "skipped":
            child.set("type", "quality" if tag.endswith("ailure") else "retrieval")
            child.text = "\n".join(map(_text, (message, *case.errors)))


def _troubles(case: Case) -> Iterator[tuple[str, str]]:
    """Yield what did not go well: the element's tag and its message."""
    if case.outcome is Outcome.FAILED:
        yield "failure", case.message
    if case.outcome is Outcome.SKIPPED:
        yield "skipped", case.message
    if case.outcome is Outcome.ERROR:
        yield "error", case.message
        return
    if case.outcome is Outcome.FLAKY:
        missed = sum(not value for value in case.values)
        for number in range(1, missed + 1):
            yield "flakyFailure", f"missed in {number} of {len(case.values)} repeats"
    rerun = "rerunError" if case.outcome is Outcome.FAILED else "flakyError"
    for error in case.errors:
        yield rerun, error


def _text(text: str) -> str:
    return _UNWRITABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", visible(text))
