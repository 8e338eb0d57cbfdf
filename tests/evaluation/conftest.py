"""What the tests of this room share: a run over three questions, and ways to make records."""

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest

from fixturetool.evaluation.run import Question, Run, RunSettings
from fixturetool.evaluation.storage.store import begin_run

NOON = datetime(2026, 1, 2, 12, 0, 0, tzinfo=UTC)

Begin = Callable[..., tuple[Path, Run]]


@pytest.fixture
def begin(tmp_path: Path) -> Begin:
    """Begin a run in a folder of its own, over questions named by their queries."""

    def begin_for(
        *queries: str,
        repeat: int = 1,
        jobs: int = 1,
        k: int = 10,
        match: str = "source",
        retriever: Mapping[str, str | int | float | bool] | None = None,
    ) -> tuple[Path, Run]:
        return begin_run(
            tmp_path,
            RunSettings(k=k, chunk_context=2, match=match, repeat=repeat, jobs=jobs),  # type: ignore[arg-type]
            asked(queries),
            retriever=retriever or {"name": "hand-written"},
            corpora={"CHS": "f1"},
            now=NOON,
        )

    return begin_for


def asked(queries: Iterable[str]) -> list[Question]:
    return [Question("breadth", query, "CHS", "enumeration") for query in queries]
