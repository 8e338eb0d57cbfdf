"""A matplotlib figure as SVG that lives in a page: its colours are the page's, its text is text."""

import re
from io import BytesIO
from typing import TYPE_CHECKING
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

if TYPE_CHECKING:
    from markupsafe import Markup
    from matplotlib.figure import Figure

# Stand-ins that no chart needs for itself; style.css gives each class a colour, light and dark.
COLOURS = {
    "ink": "#010101",
    "muted": "#020202",
    "grid": "#030303",
    "accent": "#040404",
    "soft": "#050505",
    "ghost": "#060606",
    "bad": "#070707",
}
_NAMES = {code: name for name, code in COLOURS.items()}
_SVG = "{http://www.w3.org/2000/svg}"
_HREF = "{http://www.w3.org/1999/xlink}href"
_DROPPED = {"font-family", "font-style", "font-weight", "font-variant", "font-stretch"}


def inline_svg(figure: "Figure", label: str) -> "Markup":
    """Return the figure as an ``svg`` element without style attributes, ids or namespaces.

    Args:
        figure: Painted in ``COLOURS`` alone.
        label: What a screen reader says.
    """
    import matplotlib as mpl
    from markupsafe import Markup

    file = BytesIO()
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": label}):
        figure.savefig(file, format="svg", transparent=True, metadata={"Date": None})
    root = ElementTree.fromstring(file.getvalue())  # noqa: S314  # matplotlib's own
    _prune(root)
    used = set(re.findall(r'[("]#([\w-]+)[)"]', file.getvalue().decode()))
    for element in root.iter():
        _restyle(element, used)
    root.attrib = {"viewBox": root.get("viewBox", ""), "role": "img", "aria-label": label}
    return Markup(ElementTree.tostring(root, encoding="unicode"))  # noqa: S704  # escaped there


def _prune(element: Element) -> None:
    """Take out what is only for editors: metadata, style sheets, comments, ids."""
    for child in list(element):
        if child.tag in {f"{_SVG}metadata", f"{_SVG}style"}:
            element.remove(child)
        else:
            _prune(child)


def _restyle(element: Element, used: set[str]) -> None:
    element.tag = element.tag.removeprefix(_SVG)
    if element.get("id") not in used:
        element.attrib.pop("id", None)
    if _HREF in element.attrib:
        element.set("href", element.attrib.pop(_HREF))
    classes = []
    for name, value in _declarations(element.attrib.pop("style", "")):
        if value in _NAMES:
            classes.append(f"{name[0]}-{_NAMES[value]}")
        elif name not in _DROPPED:
            element.set(name, value)
    if classes:
        element.set("class", " ".join(classes))


def _declarations(style: str) -> list[tuple[str, str]]:
    found = []
    for part in filter(None, map(str.strip, style.split(";"))):
        name, _, value = (piece.strip() for piece in part.partition(":"))
        if name == "font":
            size = re.search(r"[\d.]+px", value)
            name, value = "font-size", size[0] if size else "10px"
        found.append((name, value))
    return found
