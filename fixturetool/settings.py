"""The settings of one invocation, frozen; ``config`` reads them.

Plain dataclasses, so that a run on the defaults need not load pydantic, which checks the rest.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

if TYPE_CHECKING:
    from pydantic_core import CoreSchema


@dataclass(frozen=True, slots=True)
class AtLeast:
    """Marks a number that pydantic takes as it is, from a bound on."""

    bound: int

    def __get_pydantic_core_schema__(self, source: object, handler: object) -> "CoreSchema":
        """Return pydantic's rule; pydantic finds this method by its name."""
        return {"type": "int", "ge": self.bound, "strict": True}


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
class RetrieverSettings(Section):
    """The system under test.

    Attributes:
        name: A name of the registry; ``bm25`` is the embedded index.
    """

    name: str = "bm25"


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
class Settings(Section):
    """Everything that can be set.

    Attributes:
        paths: Where things are.
        corpus: Which files are sources.
        languages: Fixture language to folder; others fall back to the lower-cased name.
        retriever: The system under test.
        tokens: How text is cut into words.
        verify: Bounds of the authoring rules.
        aliases: A word of a query to other words that a rewrite is likely to use for it.
    """

    paths: PathSettings = PathSettings()
    corpus: CorpusSettings = CorpusSettings()
    languages: Mapping[str, str] = field(default_factory=lambda: {"CHS": "chs"})
    retriever: RetrieverSettings = RetrieverSettings()
    tokens: TokenSettings = TokenSettings()
    verify: VerifySettings = VerifySettings()
    aliases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def folder_of(self, language: str) -> str:
        """Return the folder name of a fixture language, such as ``chs`` for ``CHS``."""
        return self.languages.get(language, language.lower())
