"""Draws a matplotlib figure onto a page of reportlab, with all writing as outlines.

As in a scanned book, nothing of a figure can be read as text.
"""

from typing import Any

from matplotlib.backend_bases import GraphicsContextBase, RendererBase
from matplotlib.path import Path
from matplotlib.transforms import Affine2D
from reportlab.pdfgen.canvas import Canvas

_CAPS = {"butt": 0, "round": 1, "projecting": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
Point = tuple[float, float]


class CanvasRenderer(RendererBase):
    """A matplotlib backend at 72 dots per inch, whose origin is a point of the page."""

    def __init__(self, canvas: Canvas, left: float, bottom: float, size: Point) -> None:
        super().__init__()
        self._canvas = canvas
        self._place = Affine2D().translate(left, bottom)
        self._size = size

    def flipy(self) -> bool:
        """Return False: y grows upward, as on the page."""
        return False

    def get_canvas_width_height(self) -> Point:
        """Return the figure's size in points."""
        return self._size

    def points_to_pixels(self, points: float) -> float:
        """Return the same number: a pixel is a point."""
        return points

    def draw_path(
        self,
        gc: GraphicsContextBase,
        path: Path,
        transform: Any,  # noqa: ANN401 - matplotlib's own
        rgbFace: Any = None,  # noqa: ANN401, N803 - matplotlib's own
    ) -> None:
        """Draw a path."""
        canvas = self._canvas
        canvas.saveState()
        self._clip(gc)
        red, green, blue, alpha = gc.get_rgb()
        face = None if rgbFace is None or (len(rgbFace) > 3 and not rgbFace[3]) else rgbFace
        is_stroked = gc.get_linewidth() > 0 and alpha > 0
        canvas.setStrokeColorRGB(red, green, blue)
        canvas.setLineWidth(gc.get_linewidth())
        canvas.setLineCap(_CAPS[gc.get_capstyle()])
        canvas.setLineJoin(_JOINS[gc.get_joinstyle()])
        offset, dashes = gc.get_dashes()
        if dashes is not None:
            canvas.setDash([float(one) for one in dashes], float(offset or 0))
        if face is not None:
            canvas.setFillColorRGB(*face[:3])
            canvas.setFillAlpha(gc.get_alpha() if gc.get_forced_alpha() else _alpha(face))
        if is_stroked:
            canvas.setStrokeAlpha(alpha)
        outline = self._outline(path, transform)
        canvas.drawPath(outline, stroke=int(is_stroked), fill=int(face is not None))
        canvas.restoreState()

    def _clip(self, gc: GraphicsContextBase) -> None:
        bounds = gc.get_clip_rectangle()
        if bounds is not None:
            (left, bottom), size = self._place.transform((bounds.x0, bounds.y0)), bounds.size
            clip = self._canvas.beginPath()
            clip.rect(left, bottom, *size)
            self._canvas.clipPath(clip, stroke=0, fill=0)

    def _outline(self, path: Path, transform: Any) -> Any:  # noqa: ANN401
        outline = self._canvas.beginPath()
        here: Point = (0.0, 0.0)
        for points, code in path.iter_segments(transform + self._place, simplify=False):
            ends = [round(float(one), 2) for one in points]
            if code == Path.MOVETO:
                outline.moveTo(*ends)
            elif code == Path.LINETO:
                outline.lineTo(*ends)
            elif code == Path.CURVE3:
                outline.curveTo(*_cubic(here, ends))
            elif code == Path.CURVE4:
                outline.curveTo(*ends)
            else:
                outline.close()
                continue
            here = (ends[-2], ends[-1])
        return outline


def _alpha(face: tuple[float, ...]) -> float:
    return face[3] if len(face) > 3 else 1.0


def _cubic(start: Point, points: list[float]) -> list[float]:
    """Return a quadratic curve as a cubic one."""
    x, y, end_x, end_y = points
    return [
        start[0] + (x - start[0]) * 2 / 3,
        start[1] + (y - start[1]) * 2 / 3,
        end_x + (x - end_x) * 2 / 3,
        end_y + (y - end_y) * 2 / 3,
        end_x,
        end_y,
    ]
