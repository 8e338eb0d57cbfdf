"""The figures of the handbook: what they show stands nowhere in its text."""

from collections.abc import Callable

import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle, FancyArrowPatch, Polygon, Rectangle, Wedge

INK, SEA, RUST, SALT, REED, SAND = "#22303c", "#2f6f8f", "#b5532a", "#8d99a6", "#5b7f4b", "#d9c59a"
PALE = "#e8eef1"
STYLE = {
    "font.family": "DejaVu Serif",
    "font.size": 7.5,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.linewidth": 0.7,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": INK,
    "ytick.color": INK,
    "text.color": INK,
    "legend.frameon": False,
    "lines.linewidth": 1.3,
    "grid.color": "#d5dde2",
    "grid.linewidth": 0.5,
    "figure.dpi": 72,
}
Draw = Callable[[Figure], None]
_DRAWINGS: dict[str, Draw] = {}


def draw(number: str, width: float, height: float) -> Figure:
    """Return a figure.

    Args:
        number: Its number, such as ``2-1``.
        width: In points.
        height: In points.
    """
    with rc_context(STYLE):
        figure = Figure(figsize=(width / 72, height / 72), dpi=72)
        _DRAWINGS[number](figure)
        return figure


def style() -> dict[str, object]:
    """Return the settings that figures are drawn with."""
    return dict(STYLE)


def _is(number: str) -> Callable[[Draw], Draw]:
    def put(drawing: Draw) -> Draw:
        _DRAWINGS[number] = drawing
        return drawing

    return put


def _axes(figure: Figure, x: str, y: str, *, grid: bool = True) -> Axes:
    axes = figure.add_axes((0.11, 0.14, 0.85, 0.8))
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    if grid:
        axes.grid(visible=True)
        axes.set_axisbelow(True)
    return axes


def _blank(figure: Figure, width: float, height: float) -> Axes:
    axes = figure.add_axes((0.01, 0.01, 0.98, 0.98))
    axes.set_xlim(0, width)
    axes.set_ylim(0, height)
    axes.set_aspect("equal")
    axes.set_axis_off()
    return axes


def _arrow(
    axes: Axes, start: tuple[float, float], end: tuple[float, float], color: str = INK
) -> None:
    axes.add_patch(
        FancyArrowPatch(start, end, arrowstyle="-|>", mutation_scale=9, color=color, linewidth=1.1)
    )


@_is("1-1")
def _map(figure: Figure) -> None:
    axes = _blank(figure, 100, 62)
    x = np.linspace(0, 100, 160)
    shore = 20 + 5 * np.sin(x / 13) + 2.2 * np.sin(x / 4.1)
    axes.add_patch(Polygon([(0, 0), *zip(x, shore, strict=True), (100, 0)], color="#cfe0e6"))
    for depth in (3, 6, 9):
        axes.plot(x, shore - depth, color=SEA, linewidth=0.4, alpha=0.6)
    axes.plot(x, shore, color=SEA, linewidth=1.4)
    river = 46 + 5 * np.sin(x[:90] / 7)
    axes.plot(x[:90], river, color=SEA, linewidth=4, alpha=0.5)
    axes.plot([x[89], 62, 66], [river[89], 34, 23], color=SEA, linewidth=4, alpha=0.5)
    axes.plot([30, 38, 50, 60], [27, 30, 31, 27], color=RUST, linewidth=2.4)
    axes.text(38, 32, "outer bank", color=RUST)
    places = {
        "Bondmouth": (57, 41),
        "Seal Tower": (76, 31),
        "gate of Underham": (64, 28),
        "Whitepans": (41, 36),
        "Kilnback": (50, 55),
        "Lamebridge": (14, 50),
        "Bellmud Flat": (80, 15),
        "Accrual Isle": (20, 8),
    }
    for name, (east, north) in places.items():
        axes.plot(east, north, "s" if name != "Accrual Isle" else "o", color=INK, markersize=4)
        axes.text(east + 1.5, north + 0.8, name, fontsize=8)
    for column in range(6):
        for row in range(2):
            axes.add_patch(Rectangle((28 + 2 * column, 34 + 2 * row), 1.7, 1.7, color=SALT))
    axes.plot([76, 98], [31, 4], color=RUST, linewidth=0.7, linestyle=(0, (4, 3)))
    axes.text(80, 7, "bearing of the\nouter perch", fontsize=6.5, color=RUST)
    _arrow(axes, (6, 28), (6, 40))
    axes.text(5, 41, "N")
    axes.plot([4, 24], [3, 3], color=INK, linewidth=2)
    axes.text(4, 4, "two miles", fontsize=6.5)


