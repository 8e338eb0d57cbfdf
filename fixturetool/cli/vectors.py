"""The vector model of the embedded index, as the settings and the environment have it."""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager

import click

from fixturetool.llm.spending import Spent
from fixturetool.reporting.wording import counted
from fixturetool.retrieval.hybrid.model import VectorModel, open_model
from fixturetool.settings import Settings

EMBEDDINGS = "retriever.embedded.embeddings"
"""The settings of the vectors, as errors name them."""


@contextmanager
def vector_model(settings: Settings) -> Iterator[VectorModel | None]:
    """Yield the model of ``[retriever.embedded.embeddings]``, None where there is none.

    What was spent on it is told on standard error, however the work with it ends.

    Raises:
        SettingsError: It can't be asked as it is set.
    """
    model = open_model(settings.retriever.embedded.embeddings, os.environ, EMBEDDINGS)
    if model is None:
        yield None
        return
    with closing(model):
        try:
            yield model
        finally:
            if model.spent.calls:
                click.echo(f"spent on vectors: {_told(model.spent)}", err=True)


def _told(spent: Spent) -> str:
    usd = "cost unknown" if spent.usd is None else f"{spent.usd:.4f} USD"
    tokens = f"{spent.tokens.prompt} tokens"
    if spent.estimated_calls:
        tokens = f"at most {tokens} ({counted(spent.estimated_calls, 'request')} told none)"
    return f"{counted(spent.calls, 'request')}, {tokens}, {usd}"
