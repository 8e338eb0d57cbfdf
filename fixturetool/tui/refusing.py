"""What is asked where a rule is against something, and said where a person heeds it."""

from collections.abc import Sequence

from textual.content import Content

from fixturetool.authoring.rules import Code
from fixturetool.jsontext.finding import Finding
from fixturetool.reporting.terminal import visible
from fixturetool.tui.question import Question
from fixturetool.tui.wording import told_finding

_ADVICE = {
    Code.UNREACHABLE: "take a slice of a source that the question leads to",
    Code.REDUNDANT: "take other words, of another source",
    Code.BROAD: "extend the slice until it belongs to the claim alone",
    Code.OVERLONG: "shorten the slice",
    Code.TOO_SHORT: "extend the slice",
    Code.UNRELATED: "take a slice that says the claim, or put the claim in the corpus's words (e)",
}


def slice_refused(text: str, against: Sequence[Finding]) -> Question:
    """Ask whether to add a slice that rules are against."""
    title = f"A rule is against {visible(text)}"
    return Question(title, _body(against), "Leave it", "Add it anyway")


def question_refused(against: Sequence[Finding]) -> Question:
    """Ask whether to save a question that rules are against."""
    return Question(
        "A rule is against this question", _body(against), "Change it", "Save it anyway"
    )


def not_added(against: Sequence[Finding]) -> str:
    """Say that a slice was left because of rules, and what would keep each of them."""
    codes = ", ".join(dict.fromkeys(one.code for one in against))
    steps = (_ADVICE.get(Code(one.code), one.hint) for one in against)
    return f"not added because of {codes}: {'; '.join(dict.fromkeys(steps))}"


def _body(against: Sequence[Finding]) -> Content:
    return Content("\n").join([told_finding(one) for one in against])
