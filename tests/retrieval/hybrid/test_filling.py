"""Vectors are fetched for what is new or changed, once, and what was paid for is kept."""

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from threading import Event, Lock

import pytest

from fixturetool.errors import (
    ProviderReplyError,
    ProviderUnavailableError,
    SettingsError,
    StateError,
)
from fixturetool.progress import Silent
from fixturetool.retrieval.hybrid.filling import VectorReport
from fixturetool.retrieval.hybrid.model import open_model
from fixturetool.retrieval.hybrid.place import hold_vectors
from fixturetool.retrieval.hybrid.standing import VectorStatus
from fixturetool.retrieval.index import clear_index
from fixturetool.settings.embedded import EmbeddingSettings
from fixturetool.testing.script import ScriptedReply
from fixturetool.testing.vectors import embed_request
from fixturetool.testing.wire import Received
from tests.retrieval.hybrid.vectors import Vectors, vectors_for
from tests.retrieval.place import Place

FIRST = {
    "a/1_岩神.txt": "摩拉克斯是岩之神。他也叫钟离。",
    "a/2_风神.txt": "温迪是风之神。",
    "b/3_雷神.txt": "雷电将军住在天守阁。",
    "b/4_风神抄本.txt": "温迪是风之神。",
    "b/5_empty.txt": "",
}


class Watcher:
    """A Progress that remembers what it was told."""

    def __init__(self) -> None:
        self.told: list[tuple[str | int, ...]] = []
        self.begun = Event()

    def begin(self, task: str, total: int) -> None:
        self.told.append((task, total))
        self.begun.set()

    def advance(self, steps: int = 1) -> None:
        self.told.append((steps,))

    def end(self) -> None:
        self.told.append(("end",))


class Failing:
    """An endpoint that answers so many requests, then fails."""

    def __init__(self, answers: int, failure: ScriptedReply) -> None:
        self.answers = answers
        self._failure = failure
        self._lock = Lock()

    def __call__(self, request: Received) -> ScriptedReply:
        with self._lock:
            self.answers -= 1
            return embed_request(request) if self.answers >= 0 else self._failure


def texts(vectors: Vectors) -> list[str]:
    return sorted(chain.from_iterable(vectors.sent))


@pytest.fixture(name="built")
def built_vectors(vectors: Vectors) -> Vectors:
    vectors.place.write(FIRST)
    vectors.build()
    return vectors


def test_a_first_build_asks_for_each_text_once(vectors: Vectors) -> None:
    vectors.place.write(FIRST)
    assert vectors.build() == VectorReport("CHS", "a-model", 64, 3, 0, 2)
    assert texts(vectors) == sorted(set(FIRST.values()) - {""})


def test_a_second_build_asks_for_nothing_and_writes_nothing(built: Vectors) -> None:
    before = {file: file.stat().st_mtime_ns for file in built.place.home.rglob("*")}
    assert built.build() == VectorReport("CHS", "a-model", 64, 0, 3, 0)
    assert len(built.sent) == 2
    assert {file: file.stat().st_mtime_ns for file in built.place.home.rglob("*")} == before


def test_only_changed_chunks_are_asked_for(built: Vectors) -> None:
    long = "。".join(f"第{number}句话说的是灯塔和鱼油" for number in range(60)) + "。"
    built.place.write({"c/6.txt": long})
    first = built.build()
    built.place.write({"c/6.txt": long + "末尾又添了一句。"})
    second = built.build()
    assert first.fetched > 2
    assert second.fetched == 1
    assert texts(built).count(built.sent[-1][0]) == 1


def test_a_text_that_comes_back_is_not_paid_for_again(built: Vectors) -> None:
    built.place.write({"a/1_岩神.txt": "钟离是凡人。"})
    built.build()
    built.place.write({"a/1_岩神.txt": FIRST["a/1_岩神.txt"]})
    assert built.build().fetched == 0


def test_a_file_that_moved_is_not_paid_for_again(built: Vectors) -> None:
    built.place.remove("a/1_岩神.txt")
    built.place.write({"z/9_岩神.txt": FIRST["a/1_岩神.txt"]})
    assert built.build().fetched == 0


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"model": "another"}, id="model"),
        pytest.param({"dimensions": 8}, id="dimensions"),
        pytest.param({"text_prefix": "passage: "}, id="text-prefix"),
    ],
)
def test_another_model_has_vectors_of_its_own_and_those_of_the_first_stay(
    built: Vectors, change: dict[str, object]
) -> None:
    first = built.settings
    built.set(**change)
    assert built.build().fetched == 3
    built.settings = first
    assert built.build().fetched == 0


