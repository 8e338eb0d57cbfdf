import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fixturetool.corpus.normalize import normalize
from fixturetool.corpus.search import search
from fixturetool.corpus.searching.hits import NameHit, SearchResult, SourceHits, Totals
from fixturetool.corpus.snapshot import open_snapshot
from fixturetool.corpus.sources import load_corpus
from fixturetool.errors import PatternError
from fixturetool.progress import Silent
from fixturetool.settings import CorpusSettings


class World:
    """A corpus on disk that is searched with real processes."""

    def __init__(self, folder: Path, encodings: tuple[str, ...] = ("utf-8",)) -> None:
        self.folder = folder
        self.rules = CorpusSettings(encodings=encodings)

    def put(self, path: str, content: str | bytes) -> None:
        file = self.folder / "text" / "chs" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)

    def search(self, pattern: str, **options: bool | int) -> SearchResult:
        corpus = load_corpus(self.folder / "text", "CHS", "chs", self.rules)
        snapshot = open_snapshot(corpus, self.folder / "state", Silent())
        return search(corpus, snapshot, pattern, **options)  # type: ignore[arg-type]


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


def texts(result: SearchResult) -> dict[str, list[str]]:
    return {source.path: [hit.text for hit in source.hits] for source in result.sources}


def only(result: SearchResult) -> SourceHits:
    (source,) = result.sources
    return source


BOTH = pytest.mark.parametrize(
    "fixed", [pytest.param(True, id="fixed"), pytest.param(False, id="expression")]
)


@BOTH
def test_a_hit_has_line_column_offsets_and_sentence(world: World, fixed: bool) -> None:
    world.put("book/a.txt", "题目\n　　甲来了。乙在桃园结义。丙走了。\n")

    hit = only(world.search("桃园", fixed=fixed)).hits[0]

    assert (hit.line, hit.column, hit.start, hit.end) == (2, 9, 11, 13)
    assert (hit.text, hit.rewrapped) == ("桃园", False)
    assert (hit.sentence.start, hit.sentence.end) == (9, 16)
    assert (hit.sentence.text, hit.sentence.cut) == ("乙在桃园结义。", False)


@pytest.mark.parametrize(
    ("content", "start"),
    [
        pytest.param("桃园".encode(), 0, id="UTF-8"),
        pytest.param("\ufeff桃园".encode(), 0, id="UTF-8 with a byte order mark"),
        pytest.param("\ufeff甲桃园".encode("utf-16-le"), 1, id="UTF-16 with a mark"),
        pytest.param("é😀桃园".encode(), 2, id="two and four bytes before it"),
        pytest.param("甲\r\n桃园\r\n".encode(), 3, id="Windows line ends"),
        pytest.param("甲\0桃园".encode(), 2, id="a NUL before it"),
    ],
)
@BOTH
def test_offsets_count_characters_of_the_text(
    world: World, content: bytes, start: int, fixed: bool
) -> None:
    world.put("book/a.txt", content)

    hit = only(world.search("桃园", fixed=fixed)).hits[0]

    assert (hit.start, hit.end, hit.text) == (start, start + 2, "桃园")


@BOTH
def test_a_file_in_another_encoding_of_the_settings_is_searched(
    tmp_path: Path, fixed: bool
) -> None:
    world = World(tmp_path, ("utf-8", "gb18030"))
    world.put("book/a.txt", "乙在桃园结义。".encode("gb18030"))

    assert texts(world.search("桃园", fixed=fixed)) == {"book/a.txt": ["桃园"]}


@pytest.mark.parametrize(
    ("text", "pattern", "found"),
    [
        pytest.param("摩拉克\n　　斯是岩神", "摩拉克斯是岩神", "摩拉克\n　　斯是岩神", id="line"),
        pytest.param("摩 拉\u00a0克\t斯", "摩拉克斯", "摩 拉\u00a0克\t斯", id="spaces"),
        pytest.param("Rex\r\n  Lapis", "Rex Lapis", "Rex\r\n  Lapis", id="Latin words"),
        pytest.param("摩拉克斯", "摩拉\n克斯", "摩拉克斯", id="only the pattern is broken"),
    ],
)
def test_plain_text_is_found_whatever_its_white_space_and_says_so(
    world: World, text: str, pattern: str, found: str
) -> None:
    world.put("book/a.txt", f"甲，{text}。")

    hit = only(world.search(pattern, fixed=True)).hits[0]

    assert (hit.text, hit.rewrapped) == (found, True)


