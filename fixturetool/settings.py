"""The settings of one invocation, frozen; ``config`` reads them.

Plain dataclasses, so that a run on the defaults need not load pydantic, which checks the rest.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from fixturetool.errors import CorpusError

if TYPE_CHECKING:
    from pydantic_core import CoreSchema


_NAME_BYTES = 255  # what file systems take
_SHOWN = 60

CacheMode = Literal["bypass", "default", "refresh"]


@dataclass(frozen=True, slots=True)
class AtLeast:
    """Marks a number that pydantic takes as it is, from a bound on."""

    bound: int

    def __get_pydantic_core_schema__(self, source: object, handler: object) -> "CoreSchema":
        """Return pydantic's rule; pydantic finds this method by its name."""
        return {"type": "int", "ge": self.bound, "strict": True}


@dataclass(frozen=True, slots=True)
class Positive:
    """Marks a number above zero, whole or not."""

    def __get_pydantic_core_schema__(self, source: object, handler: object) -> "CoreSchema":
        """Return pydantic's rule; pydantic finds this method by its name."""
        return {"type": "float", "gt": 0, "allow_inf_nan": False}


@dataclass(frozen=True, slots=True)
class Between:
    """Marks a number, whole or not, that pydantic takes from one bound to another."""

    low: float
    high: float = float("inf")

    def __get_pydantic_core_schema__(self, source: object, handler: object) -> "CoreSchema":
        """Return pydantic's rule; pydantic finds this method by its name."""
        return {"type": "float", "ge": self.low, "le": self.high, "allow_inf_nan": False}


class Section:
    """One table of the settings file."""

    __slots__ = ()
    __pydantic_config__: ClassVar = {"extra": "forbid"}


@dataclass(frozen=True, slots=True)
class PathSettings(Section):
    """Where things are. Relative paths of a settings file are relative to that file.

    Attributes:
        fixtures: The folder of fixture files.
        corpus: The folder that holds one folder a language.
        state: Where index, snapshot, runs and caches are kept; safe to delete.
    """

    fixtures: Path = Path("retrieval_fixtures")
    corpus: Path = Path("text")
    state: Path = Path(".fixturetool")


@dataclass(frozen=True, slots=True)
class CorpusSettings(Section):
    """Which files of a language folder are sources, and how they are read.

    Globs are matched against the POSIX path under the language folder; ``**`` crosses folders.

    Attributes:
        include: A source matches one of these.
        exclude: A source matches none of these.
        unofficial: Globs on the first path component; a match is a third-party source.
        proper_nouns: A jieba user dictionary, relative to the language folder.
        encodings: Tried in order on a file without a byte order mark.
    """

    include: tuple[str, ...] = ("**/*.txt", "**/*.md")
    exclude: tuple[str, ...] = ("misc/**", "manifest/**", "metadata/**", "stats/**")
    unofficial: tuple[str, ...] = ("tps_*",)
    proper_nouns: str = "misc/proper_nouns.txt"
    encodings: tuple[str, ...] = ("utf-8",)


@dataclass(frozen=True, slots=True)
class AnswerSettings(Section):
    """Where things are in the answer of a search API: JMESPath expressions.

    ``hits`` is applied to the answer, the others to each element of that list; an expression that
    is ``""`` finds nothing. The defaults read the answer of ``POST /api/search``.

    Attributes:
        hits: The list, best first.
        path: The source; the one that every hit must have.
        text: The chunk.
        score: A number; higher is better.
        leg: The part of a hybrid system that found it.
        context_before: Text right before the chunk.
        context_after: Text right after the chunk.
        start_line: The 1-based first line.
        end_line: The last line, inclusive.
        start_page: The 1-based first page.
        end_page: The last page, inclusive.
    """

    hits: str = "matches"
    path: str = "file_path"
    text: str = "content"
    score: str = "score"
    leg: str = "source"
    context_before: str = ""
    context_after: str = ""
    start_line: str = "start_line"
    end_line: str = "end_line"
    start_page: str = "provenance.page_start"
    end_page: str = "provenance.page_end"


@dataclass(frozen=True, slots=True)
class HttpSettings(Section):
    """The retriever ``http``: a search API that speaks JSON.

    Attributes:
        base_url: Where the API is, such as ``http://127.0.0.1:58012/api``.
        endpoint: What is asked, appended to ``base_url``.
        method: ``POST`` sends the request as JSON, ``GET`` in the query string.
        corpus_id: The corpus to search; may hold ``{language}``.
        top_k: Chunks to ask for, so that k distinct sources are among them.
        cache_mode: What the system does with its cache: a repeat should be a call of its own.
        headers: Header to value, in which ``$NAME`` is the environment variable of that name.
        request: The request, when it is not that of ``POST /api/search``; texts in it may hold
            ``{query}``, ``{k}``, ``{top_k}``, ``{language}`` and ``{chunk_context}``.
        answer: Where things are in the answer.
    """

    base_url: str = ""
    endpoint: str = "/search"
    method: Literal["POST", "GET"] = "POST"
    corpus_id: str = "{language}"
    top_k: Annotated[int, AtLeast(1)] = 20
    cache_mode: CacheMode = "bypass"
    headers: Mapping[str, str] = field(default_factory=dict)
    request: Mapping[str, object] = field(default_factory=dict)
    answer: AnswerSettings = AnswerSettings()


