"""Fixture files held against real corpora, from files to findings."""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from fixturetool.authoring.verify import Verification, verify
from fixturetool.errors import CorpusError
from fixturetool.evaluation.rewrites import Rewrites
from fixturetool.fixtures.load import load_directory
from fixturetool.progress import Silent
from fixturetool.settings import PathSettings, Settings

FILES = {
    "chs/book/1_岩神.txt": "摩拉\u200b克斯\n　　是岩王帝君，人称“岩神”。",
    "chs/book/2_茶.txt": "帝君爱喝茶，\n　　也爱听戏。",
    "chs/tps_note/3.txt": "帝君爱喝茶，此为传闻。",
    "eng/book/1.txt": "Rex Lapis met the the\nrapist at Lv.\n10.",
}


def anchor(passage: str, facet: str = "f", *, official: bool = True) -> dict[str, Any]:
    return {"passage": passage, "label": passage, "official": official, "covers": [facet]}


def run(
    root: Path,
    *anchors: dict[str, Any],
    files: Mapping[str, str | bytes] = FILES,
    language: str = "CHS",
    query: str = "帝君是谁？",
    rewrites: Rewrites | None = None,
) -> Verification:
    for name, text in files.items():
        path = root / "text" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    fixture = {
        "query": query,
        "language": language,
        "rationale": "r",
        "expected_coverage": dict.fromkeys((one["covers"][0] for one in anchors), ""),
        "relevant_passages": list(anchors),
    }
    content = {"category": "c", "description": "d", "fixtures": [fixture]}
    (root / "fixtures").mkdir(exist_ok=True)
    (root / "fixtures" / "c.json").write_text(json.dumps(content, indent=1), "utf-8")
    paths = PathSettings(corpus=root / "text", state=root / "state", fixtures=root / "fixtures")
    loaded = load_directory(paths.fixtures)
    assert loaded.findings == ()
    return verify(loaded.categories, Settings(paths=paths), Silent(), rewrites=rewrites)


def errors(verification: Verification) -> list[tuple[str, str, str]]:
    return [
        (one.pointer, one.message, one.hint)
        for one in verification.findings
        if one.severity == "error"
    ]


def test_an_anchor_that_stands_broken_over_lines_is_found_with_all_its_sources(
    tmp_path: Path,
) -> None:
    verification = run(tmp_path, anchor("爱喝茶，也爱"), anchor("爱喝茶"))
    assert [[source.path for source in one.sources] for one in verification.passages] == [
        ["book/2_茶.txt"],
        ["book/2_茶.txt", "tps_note/3.txt"],
    ]
    assert verification.found == 2
    assert errors(verification) == []


def test_the_line_of_a_finding_is_that_of_the_value(tmp_path: Path) -> None:
    verification = run(tmp_path, anchor("爱喝茶"), anchor("没有的话"))
    finding = next(one for one in verification.findings if one.code == "FT201")
    lines = (tmp_path / "fixtures" / "c.json").read_text("utf-8").splitlines()
    assert json.loads(lines[finding.line - 1].partition(": ")[2].rstrip(",")) == "没有的话"
    assert (finding.query, finding.label) == ("帝君是谁？", "没有的话")


def test_a_zero_width_character_in_the_corpus_is_named_with_its_place(tmp_path: Path) -> None:
    [(pointer, message, hint)] = errors(run(tmp_path, anchor("摩拉克斯是岩王")))
    assert pointer == "/fixtures/0/relevant_passages/0/passage"
    assert message == (
        'anchor "摩拉克斯是岩王" is not in the corpus: '
        'the corpus has U+200B ZERO WIDTH SPACE after "摩拉"'
    )
    assert hint == (
        'book/1_岩神.txt:1 has "摩拉\u200b克斯是岩王": paste that if it is what you mean'
    )


@pytest.mark.parametrize(
    ("wrong", "language", "right"),
    [
        pytest.param("帝君,人称", "CHS", "帝君，人称", id="width"),
        pytest.param('称"岩神"', "CHS", "称“岩神”", id="quotes"),
        pytest.param("REX LAPIS", "ENG", "Rex Lapis", id="case"),
        pytest.param("the therapist", "ENG", "the the rapist", id="latin-space"),
        pytest.param("Lv.10", "ENG", "Lv. 10", id="latin-line-break"),
        pytest.param("爱喝水，也爱", "CHS", "爱喝茶，也爱", id="other-word"),
    ],
)
def test_the_spelling_that_is_offered_passes(
    tmp_path: Path, wrong: str, language: str, right: str
) -> None:
    (_, _, hint), *_ = errors(run(tmp_path, anchor(wrong), language=language))
    assert f'has "{right}"' in hint
    assert errors(run(tmp_path, anchor(right), language=language)) == []


