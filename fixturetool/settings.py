"""The settings of one invocation, frozen; ``config`` reads them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

# TOML has neither tuples nor paths: arrays and strings become them, all else stays strict.
Strings = Annotated[tuple[str, ...], Field(strict=False)]
Folder = Annotated[Path, Field(strict=False)]


class Section(BaseModel):
    """One table of the settings file."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")


class PathSettings(Section):
    """Where things are. Relative paths of a settings file are relative to that file.

    Attributes:
        fixtures: The folder of fixture files.
        corpus: The folder that holds one folder a language.
        state: Where index, snapshot, runs and caches are kept; safe to delete.
    """

    fixtures: Folder = Path("retrieval_fixtures")
    corpus: Folder = Path("text")
    state: Folder = Path(".fixturetool")


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

    include: Strings = ("**/*.txt", "**/*.md")
    exclude: Strings = ("misc/**", "manifest/**", "metadata/**", "stats/**")
    unofficial: Strings = ("tps_*",)
    proper_nouns: str = "misc/proper_nouns.txt"
    encodings: Strings = ("utf-8",)


class RetrieverSettings(Section):
    """The system under test.

    Attributes:
        name: A name of the registry; ``bm25`` is the embedded index.
    """

    name: str = "bm25"


class TokenSettings(Section):
    """How text is cut into words, for the embedded index and for reachability.

    Attributes:
        segmenter: Who cuts Chinese: ``rjieba`` (fast) or ``jieba`` (the original).
        stop_words: Words that are no content tokens, beside the built-in ones.
    """

    segmenter: Literal["rjieba", "jieba"] = "rjieba"
    stop_words: Strings = ()


class VerifySettings(Section):
    """Bounds of the authoring rules.

    Attributes:
        min_sources: Distinct sources that a facet should have.
    """

    min_sources: Annotated[int, Field(ge=1)] = 2


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
    languages: Mapping[str, str] = {"CHS": "chs"}
    retriever: RetrieverSettings = RetrieverSettings()
    tokens: TokenSettings = TokenSettings()
    verify: VerifySettings = VerifySettings()
    aliases: Mapping[str, Strings] = {}

    def folder_of(self, language: str) -> str:
        """Return the folder name of a fixture language, such as ``chs`` for ``CHS``."""
        return self.languages.get(language, language.lower())
