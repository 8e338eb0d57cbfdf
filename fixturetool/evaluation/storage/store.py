"""Where runs are kept: ``<state>/runs/<id>/run.json``, written at once or not at all."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from fixturetool import __version__
from fixturetool.errors import StateError
from fixturetool.evaluation.run import RUN_SCHEMA, FixtureRun, Question, Run, RunSettings
from fixturetool.evaluation.soundness import first_damage
from fixturetool.evaluation.storage.layout import layout
from fixturetool.evaluation.storage.secrets import redacted_facts, redacted_run
from fixturetool.evaluation.storage.texts import fold_texts, unfold_texts
from fixturetool.state import prepare_state, replace_file, told_as_state_error

if TYPE_CHECKING:
    from pydantic import TypeAdapter

RUN_FILE = "run.json"
_FAMILY, _, _VERSION = RUN_SCHEMA.rpartition("/")
# Version 1 had every text in every hit, which is still allowed.
_READABLE = (f"{_FAMILY}/1", RUN_SCHEMA)


def begin_run(
    state_dir: Path,
    settings: RunSettings,
    questions: Sequence[Question],
    *,
    retriever: Mapping[str, str | int | float | bool],
    corpora: Mapping[str, str],
    unreadable: Mapping[str, int] | None = None,
    now: datetime,
) -> tuple[Path, Run]:
    """Make the folder of a new run, and the run that nothing has been fetched for yet.

    Args:
        state_dir: The folder ``.fixturetool``; made when it is missing.
        settings: What is asked for.
        questions: The fixtures to ask, in file order.
        retriever: The retriever's description of itself.
        corpora: Fixture language to corpus fingerprint.
        unreadable: Fixture language to the number of files that could not be read.
        now: The time, with its time zone.

    Raises:
        StateError: The folder can't be made.
    """
    created = now.astimezone(UTC)
    folder = _new_folder(state_dir / "runs", f"{created:%Y%m%dT%H%M%SZ}")
    run = Run(
        schema=RUN_SCHEMA,
        id=folder.name,
        created_at=f"{created:%Y-%m-%dT%H:%M:%SZ}",
        tool_version=__version__,
        settings=settings,
        retriever=redacted_facts(retriever),
        corpora=dict(corpora),
        fixtures=tuple(FixtureRun(question, {}, (), ()) for question in questions),
        unreadable=dict(unreadable or {}),
    )
    return folder, run


def _new_folder(runs: Path, stamp: str) -> Path:
    """Make a folder of a name that nobody has; making it is what claims the name."""
    prepare_state(runs.parent)
    with told_as_state_error(runs):
        runs.mkdir(exist_ok=True)
        for number in count(1):
            folder = runs / f"{stamp}-{number:03d}"
            with suppress(FileExistsError):
                folder.mkdir()
                break
    return folder


def save_run(folder: Path, run: Run) -> Path:
    """Write ``run.json`` atomically and return its path; no secret and no text twice is in it.

    Raises:
        StateError: It can't be written; an earlier file is left as it was.
    """
    path = folder / RUN_FILE
    record = run_adapter().dump_python(redacted_run(run), mode="json")
    data = layout(fold_texts({**record, "schema": RUN_SCHEMA})).encode()
    with told_as_state_error(path):
        replace_file(path, data)
    return path


def load_run(path: Path) -> Run:
    """Read a saved run.

    Args:
        path: A ``run.json``, or the folder that holds it.

    Raises:
        StateError: It can't be read, or is no run that this version knows.
    """
    file = path / RUN_FILE if path.is_dir() else path
    try:
        data = file.read_bytes()
    except FileNotFoundError as error:
        step = f"the run was interrupted before it was saved: complete it with --resume {path.name}"
        hint = step if path.is_dir() else ""
        raise StateError(f"there is no run at '{file}'", hint=hint) from error
    except OSError as error:
        raise StateError(f"can't read '{file}': {error.strerror}") from error
    return parse_run(data, str(file))


def parse_run(data: bytes, name: str) -> Run:
    """Read the JSON of a run.

    Args:
        data: UTF-8.
        name: How error messages call it.

    Raises:
        StateError: It is no run that this version knows.
    """
    from pydantic import ValidationError
    from pydantic_core import from_json

    try:
        document = from_json(data)
    except ValueError as error:
        raise StateError(f"'{name}' is no valid JSON: {error}") from error
    _check_schema(document.get("schema") if isinstance(document, dict) else None, name)
    unfolded = {**unfold_texts(document, name), "schema": RUN_SCHEMA}
    try:
        # Objects from JSON have lists where the records have tuples.
        run = redacted_run(run_adapter().validate_python(unfolded))
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        place = "/".join(str(part) for part in first["loc"])
        raise StateError(f"'{name}' is damaged at '/{place}': {first['msg']}") from error
    if damage := first_damage(run):
        raise StateError(f"'{name}' is damaged at {damage}")
    return run


def _check_schema(schema: object, name: str) -> None:
    if schema in _READABLE:
        return
    family, _, version = str(schema).rpartition("/")
    if family == _FAMILY and version.isdecimal() and int(version) > int(_VERSION):
        raise StateError(
            f"'{name}' was written by a newer fixturetool: its schema is '{schema}', "
            f"this version reads '{RUN_SCHEMA}'",
            hint="upgrade fixturetool",
        )
    raise StateError(f"'{name}' is no run of fixturetool: its schema is '{schema}'")


@cache
def run_adapter() -> "TypeAdapter[Run]":
    """Return the reader and writer of runs; built once, as that takes a while."""
    from pydantic import TypeAdapter

    return TypeAdapter(Run)
