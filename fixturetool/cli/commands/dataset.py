"""``fixturetool dataset``: the entries of the path and page lanes' files."""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from fixturetool.cli.absent_paths import warn_of_absent
from fixturetool.cli.entry_options import (
    complete_entry,
    content_options,
    entry_values,
    refuse_foreign,
)
from fixturetool.cli.exits import NO, YES
from fixturetool.cli.options import format_option, settings_options
from fixturetool.cli.output import check_output, output_option, write_output
from fixturetool.datasets.edit import add_entry, change_entry, create_dataset, delete_entry
from fixturetool.datasets.identity import find_entry
from fixturetool.datasets.load import load_any_dataset
from fixturetool.datasets.model import Dataset, PathDataset
from fixturetool.errors import UsageError
from fixturetool.jsontext.imitate import Json
from fixturetool.reporting.terminal import visible
from fixturetool.reporting.wording import counted
from fixturetool.settings import Settings

_FILE = click.Path(path_type=Path, dir_okay=False)
_file_argument = click.argument("file", type=_FILE)
_entry_argument = click.argument("entry")


@click.group("dataset", context_settings={"max_content_width": 100})
def command() -> None:
    """List, add, edit, delete and export the entries of a path or page dataset.

    ENTRY is an entry_id as 'dataset list' shows it, the beginning of one, or a number from 1. An
    edit changes nothing in the file but the entry.

    \b
    Examples:
      fixturetool dataset list eval_datasets/chs-paths.json
      fixturetool dataset add eval_datasets/chs-paths.json --question "…？" --path book/a.txt
      fixturetool dataset edit eval_datasets/chs-paths.json 3 --answer "…"
      fixturetool dataset delete eval_datasets/chs-paths.json 3
      fixturetool dataset export eval_datasets/chs-paths.json --format promptfoo
    """


@command.command("list")
@_file_argument
@format_option
def list_command(file: Path, output_format: str) -> int:
    """Show every entry with its number, its id and what it expects.

    \b
    Examples:
      fixturetool dataset list eval_datasets/chs-paths.json
      fixturetool dataset list eval_datasets/manual-figures.json --format json
    """
    from fixturetool.reporting.authoring.datasets import entries_json, write_entries

    dataset = load_any_dataset(file)
    if output_format == "json":
        click.echo(entries_json(dataset), nl=False)
    else:
        write_entries(dataset, sys.stdout)
    return YES


@command.command("add", short_help="Add an entry to a dataset, or begin one.")
@_file_argument
@content_options
@click.option("--corpus-id", help="The corpus of a new page dataset.")
@settings_options
def add_command(file: Path, corpus_id: str | None, settings: Settings, **content: object) -> int:
    """Add an entry at the end of a dataset; a file that is not there is begun.

    A path that the corpus lacks is taken with a warning, where a corpus of the dataset's name is
    here: chs-paths.json is about the folder chs.

    \b
    Examples:
      fixturetool dataset add eval_datasets/chs-paths.json --question "谁写了立契考？" \\
          --location book/201104_立契考.txt line 1-5 --answer "…"
      fixturetool dataset add new-figures.json --corpus-id manual --question "…?" --page 7 \\
          --figure-ref "Figure 2-1" --kind locate
    """
    values = entry_values(content)
    if not content["question"]:
        raise UsageError("an entry needs a question", hint="give --question TEXT")
    if file.exists():
        is_paths = _is_paths(file)
        refuse_foreign(values, is_paths=is_paths)
        dataset = add_entry(file, complete_entry(values, pages=not is_paths)).after
    else:
        dataset = _begin(file, values, corpus_id)
    added = dataset.entries[-1]
    click.echo(f'added {added.entry_id}: "{visible(added.question)}"', err=True)
    _warn_of_absent(settings, dataset, values)
    click.echo(f"{visible(str(file))}: {_entries(len(dataset.entries))}", err=True)
    return YES


