"""What an entry of a dataset may hold, as options of a command and as JSON."""

from collections.abc import Callable, Mapping
from typing import TypeVar

import click

from fixturetool.errors import UsageError
from fixturetool.jsontext.imitate import Json

R = TypeVar("R")
_PATH_KEYS = {"expected_paths", "expected_locations", "expected_answer"}
_PAGE_KEYS = {"expected_pages", "figure_ref", "kind"}


def content_options(command: Callable[..., R]) -> Callable[..., R]:
    """Add what an entry may hold, each None or empty where it is not given."""
    options = (
        click.option("--question", help="What is asked."),
        click.option(
            "--path",
            "paths",
            multiple=True,
            help="An expected document, wherever in it; repeatable.",
        ),
        click.option(
            "--location",
            "locations",
            nargs=3,
            multiple=True,
            metavar="PATH UNIT SPAN",
            help="An expected document, and where in it: UNIT is page or line, SPAN a number or "
            "3-9; repeatable.",
        ),
        click.option("--answer", help="What a right answer says."),
        click.option(
            "--page", "pages", type=click.IntRange(1), multiple=True, help="An expected page."
        ),
        click.option("--figure-ref", help="The figure that it is about."),
        click.option("--kind", type=click.Choice(["locate", "content"]), help="Of a page item."),
        click.option("--tag", "tags", multiple=True, help="A word for what it is; repeatable."),
        click.option("--id", "entry_id", help="Its entry_id."),
    )
    for option in reversed(options):
        command = option(command)
    return command


def entry_values(content: Mapping[str, object]) -> dict[str, Json]:
    """Return what was given, under the keys of the files.

    Args:
        content: The options of ``content_options``, by their names.

    Raises:
        UsageError: A location can't be read.
    """
    values: dict[str, Json] = {}
    for option, key in (("entry_id", "entry_id"), ("question", "question")):
        if content[option] is not None:
            values[key] = str(content[option])
    values |= _expected(content)
    for option, key in (
        ("answer", "expected_answer"),
        ("figure_ref", "figure_ref"),
        ("kind", "kind"),
    ):
        if content[option] is not None:
            values[key] = str(content[option])
    if tags := _texts(content["tags"]):
        values["tags"] = tags
    return values


def _expected(content: Mapping[str, object]) -> dict[str, Json]:
    values: dict[str, Json] = {}
    given = content["locations"]
    locations = [_location(*words) for words in given] if isinstance(given, tuple) else []
    paths = [*_texts(content["paths"]), *(str(one["path"]) for one in locations)]
    if paths:
        values["expected_paths"] = list(dict.fromkeys(paths))
    if locations:
        values["expected_locations"] = locations
    pages = content["pages"]
    if isinstance(pages, tuple) and pages:
        values["expected_pages"] = list(pages)
    return values


def _location(path: str, unit: str, span: str) -> dict[str, Json]:
    first, _, last = span.partition("-")
    if unit not in {"page", "line"} or not first.isdecimal() or not (last or "1").isdecimal():
        raise UsageError(
            f'{path}: "{unit} {span}" is no location', hint="such as 'page 7' or 'line 3-9'"
        )
    return {"path": path, "unit": unit, "start": int(first), "end": int(last or first)}


def complete_entry(values: dict[str, Json], *, pages: bool) -> dict[str, Json]:
    """Give an entry the keys that it must have."""
    return values if pages else {"question": "", "expected_paths": [], **values}


def refuse_foreign(values: Mapping[str, Json], *, is_paths: bool) -> None:
    """Refuse keys that only the entries of the other lane have.

    Raises:
        UsageError: There is one.
    """
    wrong = {True: _PAGE_KEYS, False: _PATH_KEYS}[is_paths] & values.keys()
    if wrong:
        kind = "path" if is_paths else "page"
        raise UsageError(f"an entry of a {kind} dataset has no {', '.join(sorted(wrong))}")


def _texts(value: object) -> list[Json]:
    return [str(one) for one in value] if isinstance(value, tuple) else []
