"""``fixturetool validate``: fixture and dataset files by themselves."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from fixturetool.cli.drafts import tell_drafts
from fixturetool.cli.findings import findings_code, findings_format_option
from fixturetool.cli.options import settings_options
from fixturetool.cli.selection import is_path, load_selection
from fixturetool.cli.writing import spell
from fixturetool.datasets.folder import files_in, sniff
from fixturetool.datasets.kind import KIND_NAMES
from fixturetool.datasets.load import LoadedDataset, load_dataset
from fixturetool.fixtures.load import LoadedDirectory
from fixturetool.jsontext import codes
from fixturetool.jsontext.finding import Finding, Severity
from fixturetool.settings import Settings

_SHAPELESS = {codes.UNREADABLE, codes.NOT_UTF8, codes.SYNTAX, codes.TOO_DEEP}


@dataclass(frozen=True, slots=True)
class _Checked:
    """What was checked: fixture files, and the datasets of the two other lanes."""

    fixtures: LoadedDirectory
    datasets: tuple[LoadedDataset, ...]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Everything that is wrong, fixture files first."""
        others = (finding for one in self.datasets for finding in one.findings)
        return (*self.fixtures.findings, *others)


@click.command("validate", no_args_is_help=False)
@click.argument("files", metavar="[CATEGORY|FILE]...", nargs=-1)
@findings_format_option
@settings_options
def command(files: Sequence[str], output_format: str, settings: Settings) -> int:
    """Check fixture and dataset files by themselves; no corpus is needed.

    A file is known by its shape: a list is a path dataset, an object with items a page dataset,
    any other object facet fixtures. All problems of all files are told at once, each with file,
    line and JSON pointer. Without arguments every *.json of the fixtures folder is checked, and of
    eval_datasets where there is one.

    \b
    Examples:
      fixturetool validate
      fixturetool validate breadth
      fixturetool validate drafts/new.json eval_datasets --format json

    Exit code 1 when a file is not valid; warnings alone leave it valid.
    """
    tell_drafts(settings.paths.fixtures, files)
    checked = _check(files, settings)
    click.echo(_render(checked, output_format), nl=False)
    return findings_code(checked.findings)


def _check(files: Sequence[str], settings: Settings) -> _Checked:
    words, datasets = [], []
    for word in files:
        if is_path(word, settings.paths.fixtures):
            rest, found = _sorted_out(Path(word))
            datasets += found
            words += rest
        else:
            words.append(word)
    if not files:
        folder = Path(spell(settings.paths.datasets))
        datasets = [path for path in files_in(folder) if _is_dataset(path)]
    fixtures = (
        load_selection(settings.paths.fixtures, words)
        if words or not datasets or not files
        else LoadedDirectory((), ())
    )
    return _Checked(fixtures, tuple(map(load_dataset, dict.fromkeys(datasets))))


def _sorted_out(path: Path) -> tuple[list[str], list[Path]]:
    """Tell the datasets among a file or the files of a folder from what is left to fixtures."""
    inside = files_in(path) if path.is_dir() else [path]
    datasets = [one for one in inside if _is_dataset(one)]
    if not datasets:
        return [str(path)], []
    return [str(one) for one in inside if one not in datasets], datasets


def _is_dataset(path: Path) -> bool:
    return sniff(path) in {"paths", "pages"}


def _render(checked: _Checked, output_format: str) -> str:
    from fixturetool.reporting.findings import as_github as findings_github
    from fixturetool.reporting.findings import as_json as findings_json
    from fixturetool.reporting.findings import as_text as findings_text

    if output_format == "json":
        return findings_json.render_findings(checked.findings)
    if output_format == "github":
        return findings_github.render_findings(checked.findings)
    lines = [*_kinds(checked), *_summary(checked)]
    return findings_text.render_findings(checked.findings) + "".join(f"{one}\n" for one in lines)


def _kinds(checked: _Checked) -> Iterator[str]:
    """Say of each file what it was taken for."""
    from fixturetool.reporting.terminal import visible
    from fixturetool.reporting.wording import counted

    facets = KIND_NAMES["facets"]
    for category in checked.fixtures.categories:
        fixtures = counted(len(category.model.fixtures), "fixture")
        yield f"{visible(category.name)}: {facets}, {fixtures}"
    findings = checked.fixtures.findings
    shapeless = {finding.file for finding in findings if finding.code in _SHAPELESS}
    for file in dict.fromkeys(finding.file for finding in findings):
        kind = (
            "not valid, of no kind that can be told"
            if file in shapeless
            else f"{facets}, not valid"
        )
        yield f"{visible(file)}: {kind}"
    for one in checked.datasets:
        entries = "not valid"
        if one.dataset is not None:
            entries = counted(len(one.dataset.entries), "entry", "entries")
        yield f"{visible(one.name)}: {KIND_NAMES[one.kind]}, {entries}"


def _summary(checked: _Checked) -> Iterator[str]:
    """Count what was checked: the valid files and the problems of the others."""
    from fixturetool.reporting.wording import counted

    models = [one.model for one in checked.fixtures.categories]
    valid = [one.dataset for one in checked.datasets if one.dataset is not None]
    files = counted(len(models) + len(valid), "valid file")
    counts = [counted(sum(len(model.fixtures) for model in models), "fixture")]
    if valid:
        counts.append(counted(sum(len(one.entries) for one in valid), "entry", "entries"))
    text = f"{files} with {' and '.join(counts if models or not valid else counts[1:])}"
    weights = Counter(finding.severity for finding in checked.findings)
    if weights[Severity.ERROR]:
        errors = [one for one in checked.findings if one.severity is Severity.ERROR]
        broken = counted(len({finding.file for finding in errors}), "invalid file")
        text += f"; {broken} with {counted(len(errors), 'problem')}"
    if weights[Severity.WARNING]:
        text += f"; {counted(weights[Severity.WARNING], 'warning')}"
    yield text
