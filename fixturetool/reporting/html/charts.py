"""The charts of a page, drawn by matplotlib as static SVG."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fixturetool.evaluation.coverage import percentile
from fixturetool.reporting.bars import percent
from fixturetool.reporting.html.svg import COLOURS, inline_svg

if TYPE_CHECKING:
    from markupsafe import Markup
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_SIZE = (4.4, 2.7)  # inches of 100 px
_EACH = 40  # cutoffs that are drawn one by one


def curve_chart(curve: Sequence[float], baseline: Sequence[float], measure: str) -> "Markup":
    """Draw what is covered at each cutoff.

    Args:
        curve: Values in [0, 1] for cutoff 1, 2, …; at least one.
        baseline: The same of the run that it is held against; empty for none.
        measure: What is drawn.
    """
    figure, axes = _axes()
    cutoffs, values = _corners(curve)
    if baseline:
        axes.plot(*_corners(baseline), color=COLOURS["muted"], linewidth=1.5, linestyle=(0, (4, 3)))
    axes.fill_between(cutoffs, values, color=COLOURS["soft"], linewidth=0)
    marker = "o" if len(curve) <= _EACH else ""
    axes.plot(
        cutoffs, values, color=COLOURS["accent"], linewidth=2.2, marker=marker, markersize=4.5
    )
    _name_ends(axes, curve)
    _rates(axes)
    _whole_numbers(axes, len(curve))
    axes.set_xlabel("cutoff k", color=COLOURS["muted"], fontsize=11)
    said = ", ".join(f"{percent(value)} at {k}" for k, value in zip(cutoffs, values, strict=True))
    return inline_svg(figure, f"{measure} by cutoff: {said}")


def latency_chart(ascending: Sequence[float]) -> "Markup":
    """Draw how long the retrievals took.

    Args:
        ascending: Milliseconds, sorted; at least one.
    """
    import numpy as np

    figure, axes = _axes()
    unit, divisor = ("s", 1000) if ascending[-1] >= 2000 else ("ms", 1)
    values = [value / divisor for value in ascending]
    bins = np.histogram_bin_edges(values, bins=min(24, max(6, int(len(values) ** 0.5) * 2)))
    axes.hist(values, bins=bins.tolist(), color=COLOURS["accent"], rwidth=0.86)
    for name in (50, 95):
        _mark_percentile(axes, percentile(values, name) or 0.0, f"p{name}", high=name == 50)
    axes.set_xlabel(f"latency, {unit}", color=COLOURS["muted"], fontsize=11)
    axes.set_ylim(0, axes.get_ylim()[1] * 1.2)
    _whole_counts(axes)
    middle, tail = percentile(ascending, 50) or 0.0, percentile(ascending, 95) or 0.0
    return inline_svg(
        figure, f"{len(ascending)} latencies: median {middle:.1f} ms, p95 {tail:.1f} ms"
    )


def spread_chart(rates: Sequence[float], measure: str) -> "Markup":
    """Draw each question's value as a bar, lowest first.

    Args:
        rates: Values in [0, 1]; at least one.
        measure: What is drawn.
    """
    figure, axes = _axes()
    ordered = sorted(rates)
    # What is 0 is seen as a stub.
    heights = [max(rate, 0.012) for rate in ordered]
    colours = [COLOURS["accent"] if rate else COLOURS["bad"] for rate in ordered]
    axes.bar(range(len(ordered)), heights, width=0.8 if len(ordered) < 80 else 1, color=colours)
    _rates(axes)
    axes.set_xticks([])
    axes.set_xlabel(f"{len(ordered)} queries, lowest first", color=COLOURS["muted"], fontsize=11)
    none, full = sum(not rate for rate in ordered), sum(rate == 1 for rate in ordered)
    return inline_svg(
        figure, f"{measure} of each query: {none} at 0, {full} at 100 percent of {len(ordered)}"
    )


def _corners(curve: Sequence[float]) -> tuple[list[int], list[float]]:
    """Return the cutoffs and values to draw: of a long curve those beside which it changes."""
    last = len(curve)
    cutoffs = [
        cutoff
        for cutoff in range(1, last + 1)
        if last <= _EACH
        or cutoff in {1, last}
        or curve[cutoff - 2] != curve[cutoff - 1]
        or curve[cutoff - 1] != curve[cutoff]
    ]
    return cutoffs, [curve[cutoff - 1] for cutoff in cutoffs]


def _axes() -> "tuple[Figure, Axes]":
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    figure = Figure(figsize=_SIZE, dpi=100, layout="constrained")
    FigureCanvasSVG(figure)
    axes = figure.add_subplot()
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.spines["bottom"].set_color(COLOURS["grid"])
    axes.tick_params(length=0, labelsize=11, labelcolor=COLOURS["muted"], pad=5)
    axes.grid(axis="y", color=COLOURS["grid"], linewidth=0.8)
    axes.set_axisbelow(True)
    return figure, axes


def _rates(axes: "Axes") -> None:
    axes.set_ylim(0, 1.04)
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0", "25", "50", "75", "100 %"])


def _whole_numbers(axes: "Axes", last: int) -> None:
    step = max(1, -(-last // 10))
    axes.set_xticks([1, *range(step, last + 1, step)] if step > 1 else range(1, last + 1))
    axes.set_xlim(0.7, last + 0.5)


def _whole_counts(axes: "Axes") -> None:
    from matplotlib.ticker import MaxNLocator

    axes.yaxis.set_major_locator(MaxNLocator(nbins=4, integer=True))


def _name_ends(axes: "Axes", curve: Sequence[float]) -> None:
    """Write the first and the last value beside their points."""
    for cutoff in {1, len(curve)}:
        value = curve[cutoff - 1]
        axes.annotate(
            percent(value),
            (cutoff, value),
            xytext=(6, -14) if cutoff == 1 and value > 0.15 else (0, 8 if value < 0.9 else -16),
            textcoords="offset points",
            ha="left" if cutoff == 1 and len(curve) > 1 else "right",
            color=COLOURS["ink"],
            fontsize=11,
        )


def _mark_percentile(axes: "Axes", value: float, name: str, *, high: bool) -> None:
    axes.axvline(value, color=COLOURS["ink"], linewidth=1, linestyle=(0, (2, 2)))
    axes.annotate(
        f"{name} {value:.3g}",
        (value, 0.99 if high else 0.87),
        xycoords=("data", "axes fraction"),
        xytext=(4, 0),
        textcoords="offset points",
        va="top",
        color=COLOURS["ink"],
        fontsize=11,
    )
