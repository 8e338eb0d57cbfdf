from datetime import timedelta
from pathlib import Path

from fixturetool.evaluation.storage.journal import is_under_way, start_journal
from fixturetool.evaluation.storage.prune import choose_to_prune, prune_runs
from fixturetool.evaluation.storage.runs import list_runs
from tests.evaluation.conftest import NOON, Begin


def test_a_run_that_is_under_way_stays(begin: Begin) -> None:
    folder, run = begin("谁？")
    state = folder.parent.parent
    with start_journal(folder, run):
        assert is_under_way(folder)
        assert choose(state, keep=0) == []
    assert not is_under_way(folder)
    assert choose(state, keep=0) == [folder.name]


def test_with_both_bounds_a_run_goes_only_beyond_both(begin: Begin) -> None:
    folders = []
    for _ in range(3):
        folder, run = begin("谁？")
        start_journal(folder, run).__exit__(None, None, None)
        folders.append(folder)
    state = folders[0].parent.parent
    assert choose(state, keep=1, days=-1) == [one.name for one in folders[:2]]
    assert choose(state, keep=1, days=1) == []
    assert choose(state, keep=None, days=-1) == [one.name for one in folders]


def test_of_a_run_that_is_a_link_the_link_goes(begin: Begin, tmp_path: Path) -> None:
    folder, run = begin("谁？")
    start_journal(folder, run).__exit__(None, None, None)
    kept = folder.rename(tmp_path / "kept")
    folder.symlink_to(kept)
    state = folder.parent.parent
    prune_runs(list_runs(state), state)
    assert not folder.is_symlink()
    assert (kept / "journal.jsonl").exists()


def choose(state: Path, *, keep: int | None, days: int | None = None) -> list[str]:
    age = None if days is None else timedelta(days=days)
    chosen = choose_to_prune(list_runs(state), keep=keep, older_than=age, baselines=[], now=NOON)
    return [run.name for run in chosen]
