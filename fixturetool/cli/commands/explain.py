"""``fixturetool explain``: the page about a rule, or the list of all."""

import click

from fixturetool.authoring.choice import find_rule
from fixturetool.authoring.rules import Rule, all_rules
from fixturetool.cli.exits import YES
from fixturetool.cli.options import format_option

_SCHEMA = "fixturetool.explain/1"


@click.command("explain")
@click.argument("words", metavar="[CODE|NAME]...", nargs=-1)
@format_option
def command(words: tuple[str, ...], output_format: str) -> int:
    """Explain the rules by which validate and verify check fixture and dataset files.

    Without arguments every rule is listed: its code, how much it weighs, its name and what it
    finds. An "off" rule only holds where it is selected.

    \b
    Examples:
      fixturetool explain
      fixturetool explain FT203
      fixturetool explain few-sources broad-anchor
      fixturetool explain --format json

    Exit code 2 when there is no such rule.
    """
    rules = [find_rule(word) for word in words] or list(all_rules())
    if output_format == "json":
        click.echo(_as_json(rules), nl=False)
    elif words:
        click.echo("\n".join(_page(rule) for rule in rules), nl=False)
    else:
        click.echo("".join(_line(rule) for rule in rules), nl=False)
    return YES


def _line(rule: Rule) -> str:
    weight = rule.severity if rule.is_usual else "off"
    return f"{rule.code}  {weight:<8} {rule.name:<30} {rule.summary}\n"


def _page(rule: Rule) -> str:
    usual = "" if rule.is_usual else ", off unless it is selected"
    return f"{rule.code} {rule.name} ({rule.severity}{usual})\n\n{rule.explanation}"


def _as_json(rules: list[Rule]) -> str:
    from fixturetool.reporting.document import json_document

    records = [
        {
            "code": rule.code,
            "name": rule.name,
            "severity": rule.severity,
            "is_usual": rule.is_usual,
            "summary": rule.summary,
            "explanation": rule.explanation,
        }
        for rule in rules
    ]
    return json_document(_SCHEMA, {"rules": records})
