"""Secrets stay out of run files: told by the name of what holds them, and by their shape."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from fixturetool.evaluation.run import Attempt, Run

REDACTED = "[redacted]"

Value = TypeVar("Value", str, int, float, bool)
Told = str | int | float | bool

# Whole words of a name: "token" is one of "access_token", none of "token_count" or "tokenizer".
_NAMES = re.compile(
    r"""(?:^|[-_.\s])(?:
        (?:api|access|secret|private|auth|subscription|signing|session|encryption)[-_.\s]?key(?:id)?
        | (?:[a-z]*[-_.\s])?(?:token|secret|passw(?:or)?d|passphrase|passwd|pwd|credentials?)
        | authorization | cookie | jwt | bearer | apikey | signature | sig
    )$""",
    re.IGNORECASE | re.VERBOSE,
)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_PARAMETER = (
    r"(?:[\w.-]*[-_.])?(?:api[-_]?key|access[-_]?key(?:[-_]?id)?|key|token|secret|password|passwd"
    r"|pwd|auth|authorization|credentials?|signature|sig|jwt)"
)
# What is hidden already is one letter of a value: it is never cut in two.
_HIDDEN = r"\[redacted\]"
_SHAPES = (
    # https://user:password@host, postgres://user:password@host; a user alone may be a token
    (re.compile(r"(?<=://)[^/?#\s\"'<>@]+@(?=[^\s/?#]*)"), f"{REDACTED}@"),
    (
        re.compile(rf"([?&;]{_PARAMETER}=)(?:{_HIDDEN}|[^&\s\"'<>#;)\]])+", re.IGNORECASE),
        rf"\g<1>{REDACTED}",
    ),
    (
        # A plain word is none: "basic authentication failed".
        re.compile(
            r"\b(bearer|basic|digest|token|apikey)(\s+)"
            r"(?=[\w.~+/=-]*[\d=]|[\w.~+/=-]{20})[\w.~+/=-]{6,}",
            re.IGNORECASE,
        ),
        rf"\g<1>\g<2>{REDACTED}",
    ),
    (
        re.compile(
            rf"""(["']?\b(?:[\w-]*[-_])?(?:api[-_]?key|authorization|access[-_]?token|auth[-_]?token
            |secret(?:[-_]?key)?|password|passwd|pwd|cookie)["']?\s*[=:]\s*)
            (?!(?:(?:bearer|basic|digest)\s+)?{_HIDDEN}(?:[\s,;"'}}\])]|$))
            (?:"[^"\n]*"|'[^'\n]*'|(?:(?:bearer|basic|digest)\s+)?(?:{_HIDDEN}|[^\s,;"'}}\])])+)""",
            re.IGNORECASE | re.VERBOSE,
        ),
        rf"\g<1>{REDACTED}",
    ),
    (re.compile(r"\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?"), REDACTED),  # JSON Web Tokens
    (
        re.compile(
            r"\b(?:sk|pk|rk)[-_](?:[A-Za-z0-9]+[-_])*[A-Za-z0-9]{16,}\b"
            r"|\b(?:gh[pousr]|github_pat|glpat|hf|xox[abprs]|npg|pplx|gsk|AIza)[-_]?[\w-]{20,}"
            r"|\b(?:AKIA|ASIA)[A-Z0-9]{16}\b"
        ),
        REDACTED,
    ),
)


def redacted_text(text: str) -> str:
    """Return a message or an address with what looks like a secret replaced.

    Hiding twice changes nothing more.
    """
    before = None
    while text != before:  # what was hidden may make the rest look like a secret
        before = text
        for shape, replacement in _SHAPES:
            text = shape.sub(replacement, text)
    return text


def redacted_facts(facts: Mapping[str, Told]) -> dict[str, Told]:
    """Return what describes a system, without values whose name or shape tells of a secret."""
    return {name: _fact(name, value) for name, value in facts.items()}


def _fact(name: str, value: Told) -> Told:
    if not isinstance(value, str):
        return value
    if value and names_a_secret(name):
        return REDACTED
    return redacted_text(value)


def names_a_secret(name: str) -> bool:
    """Tell whether a setting, header or parameter of that name holds a secret.

    One that ends in ``_env`` holds the name of a variable.
    """
    return bool(_NAMES.search(_CAMEL.sub("_", name)))


def redacted_attempt(attempt: Attempt) -> Attempt:
    """Return the attempt with its error redacted, and paths that are addresses."""
    hits = attempt.hits
    if any("://" in hit.path for hit in hits):
        hits = tuple(replace(hit, path=redacted_text(hit.path)) for hit in hits)
    error = attempt.error and redacted_text(attempt.error)
    if hits is attempt.hits and error == attempt.error:
        return attempt
    return replace(attempt, error=error, hits=hits)


def redacted_run(run: Run) -> Run:
    """Return the run without secrets; corpus text, questions and anchors are left alone."""
    fixtures = tuple(
        replace(fixture, attempts=tuple(map(redacted_attempt, fixture.attempts)))
        for fixture in run.fixtures
    )
    return replace(run, retriever=redacted_facts(run.retriever), fixtures=fixtures)
