"""Corpora of PDFs on the command line: made by ``index build --pdf``, found by their names."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from fixturetool.cli.corpora import load_corpora
from fixturetool.corpus.sources import Corpus
from fixturetool.errors import CorpusError, UsageError
from fixturetool.reporting.terminal import visible
from fixturetool.settings import Settings


def add_pdf_corpus(
    paths: Sequence[Path], name: str | None, figures: Path | None, settings: Settings
) -> str:
    """Make a corpus of PDFs known, and return its name; none is read yet.

    Raises:
        CorpusError: A file or folder is missing, or there is no PDF.
        UsageError: Its name can't be had, or the sidecar can't be read.
    """
    from fixturetool.corpus.pdf import load_pdf_corpus, make_record, save_record

    record = make_record(paths, name, figures)
    if _is_language(record.name, settings):
        raise UsageError(
            f'"{record.name}" is the name of a language of the corpus',
            hint="give the PDFs another one by --name",
        )
    load_pdf_corpus(record, settings.paths.state)  # what can't be loaded is not kept
    save_record(settings.paths.state, record)
    return record.name


def load_searched(
    settings: Settings, names: Sequence[str], *, writes: bool = True
) -> dict[str, Corpus]:
    """List the sources of each corpus that the embedded index may hold: languages and PDFs.

    Args:
        settings: Where they are.
        names: Languages and corpora of PDFs; empty for all that there are.
        writes: Whether pages that were read may be kept.

    Raises:
        CorpusError: One of them is missing, or there is none at all.
    """
    if names:
        return {name: _named(settings, name, writes=writes) for name in dict.fromkeys(names)}
    pdfs = _all_pdfs(settings, writes=writes)
    if pdfs and not _has_folders(settings.paths.corpus):
        return pdfs
    return {**load_corpora(settings, ()), **pdfs}


def tell_pdfs(corpora: Mapping[str, Corpus], *, err: bool = False) -> None:
    """Say what each PDF has to offer, and which pages and figures can't be found by their text."""
    from fixturetool.corpus.pdf import PdfCorpus
    from fixturetool.reporting.pdf_text import pdf_lines, strange_line, undescribed_line

    for name, corpus in corpora.items():
        if isinstance(corpus, PdfCorpus):
            facts = tuple(corpus.facts())
            lines = [line for one in facts for line in pdf_lines(one)]
            paths = [source.path for source in corpus.sources]
            strange = strange_line(name, corpus.sidecar.strange(paths))
            for line in [*lines, strange, undescribed_line(name, facts)]:
                if line:
                    click.echo(line, err=err)


def _is_language(name: str, settings: Settings) -> bool:
    folders = {name, name.lower(), settings.folder_of(name)}
    is_folder = any((settings.paths.corpus / folder).is_dir() for folder in folders)
    return is_folder or name in {*settings.languages, *settings.languages.values()}


def _named(settings: Settings, name: str, *, writes: bool) -> Corpus:
    from fixturetool.corpus.pdf import load_pdf_corpus, load_record

    settings.folder_of(name)  # refuses what can be no name of a corpus
    record = load_record(settings.paths.state, name)
    if record is None:
        return load_corpora(settings, [name])[name]
    return load_pdf_corpus(record, settings.paths.state, writes=writes)


def _all_pdfs(settings: Settings, *, writes: bool) -> dict[str, Corpus]:
    """List every corpus of PDFs; one whose files are gone is left out with a warning."""
    if not (settings.paths.state / "pdfs").is_dir():
        return {}
    from fixturetool.corpus.pdf import known_pdfs

    found: dict[str, Corpus] = {}
    for name in known_pdfs(settings.paths.state):
        try:
            found[name] = _named(settings, name, writes=writes)
        except CorpusError as error:
            click.echo(f"warning: {visible(str(error))}; left out", err=True)
    return found


def _has_folders(root: Path) -> bool:
    return root.is_dir() and any(path.is_dir() for path in root.iterdir())
