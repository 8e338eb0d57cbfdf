from pathlib import Path

import pytest

from fixturetool.corpus.tokens import Tokenizer, load_tokenizer
from tests.retrieval.place import Place


@pytest.fixture(scope="session")
def tokenizer() -> Tokenizer:
    return load_tokenizer("rjieba", None, ())


@pytest.fixture
def place(tmp_path: Path, tokenizer: Tokenizer) -> Place:
    return Place(tmp_path, tokenizer)
