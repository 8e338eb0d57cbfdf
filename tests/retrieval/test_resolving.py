"""Paths that another system gave, and the sources that they mean."""

import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixturetool.corpus.sources import Corpus, Source
from fixturetool.retrieval.base import Hit, Rewritten
from fixturetool.retrieval.resolving import Resolver, ResolvingRetriever

NFD = unicodedata.normalize("NFD", "book/café.txt")
SOURCES = (
    "agd_book/x.txt",
    "book/café.txt",
    "book/201104_立契考.txt",
    "book/100%.txt",
    "book/a b.txt",
    "twice/same.txt",
    "other/same.txt",
    "root.txt",
)


def corpus_of(*paths: str, root: str = "/srv/text/chs") -> Corpus:
    sources = tuple(Source(path, True, 1, 1) for path in sorted(paths))
    return Corpus(Path(root), "CHS", sources, (), ("utf-8",))


@pytest.mark.parametrize(
    ("given_path", "source"),
    [
        pytest.param("agd_book/x.txt", "agd_book/x.txt", id="itself"),
        pytest.param("./agd_book/x.txt", "agd_book/x.txt", id="dot"),
        pytest.param("././agd_book//x.txt", "agd_book/x.txt", id="dots-and-double-slash"),
        pytest.param("/agd_book/x.txt", "agd_book/x.txt", id="leading-slash"),
        pytest.param("/srv/text/chs/agd_book/x.txt", "agd_book/x.txt", id="absolute"),
        pytest.param("file:///srv/text/chs/agd_book/x.txt", "agd_book/x.txt", id="file-url"),
        pytest.param("/data/elsewhere/agd_book/x.txt", "agd_book/x.txt", id="absolute-elsewhere"),
        pytest.param("repos/id/agd_book/x.txt", "agd_book/x.txt", id="prefix"),
        pytest.param("chs/agd_book/x.txt", "agd_book/x.txt", id="language-folder"),
        pytest.param("x.txt", "agd_book/x.txt", id="only-the-name"),
        pytest.param("agd_book\\x.txt", "agd_book/x.txt", id="backslash"),
        pytest.param("C:\\text\\chs\\agd_book\\x.txt", "agd_book/x.txt", id="drive"),
        pytest.param("agd_book%2Fx.txt", "agd_book/x.txt", id="encoded-slash"),
        pytest.param(quote("book/201104_立契考.txt"), "book/201104_立契考.txt", id="encoded"),
        pytest.param("book/a%20b.txt", "book/a b.txt", id="encoded-space"),
        pytest.param("repos%5Cid%5Cagd_book%5Cx.txt", "agd_book/x.txt", id="encoded-backslash"),
        pytest.param("book/100%.txt", "book/100%.txt", id="a-percent-of-its-own"),
        pytest.param(NFD, "book/café.txt", id="nfd"),
        pytest.param("./" + quote(NFD), "book/café.txt", id="nfd-encoded"),
        pytest.param("a/b/root.txt", "root.txt", id="source-at-the-root"),
    ],
)
def test_a_spelling_means_its_source(given_path: str, source: str) -> None:
    assert Resolver(corpus_of(*SOURCES)).resolve(given_path) == source


@pytest.mark.parametrize(
    "given_path",
    [
        pytest.param("../agd_book/x.txt", id="climbs-first"),
        pytest.param("repos/../agd_book/x.txt", id="climbs-within"),
        pytest.param("..\\agd_book\\x.txt", id="climbs-with-backslash"),
        pytest.param("%2e%2e/agd_book/x.txt", id="climbs-encoded"),
        pytest.param("/srv/text/chs/../chs/agd_book/x.txt", id="climbs-and-comes-back"),
        pytest.param("same.txt", id="two-sources-of-that-name"),
        pytest.param("blackx.txt", id="no-whole-segment"),
        pytest.param("agd_book/X.txt", id="other-case"),
        pytest.param("agd_book/x.txt/y", id="goes-on"),
        pytest.param("/etc/passwd", id="elsewhere"),
        pytest.param("/srv/text/chs", id="the-root"),
        pytest.param("", id="empty"),
        pytest.param("/", id="slash"),
    ],
)
def test_other_paths_mean_nothing(given_path: str) -> None:
    assert Resolver(corpus_of(*SOURCES)).resolve(given_path) is None


def test_a_path_below_the_root_is_never_taken_for_the_end_of_another() -> None:
    resolver = Resolver(corpus_of("x.txt", "agd_book/y.txt"))
    assert resolver.resolve("/srv/text/chs/x.txt") == "x.txt"


