"""The pytest plug-in: every fixture file is two tests, ``valid`` and ``anchors``.

It is loaded in every test run of whoever has fixturetool installed, so nothing but pytest is
imported before a fixture file is met.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from fixturetool.errors import CorpusError, FixturetoolError
    from fixturetool.fixtures.load import Loaded, LoadedCategory
    from fixturetool.jsontext.finding import Finding
    from fixturetool.settings import Settings

_MARKER = "fixturetool"
_VARIABLES = "FIXTURETOOL_"
_DEFAULT_FOLDER = "retrieval_fixtures"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the ini options."""
    parser.addini("fixturetool", "Collect fixture files of fixturetool.", "bool", default=True)
    parser.addini(
        "fixturetool_strict", "Warnings about anchors fail their test.", "bool", default=False
    )
    parser.addini(
        "fixturetool_missing_corpus",
        'What becomes of anchors that have no corpus: "fail" (once) or "skip".',
        default="fail",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Have the folder of fixtures collected where the user names nothing else."""
    config.addinivalue_line("markers", f"{_MARKER}: a fixture file, checked by fixturetool")
    if config.getini("fixturetool_missing_corpus") not in {"fail", "skip"}:
        raise pytest.UsageError('fixturetool_missing_corpus: "fail" or "skip" is wanted')
    if not config.getini("fixturetool"):
        return
    config.stash[_CHECKS] = checks = _Checks(config)
    if config.args_source is config.ArgsSource.ARGS:
        return
    try:
        folder = checks.folder
    except _Unset as error:
        raise pytest.UsageError(str(error)) from None
    if folder and checks.is_at_home and folder.is_dir() and not _is_below(folder, config):
        config.args.append(str(folder))


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Take a JSON file of the folder of fixtures for a category."""
    checks = parent.config.stash.get(_CHECKS, None)
    name = file_path.name
    if checks is None or not name.endswith(".json") or name.startswith("."):
        return None
    if file_path.parent.resolve() != checks.folder:
        return None
    return FixtureFile.from_parent(parent, path=file_path)


class FixtureFile(pytest.File):
    """One ``<category>.json``."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield its two tests; the file is read when they run."""
        for kind in (ValidTest, AnchorsTest):
            item = kind.from_parent(self, name=kind.test)
            item.add_marker(_MARKER)
            yield item

    @cached_property
    def loaded(self) -> Loaded:
        """The records of the file, or what is wrong with them."""
        from fixturetool.fixtures.known import KnownTexts
        from fixturetool.fixtures.load import load_file

        name = os.path.relpath(self.path, self.config.invocation_params.dir)
        settings = self.config.stash[_CHECKS].settings
        return load_file(self.path, name, KnownTexts(settings.paths.state))


class _FileTest(pytest.Item):
    """A test of a fixture file."""

    test = ""

    @property
    def file(self) -> FixtureFile:
        """The file that it is about."""
        assert isinstance(self.parent, FixtureFile)  # noqa: S101
        return self.parent

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Name the test in reports."""
        return self.path, None, f"{self.path.stem}: {self.test}"


class ValidTest(_FileTest):
    """The file keeps the format."""

    test = "valid"

    def runtest(self) -> None:
        """Fail with every problem of the file."""
        if findings := self.file.loaded.findings:
            _fail(findings)


class AnchorsTest(_FileTest):
    """The anchors stand in the corpus, and keep the rules that the settings choose."""

    test = "anchors"

    def runtest(self) -> None:
        """Fail with every error; with ``fixturetool_strict`` with every warning, too."""
        from fixturetool.jsontext.finding import Severity
        from fixturetool.reporting.findings.as_text import render_findings

        if self.file.loaded.category is None:
            pytest.skip("the file is not valid, so its anchors can't be verified")
        findings = self.config.stash[_CHECKS].findings(self)
        strict = self.config.getini("fixturetool_strict")
        if any(strict or finding.severity is Severity.ERROR for finding in findings):
            _fail(findings)
        if findings:
            self.add_report_section("call", "fixturetool", render_findings(findings))


class _Unset(pytest.Collector.CollectError):
    """The settings can't be read."""


@dataclass
class _Checks:
    """What the tests of one run share: the settings, and one pass over the corpus.

    Attributes:
        config: The run's configuration.
        outcomes: Of each file verified so far: its findings, or why there are none.
        is_told: Whether a test has failed for want of a corpus.
    """

    config: pytest.Config
    outcomes: dict[Path, tuple[Finding, ...] | FixturetoolError] = field(default_factory=dict)
    is_told: bool = False

    @cached_property
    def settings(self) -> Settings:
        """The settings that hold in the working directory, or the defaults in pytest's rootdir."""
        from fixturetool.config import load_settings
        from fixturetool.errors import FixturetoolError

        start = self._settings_file.parent if self._settings_file else self.config.rootpath
        try:
            return load_settings(start, os.environ)
        except FixturetoolError as error:
            raise _Unset(_told(error)) from None

    @cached_property
    def folder(self) -> Path | None:
        """The folder of fixture files, links resolved; None for a project that has none."""
        is_set = self._settings_file or any(name.startswith(_VARIABLES) for name in os.environ)
        if not is_set and not (self.config.rootpath / _DEFAULT_FOLDER).is_dir():
            return None  # most projects: the settings, which take long to load, aren't needed
        return self.settings.paths.fixtures.absolute().resolve()

    @property
    def is_at_home(self) -> bool:
        """Whether pytest was started where the project's own files are."""
        homes = {self.config.rootpath}
        if self._settings_file:
            homes.add(self._settings_file.parent)
        return self.config.invocation_params.dir in homes

    @cached_property
    def _settings_file(self) -> Path | None:
        from fixturetool.config_file import find_config

        return find_config(self.config.invocation_params.dir)

    def findings(self, test: AnchorsTest) -> tuple[Finding, ...]:
        """Return what verify says of a test's file; the test fails where it can't say anything."""
        from fixturetool.errors import CorpusError, FixturetoolError

        if test.path not in self.outcomes:
            self._verify([one for one in test.session.items if isinstance(one, AnchorsTest)])
        outcome = self.outcomes[test.path]
        if isinstance(outcome, CorpusError):
            self._tell_of_no_corpus(outcome)
        if isinstance(outcome, FixturetoolError):
            pytest.fail(_told(outcome), pytrace=False)
        return outcome

    def _verify(self, tests: Sequence[AnchorsTest]) -> None:
        """Verify the valid files of all tests of the run in one pass over the corpus."""
        loaded = {test.path: test.file.loaded.category for test in tests}
        valid = {path: category for path, category in loaded.items() if category is not None}
        self.outcomes |= _verified(valid, self.settings)

    def _tell_of_no_corpus(self, error: CorpusError) -> None:
        """Let the first test that has no corpus fail, unless skipping is wanted."""
        if self.is_told or self.config.getini("fixturetool_missing_corpus") == "skip":
            pytest.skip(str(error))
        self.is_told = True


_CHECKS = pytest.StashKey[_Checks]()


def _verified(
    valid: dict[Path, LoadedCategory], settings: Settings
) -> dict[Path, tuple[Finding, ...] | FixturetoolError]:
    """Verify files at once; where that can't be done, each by itself, to tell which it is."""
    from fixturetool.authoring.verify import verify
    from fixturetool.errors import FixturetoolError
    from fixturetool.progress import Silent

    try:
        found = verify(list(valid.values()), settings, Silent()).findings
    except FixturetoolError as error:
        if len(valid) == 1:
            return dict.fromkeys(valid, error)
        each = (_verified({path: category}, settings) for path, category in valid.items())
        return {path: outcome for one in each for path, outcome in one.items()}
    return {
        path: tuple(finding for finding in found if finding.file == category.name)
        for path, category in valid.items()
    }


def _is_below(folder: Path, config: pytest.Config) -> bool:
    places = ((config.invocation_params.dir / word.partition("::")[0]) for word in config.args)
    return any(folder.is_relative_to(place.resolve()) for place in places)


def _fail(findings: Sequence[Finding]) -> None:
    from fixturetool.jsontext.finding import Severity
    from fixturetool.reporting.findings.as_text import render_findings, summarise

    worst = min(findings, key=lambda one: one.severity is not Severity.ERROR)
    # The first line is what pytest's summary shows, cut to the terminal's width.
    heading = f"{worst.code} at line {worst.line}; {summarise(findings)}"
    text = f"{heading}\n{render_findings(findings)}"
    pytest.fail(text.rstrip(), pytrace=False)


def _told(error: FixturetoolError) -> str:
    from fixturetool.reporting.terminal import visible

    hint = f"\n  hint: {visible(error.hint)}" if error.hint else ""
    return f"{visible(str(error))}{hint}"
