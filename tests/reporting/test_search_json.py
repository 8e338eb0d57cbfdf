import json

from fixturetool.corpus.searching.hits import (
    Hit,
    NameHit,
    SearchResult,
    Sentence,
    SourceHits,
    Totals,
)
from fixturetool.corpus.sources import Trouble
from fixturetool.reporting.searching.as_json import render_search_json

TEXT = "乙在桃\n园\x9b\u202e。"
HIT = Hit(3, 7, 40, 43, "桃\n园", True, Sentence(38, 46, TEXT, False))
FOUND = SearchResult(
    pattern="桃园",
    fixed=True,
    ignore_case=False,
    official_only=False,
    language="CHS",
    sources=(SourceHits("tps_x/1_桃园.txt", False, 4, (HIT,), (NameHit(8, 10),)),),
    totals=Totals(2, 5, 1),
    long_matches=0,
    troubles=(Trouble("book/b.txt", "not readable as text"),),
)


def test_the_document_has_its_schema() -> None:
    assert json.loads(render_search_json([FOUND])) == {
        "schema": "fixturetool.search/1",
        "pattern": "桃园",
        "fixed": True,
        "ignore_case": False,
        "official_only": False,
        "languages": ["CHS"],
        "partial": True,
        "totals": {"sources": 2, "hits": 5, "name_hits": 1, "long_matches": 0},
        "sources": [
            {
                "language": "CHS",
                "path": "tps_x/1_桃园.txt",
                "official": False,
                "hit_count": 4,
                "names": [{"start": 8, "end": 10, "text": "桃园"}],
                "hits": [
                    {
                        "line": 3,
                        "column": 7,
                        "start": 40,
                        "end": 43,
                        "text": "桃\n园",
                        "rewrapped": True,
                        "sentence": {"start": 38, "end": 46, "text": TEXT, "cut": False},
                    }
                ],
            }
        ],
        "query": None,
        "candidates": [],
        "troubles": [
            {
                "language": "CHS",
                "path": "book/b.txt",
                "reason": "not readable as text",
                "usable": False,
            }
        ],
    }


def test_chinese_stays_literal_and_what_steers_a_terminal_does_not() -> None:
    document = render_search_json([FOUND])

    assert r'"text": "乙在桃\n园\u009b\u202e。"' in document


def test_the_totals_of_several_languages_are_added() -> None:
    totals = json.loads(render_search_json([FOUND, FOUND]))["totals"]

    assert totals == {"sources": 4, "hits": 10, "name_hits": 2, "long_matches": 0}