@_is("1-2")
def _bank(figure: Figure) -> None:
    axes = _blank(figure, 100, 52)
    layers = (
        ([(4, 6), (96, 6), (96, 11), (4, 11)], "#8f7a5c", "blue clay, five spans"),
        ([(14, 11), (88, 11), (78, 18), (22, 18)], "#b99b6b", "reed mats, nineteen courses"),
        ([(22, 18), (78, 18), (70, 25), (30, 25)], "#a8a29a", "kiln wasters and broken cups"),
        ([(30, 25), (70, 25), (62, 34), (38, 34)], SAND, "shell sand"),
        ([(38, 34), (62, 34), (57, 39), (42, 39)], "#7e9a68", "turf with thrift"),
    )
    for corners, color, name in layers:
        axes.add_patch(Polygon(corners, facecolor=color, edgecolor=INK, linewidth=0.7))
        axes.text(54.5, corners[0][1] + 2, name, ha="center", fontsize=7)
    axes.add_patch(
        Polygon([(88, 11), (96, 11), (96, 29), (73, 29), (73.4, 22)], color="#cfe0e6", alpha=0.7)
    )
    axes.plot([72, 96], [29, 29], color=SEA)
    axes.text(97, 30, "spring flood", color=SEA, fontsize=7, ha="right")
    axes.plot([66, 96], [35.5, 35.5], color=SEA, linestyle=(0, (3, 2)))
    axes.text(97, 36.5, "flood of 252", color=SEA, fontsize=7, ha="right")
    axes.add_patch(Rectangle((39.2, 15), 2.2, 20, color=RUST))
    axes.text(30, 43, "oak core, leaning two fingers to landward", fontsize=7, color=RUST)
    axes.plot([40.3, 38], [35, 42.6], color=RUST, linewidth=0.7)
    for number, (x, y) in enumerate(((68, 27), (73, 22), (80, 15)), 1):
        axes.add_patch(Circle((x, y), 1.3, facecolor="white", edgecolor=INK, linewidth=0.7))
        axes.text(x, y - 0.8, str(number), ha="center", fontsize=6)
    axes.text(8, 27, "eel drain, stopped\nwith tallow since 266", fontsize=7)
    axes.add_patch(Circle((24, 14), 1.6, facecolor="white", edgecolor=INK))
    axes.plot([18, 23.4], [26.5, 15.6], color=INK, linewidth=0.7)
    axes.text(6, 2, "landward", fontsize=7)
    axes.text(94, 2, "seaward", fontsize=7, ha="right")


@_is("2-1")
def _day(figure: Figure) -> None:
    axes = _axes(figure, "hour of the day", "spans above the sill")
    hour = np.linspace(0, 24, 241)
    turn = 2 * np.pi / 12.42
    sea = 9 + 6.1 * np.cos(turn * (hour - 4.2)) + 0.9 * np.cos(turn / 2 * (hour - 4.2))
    town = 9.4 + 5.0 * np.cos(turn * (hour - 5.3)) + 1.0 * np.cos(2 * turn * (hour - 5.1))
    bridge = 11.2 + 2.1 * np.cos(turn * (hour - 8.1)) + 0.8 * np.cos(2 * turn * (hour - 8.0))
    axes.plot(hour, sea, color=SEA, label="outer perch")
    axes.plot(hour, town, color=RUST, label="counting-house stair")
    axes.plot(hour, bridge, color=REED, label="Lamebridge pier")
    axes.axhspan(0, 3.4, color=SAND, alpha=0.35)
    axes.text(12.2, 0.6, "sill of the ferry dry below this band", fontsize=6.5, ha="center")
    axes.set_xlim(0, 24)
    axes.set_ylim(0, 18)
    axes.set_xticks(range(0, 25, 3))
    axes.legend(loc="upper right", ncols=3)


