"""Fetching vectors batch by batch; a text that the model refuses costs its batch nothing."""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from threading import Lock
from typing import TYPE_CHECKING, TypeAlias

from fixturetool.errors import RequestRefusedError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from fixturetool.progress import Progress
    from fixturetool.retrieval.hybrid.model import VectorModel
    from fixturetool.retrieval.hybrid.store import VectorStore

Batch: TypeAlias = "tuple[tuple[bytes, str], ...]"
"""Digests and texts of chunks."""

_PATIENCE = 3
"""A model that has given no vector is given up when it has refused so many texts."""


class Fetching:
    """Asks a model for vectors, and keeps them.

    A batch that is refused is halved until the text that is why stands alone: a chunk that is too
    long for the model, or that its provider will not read, is no reason to be without all others.
    """

    def __init__(self, store: VectorStore, model: VectorModel, *, is_proved: bool) -> None:
        """Take what is asked, and where vectors are kept.

        Args:
            store: Where they are kept.
            model: Makes them.
            is_proved: Whether the model has given vectors before. One that has not may refuse
                everything, such as for a setting that it does not know.
        """
        self._store = store
        self._model = model
        self._is_proved = is_proved
        self._lock = Lock()
        self._refused: dict[bytes, RequestRefusedError] = {}
        self._answered = 0

    @property
    def refused(self) -> Mapping[bytes, RequestRefusedError]:
        """The digests of the texts that were refused, with the refusals."""
        return self._refused

    @property
    def answered(self) -> int:
        """Requests that were answered with vectors."""
        return self._answered

    def fetch(self, batches: Iterator[Batch], progress: Progress) -> None:
        """Fetch and keep all batches, some at a time.

        A failure ends it once the requests that are under way are answered and kept; an interrupt
        ends it at once, as a busy provider may have asked for a pause of minutes.

        Raises:
            ProviderError: Vectors can't be had, or the model refuses everything.
            BudgetError: The bound could be passed by the next request.
            StateError: Vectors can't be kept.
        """
        pool = ThreadPoolExecutor(self._model.jobs)
        waits = True
        try:
            pending: set[Future[int]] = set()
            for batch in batches:
                if len(pending) == self._model.jobs:
                    done, pending = wait(pending, return_when=FIRST_COMPLETED)
                    _advance(done, progress)
                pending.add(pool.submit(self._keep, batch))
            _advance(wait(pending).done, progress)
        except KeyboardInterrupt:
            waits = False
            raise
        finally:
            pool.shutdown(wait=waits, cancel_futures=True)
        if self._refused and not self._is_proved:
            raise next(iter(self._refused.values()))

    def _keep(self, batch: Batch) -> int:
        names, texts = zip(*batch, strict=True)
        try:
            vectors = self._model.vectors_of(texts)
        except RequestRefusedError as error:
            if len(batch) == 1:
                self._note(names[0], error)
            else:
                middle = len(batch) // 2
                self._keep(batch[:middle])
                self._keep(batch[middle:])
            return len(batch)
        self._store.append(names, vectors)
        with self._lock:
            self._is_proved = True
            self._answered += 1
        return len(batch)

    def _note(self, name: bytes, error: RequestRefusedError) -> None:
        with self._lock:
            self._refused[name] = error
            if len(self._refused) >= _PATIENCE and not self._is_proved:
                raise error


def _advance(done: Iterable[Future[int]], progress: Progress) -> None:
    for future in done:
        progress.advance(future.result())
