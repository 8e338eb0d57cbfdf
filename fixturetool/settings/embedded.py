"""The settings of the embedded index: vectors beside words, and queries that are rewritten."""

from dataclasses import dataclass
from typing import Annotated

from fixturetool.settings.bounds import AtLeast, Between, Section, Within


@dataclass(frozen=True, slots=True)
class EmbeddingSettings(Section):
    """A model that turns texts into vectors, at a provider that speaks OpenAI's Embeddings.

    Attributes:
        enabled: Whether vectors are used, where a model is named.
        model: The model's name at the provider; ``""``: no vectors.
        base_url: The provider's address up to, without, ``/embeddings``.
        api_key_env: The environment variable that holds the key; ``""``: no key is needed.
        dimensions: How long the vectors are asked to be; 0: as the model has them.
        batch: Texts of one request.
        jobs: Requests at the same time, while an index is built.
        query_prefix: What the model wants before a query.
        text_prefix: What the model wants before a text of the corpus.
        timeout_seconds: How long one attempt may take.
        max_retries: Attempts after the first, when the provider is busy or broken.
        budget_tokens: The most tokens that a run or a build may take; None: without a bound.
        budget_usd: The most US dollars; None: without a bound.
        price_per_million_input: US dollars for a million tokens; None: unknown.
    """

    enabled: bool = True
    model: str = ""
    base_url: str = "https://api.deepinfra.com/v1/openai"
    api_key_env: str = "DEEPINFRA_API_KEY"
    dimensions: Annotated[int, AtLeast(0)] = 0
    batch: Annotated[int, Within(1, 2048)] = 64
    jobs: Annotated[int, Within(1, 64)] = 4
    query_prefix: str = ""
    text_prefix: str = ""
    timeout_seconds: Annotated[float, Between(0.1, 3600)] = 60.0
    max_retries: Annotated[int, AtLeast(0)] = 3
    budget_tokens: Annotated[int, AtLeast(1)] | None = None
    budget_usd: Annotated[float, Between(0)] | None = None
    price_per_million_input: Annotated[float, Between(0)] | None = None


@dataclass(frozen=True, slots=True)
class QueryTransformSettings(Section):
    """A model that rewrites each query before it is searched, anew for each repeat.

    Attributes:
        enabled: Whether queries are rewritten, where a model is named.
        model: The model's name at the provider; ``""``: queries are searched as they are.
        base_url: The provider's address up to, without, ``/chat/completions``.
        api_key_env: The environment variable that holds the key; ``""``: no key is needed.
        prompt: What the model is told, ``""`` for the built-in prompt; the query follows as the
            user's message.
        temperature: How freely it writes.
        max_tokens: Bound of its answer, thinking included.
        max_characters: A rewrite that is longer is an error.
        timeout_seconds: How long one attempt may take.
        max_retries: Attempts after the first, when the provider is busy or broken.
        budget_tokens: The most tokens that a run may take; None: without a bound.
        budget_usd: The most US dollars; None: without a bound.
        price_per_million_input: US dollars for a million prompt tokens; None: unknown.
        price_per_million_output: US dollars for a million answer tokens; None: unknown.
    """

    enabled: bool = True
    model: str = ""
    base_url: str = "https://api.deepinfra.com/v1/openai"
    api_key_env: str = "DEEPINFRA_API_KEY"
    prompt: str = ""
    temperature: Annotated[float, Between(0, 2)] = 0.7
    max_tokens: Annotated[int, AtLeast(16)] = 2000
    max_characters: Annotated[int, AtLeast(1)] = 1000
    timeout_seconds: Annotated[float, Between(0.1, 3600)] = 60.0
    max_retries: Annotated[int, AtLeast(0)] = 3
    budget_tokens: Annotated[int, AtLeast(1)] | None = None
    budget_usd: Annotated[float, Between(0)] | None = None
    price_per_million_input: Annotated[float, Between(0)] | None = None
    price_per_million_output: Annotated[float, Between(0)] | None = None


@dataclass(frozen=True, slots=True)
class EmbeddedSettings(Section):
    """What the embedded index does beside BM25.

    Attributes:
        embeddings: Vectors, fused with BM25 by reciprocal rank.
        query_transform: A rewrite of each query.
    """

    embeddings: EmbeddingSettings = EmbeddingSettings()
    query_transform: QueryTransformSettings = QueryTransformSettings()

    @property
    def asks_models(self) -> bool:
        """Whether a query costs calls of a model."""
        return any(one.enabled and one.model for one in (self.embeddings, self.query_transform))
