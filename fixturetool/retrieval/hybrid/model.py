"""The model behind the vectors, as the settings have it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fixturetool.errors import BudgetError, ProviderError, RetrievalError, SettingsError
from fixturetool.llm.embeddings import Embedder
from fixturetool.llm.endpoint import endpoint_of
from fixturetool.llm.spending import Prices, TellSpent, tell_nobody
from fixturetool.llm.usage import Budget
from fixturetool.settings.embedded import EmbeddingSettings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fixturetool.llm.vectors import Vector


class QueryVectorError(RetrievalError):
    """The vector of a query could not be had."""


class VectorModel:
    """Makes the vectors of chunks and queries; used from several threads.

    Attributes:
        name: The model's name at its provider.
        identity: What a vector depends on beside the text.
        batch: Texts of one request.
        jobs: Requests at the same time.
    """

    def __init__(
        self, settings: EmbeddingSettings, embedder: Embedder, tell: TellSpent = tell_nobody
    ) -> None:
        self._tell = tell
        self.name = settings.model
        self.batch = settings.batch
        self.jobs = settings.jobs
        self.identity = identity_of(settings)
        self._text_prefix = settings.text_prefix
        self._query_prefix = settings.query_prefix
        self._embedder = embedder

    def vectors_of(self, texts: Sequence[str]) -> list[Vector]:
        """Return the vectors of texts of the corpus.

        Raises:
            ProviderError: They can't be had.
            BudgetError: The bound could be passed by them.
        """
        return self._embedder.embed([self._text_prefix + text for text in texts])

    def vector_of_query(self, query: str) -> Vector:
        """Return the vector of a query.

        Raises:
            QueryVectorError: It can't be had, or is near nothing.
        """
        try:
            vector = self._embedder.embed([self._query_prefix + query])[0]
        except (BudgetError, ProviderError) as error:
            message = f"no vector for the query: {error}"
            raise QueryVectorError(message, hint=error.hint) from error
        if not any(vector):
            raise QueryVectorError(f'no vector for the query: model "{self.name}" sent zeros alone')
        return vector

    def describe(self) -> dict[str, str | int]:
        """Return what identifies the vectors, but for their length."""
        prefixes = {"query_prefix": self._query_prefix, "text_prefix": self._text_prefix}
        told = {f"embeddings.{name}": prefix for name, prefix in prefixes.items() if prefix}
        return {"embeddings.model": self.name, **told}

    def close(self) -> None:
        """Close the connections, and tell what was spent."""
        self._embedder.close()
        self._tell("vectors", self._embedder.budget.spent)


def identity_of(settings: EmbeddingSettings) -> str:
    """Return what a vector of a model depends on beside the text."""
    dimensions = settings.dimensions or "its own"
    return f"{settings.model}, dimensions {dimensions}, prefix {settings.text_prefix!r}"


def is_wanted(settings: EmbeddingSettings, section: str) -> bool:
    """Tell whether vectors are wanted.

    Args:
        settings: The model and its provider.
        section: The name of the settings, told in errors.

    Raises:
        SettingsError: There is something set, but no model.
    """
    if not settings.enabled or settings == EmbeddingSettings():
        return False
    if not settings.model:
        raise SettingsError(f"{section} is set, but no model of it", hint=f"set {section}.model")
    return True


def open_model(
    settings: EmbeddingSettings,
    environ: Mapping[str, str],
    section: str,
    tell: TellSpent = tell_nobody,
) -> VectorModel | None:
    """Return the model that the settings name, None where they want none.

    Args:
        settings: The model and its provider.
        environ: The environment variables; one of them holds the key.
        section: The name of the settings, told in errors.
        tell: Told what was spent when the model is closed.

    Raises:
        SettingsError: There is something set without a model, or the key or a price is missing.
    """
    if not is_wanted(settings, section):
        return None
    endpoint = endpoint_of(settings, environ, section)
    budget = Budget(
        tokens=settings.budget_tokens,
        usd=settings.budget_usd,
        prices=Prices(settings.price_per_million_input, per_million_output=0.0),
        section=section,
    )
    embedder = Embedder(
        endpoint, dimensions=settings.dimensions or None, batch=settings.batch, budget=budget
    )
    return VectorModel(settings, embedder, tell)
