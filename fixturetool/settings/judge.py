"""The settings of the judge."""

from dataclasses import dataclass
from typing import Annotated

from fixturetool.settings.bounds import AtLeast, Between, Section


@dataclass(frozen=True, slots=True)
class JudgeSettings(Section):
    """The judge and its provider, which speaks OpenAI's Chat Completions.

    Attributes:
        model: The model's name at the provider.
        base_url: The provider's address up to, without, ``/chat/completions``.
        api_key_env: The environment variable that holds the key; ``""``: no key is needed.
        jobs: Calls that are under way at the same time.
        votes: Verifier calls for a span; all of them must agree.
        timeout_seconds: How long one attempt may take; a byte that comes later ends it.
        max_retries: Attempts after the first, when the provider is busy or broken.
        min_span: Characters that a span has at least, after normalisation.
        max_share: The largest share of a language's sources that may hold a distinctive span.
        context_tokens: What a prompt and its answer may take together.
        price_per_million_input: US dollars for a million prompt tokens; None: unknown.
        price_per_million_output: US dollars for a million answer tokens; None: unknown.
    """

    model: str = "deepseek-ai/DeepSeek-V4-Flash"
    base_url: str = "https://api.deepinfra.com/v1/openai"
    api_key_env: str = "DEEPINFRA_API_KEY"
    jobs: Annotated[int, AtLeast(1)] = 8
    votes: Annotated[int, AtLeast(1)] = 1
    timeout_seconds: Annotated[float, Between(0.1, 3600)] = 120.0
    max_retries: Annotated[int, AtLeast(0)] = 3
    min_span: Annotated[int, AtLeast(1)] = 6
    max_share: Annotated[float, Between(0, 1)] = 0.05
    context_tokens: Annotated[int, AtLeast(2000)] = 64_000
    price_per_million_input: Annotated[float, Between(0)] | None = None
    price_per_million_output: Annotated[float, Between(0)] | None = None
