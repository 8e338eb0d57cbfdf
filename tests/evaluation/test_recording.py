import math

from hypothesis import given
from hypothesis import strategies as st

from fixturetool.evaluation.recording import Recorder, record_hits
from fixturetool.retrieval.base import Hit

HITS = st.lists(
    st.builds(
        Hit,
        st.sampled_from(["a.txt", "书/乙.txt", "\udce9.txt"]),
        st.sampled_from([1.0, 0.5, math.nan]),
        st.sampled_from(["文", ""]),
        start_line=st.sampled_from([None, 1, 2]),
    ),
    max_size=3,
).map(tuple)


@given(st.lists(HITS, max_size=6))
def test_a_recorder_says_of_every_answer_what_is_said_of_it_alone(
    answers: list[tuple[Hit, ...]],
) -> None:
    recorder = Recorder()
    assert [recorder.record(hits) for hits in answers] == [record_hits(hits) for hits in answers]


def test_what_comes_back_again_is_recorded_once() -> None:
    recorder = Recorder()
    first = recorder.record((Hit("a.txt", 1.0, "文"),))
    assert recorder.record((Hit("a.txt", 1.0, "".join(["文"])),)) is first