@_is("2-2")
def _month(figure: Figure) -> None:
    axes = _axes(figure, "day of the month", "high water, spans above the sill")
    day = np.arange(1, 29)
    height = 13.2 + 2.9 * np.cos(2 * np.pi * (day - 2.5) / 14) + 0.7 * np.cos(2 * np.pi * day / 28)
    axes.bar(day, height, color=[RUST if one > 15.5 else SEA for one in height], width=0.72)
    axes.set_ylim(8, 19.5)
    axes.set_xlim(0, 29)
    axes.set_xticks([1, 7, 14, 21, 28])
    for at, phase in ((1, 0.0), (8, 0.5), (15, 1.0), (22, 0.5)):
        axes.scatter([at], [18.6], s=70, color=INK)
        if phase:
            axes.scatter([at], [18.6], s=52, color="white")
        if phase == 0.5:
            axes.scatter([at + (0.18 if at == 8 else -0.18)], [18.6], s=24, color=INK)
    axes.axhline(15.5, color=RUST, linestyle=(0, (4, 3)), linewidth=0.9)
    axes.text(28.6, 15.7, "gate watch doubled", ha="right", fontsize=6.5, color=RUST)


@_is("2-3")
def _lag(figure: Figure) -> None:
    axes = _axes(figure, "miles above the bar", "minutes after high water at the bar")
    miles = np.array([0, 1.2, 2.5, 4.1, 5.0, 6.6, 8.3, 9.1, 11.0, 12.4])
    late = np.array([0, 9, 21, 30, 52, 66, 79, 118, 141, 171])
    axes.plot(miles, late, color=SEA, marker="o", markersize=4)
    names = {1: "scale bridge", 4: "Elbow", 6: "Reed Gate", 7: "Lamebridge", 9: "last bend"}
    for at, name in names.items():
        axes.annotate(name, (miles[at], late[at]), (6, -9), textcoords="offset points", fontsize=7)
    axes.set_xlim(0, 13.5)
    axes.set_ylim(0, 190)


@_is("3-1")
def _chains(figure: Figure) -> None:
    axes = _axes(figure, "strokes of the winch", "pull, hundredweight")
    stroke = np.arange(0, 401, 10)
    north = (
        24 + 0.045 * stroke + 9 * np.exp(-(((stroke - 290) / 34) ** 2)) + 0.8 * np.sin(stroke / 17)
    )
    south = (
        22 + 0.028 * stroke + 17 * np.exp(-(((stroke - 170) / 22) ** 2)) + 0.8 * np.cos(stroke / 13)
    )
    axes.plot(stroke, north, color=SEA, label="north chain")
    axes.plot(stroke, south, color=RUST, label="south chain")
    axes.axhline(46, color=INK, linestyle=(0, (4, 3)), linewidth=0.9)
    axes.text(2, 46.7, "proof load", fontsize=6.5)
    for at in (200, 400):
        axes.axvline(at, color=SALT, linewidth=0.7)
        axes.text(at - 3, 17.5, "relief", rotation=90, fontsize=6.5, ha="right", va="bottom")
    axes.set_xlim(0, 410)
    axes.set_ylim(16, 54)
    axes.legend(loc="upper left", ncols=2)


