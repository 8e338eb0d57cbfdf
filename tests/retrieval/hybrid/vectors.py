"""A corpus with vectors from a scripted endpoint."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from fixturetool.progress import Progress, Silent
from fixturetool.retrieval.base import Hit
from fixturetool.retrieval.bm25 import Bm25Retriever, open_bm25
from fixturetool.retrieval.hybrid.filling import VectorReport
from fixturetool.retrieval.hybrid.model import VectorModel, open_model
from fixturetool.retrieval.hybrid.standing import VectorStatus, build_vectors, vector_status
from fixturetool.settings.embedded import EmbeddingSettings
from fixturetool.testing.chat_server import ChatServer
from fixturetool.testing.script import Script, ScriptedReply
from fixturetool.testing.vectors import embed_request
from fixturetool.testing.wire import Received
from tests.retrieval.place import Place


@dataclass
class Vectors:
    """A place whose index has vectors, and the endpoint that they come from."""

    place: Place
    server: ChatServer
    settings: EmbeddingSettings

    @contextmanager
    def model(self) -> Iterator[VectorModel]:
        model = open_model(self.settings, {}, "the.settings")
        assert model is not None
        with closing(model):
            yield model

    def build(self, progress: Progress | None = None) -> VectorReport:
        place = self.place
        with self.model() as model:
            return build_vectors(
                place.corpus(), place.tokenizer, place.state, model, progress or Silent()
            )

    def status(self) -> VectorStatus:
        place = self.place
        return vector_status(place.corpus(), place.tokenizer, place.state, self.settings)

    @contextmanager
    def opened(self, state: Path | None = None) -> Iterator[Bm25Retriever]:
        place = self.place
        model = open_model(self.settings, {}, "the.settings")
        with closing(
            open_bm25(
                {"CHS": place.corpus()},
                {"CHS": place.tokenizer},
                state or place.state,
                Silent(),
                model,
            )
        ) as retriever:
            yield retriever

    def ask(self, query: str, k: int = 10, state: Path | None = None) -> Sequence[Hit]:
        with self.opened(state) as retriever:
            return retriever.retrieve(query, k, language="CHS", chunk_context=0)

    def set(self, **changes: object) -> None:
        self.settings = replace(self.settings, **changes)  # type: ignore[arg-type]

    @property
    def sent(self) -> list[list[str]]:
        """The texts of every request so far."""
        return [request.payload["input"] for request in self.server.requests]

    @property
    def file(self) -> Path:
        """Where the vectors lie."""
        (file,) = (self.place.home / "vectors").glob("*.vectors")
        return file


@contextmanager
def vectors_for(
    place: Place, answer: Callable[[Received], ScriptedReply] = embed_request
) -> Iterator[Vectors]:
    with ChatServer(Script(), embeddings=answer) as server:
        settings = EmbeddingSettings(
            model="a-model", base_url=server.base_url, batch=2, jobs=2, max_retries=0
        )
        yield Vectors(place, server, settings)
