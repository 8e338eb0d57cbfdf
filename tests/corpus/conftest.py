"""What tests of several files share."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def segmenter_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where jieba keeps its model, which takes seconds to build."""
    return tmp_path_factory.mktemp("segmenter")
