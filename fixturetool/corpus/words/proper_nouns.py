"""The user dictionary: proper nouns that the segmenter is to keep whole.

One word a line in jieba's form, ``word [frequency] [tag]``. A word may hold spaces; then what
follows it is a tag only where it is one of jieba's.
"""

import hashlib
import re
import stat
from dataclasses import dataclass
from pathlib import Path

from fixturetool.corpus.normalize import normalize
from fixturetool.errors import SettingsError

_KNOWN_TAGS = """
a ad ag an b c d dg e eng f g h i j k l m mg mq n ng nr nrfg nrt ns nt nz o p q r rg rr rz
s t tg u ud ug uj ul uv uz v vd vg vi vn vq x y z zg
"""
_TAGS = frozenset(_KNOWN_TAGS.split())
_NUMBER_LIKE = re.compile(r"[+\-]?[0-9０-９]+(?:[.,][0-9０-９]+)?")
_HIGHEST = 1_000_000_000
_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Noun:
    """A word of the dictionary.

    Attributes:
        word: The word, under the whitespace rule.
        frequency: How often it is said to occur, in the segmenter's own units; 0 where not said.
    """

    word: str
    frequency: int


@dataclass(frozen=True, slots=True)
class ProperNouns:
    """A user dictionary.

    Attributes:
        nouns: Its words in file order, each once with its highest frequency.
        digest: What its words and frequencies hash to, hex; ``none`` without words.
    """

    nouns: tuple[Noun, ...]
    digest: str


def find_proper_nouns(root: Path, path: str, *, may_be_missing: bool) -> Path | None:
    """Return the user dictionary of a corpus, None where it has none.

    Args:
        root: The language root.
        path: The dictionary's path under it, ``""`` for none.
        may_be_missing: Whether a corpus without the file is one without a dictionary.

    Raises:
        SettingsError: The file is missing, or what is there is no file.
    """
    if not path:
        return None
    file = root / path
    try:
        kind = file.stat().st_mode
    except (OSError, ValueError) as error:  # a name too long, or with a NUL
        if may_be_missing and isinstance(error, FileNotFoundError | NotADirectoryError):
            return None
        reason = error.strerror if isinstance(error, OSError) else str(error)
    else:
        if stat.S_ISREG(kind):
            return file
        reason = "it is no file"
    raise SettingsError(
        f'corpus.proper_nouns: "{file}" can\'t be read: {reason}',
        hint='name a dictionary that every language folder has, or set proper_nouns = ""',
    )


def load_proper_nouns(file: Path | None) -> ProperNouns:
    """Read a user dictionary; None or a missing file is one without words.

    Raises:
        SettingsError: The file can't be read, or a line of it is malformed.
    """
    if file is None or not file.exists():
        return ProperNouns((), "none")
    try:
        text = file.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise SettingsError(f"{file}: {error.strerror}", hint="make it readable") from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise SettingsError(
            f"{file}:{line}: the dictionary is not UTF-8", hint="save it as UTF-8"
        ) from error
    return parse_proper_nouns(text, str(file))


def parse_proper_nouns(text: str, name: str) -> ProperNouns:
    """Read the text of a user dictionary.

    Args:
        text: Its lines.
        name: How messages call the file.

    Raises:
        SettingsError: Lines are malformed; the message names them with their 1-based numbers.
    """
    frequencies: dict[str, int] = {}
    problems: list[str] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            noun = _parse_line(line.strip())
        except ValueError as error:
            problems.append(f'{name}:{number}: "{line.strip()}": {error}')
        else:
            frequencies[noun.word] = max(noun.frequency, frequencies.get(noun.word, 0))
    if problems:
        raise SettingsError(_together(problems), hint="a line is: word [frequency] [tag]")
    nouns = tuple(Noun(word, frequency) for word, frequency in frequencies.items())
    return ProperNouns(nouns, _digest(nouns))


def _parse_line(line: str) -> Noun:
    word, frequency = _fields(line)
    if not any(character.isalnum() for character in word):
        raise ValueError("the word holds no letter")
    if not word.replace(" ", "").isprintable():
        raise ValueError("the word holds a control character")
    if frequency and not (frequency.isascii() and frequency.isdigit()):
        raise ValueError(f'the frequency "{frequency}" is no natural number')
    if int(frequency or 0) > _HIGHEST:
        raise ValueError(f"the frequency is above {_HIGHEST}")
    return Noun(normalize(word), int(frequency or 0))


def _fields(line: str) -> tuple[str, str]:
    """Split a line into word and frequency; the frequency is "" where there is none."""
    words = line.split()
    if len(words) > 2 and _NUMBER_LIKE.fullmatch(words[-2]) and words[-1].isalpha():
        return " ".join(words[:-2]), words[-2]
    if len(words) > 1 and _NUMBER_LIKE.fullmatch(words[-1]):
        return " ".join(words[:-1]), words[-1]
    if len(words) > 1 and words[-1] in _TAGS:
        return " ".join(words[:-1]), ""
    return " ".join(words), ""


def _together(problems: list[str]) -> str:
    rest = len(problems) - _SHOWN
    more = [f"and {rest} more"] if rest > 0 else []
    return "; ".join(problems[:_SHOWN] + more)


def _digest(nouns: tuple[Noun, ...]) -> str:
    if not nouns:
        return "none"
    lines = "\n".join(f"{noun.word}\t{noun.frequency}" for noun in nouns)
    return hashlib.sha256(lines.encode("utf-8", "surrogatepass")).hexdigest()[:16]
