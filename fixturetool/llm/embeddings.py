"""Vectors of texts, from any endpoint that speaks OpenAI's Embeddings."""

from collections.abc import Callable, Sequence
from threading import Lock
from time import sleep
from typing import Literal

from fixturetool.errors import ProviderReplyError
from fixturetool.llm.endpoint import Endpoint
from fixturetool.llm.failures import Failure
from fixturetool.llm.messages import Message
from fixturetool.llm.model import Model
from fixturetool.llm.structured import sound
from fixturetool.llm.usage import Budget
from fixturetool.llm.vectors import Vector, Vectors, parse_vectors

__all__ = ["MOST_TEXTS", "Embedder", "Vector"]

MOST_TEXTS = 2048
"""The most texts of one request, as the protocol has it."""

_Encoding = Literal["base64", "float"]


class Embedder(Model):
    """A model that turns texts into vectors; used from several threads, closed by ``with``.

    It remembers in which encoding its endpoint writes vectors, and how long they are.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        *,
        dimensions: int | None = None,
        batch: int = 64,
        budget: Budget | None = None,
        wait: Callable[[float], object] = sleep,
    ) -> None:
        """Make the client; no connection is opened yet.

        Args:
            endpoint: The model and where it is.
            dimensions: How long the vectors are asked to be, and must be; None: as the model has
                them, but all of one length.
            batch: Texts of one request, 1 to ``MOST_TEXTS``.
            budget: Asked before each request; None: without a bound.
            wait: Called with seconds between two attempts.
        """
        super().__init__(endpoint, budget=budget, wait=wait)
        self.model = endpoint.model
        self.batch = batch
        self._asked_dimensions = dimensions
        self._dimensions = dimensions
        self._encoding: _Encoding = "base64"
        self._is_understood = False  # whether a request in this encoding was ever answered
        self._lock = Lock()

    @property
    def address(self) -> str:
        """Where the model is, without what is secret in it."""
        return self._endpoint.shown_url

    @property
    def dimensions(self) -> int | None:
        """How long the vectors are; None while that is not known."""
        return self._dimensions

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Return the vector of each text, in the order of the texts.

        Equal texts are each sent, and an empty one too, which many providers refuse.

        Args:
            texts: Any number; they are sent in batches, one after the other.

        Raises:
            ProviderRefusedError: Every request would be refused (key, address, account).
            RequestRefusedError: This one is, such as for a text that is too long.
            ProviderUnavailableError: Busy, broken or out of reach over all attempts.
            ProviderReplyError: HTTP 200 with something else than the vectors of these texts.
            BudgetError: The next request could pass the bound.
        """
        starts = range(0, len(texts), self.batch)
        batches = (texts[start : start + self.batch] for start in starts)
        return [v for batch in batches for v in self._batch([sound(text) for text in batch])]

    def _batch(self, texts: Sequence[str]) -> tuple[Vector, ...]:
        self._refusals.check()
        outcome = self._ask(texts, self._encoding)
        if isinstance(outcome, Failure) and outcome.malformed and not self._is_understood:
            second = self._ask(texts, "float")
            if isinstance(second, Vectors):
                self._encoding = "float"
                outcome = second
        if isinstance(outcome, Failure):
            raise self._refusal(outcome)
        self._is_understood = True
        self._refusals.answered()
        self._check_length(len(outcome.vectors[0]))
        return outcome.vectors

    def _ask(self, texts: Sequence[str], encoding: _Encoding) -> Vectors | Failure:
        return self._request(
            [Message("user", text) for text in texts],
            0,
            lambda: self._client.attempt_vectors(texts, encoding, self._asked_dimensions),
            lambda body, section: parse_vectors(body, len(texts), section=section),
        )

    def _check_length(self, length: int) -> None:
        with self._lock:
            wanted = self._dimensions = self._dimensions or length
        if length != wanted:
            raise ProviderReplyError(
                f'model "{self.model}" sent vectors of {length} dimensions, not {wanted}',
                hint=f"set {self._endpoint.section}.dimensions to what the model has",
            )