def test_another_address_key_or_batch_fetches_nothing(built: Vectors) -> None:
    built.set(batch=1, jobs=1, query_prefix="query: ", timeout_seconds=5.0)
    assert built.build().fetched == 0


def test_the_prefix_is_sent_before_each_text(vectors: Vectors) -> None:
    vectors.place.write({"a.txt": "甲。"})
    vectors.set(text_prefix="passage: ")
    vectors.build()
    assert vectors.sent == [["passage: 甲。"]]


def test_progress_counts_chunks(vectors: Vectors) -> None:
    vectors.place.write(FIRST)
    vectors.place.build()
    watcher = Watcher()
    vectors.build(watcher)
    assert watcher.told[0] == ("vectors CHS", 3)
    assert watcher.told[-1] == ("end",)
    assert sorted(watcher.told[1:-1]) == [(1,), (2,)]


def test_a_corpus_without_text_has_no_vectors(vectors: Vectors) -> None:
    vectors.place.write({"a.txt": ""})
    assert vectors.build() == VectorReport("CHS", "a-model", 0, 0, 0, 0)
    assert vectors.ask("谁？") == []
    assert vectors.sent == []


@pytest.mark.parametrize("answers", [pytest.param(number, id=str(number)) for number in (1, 3, 5)])
def test_what_was_paid_for_before_a_failure_is_never_paid_for_again(
    place: Place, answers: int
) -> None:
    place.write({f"{number}.txt": f"第{number}句。" for number in range(20)})
    failing = Failing(answers, ScriptedReply("busy", status=503))
    with vectors_for(place, failing) as vectors:
        with pytest.raises(ProviderUnavailableError):
            vectors.build()
        failing.answers = 1000
        paid = vectors.status().chunks
        report = vectors.build()
    assert paid == 2 * answers
    assert (report.kept, report.fetched) == (paid, 20 - paid)


def test_an_answer_that_is_not_the_vectors_of_the_texts_is_not_kept(place: Place) -> None:
    place.write(FIRST)
    answer = ScriptedReply(body='{"data": [{"index": 0, "embedding": [1.0]}]}')
    with vectors_for(place, lambda _: answer) as vectors:
        vectors.set(jobs=1)
        with pytest.raises(ProviderReplyError, match="1 vectors for 2 texts"):
            vectors.build()
        assert vectors.status().chunks == 0


_BUILD = """
import sys
from pathlib import Path
from fixturetool.corpus.tokens import load_tokenizer
from fixturetool.corpus.sources import load_corpus
from fixturetool.progress import Silent
from fixturetool.retrieval.hybrid.model import open_model
from fixturetool.retrieval.hybrid.place import hold_vectors
from fixturetool.retrieval.hybrid.standing import build_vectors
from fixturetool.settings import CorpusSettings
from fixturetool.settings.embedded import EmbeddingSettings
text, state, url = sys.argv[1:]
settings = EmbeddingSettings(model="a-model", base_url=url, batch=1, jobs=2)
corpus = load_corpus(Path(text), "CHS", "chs", CorpusSettings())
tokenizer = load_tokenizer("rjieba", None, ())
build_vectors(corpus, tokenizer, Path(state), open_model(settings, {}, ""), Silent())
"""


def test_a_killed_build_loses_no_vector_that_came(place: Place) -> None:
    place.write({f"{number:02}.txt": f"第{number}句。" for number in range(20)})
    process: list[subprocess.Popen[bytes]] = []
    answered: list[str] = []
    lock = Lock()

    def answer(request: Received) -> ScriptedReply:
        with lock:
            answered.extend(request.payload["input"])
            if len(answered) == 10:
                os.kill(process[0].pid, signal.SIGKILL)
        return embed_request(request)

    with vectors_for(place, answer) as vectors:
        command = [sys.executable, "-c", _BUILD, str(place.text), str(place.state)]
        process.append(subprocess.Popen([*command, vectors.server.base_url]))
        assert process[0].wait(60) == -signal.SIGKILL
        before = len(answered)
        vectors.set(batch=1)
        report = vectors.build()
    # Each of the two threads may have had one answer in its hands, or not yet.
    assert report.kept >= 10 - 2
    assert report.kept + report.fetched == 20
    assert len(answered) == before + report.fetched