@_is("3-2")
def _leaves(figure: Figure) -> None:
    axes = _axes(figure, "hour of the day", "leaf")
    spans = {
        "first": ((0, 3.5), (7, 16), (19.5, 24)),
        "second": ((0, 4), (7.5, 16.5), (20, 24)),
        "third": ((0, 4.5), (6, 17), (18.5, 24)),
        "fourth": ((1, 5), (8, 15), (20.5, 24)),
        "fifth": ((0, 2.5), (9, 14.5), (21, 23)),
    }
    for row, (_, hours) in enumerate(spans.items()):
        axes.barh(row, 24, color=PALE, height=0.62)
        for start, end in hours:
            axes.barh(row, end - start, left=start, color=SEA, height=0.62)
    axes.set_yticks(range(5), list(spans))
    axes.set_xticks(range(0, 25, 3))
    axes.set_xlim(0, 24)
    axes.invert_yaxis()
    axes.axvspan(4.5, 6, color=RUST, alpha=0.18)
    axes.axvspan(17, 18.5, color=RUST, alpha=0.18)
    axes.text(5.25, -0.55, "river shut", ha="center", fontsize=6.5, color=RUST)
    axes.text(17.75, -0.55, "river shut", ha="center", fontsize=6.5, color=RUST)


@_is("3-3")
def _leaks(figure: Figure) -> None:
    axes = _axes(figure, "board, counted from the sill", "buckets an hour")
    board = np.arange(1, 15)
    lost = np.array([6, 7, 5, 9, 8, 31, 12, 10, 9, 44, 13, 7, 4, 2])
    colors = [RUST if one > 25 else SEA for one in lost]
    axes.bar(board, lost, color=colors, width=0.7)
    axes.set_xticks(board)
    axes.annotate("knot of elm", (6, 31), (-6, 5), textcoords="offset points", fontsize=7)
    axes.annotate("shipworm", (10, 44), (-44, -2), textcoords="offset points", fontsize=7)
    axes.plot(
        board, np.cumsum(lost) / lost.sum() * 50, color=INK, linewidth=0.9, marker=".", markersize=3
    )
    axes.text(11.9, 39, "share of all,\nrunning", fontsize=6.5)
    axes.set_ylim(0, 54)


@_is("4-1")
def _brine(figure: Figure) -> None:
    axes = figure.add_axes((0.1, 0.14, 0.74, 0.8))
    day = np.arange(12)
    pans = np.arange(8)
    strength = 3.2 + pans[:, None] * 2.1 + day[None, :] * (0.35 + 0.11 * pans[:, None])
    strength[:, 6:] -= 2.4 - 0.12 * pans[:, None]
    strength[4, :] -= 3.1
    strength = np.clip(strength, 2.5, 27)
    axes.pcolormesh(np.arange(13) + 0.5, np.arange(9) + 0.5, strength, cmap="YlGnBu")
    axes.set_xlabel("day")
    axes.set_ylabel("pan")
    axes.set_xticks(range(1, 13))
    axes.set_yticks(range(1, 9), ["I", "II", "III", "IV", "V", "VI", "VII", "VIII"])
    axes.annotate("shower", (7, 8.5), (7, 8.62), ha="center", fontsize=7, annotation_clip=False)
    scale = figure.add_axes((0.88, 0.14, 0.03, 0.8))
    steps = np.linspace(strength.min(), strength.max(), 25)
    scale.pcolormesh([0, 1], steps, steps[:-1, None], cmap="YlGnBu")
    scale.set_xticks([])
    scale.yaxis.tick_right()
    scale.set_title("salt in\na hundred", fontsize=6.5)


