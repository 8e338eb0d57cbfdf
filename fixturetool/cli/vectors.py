"""The vector model of the embedded index, as the settings and the environment have it."""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager

from fixturetool.retrieval.hybrid.model import VectorModel, open_model
from fixturetool.settings import Settings

EMBEDDINGS = "retriever.embedded.embeddings"
"""The settings of the vectors, as errors name them."""


@contextmanager
def vector_model(settings: Settings) -> Iterator[VectorModel | None]:
    """Yield the model of ``[retriever.embedded.embeddings]``, None where there is none.

    Raises:
        SettingsError: It can't be asked as it is set.
    """
    model = open_model(settings.retriever.embedded.embeddings, os.environ, EMBEDDINGS)
    if model is None:
        yield None
        return
    with closing(model):
        yield model
