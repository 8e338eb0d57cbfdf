"""``--select`` and ``--ignore``: which authoring rules hold."""

import functools
from collections.abc import Callable, Sequence
from typing import TypeVar

import click

from fixturetool.authoring.choice import choose
from fixturetool.authoring.rules import Code
from fixturetool.authoring.verify import check_waivers
from fixturetool.settings import Settings

R = TypeVar("R")


def rule_options(command: Callable[..., R]) -> Callable[..., R]:
    """Add ``--select`` and ``--ignore``; the command, which has settings, receives ``codes``."""

    @click.option(
        "--select",
        multiple=True,
        metavar="CODE[,…]",
        help="Apply these rules: codes, or beginnings such as FT2.  [the usual ones]",
    )
    @click.option(
        "--ignore", multiple=True, metavar="CODE[,…]", help="Leave these rules out; repeatable."
    )
    @functools.wraps(command)
    def wrapper(
        *args: object,
        select: Sequence[str],
        ignore: Sequence[str],
        settings: Settings,
        **kwargs: object,
    ) -> R:
        codes = _codes(_words(select), _words(ignore), settings)
        return command(*args, codes=codes, settings=settings, **kwargs)

    return wrapper


def _codes(select: Sequence[str], ignore: Sequence[str], settings: Settings) -> frozenset[Code]:
    """Choose the rules; a flag takes the place of its setting."""
    check_waivers(settings)
    rules = settings.verify
    return choose(select or rules.select, ignore or rules.ignore)


def _words(values: Sequence[str]) -> tuple[str, ...]:
    return tuple(word for value in values for word in value.replace(",", " ").split())