@_is("4-2")
def _pans(figure: Figure) -> None:
    axes = _blank(figure, 100, 60)
    boxes = {
        "sea mouth": (6, 44),
        "settling ditch": (32, 44),
        "upper row": (60, 44),
        "sun row": (60, 24),
        "lower row": (32, 24),
        "crystal row": (6, 24),
        "bittern sump": (6, 5),
        "rain cistern": (60, 5),
    }
    for name, (x, y) in boxes.items():
        axes.add_patch(Rectangle((x, y), 22, 11, facecolor=PALE, edgecolor=INK, linewidth=0.9))
        axes.text(x + 11, y + 5, name, ha="center", va="center", fontsize=8)
    steps = (
        ((28, 49.5), (32, 49.5)),
        ((54, 49.5), (60, 49.5)),
        ((71, 44), (71, 35)),
        ((60, 29.5), (54, 29.5)),
        ((32, 29.5), (28, 29.5)),
        ((17, 24), (17, 16)),
    )
    for number, (start, end) in enumerate(steps, 1):
        _arrow(axes, start, end, SEA)
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2 + 2.2)
        axes.text(*middle, str(number), ha="center", fontsize=7, color=SEA)
    _arrow(axes, (71, 16), (71, 24), REED)
    axes.text(73, 19, "only in drought", fontsize=7, color=REED)
    _arrow(axes, (43, 24), (43, 10), RUST)
    axes.plot([43, 60], [10, 10], color=RUST, linewidth=1.1)
    axes.text(36, 6, "after rain,\nweak brine back", fontsize=7, color=RUST)
    axes.text(84, 49, "lotus seed\nsinks here", fontsize=7)
    axes.text(84, 29, "lies on\nits side", fontsize=7)


@_is("4-3")
def _winds(figure: Figure) -> None:
    axes = figure.add_axes((0.08, 0.08, 0.56, 0.82), projection="polar")
    names = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    days = np.array([9, 14, 22, 11, 31, 47, 18, 6])
    drying = np.array([4, 7, 9, 5, 3, 2, 8, 10])
    angle = np.deg2rad(np.arange(0, 360, 45))
    axes.set_theta_zero_location("N")
    axes.set_theta_direction(-1)
    axes.bar(angle, days, width=0.6, color=SEA, alpha=0.75)
    axes.set_xticks(angle, names)
    axes.set_yticks([15, 30, 45])
    axes.set_title("days in a season", fontsize=7.5)
    side = figure.add_axes((0.76, 0.14, 0.2, 0.72))
    side.barh(range(8), drying, color=RUST, height=0.6)
    side.set_yticks(range(8), names)
    side.set_title("fingers of water\ndried in a day", fontsize=7.5)
    side.invert_yaxis()


@_is("5-1")
def _foods(figure: Figure) -> None:
    axes = figure.add_axes((0.24, 0.14, 0.7, 0.8))
    foods = {
        "reed-seed oil": 11.2,
        "drum-eel fat": 14.6,
        "floor boards, pine": 6.1,
        "ledgers, year 166": 4.4,
        "colza from abroad": 15.8,
        "salt-moth wax": 9.3,
        "love letters": 2.7,
        "goose grease": 8.0,
    }
    order = sorted(foods, key=lambda name: foods[name])
    axes.barh(
        order,
        [foods[name] for name in order],
        color=[RUST if n.startswith(("l", "f")) else SEA for n in order],
    )
    for row, name in enumerate(order):
        axes.text(foods[name] + 0.2, row, f"{foods[name]:.1f}", va="center", fontsize=7)
    axes.set_xlabel("miles")
    axes.set_xlim(0, 18)


@_is("5-2")
def _oil(figure: Figure) -> None:
    axes = _axes(figure, "month", "measures of oil a night")
    months = [
        "Bond",
        "Reed",
        "Heron",
        "Pan",
        "Long",
        "Mud",
        "Kiln",
        "Crab",
        "Fog",
        "Net",
        "Ash",
        "Ice",
        "Reck.",
    ]
    night = np.linspace(0, 13, 365)
    length = 7.5 + 3.1 * np.cos(2 * np.pi * (night + 0.4) / 13)
    fog = 5.2 * np.exp(-(((night - 8.5) / 0.42) ** 2))
    dip = -4.6 * np.exp(-(((night - 7.9) / 0.03) ** 2))
    axes.fill_between(night, length, color=SEA, alpha=0.25)
    axes.plot(night, length, color=SEA, label="for the length of the night")
    axes.plot(night, length + fog + dip, color=RUST, label="as issued")
    axes.set_xticks(np.arange(13) + 0.5, months, fontsize=6.5)
    axes.set_xlim(0, 13)
    axes.set_ylim(0, 15)
    axes.annotate(
        "lamps out",
        (7.9, 2.2),
        (6.3, 1.2),
        fontsize=7,
        arrowprops={"arrowstyle": "-", "linewidth": 0.6},
    )
    axes.legend(loc="upper left")


