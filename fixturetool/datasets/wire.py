"""The shapes of the public format; keys beyond it are kept."""

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, TypeAdapter

Ordinal = Annotated[int, Field(ge=1)]


class WireLocation(BaseModel):
    """Where in a document an answer stands."""

    path: Annotated[str, Field(min_length=1)]
    unit: Literal["page", "line"]
    start: Ordinal
    end: Ordinal


class WirePathEntry(BaseModel):
    """An entry of the path lane; ``expected_chunks`` is the old name of ``expected_paths``."""

    model_config = ConfigDict(extra="allow")

    question: str
    expected_paths: Annotated[
        list[str], Field(validation_alias=AliasChoices("expected_paths", "expected_chunks"))
    ]
    entry_id: str | None = None
    expected_locations: list[WireLocation] = []
    expected_answer: str | None = None
    evidence_quote: str | None = None
    tags: list[str] = []


class WirePageEntry(BaseModel):
    """An item of the page lane."""

    model_config = ConfigDict(extra="allow")

    question: str
    expected_pages: Annotated[list[Ordinal], Field(min_length=1)]
    figure_ref: str
    kind: Literal["locate", "content"]
    entry_id: str | None = None
    tags: list[str] = []


class WirePageDataset(BaseModel):
    """A file of the page lane."""

    model_config = ConfigDict(extra="allow")

    corpus_id: Annotated[str, Field(validation_alias=AliasChoices("corpus_id", "repo_id", "repo"))]
    items: Annotated[Sequence[WirePageEntry], Field(min_length=1)]


path_entries = TypeAdapter(list[WirePathEntry])
page_dataset = TypeAdapter(WirePageDataset)

PATH_KEYS = (*WirePathEntry.model_fields, "expected_chunks", "created_at")
PAGE_KEYS = tuple(WirePageEntry.model_fields)
