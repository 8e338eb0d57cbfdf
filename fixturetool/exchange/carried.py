"""What other tools' formats have no place for in a fixture: carried along in keys of our own."""

from fixturetool.exchange.reading import Record, text_of
from fixturetool.fixtures.model import Fixture, Passage

_KEYS = ("rationale", "subtype", "known_redundancy", "notes")


def kept(fixture: Fixture) -> dict[str, str]:
    """Return the texts about a fixture that are not blank, by key."""
    texts = {key: str(getattr(fixture, key)) for key in _KEYS}
    return {key: text for key, text in texts.items() if text}


def extras_of(record: Record) -> dict[str, str]:
    """Return the texts that ``kept`` put into a record, by key."""
    return {key: text for key in _KEYS if (text := text_of(record, key))}


def passage_records(facet: str, fixture: Fixture) -> list[dict[str, object]]:
    """Return the anchors of a facet as ``passages`` of a record."""
    return [
        {"passage": one.passage, "label": one.label, "official": one.official}
        for one in fixture.relevant_passages
        if facet in one.covers
    ]


def passages_of(record: Record, facet: str) -> tuple[Passage, ...]:
    """Return the anchors that a record brings along; what is no anchor is passed over."""
    found = record.get("passages")
    records = [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
    return tuple(
        Passage(
            text_of(one, "passage"), text_of(one, "label"), one.get("official") is True, (facet,)
        )
        for one in records
        if text_of(one, "passage").strip()
    )
