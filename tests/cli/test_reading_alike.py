"""One corpus for every command: what one of them can read and find, all of them can."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from fixturetool.testing.chat_server import ChatServer
from tests.cli.inside import Done
from tests.cli.judged import Model, flags, judge_anchors
from tests.cli.project import Project, fixture, passage

QUERY = "灯塔的灯烧过什么？"
BURNED = "灯塔烧过鱼油。\n守灯人每夜添油三次。\n"
ODD = "text/chs/book/9_怪.txt"
SENTENCE = "这盏灯里也烧过鲸脂。"
CLAIM = "灯塔也烧过鲸脂"
FORCED = ("--force", "FT205", "--force", "FT209", "--force", "FT210")


def anchored_in(here: Project, text: str, query: str = QUERY) -> None:
    """Make the category one fixture whose only anchor is a text."""
    here.write_category("lamp", [fixture(query, passage(text, "odd"), odd=CLAIM)])


def covered(here: Project, *more: str) -> tuple[int, bool]:
    """Evaluate, and tell the exit code and whether everything was covered."""
    done = here.run("eval-retrieval", "--quiet", "--format", "json", *more)
    return done.returncode, json.loads(done.stdout)["summary"]["coverage_rate"] == 1.0


def hits(done: Done) -> list[dict[str, object]]:
    sources = json.loads(done.stdout)["sources"]
    return [hit for source in sources for hit in source["hits"]]


WAYS = [
    pytest.param(("search", "-q", "鲸脂", "--format", "places"), id="search-places"),
    pytest.param(("search", "-q", "鲸脂"), id="search"),
    pytest.param(("search", "-q", "鲸脂", "--format", "passage"), id="search-passage"),
    pytest.param(("search", "-q", "鲸脂", "--format", "json"), id="search-json"),
    pytest.param(("search", "-q", "--facet", CLAIM), id="search-facet"),
    pytest.param(("verify", "-q", "--sources"), id="verify"),
    pytest.param(("anchor", "list", "lamp", "-q"), id="anchor-list"),
    pytest.param(("retrieve", "-q", "鲸脂"), id="retrieve"),
    pytest.param(("eval-retrieval", "-q"), id="eval-retrieval"),
    pytest.param(("repair", "-q"), id="repair"),
]
UNREADABLE = [
    pytest.param(SENTENCE.encode("gb18030"), id="gb18030"),
    pytest.param("好\n".encode() + SENTENCE.encode("gb18030"), id="one-gb18030-line"),
    pytest.param(SENTENCE.encode("utf-16-le"), id="utf-16-without-mark"),
    pytest.param("café 鲸脂".encode("latin-1", "ignore"), id="latin-1"),
    pytest.param(SENTENCE.encode()[:-1], id="cut-in-a-character"),
]


@pytest.mark.parametrize("command", WAYS)
def test_every_command_names_what_is_no_text_and_its_answer_is_partial(
    here: Project, command: Sequence[str]
) -> None:
    assert_partial(here, command, "好\n".encode() + SENTENCE.encode("gb18030"))


@pytest.mark.parametrize("content", UNREADABLE)
@pytest.mark.parametrize(
    "command",
    [
        pytest.param(("search", "-q", "鲸脂"), id="search"),
        pytest.param(("verify", "-q", "--sources"), id="verify"),
    ],
)
def test_whatever_is_no_text_is_named(
    here: Project, command: Sequence[str], content: bytes
) -> None:
    assert_partial(here, command, content)


def assert_partial(here: Project, command: Sequence[str], content: bytes) -> None:
    here.write("text/chs/book/8_鲸.txt", f"{BURNED}{SENTENCE}\n")
    anchored_in(here, "烧过鲸脂")
    here.write(ODD, content)
    done = here.run(*command)
    assert done.returncode == 3
    assert "warning: book/9_怪.txt: not readable as text: " in done.stderr
    assert "鲸" in done.stdout or "0 gone" in done.stdout


@pytest.mark.parametrize("content", UNREADABLE[:3])
@pytest.mark.parametrize(
    "command",
    [
        pytest.param(("anchor", "add", "lamp", "-f", "oil", "-p", "里也烧过鲸脂"), id="anchor-add"),
        pytest.param(
            (
                *("new", "fixture", "lamp", "-Q", "灯塔？", "--rationale", "r", "-f", "whale", ""),
                *("-a", "whale", "9_怪.txt", "里也烧过鲸脂"),
            ),
            id="new-fixture",
        ),
        pytest.param(
            ("anchor", "add", "lamp", "-f", "oil", "-p", "里也烧过鲸脂", "-s", "9_怪.txt"),
            id="anchor-add-with-its-source",
        ),
    ],
)
def test_what_may_stand_in_an_unreadable_file_is_never_just_missing(
    here: Project, command: Sequence[str], content: bytes
) -> None:
    here.write(ODD, content)
    before = (here.root / "retrieval_fixtures/lamp.json").read_bytes()
    done = here.run(*command)
    assert (done.returncode, done.stdout) == (3, "")
    assert "book/9_怪.txt" in done.stderr
    assert "in no source of the corpus" not in done.stderr
    assert (here.root / "retrieval_fixtures/lamp.json").read_bytes() == before


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param("nowhere.txt", id="broken-link"),
        pytest.param("9_怪.txt", id="link-to-itself"),
        pytest.param("../../../fixturetool.toml", id="link-that-leads-outside"),
    ],
)
@pytest.mark.parametrize("command", [WAYS[1], WAYS[4], WAYS[5]])
def test_a_link_that_leads_to_no_source_is_trouble_beside_the_answer(
    here: Project, command: Sequence[str], spoil: str
) -> None:
    here.write("fixturetool.toml", "")
    here.write("text/chs/book/8_鲸.txt", f"{BURNED}{SENTENCE}\n")
    anchored_in(here, "烧过鲸脂")
    (here.root / ODD).symlink_to(spoil)
    done = here.run(*command)
    assert done.returncode == 3
    assert done.stderr.startswith("warning: book/9_怪.txt: ")
    assert "鲸" in done.stdout or "0 gone" in done.stdout


READABLE = [
    pytest.param(SENTENCE.encode(), id="utf-8"),
    pytest.param(SENTENCE.encode("utf-8-sig"), id="utf-8-with-mark"),
    pytest.param(b"\xff\xfe" + SENTENCE.encode("utf-16-le"), id="utf-16-le-with-mark"),
    pytest.param(b"\xfe\xff" + SENTENCE.encode("utf-16-be"), id="utf-16-be-with-mark"),
    pytest.param(b"\0\n" + SENTENCE.encode(), id="behind-a-nul"),
    pytest.param("这盏灯里也烧过\r\n　　鲸脂。".encode(), id="over-lines"),
]


@pytest.mark.parametrize("content", READABLE)
def test_one_sentence_is_found_by_all_whatever_its_bytes(here: Project, content: bytes) -> None:
    here.write(ODD, content)
    anchored_in(here, "也烧过鲸脂")
    assert here.run("verify", "-q").returncode == 0
    assert covered(here) == (0, True)
    for found in (
        here.run("search", "-q", "-F", "也烧过鲸脂", "--format", "passage"),
        here.run("search", "-q", "--facet", CLAIM, "-n", "1", "--format", "passage"),
    ):
        assert found.returncode == 0
        [offered] = json.loads(found.stdout)
        assert offered["passage"].endswith("这盏灯里也烧过鲸脂")
    anchored_in(here, "烧过鱼油")
    pasted = ("-f", "odd", "-p", "盏灯里也烧过鲸脂", "-s", "9_怪.txt")
    added = here.run("anchor", "add", "lamp", "-q", *pasted, *FORCED)
    assert added.returncode == 0, added.stderr


def test_the_judge_reads_what_the_others_read(here: Project) -> None:
    for name, content in (
        ("4_盐.txt", b"\xff\xfe" + "灯塔烧过\n一船粗盐。".encode("utf-16-le")),
        ("5_脂.txt", "\ufeff灯塔烧过\n　　三年鲸脂。".encode()),
        ("6_蜡.txt", b"\0\n" + "灯塔烧过\r\n一季蜂蜡。".encode()),
    ):
        here.write(f"text/chs/book/{name}", content)
    facets = {"salt": "灯塔烧过一船粗盐", "whale": "灯塔烧过三年鲸脂", "wax": "灯塔烧过一季蜂蜡"}
    here.write("text/chs/far/7.txt", "甲子年盐若干。又乙丑年脂若干。又丙寅年蜡若干。")
    anchors = (("盐若干", "salt"), ("脂若干", "whale"), ("蜡若干", "wax"))
    far = [passage(text, facet) for text, facet in anchors]
    here.write_category("lamp", [fixture("灯塔烧过什么？", *far, **facets)])
    told = ["灯塔烧过\n一船粗盐", "灯塔烧过\n　　三年鲸脂", "灯塔烧过\r\n一季蜂蜡"]
    with ChatServer(Model(facets, told)) as server:
        done = here.run(*flags(server))
    assert done.returncode == 0, done.stderr
    assert [one["passage"] for one in judge_anchors(here)] == told
    assert here.run("verify", "-q").returncode == 0


@pytest.mark.parametrize(
    ("text", "anchor", "code"),
    [
        pytest.param("摩拉克\n　　斯是岩神", "摩拉克斯是岩神", 0, id="re-wrapped-chinese"),
        pytest.param("Rex\r\n  Lapis rested", "Rex Lapis rested", 0, id="re-wrapped-latin"),
        pytest.param("灯 芯\u00a0是\t苇秆", "灯芯是苇秆", 0, id="spaced-chinese"),
        pytest.param("the therapist rested", "the rapist", 1, id="a-part-of-a-word"),
        pytest.param("see the rapist run", "therapist", 1, id="two-words"),
        pytest.param("up to Lv.\n10 only", "Lv.10", 1, id="a-number-over-lines"),
    ],
)
def test_the_whitespace_rule_is_one_for_search_verify_eval_and_anchor(
    here: Project, text: str, anchor: str, code: int
) -> None:
    here.write(ODD, f"{text}\n")
    query = f"{anchor}, {text}?"
    anchored_in(here, anchor, query)
    assert here.run("search", "-q", "-F", anchor, "--format", "places").returncode == code
    assert here.run("verify", "-q").returncode == code
    assert covered(here) == (0, code == 0)
    anchored_in(here, "烧过鱼油", query)
    add = ("anchor", "add", "lamp", "-q", "-f", "odd", "-p", anchor, *FORCED)
    assert here.run(*add).returncode == code


@pytest.mark.parametrize(
    ("before", "start"),
    [
        pytest.param("", 0, id="nothing"),
        pytest.param("é😀𠀀", 3, id="two-and-four-bytes"),
        pytest.param("题目\r\n　　", 6, id="lines-and-wide-spaces"),
        pytest.param("甲\0乙", 3, id="a-nul"),
    ],
)
def test_offsets_count_characters(here: Project, before: str, start: int) -> None:
    text = f"{before}鲸脂一船在此。"
    here.write(ODD, text.encode("utf-8-sig"))
    done = here.run("search", "-q", "鲸脂", "--format", "json")
    [hit] = hits(done)
    assert (hit["start"], hit["end"]) == (start, start + 2)
    [candidate] = json.loads(done.stdout)["candidates"]
    slice_ = text[candidate["start"] : candidate["end"]]
    assert "".join(slice_.split()) == "".join(candidate["passage"].split())


HIDDEN = [
    pytest.param("book/.9_怪.txt", id="dot-file"),
    pytest.param(".book/9_怪.txt", id="dot-folder"),
    pytest.param("ignored/9_怪.txt", id="named-by-gitignore"),
    pytest.param("book/9 [怪]*?.txt", id="pattern-characters-in-the-name"),
]


@pytest.mark.parametrize("path", HIDDEN)
@pytest.mark.parametrize(
    "folder", [pytest.param(".", id="root"), pytest.param("text/chs/book", id="inside")]
)
def test_no_file_hides_from_any_command_in_any_folder(
    here: Project, path: str, folder: str
) -> None:
    here.write("fixturetool.toml", "")
    here.write("ripgreprc", "--glob=!*\n--ignore-case\n")
    for name in (".gitignore", ".ignore", "text/chs/.rgignore"):
        here.write(name, "*\n")
    here.write(f"text/chs/{path}", SENTENCE)
    anchored_in(here, "也烧过鲸脂")
    cousin = Project(here.root, {"RIPGREP_CONFIG_PATH": str(here.root / "ripgreprc")})
    cwd = here.root / folder
    found = cousin.run("search", "-q", "鲸脂", "--format", "json", cwd=cwd)
    assert [source["path"] for source in json.loads(found.stdout)["sources"]] == [path]
    facet = cousin.run("search", "-q", "--facet", CLAIM, "-n", "1", "--format", "json", cwd=cwd)
    assert json.loads(facet.stdout)["candidates"][0]["source"] == path
    assert cousin.run("verify", "-q", cwd=cwd).returncode == 0
    evaluated = cousin.run("eval-retrieval", "-q", "--format", "json", cwd=cwd)
    assert json.loads(evaluated.stdout)["summary"]["coverage_rate"] == 1.0


@pytest.mark.parametrize(
    ("glob", "left"),
    [
        pytest.param("book/old/**", ["book/new/a.txt", "x/book/old/a.txt"], id="below-a-folder"),
        pytest.param("book/*/a.txt", ["x/book/old/a.txt"], id="one-level"),
        pytest.param("/book", ["x/book/old/a.txt"], id="leading-slash"),
        pytest.param("**/old/**", ["book/new/a.txt"], id="any-depth"),
    ],
)
def test_exclusions_anchor_to_the_corpus_from_every_folder(
    tmp_path: Path, glob: str, left: list[str]
) -> None:
    here = Project(tmp_path)
    here.write("fixturetool.toml", f'[corpus]\nexclude = ["{glob}"]\n')
    for path in ("book/old/a.txt", "book/new/a.txt", "x/book/old/a.txt"):
        here.write(f"text/chs/{path}", SENTENCE)
    for folder in (".", "text/chs", "text/chs/book", "text/chs/x"):
        cwd = here.root / folder
        found = here.run("search", "-q", "鲸脂", "--format", "json", cwd=cwd)
        assert [source["path"] for source in json.loads(found.stdout)["sources"]] == left
        ranked = here.run("retrieve", "-q", "鲸脂", "--format", "json", cwd=cwd)
        assert [source["path"] for source in json.loads(ranked.stdout)["sources"]] == left


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        pytest.param(("鲸脂(",), 2, "unclosed group", id="bad-pattern"),
        pytest.param(("[灯",), 2, "unclosed character class", id="bad-set"),
        pytest.param(("*灯",), 2, "repetition operator missing expression", id="bad-repeat"),
        pytest.param(("潜水艇",), 1, "", id="no-match"),
        pytest.param(("-F", "鱼油("), 1, "", id="no-match-of-plain-text"),
        pytest.param(("--facet", "潜水艇"), 1, "", id="no-candidate"),
        pytest.param(("鱼油", "--corpus", "nowhere"), 2, "there is no folder", id="no-corpus"),
        pytest.param(("--facet", "鱼油", "--corpus", "book"), 2, "there is no", id="no-corpus-2"),
    ],
)
@pytest.mark.parametrize("form", ["text", "passage", "json"])
def test_a_bad_pattern_no_match_and_no_corpus_are_three_outcomes(
    here: Project, arguments: Sequence[str], code: int, told: str, form: str
) -> None:
    done = here.run("search", "-q", *arguments, "--format", form)
    assert done.returncode == code
    assert told in done.stderr
    assert bool(done.stderr) is (code == 2)
    assert bool(done.stdout) is (code == 1)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("-1", id="number"),
        pytest.param("--files", id="option-of-ripgrep"),
        pytest.param("--pre=touch pwned", id="option-that-would-run-a-program"),
        pytest.param("$(touch pwned)", id="shell"),
    ],
)
def test_a_text_that_looks_like_an_option_is_text_to_every_command(
    here: Project, text: str
) -> None:
    here.write(ODD, f"灯上写着{text}的纸\n")
    found = here.run("search", "-q", "-F", "--format", "passage", "--", text)
    [offered] = json.loads(found.stdout)
    assert text in offered["passage"]
    facet = here.run("search", "-q", f"--facet=灯上写着{text}", "-n", "1", "--format", "passage")
    assert json.loads(facet.stdout)[0]["passage"] == offered["passage"]
    added = here.run("anchor", "add", "lamp", "-q", "-f", "oil", f"--passage={text}的纸", *FORCED)
    assert added.returncode == 0, added.stderr
    assert here.run("verify", "-q").returncode == 0
    ranked = here.run("retrieve", "-q", "--format", "json", "--", f"{text} 灯上写着")
    assert json.loads(ranked.stdout)["sources"][0]["path"] == "book/9_怪.txt"
    assert not (here.root / "pwned").exists()