@command.command("edit")
@_file_argument
@_entry_argument
@content_options
@click.option("--clear", multiple=True, metavar="KEY", help="Take a key out; repeatable.")
@settings_options
def edit_command(
    file: Path, entry: str, clear: Sequence[str], settings: Settings, **content: object
) -> int:
    """Replace what an entry says; what is not given stays, byte by byte.

    \b
    Examples:
      fixturetool dataset edit eval_datasets/chs-paths.json 3 --question "…？"
      fixturetool dataset edit eval_datasets/chs-paths.json q-0d1 --tag customs --clear notes
    """
    changes = {**entry_values(content), **dict.fromkeys(clear)}
    if not changes:
        raise UsageError("nothing is to be changed", hint="give what the entry is to say")
    refuse_foreign(changes, is_paths=_is_paths(file))
    edit = change_entry(file, entry, changes)
    changed = edit.after.entries[find_entry(edit.before.entries, entry)]
    click.echo(f'changed {changed.entry_id}: "{visible(changed.question)}"', err=True)
    _warn_of_absent(settings, edit.after, changes)
    return YES


@command.command("delete", short_help="Delete an entry; past runs keep their results.")
@_file_argument
@_entry_argument
@click.option("--yes", is_flag=True, help="Delete it without asking.")
def delete_command(file: Path, entry: str, yes: bool) -> int:
    """Delete an entry; past runs keep their results, and no future run includes it.

    \b
    Examples:
      fixturetool dataset delete eval_datasets/chs-paths.json 3
      fixturetool dataset delete eval_datasets/chs-paths.json q-0d1 --yes

    Without --yes it asks, and needs a terminal for that. Exit code 1 when the entry is kept.
    """
    dataset = load_any_dataset(file)
    chosen = dataset.entries[find_entry(dataset.entries, entry)]
    click.echo(f'{chosen.entry_id}: "{visible(chosen.question)}"', err=True)
    click.echo("Past runs keep their results for it; no future run will include it.", err=True)
    if not yes and not _confirmed():
        click.echo("kept", err=True)
        return NO
    left = len(delete_entry(file, chosen).after.entries)
    click.echo(f"deleted; {visible(str(file))}: {_entries(left)}", err=True)
    return YES


@command.command("export", short_help="Write the entries for another tool.")
@_file_argument
@click.option(
    "--format",
    "--export",
    "output_format",
    type=click.Choice(["promptfoo", "json"]),
    default="promptfoo",
    show_default=True,
    help="promptfoo: a file of tests graded by expected_answer; json: the entries with their ids.",
)
@output_option
def export_command(file: Path, output_format: str, outputs: Sequence[Path]) -> int:
    """Write the entries for another tool, to standard output or to --output FILE.

    For promptfoo (tests: file://tests.json) an entry becomes a test whose answer a model grades
    by expected_answer; entries without one are skipped and counted on standard error.

    \b
    Examples:
      fixturetool dataset export eval_datasets/chs-paths.json --output tests.json
      fixturetool dataset export eval_datasets/chs-paths.json --export promptfoo > tests.json
    """
    from fixturetool.datasets.promptfoo import promptfoo_tests
    from fixturetool.reporting.authoring.datasets import entries_json

    check_output(outputs)
    dataset = load_any_dataset(file)
    if output_format == "json":
        text = entries_json(dataset)
    else:
        exported = promptfoo_tests(dataset)
        text = json.dumps(exported.tests, ensure_ascii=False, indent=2) + "\n"
        skipped = f"{_entries(exported.skipped)} without expected_answer skipped"
        click.echo(f"{counted(len(exported.tests), 'test')}, {skipped}", err=True)
    for output in outputs:
        write_output(output, text)
        click.echo(f"written: {output}", err=True)
    if not outputs:
        click.echo(text, nl=False)
    return YES


def _confirmed() -> bool:
    if not sys.stdin.isatty():
        raise UsageError("there is no terminal to ask on", hint="--yes deletes without asking")
    answer: str = click.prompt(
        "keep or delete?",
        type=click.Choice(["keep", "delete"]),
        default="keep",
        err=True,
    )
    return answer == "delete"


def _is_paths(file: Path) -> bool:
    return isinstance(load_any_dataset(file), PathDataset)


def _begin(file: Path, values: dict[str, Json], corpus_id: str | None) -> Dataset:
    if "expected_pages" not in values:
        create_dataset(file, [complete_entry(values, pages=False)])
    elif corpus_id:
        create_dataset(file, {"corpus_id": corpus_id, "items": [values]})
    else:
        raise UsageError("a new page dataset needs a corpus", hint="give --corpus-id ID")
    return load_any_dataset(file)


def _warn_of_absent(settings: Settings, dataset: Dataset, given: Mapping[str, Json]) -> None:
    paths = given.get("expected_paths")
    if isinstance(paths, list):
        warn_of_absent(settings, dataset.name, map(str, paths))


def _entries(number: int) -> str:
    return counted(number, "entry", "entries")