@BOTH
def test_a_latin_word_is_not_found_inside_others(world: World, fixed: bool) -> None:
    world.put("book/a.txt", "therapist\nthe\nrapist")

    hits = only(world.search("the rapist", fixed=fixed)).hits

    assert [(hit.text, hit.rewrapped) for hit in hits] == [("the\nrapist", True)]


def test_a_difference_of_case_alone_is_no_difference_of_white_space(world: World) -> None:
    world.put("book/a.txt", "REX LAPIS")

    hit = only(world.search("rex lapis", fixed=True, ignore_case=True)).hits[0]

    assert (hit.text, hit.rewrapped) == ("REX LAPIS", False)


def test_no_hit_reaches_from_one_source_into_the_next(world: World) -> None:
    world.put("book/a.txt", "摩拉")
    world.put("book/b.txt", "克斯")

    assert not world.search("摩拉克斯", fixed=True).found
    assert not world.search("拉.?克").found


class TestExpressions:
    def test_a_match_over_lines_is_added_and_says_so(self, world: World) -> None:
        world.put("book/a.txt", "曹操看毕，大笑。\n曹操看\n　　毕，大笑。")

        hits = only(world.search("曹操.{0,3}大笑")).hits

        assert [(hit.text, hit.rewrapped) for hit in hits] == [
            ("曹操看毕，大笑", False),
            ("曹操看\n　　毕，大笑", True),
        ]

    def test_a_match_is_not_told_twice(self, world: World) -> None:
        world.put("book/a.txt", "　　桃园\n桃 园\n桃园")

        hits = only(world.search("桃 *园")).hits

        assert [(hit.text, hit.rewrapped) for hit in hits] == [
            ("桃园", False),
            ("桃 园", False),
            ("桃园", False),
        ]

    def test_a_greedy_expression_does_not_swallow_the_file(self, world: World) -> None:
        world.put("book/a.txt", "曹操甲大笑\n" + "天下大势。\n" * 50 + "曹操乙大笑\n")

        result = world.search("曹操.*大笑")

        assert texts(result) == {"book/a.txt": ["曹操甲大笑", "曹操乙大笑"]}
        assert result.long_matches == 0

    def test_a_match_over_many_lines_is_left_out_and_counted(self, world: World) -> None:
        world.put("book/a.txt", "曹操\n" + "天下大势。\n" * 50 + "大笑\n")

        result = world.search("曹操.*大笑")

        assert (result.found, result.long_matches) == (False, 1)

    @pytest.mark.parametrize(
        ("pattern", "found"),
        [
            pytest.param("^乙.*$", ["乙来"], id="line anchors"),
            pytest.param("(?<=甲)来", ["来"], id="look-behind"),
            pytest.param(r"(.)\1", ["丙丙"], id="backreference"),
            pytest.param(r"丙\p{Han}来", ["丙丙来"], id="a Unicode class"),
            pytest.param("丁*", [], id="empty matches"),
        ],
    )
    def test_ripgreps_syntax_is_understood(
        self, world: World, pattern: str, found: list[str]
    ) -> None:
        world.put("book/a.txt", "甲来\n乙来\n丙丙来\n")

        assert [hit.text for s in world.search(pattern).sources for hit in s.hits] == found

    def test_white_space_of_the_file_can_be_searched(self, world: World) -> None:
        world.put("book/a.txt", "甲\u3000乙")

        assert texts(world.search(r"甲\s乙")) == {"book/a.txt": ["甲\u3000乙"]}


@pytest.mark.parametrize(
    "pattern",
    [
        pytest.param("-1", id="a number option"),
        pytest.param("--files", id="an option that lists files"),
        pytest.param("--pre=prog", id="an option that runs a program"),
        pytest.param("[bold]", id="markup"),
        pytest.param("摩拉(", id="half an expression"),
    ],
)
def test_plain_text_is_data(world: World, pattern: str) -> None:
    world.put("book/a.txt", f"甲{pattern}乙")

    assert texts(world.search(pattern, fixed=True)) == {"book/a.txt": [pattern]}