def test_the_longest_end_counts() -> None:
    resolver = Resolver(corpus_of("x.txt", "book/x.txt"))
    assert resolver.resolve("repos/id/book/x.txt") == "book/x.txt"


def test_two_sources_that_differ_by_unicode_form_are_each_met_by_their_own_spelling() -> None:
    resolver = Resolver(corpus_of("book/café.txt", NFD))
    assert resolver.resolve(NFD) == NFD
    assert resolver.resolve("book/café.txt") == "book/café.txt"
    assert resolver.resolve("./" + NFD) is None


def test_a_root_behind_a_link_is_known_by_both_names(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    resolver = Resolver(corpus_of("same/x.txt", "x.txt", root=str(tmp_path / "link")))
    assert resolver.resolve(str(tmp_path / "real/same/x.txt")) == "same/x.txt"
    assert resolver.resolve(str(tmp_path / "link/same/x.txt")) == "same/x.txt"


SEGMENT = st.text(st.characters(codec="utf-8", exclude_characters="/\\%\0"), min_size=1)
PATHS = st.lists(SEGMENT.filter(lambda part: part not in {".", ".."}), min_size=1, max_size=4).map(
    "/".join
)


@given(path=PATHS, prefix=PATHS)
def test_a_source_is_found_under_every_spelling(path: str, prefix: str) -> None:
    resolver = Resolver(corpus_of(path))
    spellings = [path, f"./{path}", f"{prefix}/{path}", path.replace("/", "\\"), quote(path)]
    assert [resolver.resolve(spelling) for spelling in spellings] == [path] * 5


@given(st.text())
def test_what_is_found_is_always_a_source(path: str) -> None:
    assert Resolver(corpus_of(*SOURCES)).resolve(path) in {None, *SOURCES}


class Given:
    """Answers with the same paths to every query."""

    def __init__(self, paths: Sequence[str]) -> None:
        self.hits = [Hit(path, 1.0, f"{n}") for n, path in enumerate(paths)]
        self.is_closed = False

    def describe(self) -> Mapping[str, str | int | float | bool]:
        return {"name": "given"}

    def retrieve(self, query: str, k: int, *, language: str, chunk_context: int) -> Sequence[Hit]:
        return self.hits

    def close(self) -> None:
        self.is_closed = True


def ask(paths: Sequence[str], k: int) -> list[tuple[str, str]]:
    retriever = ResolvingRetriever(Given(paths), {"CHS": corpus_of("a.txt", "b.txt", "c.txt")})
    hits = retriever.retrieve("问", k, language="CHS", chunk_context=0)
    return [(hit.path, hit.text) for hit in hits]


def test_chunks_count_by_the_source_that_they_mean() -> None:
    assert ask(["a.txt", "./a.txt", "repos/id/b.txt", "c.txt"], 2) == [
        ("a.txt", "0"),
        ("a.txt", "1"),
        ("b.txt", "2"),
    ]


def test_a_late_chunk_of_an_early_source_is_kept() -> None:
    assert ask(["a.txt", "b.txt", "c.txt", "./a.txt"], 2) == [
        ("a.txt", "0"),
        ("b.txt", "1"),
        ("a.txt", "3"),
    ]


def test_what_means_no_source_is_kept_as_it_came() -> None:
    assert ask(["../a.txt", "lost.txt", "a.txt"], 3) == [
        ("../a.txt", "0"),
        ("lost.txt", "1"),
        ("a.txt", "2"),
    ]


def test_description_and_close_are_those_of_the_retriever_inside() -> None:
    inner = Given([])
    retriever = ResolvingRetriever(inner, {})
    assert retriever.describe() == {"name": "given"}
    retriever.close()
    assert inner.is_closed


def test_what_was_searched_in_place_of_the_query_is_told_on() -> None:
    class Rewriting:
        def describe(self) -> Mapping[str, str]:
            return {}

        def retrieve(
            self, query: str, k: int, *, language: str, chunk_context: int
        ) -> Sequence[Hit]:
            return Rewritten((Hit("./root.txt", 1.0, "文"), Hit("x.txt", 0.5, "字")), "别的")

        def close(self) -> None:
            pass

    retriever = ResolvingRetriever(Rewriting(), {"CHS": corpus_of(*SOURCES)})
    answer = retriever.retrieve("谁？", 1, language="CHS", chunk_context=0)
    assert answer == Rewritten((Hit("root.txt", 1.0, "文"),), "别的")
