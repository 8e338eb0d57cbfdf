"""The rules that fixture files are held against, each with a stable code and a page about it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from fixturetool.datasets import codes as datasets
from fixturetool.fixtures.codes import TITLES
from fixturetool.jsontext.finding import Severity


class Code(StrEnum):
    """The codes of the authoring rules; a code never changes its meaning."""

    MISSING = "FT201"
    OFFICIAL = "FT202"
    FEW_SOURCES = "FT203"
    UNOFFICIAL_ONLY = "FT204"
    UNREACHABLE = "FT205"
    REDUNDANT = "FT206"
    BROAD = "FT207"
    OVERLONG = "FT208"
    TOO_SHORT = "FT209"
    UNRELATED = "FT210"
    COMPOUND = "FT211"
    SURVEY = "FT212"
    NO_DESCRIPTION = "FT213"
    UNWINNABLE = "FT214"
    STALE = "FT215"


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of good fixtures.

    Attributes:
        code: The code that its findings carry, such as ``FT203``.
        name: A name for people, such as ``few-sources``.
        severity: How much its findings weigh.
        summary: What is found, in a few words.
        is_usual: Whether it holds where nothing is selected.
    """

    code: str
    name: str
    severity: Severity
    summary: str
    is_usual: bool = True

    @property
    def explanation(self) -> str:
        """A page in Markdown: what is found, why it matters, what to do."""
        from importlib.resources import files

        page = files("fixturetool.authoring") / "rulebook" / f"{self.code}.md"
        return page.read_text("utf-8")


def _error(code: str, name: str, summary: str) -> Rule:
    return Rule(code, name, Severity.ERROR, summary)


def _warning(code: str, name: str, summary: str, *, is_usual: bool = True) -> Rule:
    return Rule(code, name, Severity.WARNING, summary, is_usual)


RULES: tuple[Rule, ...] = (
    _error(Code.MISSING, "missing-anchor", "the anchor is not in the corpus"),
    _error(Code.OFFICIAL, "official-flag", "`official` disagrees with the sources"),
    _warning(Code.FEW_SOURCES, "few-sources", "a facet rests on too few distinct sources"),
    _warning(
        Code.UNOFFICIAL_ONLY,
        "unofficial-only",
        "a facet is attested by unofficial sources alone",
    ),
    _warning(Code.UNREACHABLE, "unreachable-source", "no word of the query leads to the anchor"),
    _warning(Code.REDUNDANT, "redundant-anchor", "an anchor adds nothing to another one"),
    _warning(Code.BROAD, "broad-anchor", "a large part of the corpus holds the anchor"),
    _warning(Code.OVERLONG, "overlong-anchor", "an anchor is too long"),
    _warning(Code.TOO_SHORT, "short-anchor", "an anchor is too short"),
    _warning(
        Code.UNRELATED,
        "unrelated-anchor",
        "an anchor and its surroundings share nothing with the facet's description",
    ),
    _warning(Code.COMPOUND, "compound-query", "a query asks several things"),
    _warning(Code.SURVEY, "survey-query", "a query asks for a survey"),
    _warning(Code.NO_DESCRIPTION, "no-description", "a facet has no description", is_usual=False),
    _warning(Code.UNWINNABLE, "unwinnable-facet", "no source can cover the facet"),
    _warning(Code.STALE, "stale-capture", "sources changed after `captured_at`"),
)
"""The authoring rules, FT2xx, which need the corpus and can be chosen."""

SEVERITIES = {Code(rule.code): rule.severity for rule in RULES}


def file_rules() -> tuple[Rule, ...]:
    """Return the rules of files by themselves, FT1xx; a file that breaks one can't be used."""
    return tuple(_error(code, summary_name(title), title) for code, title in sorted(TITLES.items()))


def dataset_rules() -> tuple[Rule, ...]:
    """Return the rules of datasets by themselves, FT15x, beside those of every JSON file."""
    return tuple(
        (_warning if code in datasets.WARNINGS else _error)(code, summary_name(title), title)
        for code, title in sorted(datasets.TITLES.items())
    )


def all_rules() -> tuple[Rule, ...]:
    """Return every rule by code."""
    return (*file_rules(), *dataset_rules(), *RULES)


def summary_name(title: str) -> str:
    """Make a name of a title: ``the file is not UTF-8`` becomes ``file-is-not-utf-8``."""
    words = "".join(c if c.isalnum() else " " for c in title.lower()).split()
    return "-".join(word for word in words if word not in {"the", "a", "an"})