@dataclass(frozen=True, slots=True)
class CommandSettings(Section):
    """The retriever ``command``: a program that reads and writes lines of JSON.

    Attributes:
        run: The program and its arguments; no shell reads them.
    """

    run: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PythonSettings(Section):
    """The retrievers ``package.module:attribute``.

    Attributes:
        top_k: Chunks to ask of what counts chunks: a vector store, or a parameter ``top_k``.
        path_keys: Keys of a document's metadata that may hold its source; the first one counts.
    """

    top_k: Annotated[int, AtLeast(1)] = 20
    path_keys: tuple[str, ...] = ("source", "file_path", "path", "file_name")


@dataclass(frozen=True, slots=True)
class RetrieverSettings(Section):
    """The system under test.

    Attributes:
        name: A name of the registry, or ``package.module:attribute``; ``bm25`` is the embedded
            index.
        timeout_seconds: How long one call to a system outside may take.
        http: The retriever ``http``.
        command: The retriever ``command``.
        python: The retrievers ``package.module:attribute``.
    """

    name: str = "bm25"
    timeout_seconds: Annotated[float, Positive()] = 120.0
    http: HttpSettings = HttpSettings()
    command: CommandSettings = CommandSettings()
    python: PythonSettings = PythonSettings()


@dataclass(frozen=True, slots=True)
class TokenSettings(Section):
    """How text is cut into words, for the embedded index and for reachability.

    Attributes:
        segmenter: Who cuts Chinese: ``rjieba`` (fast) or ``jieba`` (the original).
        stop_words: Words that are no content tokens, beside the built-in ones.
    """

    segmenter: Literal["rjieba", "jieba"] = "rjieba"
    stop_words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class VerifySettings(Section):
    """Bounds of the authoring rules.

    Attributes:
        min_sources: Distinct sources that a facet should have.
    """

    min_sources: Annotated[int, AtLeast(1)] = 2


@dataclass(frozen=True, slots=True)
class JudgeSettings(Section):
    """The judge and its provider, which speaks OpenAI's Chat Completions.

    Attributes:
        model: The model's name at the provider.
        base_url: The provider's address up to, without, ``/chat/completions``.
        api_key_env: The environment variable that holds the key; ``""``: no key is needed.
        jobs: Calls that are under way at the same time.
        votes: Verifier calls for a span; all of them must agree.
        timeout_seconds: How long one attempt may go without a byte.
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


@dataclass(frozen=True, slots=True)
class Settings(Section):
    """Everything that can be set.

    Attributes:
        paths: Where things are.
        corpus: Which files are sources.
        languages: Fixture language to folder; others fall back to the lower-cased name.
        retriever: The system under test.
        tokens: How text is cut into words.
        verify: Bounds of the authoring rules.
        judge: The judge and its provider.
        aliases: A word of a query to other words that a rewrite is likely to use for it.
    """

    paths: PathSettings = PathSettings()
    corpus: CorpusSettings = CorpusSettings()
    languages: Mapping[str, str] = field(default_factory=lambda: {"CHS": "chs"})
    retriever: RetrieverSettings = RetrieverSettings()
    tokens: TokenSettings = TokenSettings()
    verify: VerifySettings = VerifySettings()
    judge: JudgeSettings = JudgeSettings()
    aliases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def folder_of(self, language: str) -> str:
        """Return the folder name of a fixture language, such as ``chs`` for ``CHS``.

        Raises:
            CorpusError: The language or its folder is no plain name.
        """
        folder = self.languages.get(language, language.lower())
        for name in (language, folder):
            if fault := name_fault(name):
                shown = name if len(name) <= _SHOWN else f"{name[:_SHOWN]}…"
                raise CorpusError(
                    f'no corpus for language "{shown}": the name {fault}',
                    hint="a language is the name of a folder of the corpus, such as CHS for chs",
                )
        return folder


def name_fault(name: str) -> str:
    """Say why a language can't have that name, or its folder, ``""`` where it can.

    A name is one component of a path, so that it never leads out of the corpus.
    """
    if not name.strip():
        return "is empty"
    if name in {".", ".."} or "/" in name or "\\" in name:
        return "is a path; one plain name is wanted"
    if any(ord(c) < 0x20 or 0x7F <= ord(c) < 0xA0 for c in name):
        return "holds a control character"
    try:
        size = len(name.encode())
    except UnicodeEncodeError:
        return "is not valid UTF-8"
    return f"is too long: {size} bytes of {_NAME_BYTES}" if size > _NAME_BYTES else ""
