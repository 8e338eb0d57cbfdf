"""``fixturetool import``: fixtures from the files of other evaluation tools."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from fixturetool.cli.corpora import load_corpora
from fixturetool.cli.exits import NO, YES, worst
from fixturetool.cli.options import format_option, quiet_option, settings_options
from fixturetool.cli.troubles import partial_code, warn_of
from fixturetool.cli.writing import category_path
from fixturetool.errors import SelectionError, UsageError
from fixturetool.exchange.records import joined
from fixturetool.fixtures.model import CategoryFile
from fixturetool.progress import Progress
from fixturetool.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fixturetool.corpus.snapshot import Snapshot
    from fixturetool.exchange.records import Imported, Topic


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path, exists=True))
@click.option(
    "--from",
    "kind",
    type=click.Choice(["qrels", "beir", "nuggets"]),
    help="What it is.  [a folder: beir; .jsonl: nuggets; else qrels]",
)
@click.option("--category", "-c", metavar="NAME", help="The category to write, a new file.")
@click.option("--language", "-l", metavar="CODE", help="Its language.  [the first one, CHS]")
@click.option(
    "--queries",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Questions of qrels: 'topic<TAB>question' lines, or BEIR's queries.jsonl.",
)
@click.option("--split", default="test", show_default=True, help="Which qrels of a BEIR folder.")
@click.option("--dry-run", is_flag=True, help="Write nothing; say what would be.")
@format_option
@quiet_option
@settings_options
def command(
    file: Path,
    kind: str | None,
    category: str | None,
    language: str | None,
    queries: Path | None,
    split: str,
    dry_run: bool,
    output_format: str,
    progress: Progress,
    settings: Settings,
) -> int:
    """Make fixtures of qrels, a BEIR folder or a nugget file.

    An anchor must stand in the corpus letter by letter. A relevant document is looked for in the
    corpus, by its id or its text, and one sentence of it becomes the anchor: one that few other
    sources hold, and as much like the question as there is. A nugget is anchored by its own text.
    What can't be anchored is counted and listed with the reason, for you to look for by hand
    (fixturetool search). A category of that name must not exist yet.

    Fixtures that fixturetool export wrote as nuggets or BEIR come back with the anchors that they
    had, each category in a file of its own.

    \b
    Examples:
      fixturetool import judged.qrels --queries queries.tsv --category harbour
      fixturetool import beir/scifact --category scifact --language EN --split dev
      fixturetool import nuggets.jsonl --category nuggets --dry-run --format json

    Exit code 1 when a claim could not be anchored, 2 when the file can't be read or nothing in it
    can be anchored.
    """
    topics = _by_category(_load(file, kind, queries, split), category)
    paths = {name: category_path(settings.paths.fixtures, name) for name in topics}
    bench = _Bench(settings, progress, language)
    imported = {name: bench.anchored(members) for name, members in topics.items()}
    total = joined(imported.values())
    click.echo(_render(total, output_format), nl=False)
    if not total.fixtures:
        raise SelectionError(
            f'nothing in "{file}" could be anchored',
            hint="is --corpus the corpus that it is about? fixturetool search shows what is there",
        )
    for name, one in imported.items():
        if one.fixtures:
            _write(name, one, paths[name], dry_run=dry_run)
    return worst(bench.code, NO if total.lost else YES)


def _load(file: Path, kind: str | None, queries: Path | None, split: str) -> "tuple[Topic, ...]":
    from fixturetool.exchange.beir import load_beir
    from fixturetool.exchange.nuggets import load_nuggets
    from fixturetool.exchange.qrels import load_qrels, load_queries

    if kind == "beir" or (kind is None and file.is_dir()):
        return load_beir(file, split)
    if kind == "nuggets" or (kind is None and file.suffix.lower() == ".jsonl"):
        return load_nuggets(file)
    return load_qrels(file, load_queries(queries) if queries else {})


def _by_category(topics: "Sequence[Topic]", category: str | None) -> "dict[str, list[Topic]]":
    """Put the topics of each category together.

    Raises:
        UsageError: A topic names no category, and none was given.
    """
    from fixturetool.exchange.trec_names import topic_parts

    found: dict[str, list[Topic]] = {}
    for topic in topics:
        parts = topic_parts(topic.id)
        name = category or (parts[0] if len(parts) == 3 else "")
        if not name:
            raise UsageError(
                f'topic "{topic.id}" names no category', hint="name a new one with --category"
            )
        found.setdefault(name, []).append(topic)
    return found


class _Bench:
    """Anchors topics in the corpora, each opened once; ``code`` is 3 where one is not whole."""

    def __init__(self, settings: Settings, progress: Progress, language: str | None) -> None:
        self._settings = settings
        self._progress = progress
        self._language = language
        self._first = next(iter(settings.languages), "")
        self._snapshots: dict[str, Snapshot] = {}
        self.code = YES

    def anchored(self, topics: "Sequence[Topic]") -> "Imported":
        from fixturetool.exchange.anchoring import anchor_topics

        languages: dict[str, list[Topic]] = {}
        for topic in topics:
            language = self._language or topic.language or self._first
            languages.setdefault(language, []).append(topic)
        cache = self._settings.paths.state / "cache"
        return joined(
            anchor_topics(members, self._snapshot(language), cache, self._progress)
            for language, members in languages.items()
        )

    def _snapshot(self, language: str) -> "Snapshot":
        from fixturetool.corpus.snapshot import open_snapshot

        if language not in self._snapshots:
            [corpus] = load_corpora(self._settings, [language]).values()
            opened = open_snapshot(corpus, self._settings.paths.state, self._progress)
            warn_of(opened.troubles)
            self.code = worst(self.code, partial_code(opened.troubles))
            self._snapshots[language] = opened
        return self._snapshots[language]


def _render(total: "Imported", output_format: str) -> str:
    from fixturetool.reporting.exchange import render_import_json, render_import_text

    return (render_import_json if output_format == "json" else render_import_text)(total)


def _write(name: str, imported: "Imported", path: Path, *, dry_run: bool) -> None:
    from fixturetool.fixtures.editing.create import new_category

    done = "would be written" if dry_run else "written"
    if not dry_run:
        new_category(path, CategoryFile(name, "Imported.", imported.fixtures))
    click.echo(f"{done}: {path}", err=True)
