"""What a dataset of sound shape may still have wrong."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from fixturetool.datasets import codes
from fixturetool.datasets.matching import document_form, ends_of
from fixturetool.jsontext.pointer import Path
from fixturetool.jsontext.problem import Place, Problem, quote

_ENOUGH = 78.0  # per cent of likeness that make a key a misspelt one


def check_entries(entries: Sequence[object], base: Path, known: Sequence[str]) -> Iterator[Problem]:
    """Yield what is wrong with the entries' paths, locations, ids, questions and keys.

    Values of the wrong type are passed over, as the check of the shape has told them.

    Args:
        entries: The entries as the file has them.
        base: The path of their list.
        known: The keys that an entry may have.
    """
    ids: dict[str, int] = {}
    questions: set[str] = set()
    for position, entry in enumerate(entries):
        if isinstance(entry, Mapping):
            path = (*base, position)
            yield from _check_paths(entry, path)
            yield from _check_locations(entry, path)
            yield from _check_keys(entry, path, known)
            yield from _check_question(entry, path, questions)
            yield from _check_id(entry, path, ids)


def _check_paths(entry: Mapping[str, object], path: Path) -> Iterator[Problem]:
    key = _paths_key(entry)
    value = entry.get(key)
    texts = dict(enumerate(value)) if isinstance(value, list) else {}
    places: dict[str, int] = {}
    for position, text in texts.items():
        if isinstance(text, str):
            places.setdefault(document_form(text), position)
    longer = {end: form for form in places for end in ends_of(form) if end in places}
    for end, form in longer.items():
        long, short = texts[places[form]], texts[places[end]]
        message = f"{quote(long)} is a document that {quote(short)} means too, so it counts twice"
        hint = "keep the longer path alone, unless the shorter one is a document of its own"
        yield Problem(codes.OVERLAPPING_PATHS, (*path, key, places[end]), message, hint)


def _paths_key(entry: Mapping[str, object]) -> str:
    return "expected_paths" if "expected_paths" in entry else "expected_chunks"


def _check_locations(entry: Mapping[str, object], path: Path) -> Iterator[Problem]:
    locations = entry.get("expected_locations")
    if not isinstance(locations, list):
        return
    wanted = {document_form(text) for text in _texts(entry.get(_paths_key(entry)))}
    seen: set[str] = set()
    for position, location in enumerate(locations):
        if isinstance(location, Mapping):
            at = (*path, "expected_locations", position)
            yield from _check_order(location, at)
            yield from _check_path(location.get("path"), at, wanted, seen)


def _check_order(location: Mapping[str, object], path: Path) -> Iterator[Problem]:
    start, end = _number(location.get("start")), _number(location.get("end"))
    if start is not None and end is not None and start > end:
        message = f"the location ends before it begins: start {start} > end {end}"
        yield Problem(codes.REVERSED_LOCATION, path, message, "put the smaller number first")


def _check_path(text: object, path: Path, wanted: set[str], seen: set[str]) -> Iterator[Problem]:
    if not isinstance(text, str) or not text:
        return
    key, at = document_form(text), (*path, "path")
    if key not in wanted:
        message = f"the location's path {quote(text)} is not one of expected_paths"
        yield Problem(codes.STRANGE_LOCATION, at, message, "add the path to expected_paths")
    elif key in seen:
        message = f"more than one expected location for {quote(text)}"
        yield Problem(codes.REPEATED_LOCATION, at, message, "keep one location a path")
    seen.add(key)


def _check_keys(
    entry: Mapping[str, object], path: Path, known: Collection[str]
) -> Iterator[Problem]:
    for key in entry.keys() - known:
        from rapidfuzz import fuzz, process

        absent = [name for name in known if name not in entry]
        near = process.extractOne(key.lower(), absent, scorer=fuzz.ratio, score_cutoff=_ENOUGH)
        if near:
            message = f"the key {quote(key)} is ignored; did you mean {quote(near[0])}?"
            yield Problem(
                codes.MISSPELT_KEY, (*path, key), message, f"write {quote(near[0])}", Place.KEY
            )


def _check_question(entry: Mapping[str, object], path: Path, seen: set[str]) -> Iterator[Problem]:
    question = entry.get("question")
    if not isinstance(question, str):
        return
    at = (*path, "question")
    if not question.strip():
        yield Problem(codes.BLANK_QUESTION, at, "the question is blank", "a search API refuses it")
    elif question in seen:
        message = f"the question {quote(question)} is asked before"
        yield Problem(codes.REPEATED_QUESTION, at, message, "keep one of the two")
    seen.add(question)


def _check_id(entry: Mapping[str, object], path: Path, seen: dict[str, int]) -> Iterator[Problem]:
    entry_id = entry.get("entry_id")
    if not isinstance(entry_id, str) or not entry_id:
        return
    if entry_id in seen:
        message = f"the entry_id {quote(entry_id)} is taken by entry {seen[entry_id] + 1}"
        hint = "give the entry another one, or none"
        yield Problem(codes.REPEATED_ID, (*path, "entry_id"), message, hint)
    step = path[-1]
    seen.setdefault(entry_id, step if isinstance(step, int) else 0)


def _texts(value: object) -> list[str]:
    return [text for text in value if isinstance(text, str)] if isinstance(value, list) else []


def _number(value: object) -> float | None:
    """Read a number as the public format does, which takes one in quotes as well."""
    if isinstance(value, str) and value.strip().isdecimal():
        return int(value)
    return value if isinstance(value, int | float) else None
