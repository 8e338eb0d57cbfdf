"""The authoring rules that ``verify`` holds anchors against, each with a stable code."""

from dataclasses import dataclass
from enum import StrEnum

from fixturetool.jsontext.finding import Severity


class Code(StrEnum):
    """The codes of the rules."""

    MISSING = "FT201"
    OFFICIAL = "FT202"
    FEW_SOURCES = "FT203"
    UNOFFICIAL_ONLY = "FT204"
    UNREACHABLE = "FT205"
    REDUNDANT = "FT206"


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of good fixtures.

    Attributes:
        code: The code that its findings carry.
        severity: How much its findings weigh.
        title: What is found, in a few words.
        explanation: Why it matters and what to do, in one or two sentences.
    """

    code: Code
    severity: Severity
    title: str
    explanation: str


RULES: tuple[Rule, ...] = (
    Rule(
        Code.MISSING,
        Severity.ERROR,
        "the anchor is not in the corpus",
        "Anchors are compared letter by letter, only white space is forgiven. "
        "Paste the slice from the corpus again.",
    ),
    Rule(
        Code.OFFICIAL,
        Severity.ERROR,
        "`official` disagrees with the sources",
        "At least one source of the kind that `official` claims must hold the anchor.",
    ),
    Rule(
        Code.FEW_SOURCES,
        Severity.WARNING,
        "a facet rests on too few sources",
        "A retriever that brings another source with the same fact is graded a miss. "
        "Add an anchor from a different source (verify.min_sources says how many are enough).",
    ),
    Rule(
        Code.UNOFFICIAL_ONLY,
        Severity.WARNING,
        "a facet is attested by unofficial sources alone",
        "Third-party text may be wrong or may go away. Look for the fact in an official source.",
    ),
    Rule(
        Code.UNREACHABLE,
        Severity.WARNING,
        "no source of the anchor shares a word with the query",
        "Nothing leads from the query to these sources, neither text nor file name. "
        "Choose another source, or name the likely rewrite under [aliases].",
    ),
    Rule(
        Code.REDUNDANT,
        Severity.WARNING,
        "an anchor adds nothing to another one",
        "Every source that holds it also holds a shorter anchor for the same facets. "
        "Replace it by other wording from another source.",
    ),
)

SEVERITIES = {rule.code: rule.severity for rule in RULES}
