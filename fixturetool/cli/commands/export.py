"""``fixturetool export``: fixtures to the files of other evaluation tools."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from fixturetool.cli.corpora import load_corpora, open_snapshots
from fixturetool.cli.options import quiet_option, settings_options
from fixturetool.cli.output import write_output
from fixturetool.cli.selection import load_valid
from fixturetool.cli.troubles import partial_code, warn_of
from fixturetool.corpus.snapshot import Snapshot
from fixturetool.errors import UsageError
from fixturetool.fixtures.model import CategoryFile
from fixturetool.progress import Progress
from fixturetool.settings import Settings


@click.command("export")
@click.argument("target", type=click.Path(path_type=Path))
@click.argument("what", metavar="[CATEGORY|FILE]...", nargs=-1)
@click.option(
    "--to",
    "kind",
    type=click.Choice(["qrels", "beir", "nuggets"]),
    help="What to write.  [.qrels, .jsonl: nuggets, no extension: a BEIR folder]",
)
@quiet_option
@settings_options
def command(
    target: Path, what: Sequence[str], kind: str | None, progress: Progress, settings: Settings
) -> int:
    """Write fixtures as qrels, as a BEIR folder or as a nugget file.

    \b
      qrels    every source of the corpus that covers a facet, the facet in the iteration column:
               StRecall of ir_measures reads it
      beir     corpus.jsonl, queries.jsonl and qrels/test.tsv; the score of a source is the number
               of facets that it covers
      nuggets  a line a fixture, a nugget a facet, its anchors beside it

    A topic is named category/language/query, with white space, % and # percent-encoded, as are
    paths in qrels. Existing files are replaced.

    \b
    Examples:
      fixturetool export all.qrels
      fixturetool export beir/harbour breadth paraphrase
      fixturetool export nuggets.jsonl breadth

    Exit code 2 for invalid fixtures, 3 when a part of the corpus could not be read.
    """
    written = _kind(target, kind)
    categories = load_valid(settings.paths.fixtures, what)
    snapshots = {} if written == "nuggets" else _snapshots(categories, settings, progress)
    files = _files(written, categories, snapshots, settings, progress)
    for name, text in files.items():
        path = target / name if name else target
        _make_folder(path.parent)
        write_output(path, text)
        click.echo(f"written: {path}", err=True)
    troubles = [trouble for one in snapshots.values() for trouble in one.troubles]
    warn_of(troubles)
    return partial_code(troubles)


def _kind(target: Path, kind: str | None) -> str:
    if kind is not None:
        return kind
    by_suffix = {".qrels": "qrels", ".jsonl": "nuggets", "": "beir"}
    if target.suffix.lower() not in by_suffix:
        raise UsageError(f'"{target}" names no known format', hint="say which one with --to")
    return by_suffix[target.suffix.lower()]


def _snapshots(
    categories: Sequence[CategoryFile], settings: Settings, progress: Progress
) -> dict[str, Snapshot]:
    languages = [fixture.language for one in categories for fixture in one.fixtures]
    corpora = load_corpora(settings, list(dict.fromkeys(languages)))
    return open_snapshots(corpora, settings, progress)


def _files(
    kind: str,
    categories: Sequence[CategoryFile],
    snapshots: Mapping[str, Snapshot],
    settings: Settings,
    progress: Progress,
) -> Mapping[str, str]:
    """Return the texts by path below the target, ``""`` for the target itself."""
    from fixturetool.exchange.beir import write_beir
    from fixturetool.exchange.nuggets import write_nuggets
    from fixturetool.exchange.qrels import write_qrels

    if kind == "nuggets":
        return {"": write_nuggets(categories)}
    cache = settings.paths.state / "cache"
    holders = {
        language: _holders(categories, snapshot, cache, progress)
        for language, snapshot in snapshots.items()
    }
    if kind == "qrels":
        return {"": write_qrels(categories, holders)}
    sources = {
        language: {path: snapshot.corpus.read(path) for path in snapshot.paths}
        for language, snapshot in snapshots.items()
    }
    return write_beir(categories, holders, sources)


def _holders(
    categories: Sequence[CategoryFile], snapshot: Snapshot, cache: Path, progress: Progress
) -> Mapping[str, tuple[str, ...]]:
    from fixturetool.corpus.match import find_anchors

    anchors = {
        passage.passage
        for category in categories
        for fixture in category.fixtures
        if fixture.language == snapshot.corpus.language
        for passage in fixture.relevant_passages
    }
    return find_anchors(snapshot, sorted(anchors), cache, progress)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f'"{folder}" can\'t be made: {error.strerror}') from error
