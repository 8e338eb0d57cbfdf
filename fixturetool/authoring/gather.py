"""The one effectful step of ``verify``: ask the corpus about every anchor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from fixturetool.authoring.answers import load_answers, save_answers
from fixturetool.authoring.asking import AskedCorpus
from fixturetool.authoring.evidence import Evidence
from fixturetool.authoring.rules import Code

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from fixturetool.corpus.sources import Trouble
    from fixturetool.evaluation.rewrites import Rewrites
    from fixturetool.fixtures.model import CategoryFile, Fixture
    from fixturetool.progress import Progress
    from fixturetool.settings import Settings

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Gathered:
    """Evidence, and what could not be looked at.

    Attributes:
        evidence: What the corpus says.
        troubles: Files that can't be read or are only partly usable, without repetition.
    """

    evidence: Evidence
    troubles: tuple[Trouble, ...]


def gather(
    categories: Sequence[CategoryFile],
    settings: Settings,
    progress: Progress,
    codes: Collection[Code] = frozenset(Code),
    rewrites: Rewrites | None = None,
) -> Gathered:
    """Ask the corpora of all languages about all anchors, one pass for each language.

    Args:
        categories: The fixture files.
        settings: Where the corpus is, and the bounds of the rules.
        progress: Told of long work.
        codes: The rules that the evidence is for; what only others need is not looked at.
        rewrites: What is known to be searched in place of queries.

    Raises:
        CorpusError: A language has no corpus.
        SettingsError: The user dictionary is malformed.
        StateError: The snapshot can't be written.
    """
    cache = settings.paths.state / "cache" / "reachability.json"
    answers = load_answers(cache)
    asked = {
        language: AskedCorpus(language, fixtures, settings, answers, progress, rewrites)
        for language, fixtures in _by_language(categories).items()
    }
    evidence = Evidence(
        holders=_keyed(asked, lambda one: one.held),
        missing=_keyed(asked, lambda one: one.missing()),
        unreachable=_tagged(asked, Code.UNREACHABLE in codes, lambda one: one.unreachable()),
        unreadable={language: one.unreadable for language, one in asked.items()},
        bounds=settings.verify,
        documents={language: len(one.snapshot.paths) for language, one in asked.items()},
        unrelated=_tagged(asked, Code.UNRELATED in codes, lambda one: one.unrelated()),
        changed=_keyed(asked, lambda one: one.changed(_oldest(categories)))
        if Code.STALE in codes
        else {},
    )
    save_answers(answers, cache)
    troubles = (trouble for one in asked.values() for trouble in one.snapshot.troubles)
    return Gathered(evidence, tuple(dict.fromkeys(troubles)))


def _keyed(
    asked: Mapping[str, AskedCorpus], answer: Callable[[AskedCorpus], Mapping[str, T]]
) -> dict[tuple[str, str], T]:
    return {
        (language, key): value
        for language, one in asked.items()
        for key, value in answer(one).items()
    }


def _tagged(
    asked: Mapping[str, AskedCorpus],
    wanted: bool,
    answer: Callable[[AskedCorpus], Iterator[tuple[str, str]]],
) -> frozenset[tuple[str, str, str]]:
    if not wanted:
        return frozenset()
    return frozenset((language, *pair) for language, one in asked.items() for pair in answer(one))


def _oldest(categories: Iterable[CategoryFile]) -> str:
    """Return the earliest day of capture, ``""`` where no file has one."""
    return min((one.captured_at for one in categories if one.captured_at), default="")


def _by_language(categories: Iterable[CategoryFile]) -> dict[str, list[Fixture]]:
    found: dict[str, list[Fixture]] = {}
    for category in categories:
        for fixture in category.fixtures:
            found.setdefault(fixture.language, []).append(fixture)
    return found
