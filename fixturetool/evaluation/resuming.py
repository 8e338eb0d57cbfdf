"""Taking up a run that was cut short, in any lane."""

from collections.abc import Mapping
from pathlib import Path

from fixturetool.errors import SelectionError
from fixturetool.evaluation.run import Run, without_errors
from fixturetool.evaluation.storage.journal import Journal, resume_journal
from fixturetool.evaluation.storage.secrets import redacted_facts


def resume_run(
    folder: Path,
    corpora: Mapping[str, str],
    retriever: Mapping[str, str | int | float | bool],
    *,
    retry_errors: bool,
) -> tuple[Run, Journal]:
    """Take up a run where its journal ends, on what it began with.

    Args:
        folder: Where it is saved.
        corpora: Fixture language to the fingerprint of its corpus as it is now.
        retriever: What the retriever says of itself now.
        retry_errors: Whether its failed attempts are dropped, and so asked again.

    Raises:
        SelectionError: The corpus or the retriever is not the one that the run began with.
        StateError: The journal can't be read or written.
    """
    run, journal = resume_journal(folder)
    now = (
        ("the corpus", run.corpora, corpora),
        ("the retriever", run.retriever, redacted_facts(retriever)),
    )
    changed = [name for name, then, is_now in now if dict(then) != dict(is_now)]
    if changed:
        with journal:  # it is not gone on with
            raise SelectionError(
                f"{' and '.join(changed)} changed since run '{run.id}' began",
                hint="start a new run, or bring back what it began with",
            )
    return without_errors(run) if retry_errors else run, journal
