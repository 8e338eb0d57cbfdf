"""The user's own files: state folder, corpora, snapshots, indexes, fixtures."""

import os
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from fixturetool.authoring.verify import verify
from fixturetool.corpus.snapshot import open_snapshot
from fixturetool.corpus.sources import Corpus, Trouble, load_corpus
from fixturetool.corpus.tokens import corpus_tokenizer
from fixturetool.diagnosis.check import Check, State, failed
from fixturetool.errors import FixturetoolError, StateError
from fixturetool.fixtures.load import LoadedCategory, LoadedDirectory, load_directory
from fixturetool.jsontext.finding import Severity
from fixturetool.progress import Progress
from fixturetool.retrieval.index import IndexStatus, index_status
from fixturetool.settings import Settings
from fixturetool.state import prepare_state


def check_state(folder: Path) -> Check:
    """Write a file to the state folder and delete it; the folder is made where it is missing."""
    try:
        prepare_state(folder)
        with tempfile.NamedTemporaryFile(dir=folder):
            pass
    except StateError as error:
        return failed("state", "folder", error)
    except OSError as error:
        hint = "set paths.state to a folder that can be written, or free some space"
        told = f'"{folder}" can\'t be written: {error.strerror}'
        return Check("state", "folder", State.FAIL, told, hint)
    return Check("state", "folder", State.OK, f"{_spelled(folder)} can be written")


def check_corpora(
    corpora: Mapping[str, Corpus], settings: Settings, progress: Progress
) -> Iterator[Check]:
    """Look at the sources of each corpus, and at its index."""
    for language, corpus in corpora.items():
        try:
            yield _sources(corpus, settings, progress)
            yield _index(corpus, settings)
        except FixturetoolError as error:
            yield failed("corpus", language, error)


def check_fixtures(settings: Settings, progress: Progress) -> Iterator[Check]:
    """Validate the fixture files, verify the valid ones, and name languages without a corpus."""
    try:
        loaded = load_directory(settings.paths.fixtures)
    except FixturetoolError as error:
        hint = "write the first one: fixturetool new category NAME"
        yield Check("fixtures", "files", State.NOTE, str(error), hint)
        return
    yield _files(loaded)
    missing = _missing_corpora(loaded.categories, settings)
    yield from (failed("corpus", language, reason) for language, reason in missing.items())
    with_corpus = [one for one in loaded.categories if missing.keys().isdisjoint(_languages(one))]
    if with_corpus:
        yield _anchors(with_corpus, settings, progress)


def _sources(corpus: Corpus, settings: Settings, progress: Progress) -> Check:
    count = len(corpus.sources)
    if corpus.has_pages:
        return _corpus(corpus, _many(count, "PDF"), corpus.troubles)
    official = sum(source.official for source in corpus.sources)
    told = f"{_many(count, 'source')}, {official} official, in {_spelled(corpus.root)}"
    # Opening it reads what changed, so that verify need not.
    snapshot = open_snapshot(corpus, settings.paths.state, progress)
    return _corpus(corpus, told, snapshot.troubles)


def _corpus(corpus: Corpus, told: str, troubles: Sequence[Trouble]) -> Check:
    lost = [one for one in troubles if not one.usable]
    if not lost:
        partly = f"; {len(troubles)} usable with a remark" if troubles else ""
        return Check("corpus", corpus.language, State.OK, told + partly)
    first = f'such as "{lost[0].path}": {lost[0].reason}'
    hint = "fix them, leave them out by corpus.exclude, or name their encoding in corpus.encodings"
    told += f"; {len(lost)} unreadable, {first}"
    return Check("corpus", corpus.language, State.FAIL, told, hint)


def _index(corpus: Corpus, settings: Settings) -> Check:
    nouns = "" if corpus.has_pages else settings.corpus.proper_nouns
    state = settings.paths.state
    tokenizer = corpus_tokenizer(corpus, nouns, settings.tokens, state / "cache")
    status = index_status(corpus, tokenizer, state)
    return Check("index", corpus.language, State.OK, _standing(status))


def _standing(status: IndexStatus) -> str:
    if not status.is_built:
        return "not built yet; a retrieval or fixturetool index build builds it"
    size = f"{_many(status.sources, 'source')}, {_many(status.chunks, 'chunk')}"
    if status.is_current:
        return f"up to date: {size}"
    return f"out of date, brought up to date where it is needed: {size}"


def _files(loaded: LoadedDirectory) -> Check:
    valid = len(loaded.categories)
    fixtures = sum(len(one.model.fixtures) for one in loaded.categories)
    told = f"{valid} valid with {_many(fixtures, 'fixture')}"
    if not loaded.findings:
        return Check("fixtures", "files", State.OK, told)
    broken = len({finding.file for finding in loaded.findings})
    told += f"; {broken} not valid with {_many(len(loaded.findings), 'problem')}"
    return Check("fixtures", "files", State.FAIL, told, "fixturetool validate names them")


def _missing_corpora(
    categories: Sequence[LoadedCategory], settings: Settings
) -> dict[str, FixturetoolError]:
    """Return the languages of fixtures that have no corpus, and why; each is listed once."""
    found: dict[str, FixturetoolError] = {}
    for language in dict.fromkeys(one for category in categories for one in _languages(category)):
        try:
            folder = settings.folder_of(language)
            load_corpus(settings.paths.corpus, language, folder, settings.corpus)
        except FixturetoolError as error:
            found[language] = error
    return found


def _languages(category: LoadedCategory) -> Iterator[str]:
    return (fixture.language for fixture in category.model.fixtures)


def _anchors(categories: Sequence[LoadedCategory], settings: Settings, progress: Progress) -> Check:
    try:
        verified = verify(categories, settings, progress)
    except FixturetoolError as error:
        return failed("fixtures", "anchors", error)
    told = f"{verified.found} of {len(verified.passages)} stand in the corpus"
    if not verified.findings:
        return Check("fixtures", "anchors", State.OK, told)
    counts = Counter(finding.severity for finding in verified.findings)
    errors, warnings = counts[Severity.ERROR], counts[Severity.WARNING]
    state = State.FAIL if errors else State.NOTE
    told += f"; {_many(errors, 'error')}, {_many(warnings, 'warning')}"
    return Check("fixtures", "anchors", state, told, "fixturetool verify names them")


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _spelled(path: Path) -> str:
    near = os.path.relpath(path)
    return str(path) if near.startswith("..") else near
