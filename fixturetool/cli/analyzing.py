"""``--analyze``: a model's reading of a comparison, paid for once."""

from __future__ import annotations

import functools
import os
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from fixturetool.cli.output import write_output
from fixturetool.errors import UsageError
from fixturetool.reporting.terminal import visible

if TYPE_CHECKING:
    from collections.abc import Callable

    from fixturetool.evaluation.compare import Comparison
    from fixturetool.evaluation.storage.analyses import Analysis
    from fixturetool.settings import Settings

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Analyzing:
    """How an analysis is to be had.

    Attributes:
        regenerate: Whether the model is asked although there is one.
        export: A file to write it to, or None.
        model: The model, or None for the judge's.
        base_url: Its provider, or None for the judge's.
        api_key_env: The variable that holds its key, or None for the judge's.
    """

    regenerate: bool
    export: Path | None
    model: str | None
    base_url: str | None
    api_key_env: str | None


def analyze_options(command: Callable[..., R]) -> Callable[..., R]:
    """Add ``--analyze`` and what belongs to it; the command receives ``analyzing`` or None."""

    @click.option(
        "--analyze", is_flag=True, help="Let a model write an analysis: costs money once."
    )
    @click.option("--regenerate", is_flag=True, help="With --analyze: pay for a new one.")
    @click.option(
        "--export",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE.md",
        help="With --analyze: write it to a file, too.",
    )
    @click.option("--analyze-model", metavar="NAME", help="The model.  [judge.model]")
    @click.option("--analyze-base-url", metavar="URL", help="Its provider.  [judge.base_url]")
    @click.option(
        "--analyze-api-key-env",
        metavar="NAME",
        help="The environment variable that holds the key.  [judge.api_key_env]",
    )
    @functools.wraps(command)
    def wrapper(
        *args: object,
        analyze: bool,
        regenerate: bool,
        export: Path | None,
        analyze_model: str | None,
        analyze_base_url: str | None,
        analyze_api_key_env: str | None,
        **kwargs: object,
    ) -> R:
        asked = (regenerate, export, analyze_model, analyze_base_url, analyze_api_key_env)
        if not analyze and any(asked):
            raise UsageError(
                "--regenerate, --export and --analyze-… mean nothing without --analyze",
                hint="add --analyze, or drop them",
            )
        if export is not None and export.suffix.lower() != ".md":
            raise UsageError(f'"{export}" is no Markdown file', hint="end it with .md")
        analyzing = Analyzing(*asked) if analyze else None
        return command(*args, analyzing=analyzing, **kwargs)

    return wrapper


def show_analysis(
    comparison: Comparison, analyzing: Analyzing, settings: Settings, output_format: str
) -> None:
    """Write the analysis of a pair below its comparison, the one that is kept if there is one.

    Beside a machine format it goes to standard error.

    Raises:
        SettingsError: The model is asked, and its key is missing.
        ProviderError: The model gave no analysis; what was kept stays.
    """
    from fixturetool.evaluation.storage.analyses import load_analysis, pair_of, save_analysis

    state = settings.paths.state
    kept = None
    if not analyzing.regenerate:
        kept = load_analysis(state, pair_of(comparison.base, comparison.current))
    analysis = kept or _asked(comparison, analyzing, settings)
    if not kept:
        save_analysis(state, analysis)
    mark = _mark(analysis, comparison) if kept else ""
    aside = output_format != "text"
    click.echo(f"\n━━ analysis  {_provenance(analysis)}{mark}", err=aside)
    click.echo(
        "\n".join(f"   {visible(line)}".rstrip() for line in analysis.text.splitlines()), err=aside
    )
    if analyzing.export:
        write_output(analyzing.export, _markdown(analysis))
        click.echo(f"analysis written: {analyzing.export}", err=True)


def _asked(comparison: Comparison, analyzing: Analyzing, settings: Settings) -> Analysis:
    from fixturetool.judge.analyst import analyze
    from fixturetool.llm.chat import Chat
    from fixturetool.llm.endpoint import endpoint_of

    given = {
        "model": analyzing.model,
        "base_url": analyzing.base_url,
        "api_key_env": analyzing.api_key_env,
    }
    known = {name: value for name, value in given.items() if value is not None}
    chosen = replace(settings.judge, **known)  # type: ignore[arg-type]
    with Chat(endpoint_of(chosen, os.environ)) as chat:
        return analyze(comparison, chat, chosen.model, datetime.now(UTC))


def _mark(analysis: Analysis, comparison: Comparison) -> str:
    from fixturetool.judge.analyst import numbers_of

    if analysis.numbers == numbers_of(comparison):
        return ", cached"
    return ", cached; the numbers have changed since: --regenerate writes a new one"


def _provenance(analysis: Analysis) -> str:
    return visible(f"{analysis.model}, {analysis.created_at}, {analysis.prompt_version}")


def _markdown(analysis: Analysis) -> str:
    text = "\n".join(map(visible, analysis.text.splitlines()))
    return (
        f"# {visible(analysis.current)} vs {visible(analysis.base)}\n\n"
        f"{_provenance(analysis)}\n\n{text}\n"
    )
