"""The findings about dataset files, beside those of ``jsontext.codes``."""

from collections.abc import Mapping
from typing import Final

NO_DATASET: Final = "FT150"
OUT_OF_RANGE: Final = "FT151"
REVERSED_LOCATION: Final = "FT152"
STRANGE_LOCATION: Final = "FT153"
REPEATED_LOCATION: Final = "FT154"
REPEATED_ID: Final = "FT155"
BLANK_QUESTION: Final = "FT156"
MISSPELT_KEY: Final = "FT157"
REPEATED_QUESTION: Final = "FT158"
OVERLAPPING_PATHS: Final = "FT159"

TITLES: Final[Mapping[str, str]] = {
    NO_DATASET: "the file is no dataset",
    OUT_OF_RANGE: "a value is not allowed",
    REVERSED_LOCATION: "a location ends before it begins",
    STRANGE_LOCATION: "a location is of another path",
    REPEATED_LOCATION: "a path has two locations",
    REPEATED_ID: "two entries have one entry_id",
    BLANK_QUESTION: "a question is blank",
    MISSPELT_KEY: "a key looks misspelt",
    REPEATED_QUESTION: "two entries ask the same question",
    OVERLAPPING_PATHS: "a path is the end of another one",
}
WARNINGS: Final = frozenset({BLANK_QUESTION, MISSPELT_KEY, REPEATED_QUESTION, OVERLAPPING_PATHS})
"""The ones that leave a file usable."""
