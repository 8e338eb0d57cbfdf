from dataclasses import replace
from pathlib import Path

from fixturetool.evaluation.run import Question
from fixturetool.judge.evidence import Evidence, entry_for
from fixturetool.judge.origins import written_anchors

QUESTION = Question("lamp", "灯？", "CHS")


def test_knows_what_was_written_from_a_run_and_not_what_was_proposed(tmp_path: Path) -> None:
    evidence = Evidence([tmp_path])
    for verdict, passage in (("written", "甲"), ("written", "乙"), ("proposed", "丙")):
        evidence.note(replace(entry_for(QUESTION, "oil", "write", verdict), passage=passage))
    evidence.note(replace(entry_for(QUESTION, "oil", "locate", "located"), passage="丁"))
    assert written_anchors(tmp_path) == {("lamp", "CHS", "灯？"): {"甲", "乙"}}


def test_a_run_that_was_never_judged_has_given_rise_to_nothing(tmp_path: Path) -> None:
    assert written_anchors(tmp_path) == {}
