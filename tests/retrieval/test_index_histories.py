"""Whatever happened to a corpus, its index ranks as one that is built from nothing."""

import tempfile
from collections.abc import Sequence
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fixturetool.corpus.tokens import load_tokenizer
from fixturetool.retrieval.base import Hit
from tests.retrieval.place import Place

TOKENIZER = load_tokenizer("rjieba", None, ())
QUERIES = ("雷电将军在哪里？", "岩神的天气", "甲 乙 Lv.10 天气 将军 岩神")
NAMES = st.sampled_from(["a/1_雷电.txt", "a/2.txt", "b/3_天气.txt", "b/4.md", "tps_c/5.txt"])
WORDS = st.sampled_from(
    ["雷电将军", "岩神", "天气", "今天", "Lv.10", "的", "。", "\n", "将军，", "他"]
)
TEXTS = st.lists(WORDS, max_size=60).map("".join) | st.just("雷电将军。" * 120)
CHANGES = st.lists(
    st.tuples(st.just("write"), NAMES, TEXTS)
    | st.tuples(st.just("remove"), NAMES, NAMES)
    | st.tuples(st.just("rename"), NAMES, NAMES)
    | st.tuples(st.just("build"), NAMES, NAMES),
    min_size=2,
    max_size=12,
)


def apply(place: Place, kind: str, path: str, other: str) -> None:
    file = place.root / path
    if kind == "write":
        place.write({path: other})
    elif kind == "build":
        place.build()
    elif file.exists() and kind == "rename":
        place.write({other: file.read_bytes()})
        if other != path:
            file.unlink()
    else:
        file.unlink(missing_ok=True)


def answers(place: Place, state: Path) -> list[Sequence[Hit]]:
    retriever = place.open(state)
    found = [retriever.retrieve(q, 3, language="CHS", chunk_context=1) for q in QUERIES]
    retriever.close()
    return found


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(CHANGES)
def test_any_history_ranks_as_a_fresh_build(changes: list[tuple[str, str, str]]) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        place = Place(Path(scratch), TOKENIZER)
        place.write({"a/0.txt": "雷电将军和岩神谈天气。"})
        place.build()
        for change in changes:
            apply(place, *change)
        assert answers(place, place.state) == answers(place, Path(scratch) / "fresh")


def test_a_thousand_deleted_documents_leave_no_trace(tmp_path: Path) -> None:
    place = Place(tmp_path, TOKENIZER)
    place.write({f"a/{number}.txt": f"岩神{number}在天气里。" for number in range(1000)})
    place.build()
    for number in range(1, 1000, 2):
        place.remove(f"a/{number}.txt")
    assert answers(place, place.state) == answers(place, tmp_path / "fresh")
