"""The vector model of the embedded index, as the settings and the environment have it."""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager

from fixturetool.cli.spending import tell_spent
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
    embeddings = settings.retriever.embedded.embeddings
    model = open_model(embeddings, os.environ, EMBEDDINGS, tell_spent)
    if model is None:
        yield None
        return
    with closing(model):
        yield model
