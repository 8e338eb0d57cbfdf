"""Which settings differ between two sides: each counted once, whatever it is called."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from fixturetool.evaluation.storage.layout import JSON

# Names of one setting, by lower case with underscores, to the one that is shown.
_ALIASES = {
    "use_multi": "eval_multi",
    "final_k": "eval_final_k",
    "retriever.chunk_context": "chunk_context",
    "retriever.k": "k",
    "retriever.top_k": "top_k",
    "retriever.cache_mode": "cache_mode",
    "retriever.base_url": "base_url",
    "retriever.url": "base_url",
}


@dataclass(frozen=True, slots=True)
class SettingChange:
    """A setting that differs.

    Attributes:
        name: Its one name.
        base: Its JSON text in the base run, ``""`` where it is not set there.
        current: The same for the current run.
    """

    name: str
    base: str
    current: str


def configuration_changes(
    base: Mapping[str, JSON], current: Mapping[str, JSON]
) -> tuple[SettingChange, ...]:
    """Return the settings that differ, sorted by name.

    Aliases collapse to one name first; of two names of one setting the alias counts, as it was
    given for the run itself. Values are compared as JSON with sorted keys, so that the order of an
    object's keys is no change and that of a list is one.
    """
    one, other = _collapsed(base), _collapsed(current)
    return tuple(
        SettingChange(name, one.get(name, ""), other.get(name, ""))
        for name in sorted(one.keys() | other.keys())
        if one.get(name) != other.get(name)
    )


def _collapsed(settings: Mapping[str, JSON]) -> dict[str, str]:
    own: dict[str, str] = {}
    aliased: dict[str, str] = {}
    for name, value in _flat(settings):
        plain = name.lower().replace("-", "_")
        text = json.dumps(value, ensure_ascii=False, sort_keys=True)
        if plain in _ALIASES:
            aliased[_ALIASES[plain]] = text
        else:
            own[plain] = text
    return own | aliased


def _flat(settings: Mapping[str, JSON], prefix: str = "") -> Iterator[tuple[str, JSON]]:
    for name, value in settings.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value
