"""Options that leave out what the settings add to the embedded index."""

import functools
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

import click

from fixturetool.errors import UsageError
from fixturetool.retrieval.registry import EMBEDDED
from fixturetool.settings import Settings

R = TypeVar("R")


def embedded_options(command: Callable[..., R]) -> Callable[..., R]:
    """Add ``--no-embeddings`` and ``--no-rewrite``; they stand in the ``settings``.

    The wrapped command must be given ``settings`` that name the retriever.
    """

    @click.option(
        "--no-embeddings",
        is_flag=True,
        help="Search the embedded index by words alone, whatever the settings say.",
    )
    @click.option(
        "--no-rewrite",
        is_flag=True,
        help="Search the embedded index for the queries as they are, whatever the settings say.",
    )
    @functools.wraps(command)
    def wrapper(
        *args: object,
        no_embeddings: bool,
        no_rewrite: bool,
        settings: Settings,
        **kwargs: object,
    ) -> R:
        applied = _applied(settings, no_embeddings=no_embeddings, no_rewrite=no_rewrite)
        return command(*args, settings=applied, **kwargs)

    return wrapper


def _applied(settings: Settings, *, no_embeddings: bool, no_rewrite: bool) -> Settings:
    name = settings.retriever.name
    for flag, given in (("--no-embeddings", no_embeddings), ("--no-rewrite", no_rewrite)):
        if given and name not in EMBEDDED:
            raise UsageError(f'{flag} means nothing to the retriever "{name}"')
    embedded = settings.retriever.embedded
    if no_embeddings:
        embedded = replace(embedded, embeddings=replace(embedded.embeddings, enabled=False))
    if no_rewrite:
        transform = replace(embedded.query_transform, enabled=False)
        embedded = replace(embedded, query_transform=transform)
    return replace(settings, retriever=replace(settings.retriever, embedded=embedded))