class TestNames:
    @BOTH
    def test_a_path_is_searched_and_marked(self, world: World, fixed: bool) -> None:
        world.put("book/12_木偶的笔记本.txt", "甲")

        source = only(world.search("木偶", fixed=fixed))

        assert (source.names, source.hits, source.total) == ((NameHit(8, 10),), (), 0)

    def test_the_case_rule_is_the_same(self, world: World) -> None:
        world.put("Book/a.txt", "甲")

        assert not world.search("book").found
        assert only(world.search("book", ignore_case=True)).names == (NameHit(0, 4),)

    @BOTH
    def test_white_space_in_a_path_follows_the_rule(self, world: World, fixed: bool) -> None:
        world.put("book/木 偶.txt", "甲")

        assert only(world.search("木 偶", fixed=fixed)).names == (NameHit(5, 8),)

    def test_the_name_of_an_unreadable_source_is_found(self, world: World) -> None:
        world.put("book/木偶.txt", b"\xff")

        result = world.search("木偶")

        assert only(result).names == (NameHit(5, 7),)
        assert result.partial


class TestSelection:
    @BOTH
    def test_folders_that_are_no_sources_are_never_searched(
        self, world: World, fixed: bool
    ) -> None:
        world.put("book/a.txt", "甲")
        world.put("misc/桃园.txt", "桃园")
        world.put("book/桃园.dat", "桃园")

        assert not world.search("桃园", fixed=fixed).found

    @BOTH
    def test_hidden_and_ignored_sources_are_searched(self, world: World, fixed: bool) -> None:
        world.put(".gitignore", "*")
        world.put("book/.ignore", "*")
        world.put("book/.a.txt", "桃园")

        assert texts(world.search("桃园", fixed=fixed)) == {"book/.a.txt": ["桃园"]}

    @BOTH
    def test_nothing_but_sources_is_opened(self, world: World, fixed: bool, tmp_path: Path) -> None:
        world.put("book/a.txt", "桃园")
        world.put("misc/b.txt", "桃园")
        (tmp_path / "outside").mkdir()
        # To open one of these would take for ever.
        for folder in ("outside", "text/chs/misc", "text/chs/book"):
            os.mkfifo(tmp_path / folder / "pipe")
        (tmp_path / "text/chs/book/out").symlink_to(tmp_path / "outside")

        result = world.search("桃园", fixed=fixed)

        assert texts(result) == {"book/a.txt": ["桃园"]}
        assert [(t.path, t.reason) for t in result.troubles] == [
            ("book/out", "a link that leads outside the corpus; not read")
        ]

    @BOTH
    def test_a_loop_is_told_once(self, world: World, fixed: bool) -> None:
        world.put("book/a.txt", "桃园")
        (world.folder / "text/chs/book/loop").symlink_to(".")

        result = world.search("桃园", fixed=fixed)

        assert texts(result) == {"book/a.txt": ["桃园"]}
        assert [trouble.path for trouble in result.troubles] == ["book/loop"]

    @BOTH
    def test_a_linked_folder_inside_the_corpus_is_searched(self, world: World, fixed: bool) -> None:
        world.put("../shared/a.txt", "桃园")
        world.put("book/b.txt", "甲")
        (world.folder / "text/chs/book/more").symlink_to("../../shared")

        assert texts(world.search("桃园", fixed=fixed)) == {"book/more/a.txt": ["桃园"]}

    @BOTH
    def test_official_leaves_third_party_sources_out(self, world: World, fixed: bool) -> None:
        world.put("book/tps_a.txt", "桃园")
        world.put("tps_x/桃园.txt", "桃园")
        everything = world.search("桃园", fixed=fixed)
        official = world.search("桃园", fixed=fixed, official_only=True)

        assert [(s.path, s.official) for s in everything.sources] == [
            ("book/tps_a.txt", True),
            ("tps_x/桃园.txt", False),
        ]
        assert everything.totals == Totals(sources=2, hits=2, name_hits=1)
        assert [s.path for s in official.sources] == ["book/tps_a.txt"]
        assert official.totals == Totals(sources=1, hits=1, name_hits=0)

    @BOTH
    def test_limits_shorten_what_is_shown_and_not_what_is_counted(
        self, world: World, fixed: bool
    ) -> None:
        for name in "cab":
            world.put(f"book/{name}.txt", "桃园、桃园、桃园")

        result = world.search("桃园", fixed=fixed, max_sources=2, max_hits=1)

        assert texts(result) == {"book/a.txt": ["桃园"], "book/b.txt": ["桃园"]}
        assert [source.total for source in result.sources] == [3, 3]
        assert result.totals == Totals(sources=3, hits=9, name_hits=0)

    def test_a_limit_does_not_change_what_is_counted_over_lines(self, world: World) -> None:
        for name in "ab":
            world.put(f"book/{name}.txt", "\ufeff桃园\n桃\n园、桃 园\n" + "桃\n\n" * 150 + "园")
        everything = world.search("桃[桃]*园|、.园")

        limited = world.search("桃[桃]*园|、.园", max_sources=1, max_hits=1)

        assert texts(limited) == {"book/a.txt": ["桃园"]}
        assert limited.totals == everything.totals == Totals(sources=2, hits=6, name_hits=0)
        assert limited.long_matches == everything.long_matches == 2

    @pytest.mark.parametrize(
        "word", [pytest.param("桃园", id="word"), pytest.param("桃桃", id="twin")]
    )
    @pytest.mark.parametrize(
        "text",
        [
            pytest.param("桃园桃园", id="in a line"),
            pytest.param("桃\n园桃园", id="over lines"),
            pytest.param("桃桃\n桃\n桃", id="overlapping over lines"),
            pytest.param("桃" + "\n" * 300 + "园", id="too far apart"),
            pytest.param("\ufeff桃园", id="behind a mark"),
        ],
    )
    def test_a_source_that_is_not_shown_counts_the_same(
        self, world: World, text: str, word: str
    ) -> None:
        world.put("book/a.txt", "桃园、桃桃")
        world.put("book/b.txt", text)
        everything = world.search(word)

        limited = world.search(word, max_sources=1)

        assert limited.totals == everything.totals
        assert limited.long_matches == everything.long_matches

    def test_half_a_character_is_no_crash(self, world: World) -> None:
        world.put("book/桃园.txt", "桃园")

        assert world.search(r"(?-u:\xe6)").found

    @BOTH
    def test_the_answer_is_the_same_from_every_folder(
        self, world: World, fixed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name in ("b/b", "b-/a", "a/c", "a/b"):
            world.put(f"{name}.txt", "桃园")
        first = world.search("桃园", fixed=fixed)
        monkeypatch.chdir(tmp_path / "text" / "chs" / "a")

        assert world.search("桃园", fixed=fixed) == first
        assert list(texts(first)) == ["a/b.txt", "a/c.txt", "b-/a.txt", "b/b.txt"]


class TestOutcomes:
    def test_no_match_is_an_empty_result(self, world: World) -> None:
        world.put("book/a.txt", "甲")

        result = world.search("桃园")

        assert (result.found, result.partial, result.sources) == (False, False, ())

    def test_a_bad_expression_is_an_error(self, world: World) -> None:
        world.put("book/a.txt", "甲")

        with pytest.raises(PatternError, match="unclosed group"):
            world.search("摩拉(")

    @BOTH
    @pytest.mark.parametrize(
        "spoil",
        [
            pytest.param(lambda f: f.write_bytes(b"\xff\xc4\xbe"), id="no text"),
            pytest.param(lambda f: f.symlink_to("nowhere"), id="a broken link"),
            pytest.param(
                lambda f: f.write_bytes("桃园结义".encode("utf-16-le")), id="UTF-16 without a mark"
            ),
        ],
    )
    def test_an_unreadable_file_is_a_trouble_beside_the_hit(
        self, world: World, fixed: bool, spoil: Callable[[Path], object]
    ) -> None:
        world.put("book/a.txt", "桃园")
        spoil(world.folder / "text" / "chs" / "book" / "b.txt")

        result = world.search("桃园", fixed=fixed)

        assert texts(result) == {"book/a.txt": ["桃园"]}
        assert [trouble.path for trouble in result.troubles] == ["book/b.txt"]
        assert result.partial

    def test_a_nul_byte_is_a_warning_and_not_a_gap(self, world: World) -> None:
        world.put("book/a.txt", "甲\0桃园")

        result = world.search("桃园")

        assert [(trouble.path, trouble.usable) for trouble in result.troubles] == [
            ("book/a.txt", True)
        ]
        assert not result.partial

    def test_trouble_with_a_third_party_source_is_none_of_an_official_search(
        self, world: World
    ) -> None:
        world.put("book/a.txt", "桃园")
        world.put("tps_x/b.txt", b"\xff")

        assert world.search("桃园", official_only=True).troubles == ()

    @BOTH
    def test_a_file_that_changed_meanwhile_is_a_trouble(self, world: World, fixed: bool) -> None:
        world.put("book/a.txt", "甲桃园")
        corpus = load_corpus(world.folder / "text", "CHS", "chs", world.rules)
        snapshot = open_snapshot(corpus, world.folder / "state", Silent())
        world.put("book/a.txt", "桃园甲乙")

        result = search(corpus, snapshot, "桃园", fixed=fixed)

        assert [(t.path, t.reason) for t in result.troubles] == [
            ("book/a.txt", "changed while it was searched")
        ]
        assert result.partial


def occurrences(text: str, pattern: str) -> list[int]:
    """Find the starts of the leftmost occurrences that don't overlap."""
    found, at = [], text.find(pattern)
    while at >= 0:
        found.append(at)
        at = text.find(pattern, at + len(pattern))
    return found


SPACES = st.text(alphabet=" \n\t\r\u3000\u00a0", max_size=3)
PIECES = st.lists(
    st.tuples(
        st.sampled_from(["桃", "园", "，", "“", "a", "b", "Rex", "é", "😀", "·", "1"]), SPACES
    ),
    min_size=1,
    max_size=25,
)


@settings(
    deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(pieces=PIECES, data=st.data())
def test_plain_text_is_found_where_the_whitespace_rule_has_it(
    tmp_path: Path, pieces: list[tuple[str, str]], data: st.DataObject
) -> None:
    text = "".join(piece + space for piece, space in pieces)
    start = data.draw(st.integers(0, len(pieces) - 1))
    end = data.draw(st.integers(start + 1, min(len(pieces), start + 3)))
    pattern = "".join(piece + data.draw(SPACES) for piece, _ in pieces[start:end])
    world = World(tmp_path)
    world.put("x/0.txt", "?" + text)

    result = world.search(pattern, fixed=True)

    normal = normalize("?" + text)
    hits = [hit for source in result.sources for hit in source.hits]
    assert all(normalize(hit.text) == normalize(pattern) for hit in hits)
    assert all(("?" + text)[hit.start : hit.end] == hit.text for hit in hits)
    before = [len(normalize(f"?{text}"[: hit.start + 1])) - 1 for hit in hits]
    assert before == occurrences(normal, normalize(pattern))


@pytest.mark.parametrize("pattern", ["红绳.{0,2}捆", "红绳.*?捆", "(红|绿)绳[^，]*捆"])
def test_an_expression_finds_the_same_whether_files_without_it_are_read_or_not(
    world: World, pattern: str
) -> None:
    world.put("a.txt", "红 绳捆，\n红绳 把 捆。红绳\n捆。\n绿绳捆")
    world.put("b.txt", "红绳一二三四捆，红绳\n\n一捆捆")
    world.put("c.txt", "绳捆。\n红\n捆")
    world.put("d.txt", "无")

    sparing, reading = world.search(pattern), world.search(f"{pattern}(?:)")

    assert sparing.found
    assert (sparing.sources, sparing.totals) == (reading.sources, reading.totals)


@pytest.mark.parametrize("official_only", [False, True], ids=["all", "official"])
def test_a_result_names_all_sources_with_a_hit_returned_or_not(
    world: World, official_only: bool
) -> None:
    for path in ("a.txt", "b.txt", "tps_fan/c.txt"):
        world.put(path, "桃园")
    world.put("d.txt", "无")

    result = world.search("桃园", max_sources=1, official_only=official_only)

    assert [source.path for source in result.sources] == ["a.txt"]
    assert result.paths == (
        ("a.txt", "b.txt") if official_only else ("a.txt", "b.txt", "tps_fan/c.txt")
    )