def test_a_file_that_is_no_text_is_counted_and_named(tmp_path: Path) -> None:
    files = FILES | {"chs/book/4.txt": "此处有没有的话".encode("gb18030")}
    verification = run(tmp_path, anchor("没有的话"), files=files)
    assert [trouble.path for trouble in verification.troubles] == ["book/4.txt"]
    assert "1 file of the corpus could not be read as text" in errors(verification)[0][2]


def test_official_is_checked_against_the_first_folder(tmp_path: Path) -> None:
    found = errors(run(tmp_path, anchor("此为传闻"), anchor("爱听戏", official=False)))
    assert [pointer for pointer, _, _ in found] == [
        "/fixtures/0/relevant_passages/0/official",
        "/fixtures/0/relevant_passages/1/official",
    ]


def test_an_anchor_that_the_query_does_not_lead_to_is_noted(tmp_path: Path) -> None:
    found = run(tmp_path, anchor("Rex Lapis met"), language="ENG", query="Who plays chess?")
    assert "FT205" in {one.code for one in found.findings}
    found = run(tmp_path, anchor("Rex Lapis met"), language="ENG", query="Who is Rex?")
    assert "FT205" not in {one.code for one in found.findings}


def test_findings_come_in_file_order(tmp_path: Path) -> None:
    anchors = [anchor("没有"), anchor("此为传闻"), anchor("也没有这个", "g")]
    lines = [one.line for one in run(tmp_path, *anchors).findings]
    assert lines == sorted(lines)
    assert len(lines) >= 4


def test_each_language_has_its_own_corpus(tmp_path: Path) -> None:
    assert errors(run(tmp_path, anchor("Rex Lapis met"), language="ENG")) == []
    assert len(errors(run(tmp_path, anchor("Rex Lapis met"), language="CHS"))) == 1


def test_a_language_without_a_corpus_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="JPN"):
        run(tmp_path, anchor("Rex"), language="JPN")


def test_a_second_run_says_the_same(tmp_path: Path) -> None:
    anchors = (anchor("摩拉克斯"), anchor("爱喝茶"))
    assert run(tmp_path, *anchors).findings == run(tmp_path, *anchors).findings


def test_a_second_run_loads_no_segmenter_and_no_aligner(tmp_path: Path) -> None:
    run(tmp_path, anchor("爱喝茶"))
    script = (
        "import sys; from pathlib import Path\n"
        "from fixturetool.authoring.verify import verify\n"
        "from fixturetool.fixtures.load import load_directory\n"
        "from fixturetool.progress import Silent\n"
        "from fixturetool.settings import PathSettings, Settings\n"
        "root = Path(sys.argv[1])\n"
        "paths = PathSettings(corpus=root / 'text', state=root / 'state')\n"
        "verify(load_directory(root / 'fixtures').categories, Settings(paths=paths), Silent())\n"
        "print({'rjieba', 'jieba', 'rapidfuzz', 'rich', 'tantivy'} & sys.modules.keys())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True, check=True
    )
    assert (done.stdout, done.stderr) == ("set()\n", "")


@pytest.mark.parametrize(
    ("rewrites", "reachable"),
    [
        pytest.param({}, False, id="no-rewrite"),
        pytest.param({("CHS", "谁？是他"): ("岩神叫什么",)}, True, id="rewrite-with-its-word"),
        pytest.param({("CHS", "谁？是他"): ("谁", "岩神")}, True, id="one-of-several"),
        pytest.param({("CHS", "谁？是他"): ("雷神",)}, False, id="rewrite-with-another-word"),
        pytest.param({("CHS", "谁？是他"): ("什么？",)}, False, id="rewrite-without-a-word"),
        pytest.param({("ENG", "谁？是他"): ("岩神",)}, False, id="another-language"),
        pytest.param({("CHS", "是他"): ("岩神",)}, False, id="another-query"),
    ],
)
def test_a_rewrite_of_the_query_leads_to_a_source_as_the_query_does(
    tmp_path: Path, rewrites: Rewrites, reachable: bool
) -> None:
    files = {"chs/book/1.txt": "他们称钟离为岩神。"}
    query = "冰神、谁？是他"
    asked = {(language, f"冰神、{asked}"): made for (language, asked), made in rewrites.items()}
    found = run(tmp_path, anchor("钟离为岩神"), files=files, query=query, rewrites=asked)
    assert ("FT205" not in {one.code for one in found.findings}) is reachable
