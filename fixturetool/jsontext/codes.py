"""The codes of what can be wrong with any JSON file; they never change their meaning."""

from typing import Final

UNREADABLE: Final = "FT101"
NOT_UTF8: Final = "FT102"
SYNTAX: Final = "FT103"
TOO_DEEP: Final = "FT104"
NOT_A_NUMBER: Final = "FT105"
LONE_SURROGATE: Final = "FT106"
DUPLICATE_KEY: Final = "FT107"
UNKNOWN_KEY: Final = "FT108"
MISSING_KEY: Final = "FT109"
WRONG_TYPE: Final = "FT110"
