"""The original jieba as a Segmenter: silent, and with a cache of our own.

jieba by itself talks on standard error, compiles with syntax warnings, and keeps its model in
the shared temporary folder, trusting whatever it finds there.
"""

import hashlib
import marshal
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import TypeAlias

from fixturetool.state import replace_file

_SILENT = 100

Model: TypeAlias = tuple[dict[str, int], int]
"""Frequencies of words (0 for mere beginnings of words), and their sum."""


class Jieba:
    """jieba in Python."""

    def __init__(self, cache_dir: Path | None) -> None:
        """Load the model.

        Args:
            cache_dir: Where the prepared model is kept for the next process; None for nowhere.
        """
        module = _import_quietly()
        cache = cache_dir / f"jieba-{module.__version__}.model" if cache_dir else None
        self._jieba = module.Tokenizer()
        self._jieba.FREQ, self._jieba.total = load_model(cache, lambda: _build_model(module))
        self._jieba.initialized = True  # else the first cut looks into the temporary folder

    def cut(self, text: str) -> list[str]:
        """Cut text for search."""
        words: list[str] = self._jieba.lcut_for_search(text)
        return words

    def add(self, word: str, frequency: int) -> None:
        """Make a word known."""
        self._jieba.add_word(word, max(frequency, self._jieba.suggest_freq(word)))


def _import_quietly() -> ModuleType:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import jieba
    jieba.setLogLevel(_SILENT)
    module: ModuleType = jieba
    return module


def _build_model(module: ModuleType) -> Model:
    # jieba closes the file itself, as soon as it has read it.
    dictionary = Path(str(module.__file__)).with_name("dict.txt").open("rb")
    model: Model = module.Tokenizer.gen_pfdict(dictionary)
    return model


def load_model(cache: Path | None, build: Callable[[], Model]) -> Model:
    """Take a model from its cache; build it and keep it there where that can't be done.

    Args:
        cache: The file, or None for no cache.
        build: Makes the model, slowly.
    """
    if cache is None:
        return build()
    with suppress(OSError, ValueError):
        return _parse_model(cache.read_bytes())
    model = build()
    # A cache that can't be kept costs time only.
    with suppress(OSError):
        cache.parent.mkdir(parents=True, exist_ok=True)
        replace_file(cache, _dump_model(model))
    return model


def _dump_model(model: Model) -> bytes:
    data = marshal.dumps(model)
    return hashlib.sha256(data).digest() + data


def _parse_model(stored: bytes) -> Model:
    checksum, data = stored[:32], stored[32:]
    if hashlib.sha256(data).digest() != checksum:
        raise ValueError("damaged")
    model: Model = marshal.loads(data)  # noqa: S302 - only what the checksum vouches for
    return model