@_is("5-3")
def _sectors(figure: Figure) -> None:
    axes = _blank(figure, 100, 70)
    center = (50, 58)
    sectors = (
        (180, 206, RUST, "Bellmud Flat", 0.5),
        (206, 262, "#f4e3a1", "fairway", 0.9),
        (262, 284, RUST, "wreck shoal", 0.5),
        (284, 332, "#f4e3a1", "outer road", 0.9),
        (332, 360, "#555f66", "pans", 0.7),
    )
    for start, end, color, name, alpha in sectors:
        axes.add_patch(Wedge(center, 50, start, end, facecolor=color, alpha=alpha, edgecolor=INK))
        middle = np.deg2rad((start + end) / 2)
        axes.text(
            50 + 36 * np.cos(middle),
            58 + 36 * np.sin(middle),
            name,
            ha="center",
            va="center",
            fontsize=8,
        )
        edge = np.deg2rad(end)
        if end < 360:
            axes.text(
                50 + 53 * np.cos(edge),
                58 + 53 * np.sin(edge),
                f"{end - 90}°",
                ha="center",
                fontsize=7,
            )
    axes.add_patch(Circle(center, 2.4, color=INK))
    axes.text(50, 63, "Seal Tower", ha="center", fontsize=8)
    axes.plot([0, 100], [58, 58], color=INK, linewidth=0.8)


@_is("6-1")
def _mud(figure: Figure) -> None:
    axes = _axes(figure, "furlongs from the beacon", "spans below the surface")
    at = np.arange(0, 12.5, 0.5)
    depth = (
        3 + 2.2 * at - 0.1 * at**2 + 3 * np.sin(at * 1.1) + 7 * np.exp(-(((at - 7.5) / 0.7) ** 2))
    )
    hard = np.maximum(depth, 0.5)
    axes.fill_between(at, 0, hard, color="#8f8473", alpha=0.7)
    axes.fill_between(at, hard, 32, color="#57503f")
    axes.plot(at, hard, color=INK, marker="|", markersize=5)
    axes.invert_yaxis()
    axes.set_ylim(32, -3)
    axes.set_xlim(0, 12)
    axes.annotate(
        "the Kettle",
        (7.5, hard[15]),
        (8.3, 29),
        color="white",
        fontsize=8,
        arrowprops={"arrowstyle": "-", "color": "white", "linewidth": 0.7},
    )
    axes.text(0.6, 27, "blue clay", color="white")
    axes.text(3, 2.6, "living mud", color="white")
    axes.plot([11.4, 11.4], [-2.6, 20], color=SAND, linewidth=2)


@_is("6-2")
def _bells(figure: Figure) -> None:
    axes = _axes(figure, "reed that trembles, beats a second", "loudness")
    pitch = np.linspace(80, 900, 900)
    voices = {
        "first bell (cracked)": ((141, 0.5), (203, 0.3), (330, 0.9), (505, 0.2)),
        "fourth bell": ((118, 1.0), (236, 0.8), (283, 0.55), (354, 0.4), (472, 0.35)),
        "ninth bell": ((196, 0.9), (392, 0.95), (470, 0.3), (784, 0.6)),
    }
    for row, (name, partials) in enumerate(voices.items()):
        curve = sum(size * np.exp(-(((pitch - at) / 7) ** 2)) for at, size in partials)
        base = 2.4 - 1.2 * row
        axes.fill_between(pitch, base, base + curve, color=(RUST, SEA, REED)[row], alpha=0.8)
        axes.text(895, base + 0.25, name, ha="right")
    axes.set_yticks([])
    axes.set_xlim(80, 900)
    axes.set_ylim(-0.1, 3.7)


