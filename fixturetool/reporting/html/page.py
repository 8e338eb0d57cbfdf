"""The page: its parts put into one file that fetches nothing."""

import hashlib
from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from fixturetool.reporting.bars import percent
from fixturetool.reporting.formats.registry import Report
from fixturetool.reporting.html.overview import overview
from fixturetool.reporting.html.parts import Cell, Part
from fixturetool.reporting.html.questions import questions
from fixturetool.reporting.html.results import Ranks
from fixturetool.reporting.html.texts import TextStore
from fixturetool.reporting.terminal import visible
from fixturetool.reporting.totals import points
from fixturetool.reporting.wording import milliseconds

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

# Mail servers and people stay friendly below 3 MB.
_ROOM = 2_900_000
_HOLDER = '<script type="application/octet-stream" id="texts"></script>'


def render_page(report: Report) -> str:
    """Write a report as one HTML file, from the saved run alone.

    The texts that came back stand in it once each, and are cut as far as the file would pass
    2.9 MB; anchors are always there, in their surroundings.
    """
    store = TextStore()
    asked = tuple(questions(report, store))
    style, script = _resource("style.css"), _resource("report.js")
    page = (
        _environment()
        .get_template("page.html.j2")
        .render(
            run=report.run,
            page=overview(report, asked),
            questions=asked,
            style=style,
            script=script,
            style_hash=_hash(style),
            script_hash=_hash(script),
        )
    )
    texts = store.encoded(_ROOM - len(page.encode()))
    return page.replace(_HOLDER, _HOLDER.replace("><", f">{texts}<"), 1)


def _resource(name: str) -> "Markup":
    from markupsafe import Markup

    file = files("fixturetool.reporting.html").joinpath("templates", name)
    return Markup(file.read_text("utf-8"))  # noqa: S704  # a part of the page


def _hash(text: str) -> str:
    return f"sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


@cache
def _environment() -> "Environment":
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("fixturetool.reporting.html"),
        autoescape=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        finalize=_safe,
    )
    environment.filters |= {
        "percent": percent,
        "points": points,
        "ms": milliseconds,
        "cells": _cells,
        "ranks": _ranks,
        "meter": _meter,
        "missing": _missing,
    }
    return environment


def _safe(value: object) -> object:
    """Write what could steer the reader's eye as an escape; markup of our own stays."""
    return visible(value) if type(value) is str else value


def _cells(cells: Sequence[Cell]) -> "Markup":
    from markupsafe import Markup

    one = Markup('<i class="{}">{}</i>')
    return Markup("").join(one.format(cell.style, cell.mark) for cell in cells)


def _ranks(ranks: Ranks) -> "Markup":
    from markupsafe import Markup

    found, absent = Markup("<i>{}</i>"), Markup('<i class="no">·</i>')
    return Markup("").join(found.format(rank) if rank else absent for rank in ranks)


def _meter(rate: float | None) -> "Markup":
    from markupsafe import Markup

    return Markup(
        '<svg class="meter" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">'
        '<rect class="f-grid" width="100" height="8"/>'
        '<rect class="f-accent" width="{}" height="8"/></svg>'
    ).format(f"{(rate or 0) * 100:.2f}")


def _missing(parts: Sequence[Part]) -> int:
    """Count what a question lacks, for sorting."""
    return sum(part.style != "good" for part in parts)