def test_two_builds_at_once_pay_once(built: Vectors) -> None:
    built.place.write({f"{number:02}.txt": f"第{number}句。" for number in range(12)})
    with ThreadPoolExecutor(2) as pool:
        reports = list(pool.map(lambda _: built.build(), range(2)))
    assert sorted(report.fetched for report in reports) == [0, 12]
    assert len(texts(built)) == len(set(texts(built))) == 15


def test_a_build_that_has_to_wait_for_another_says_so(built: Vectors) -> None:
    watcher = Watcher()
    with ThreadPoolExecutor(1) as pool:
        with hold_vectors(built.place.state, "CHS", Silent()):
            report = pool.submit(built.build, watcher)
            assert watcher.begun.wait(10)
        assert report.result().kept == 3
    assert watcher.told == [("waiting for another process at the vectors of CHS", 1), ("end",)]


def test_damage_is_fetched_again_and_nothing_else(built: Vectors) -> None:
    data = bytearray(built.file.read_bytes())
    data[-1] ^= 1
    built.file.write_bytes(data)
    report = built.build()
    assert (report.fetched, report.kept) == (1, 2)


def test_a_rebuilt_index_pays_for_nothing(built: Vectors) -> None:
    (built.place.folder / "manifest.json").write_bytes(b"junk")
    assert built.build().fetched == 0


@pytest.mark.parametrize(
    ("keep", "fetched"), [pytest.param(True, 0, id="kept"), pytest.param(False, 3, id="cleared")]
)
def test_vectors_go_with_the_index_unless_they_are_kept(
    built: Vectors, keep: bool, fetched: int
) -> None:
    assert clear_index(built.place.state, keep_vectors=keep) == ("CHS",)
    assert built.build().fetched == fetched


def test_the_status_tells_what_a_build_would_fetch(vectors: Vectors) -> None:
    vectors.place.write(FIRST)
    vectors.place.build()
    assert vectors.status() == VectorStatus("CHS", "a-model", 0, 0, 4, 0)
    vectors.build()
    status = vectors.status()
    assert (status.chunks, status.missing, status.is_current) == (4, 0, True)
    assert status.bytes_on_disk == vectors.file.stat().st_size
    vectors.place.write({"a/2_风神.txt": "温迪是吟游诗人。"})
    vectors.place.build()
    assert (vectors.status().chunks, vectors.status().missing) == (3, 1)


def test_a_model_whose_vectors_changed_their_length_is_refused(place: Place) -> None:
    place.write(FIRST)
    with vectors_for(place) as vectors:
        vectors.build()

    def longer(request: Received) -> ScriptedReply:
        payload = {**request.payload, "dimensions": 65}
        return embed_request(Received(request.path, request.headers, payload, ""))

    place.write({"n.txt": "新的一句。"})
    with vectors_for(place, longer) as vectors, pytest.raises(StateError, match="65 dimensions"):
        vectors.build()


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        pytest.param(EmbeddingSettings(batch=3), "no model", id="no-model"),
        pytest.param(EmbeddingSettings(model="m"), "DEEPINFRA_API_KEY is not set", id="no-key"),
        pytest.param(
            EmbeddingSettings(model="m", base_url="x"), "no http address", id="no-address"
        ),
    ],
)
def test_settings_that_name_no_model_that_can_be_asked_are_refused(
    settings: EmbeddingSettings, complaint: str
) -> None:
    environ = {"DEEPINFRA_API_KEY": "k"} if settings.base_url == "x" else {}
    with pytest.raises(SettingsError, match=complaint):
        open_model(settings, environ, "the.settings")


@pytest.mark.parametrize(
    "settings",
    [
        pytest.param(EmbeddingSettings(), id="nothing-is-set"),
        pytest.param(EmbeddingSettings(enabled=False, model="m"), id="not-enabled"),
    ],
)
def test_no_vectors_are_wanted(settings: EmbeddingSettings) -> None:
    assert open_model(settings, {}, "the.settings") is None