@_is("6-3")
def _weights(figure: Figure) -> None:
    axes = _axes(figure, "bell", "hundredweight")
    names = ["first", "second", "fourth", "seventh", "eighth", "ninth", "twelfth"]
    entered = np.array([12.0, 11.5, 10.0, 8.0, 7.5, 7.0, 4.0])
    raised = np.array([11.1, 11.9, 10.0, 6.2, 7.9, 7.3, 4.6])
    at = np.arange(7)
    axes.bar(at - 0.19, entered, width=0.36, color=SALT, label="in the manifest")
    axes.bar(at + 0.19, raised, width=0.36, color=SEA, label="on the steelyard")
    axes.set_xticks(at, names)
    axes.legend(loc="upper right")
    axes.set_ylim(0, 14)


@_is("7-1")
def _letters(figure: Figure) -> None:
    axes = _axes(figure, "days", "letters of a thousand")
    days = np.arange(1, 15)
    counted = np.array([38, 161, 244, 117, 60, 41, 126, 88, 32, 14, 9, 5, 3, 21])
    axes.bar(days, counted, color=SEA, width=0.75)
    axes.bar(days[6:8], counted[6:8], color=RUST, width=0.75)
    axes.annotate(
        "stayed for the eel market",
        (7.5, 128),
        (8.3, 175),
        fontsize=7,
        color=RUST,
        arrowprops={"arrowstyle": "-", "color": RUST, "linewidth": 0.6},
    )
    axes.annotate(
        "fourteen or more",
        (14, 21),
        (12.2, 52),
        fontsize=7,
        arrowprops={"arrowstyle": "-", "linewidth": 0.6},
    )
    axes.set_xticks(days)
    axes.text(14.4, 228, "lost on the way: 41", ha="right", fontsize=7)


@_is("7-2")
def _stations(figure: Figure) -> None:
    axes = _blank(figure, 100, 60)
    stations = {
        "Bondmouth": (52, 32),
        "Seal Tower": (72, 24),
        "Kilnback": (48, 50),
        "Lamebridge": (24, 42),
        "reeds": (12, 24),
        "Inkfog Mere": (8, 52),
        "Whitepans": (40, 16),
        "Accrual Isle": (22, 6),
        "Heron Terrace": (80, 46),
    }
    legs = (
        ("Bondmouth", "Seal Tower", 4),
        ("Bondmouth", "Kilnback", 3),
        ("Bondmouth", "Lamebridge", 9),
        ("Bondmouth", "Whitepans", 3),
        ("Lamebridge", "reeds", 6),
        ("Lamebridge", "Inkfog Mere", 7),
        ("Whitepans", "Accrual Isle", 8),
        ("Seal Tower", "Heron Terrace", 7),
        ("reeds", "Accrual Isle", 11),
    )
    for start, end, miles in legs:
        (x, y), (to_x, to_y) = stations[start], stations[end]
        dashes = (0, (3, 2)) if miles > 10 else "solid"
        axes.plot([x, to_x], [y, to_y], color=SEA, linewidth=1.3, linestyle=dashes)
        axes.text((x + to_x) / 2 + 1, (y + to_y) / 2 + 0.8, str(miles), fontsize=7, color=RUST)
    for name, (x, y) in stations.items():
        axes.add_patch(Circle((x, y), 1.7, facecolor="white", edgecolor=INK, linewidth=1.1))
        axes.text(x + 2.6, y + 0.9, name, fontsize=8)
    axes.text(60, 6, "dashed: by day only", fontsize=7)
