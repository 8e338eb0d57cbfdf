"""Which rules hold: codes, or beginnings of them, selected and ignored."""

from collections.abc import Iterable, Sequence

from fixturetool.authoring.rules import RULES, Code, Rule, all_rules
from fixturetool.errors import UsageError

_FAMILY = "FT"
_CODE = len("FT203")


def choose(select: Sequence[str], ignore: Sequence[str]) -> frozenset[Code]:
    """Choose among the authoring rules.

    Args:
        select: Codes or beginnings of them such as ``FT2``; empty for the usual rules.
        ignore: Likewise, left out. Where a rule is named on both sides, the longer name decides,
            and of equal ones the ignored.

    Raises:
        UsageError: No rule has such a code, or a broken file is to be ignored.
    """
    check_codes(select)
    check_codes(ignore)
    _refuse_broken(ignore)
    return frozenset(
        Code(rule.code)
        for rule in RULES
        if _weight(rule, select, default=rule.is_usual) > _weight(rule, ignore, default=False)
    )


def check_codes(words: Iterable[str]) -> None:
    """Refuse words that begin no code.

    Raises:
        UsageError: There is one; the likeliest rule is suggested.
    """
    codes = [rule.code for rule in all_rules()]
    for word in words:
        if not word.startswith(_FAMILY) or not any(code.startswith(word) for code in codes):
            raise UsageError(f'there is no rule "{word}"', hint=suggestion(word))


def check_waivable(words: Sequence[str]) -> None:
    """Refuse the codes of a waiver that can let nothing pass.

    Raises:
        UsageError: There is no code, an unknown one, or one of a file that can't be read.
    """
    if not words:
        raise UsageError("a waiver names no rule", hint='give it codes, as in codes = ["FT203"]')
    check_codes(words)
    _refuse_broken(words)


def find_rule(word: str) -> Rule:
    """Return the rule of a code, in any case, or of a name.

    Raises:
        UsageError: There is none.
    """
    for rule in all_rules():
        if word.upper() == rule.code or word.lower() == rule.name:
            return rule
    raise UsageError(f'there is no rule "{word}"', hint=suggestion(word))


def suggestion(word: str) -> str:
    """Say which rule may be meant, and how all are listed."""
    from fixturetool.fixtures.validation.nearest import nearest

    rules = all_rules()
    family = word.upper()[: _CODE - 1]
    alike = [rule.code for rule in rules if len(family) == _CODE - 1 and rule.code[:-1] == family]
    meant: str | None
    if alike:
        meant = word.upper() if word.upper() in alike else alike[0]
    else:
        meant = nearest(word, [name for rule in rules for name in (rule.code, rule.name)])
    advice = f'did you mean "{meant}"? ' if meant else ""
    return f"{advice}'fixturetool explain' lists the rules"


def _weight(rule: Rule, words: Sequence[str], *, default: bool) -> int:
    """Return the length of the longest word that begins the rule's code, 0 for none."""
    if not words:
        return int(default)
    return max((len(word) for word in words if rule.code.startswith(word)), default=0)


def _refuse_broken(ignore: Iterable[str]) -> None:
    for word in ignore:
        if word.startswith("FT1"):
            raise UsageError(
                f"\"{word}\" can't be ignored: a file that breaks such a rule can't be read",
                hint="fix the file, or leave it out; rules FT2 can be chosen",
            )
