"""What calls of models cost, on standard error."""

import click

from fixturetool.llm.spending import Spent
from fixturetool.reporting.wording import counted


def tell_spent(what: str, spent: Spent) -> None:
    """Tell what was spent; nothing where nothing was.

    Args:
        what: What it was spent on, such as ``vectors``.
        spent: All of it.
    """
    if not spent.calls:
        return
    usd = "cost unknown" if spent.usd is None else f"{spent.usd:.4f} USD"
    tokens = counted(spent.tokens.total, "token")
    if spent.estimated_calls:
        tokens = f"at most {tokens} ({counted(spent.estimated_calls, 'request')} told none)"
    requests = counted(spent.calls, "request")
    click.echo(f"spent on {what}: {requests}, {tokens}, {usd}", err=True)
