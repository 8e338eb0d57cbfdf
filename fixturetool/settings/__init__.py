"""The settings of one invocation, frozen; ``config`` reads them.

Plain dataclasses, so that a run on the defaults need not load pydantic, which checks the rest.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from fixturetool.errors import CorpusError
from fixturetool.settings.bounds import Section
from fixturetool.settings.judge import JudgeSettings
from fixturetool.settings.retriever import RetrieverSettings
from fixturetool.settings.verify import VerifySettings

_NAME_BYTES = 255  # what file systems take
_SHOWN = 60


@dataclass(frozen=True, slots=True)
class PathSettings(Section):
    """Where things are. Relative paths of a settings file are relative to that file.

    Attributes:
        fixtures: The folder of fixture files.
        datasets: The folder of the path and page lanes' dataset files.
        corpus: The folder that holds one folder a language.
        state: Where index, snapshot, runs and caches are kept; safe to delete.
    """

    fixtures: Path = Path("retrieval_fixtures")
    datasets: Path = Path("eval_datasets")
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
class TokenSettings(Section):
    """How text is cut into words, for the embedded index and for reachability.

    Attributes:
        segmenter: Who cuts Chinese: ``rjieba`` (fast) or ``jieba`` (the original).
        stop_words: Words that are no content tokens, beside the built-in ones.
    """

    segmenter: Literal["rjieba", "jieba"] = "rjieba"
    stop_words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Settings(Section):
    """Everything that can be set.

    Attributes:
        paths: Where things are.
        corpus: Which files are sources.
        languages: Fixture language to folder; others fall back to the lower-cased name.
        retriever: The system under test.
        tokens: How text is cut into words.
        verify: The authoring rules.
        judge: The judge and its provider.
        aliases: A word of a query to other words that a rewrite is likely to use for it.
    """

    paths: PathSettings = PathSettings()
    corpus: CorpusSettings = CorpusSettings()
    languages: Mapping[str, str] = field(default_factory=lambda: {"CHS": "chs"})
    retriever: RetrieverSettings = field(default_factory=RetrieverSettings)
    tokens: TokenSettings = TokenSettings()
    verify: VerifySettings = field(default_factory=VerifySettings)
    judge: JudgeSettings = field(default_factory=JudgeSettings)
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
