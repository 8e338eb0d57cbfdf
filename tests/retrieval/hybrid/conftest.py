from collections.abc import Iterator

import pytest

from tests.retrieval.hybrid.vectors import Vectors, vectors_for
from tests.retrieval.place import Place


@pytest.fixture
def vectors(place: Place) -> Iterator[Vectors]:
    with vectors_for(place) as one:
        yield one
