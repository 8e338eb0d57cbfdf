"""Make ``tide-works-han.ttf``: the few ideographs of the handbook, from Noto Serif CJK SC.

Needed only when the Chinese text of the handbook changes. The rebuilt PDF needs the small font
that is kept beside this file, and no other.

    python examples/tide_works/make_font.py NotoSerifCJK-Regular.ttc
"""

import sys
from pathlib import Path

import contents
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTCollection, TTFont, newTable

HERE = Path(__file__).resolve().parent
FONT = HERE / "tide-works-han.ttf"
_ERROR = 1.0  # of a thousandth of the type's height


def characters() -> str:
    """Return the Chinese characters of the handbook, and what stands between them."""
    text = contents.SOURCE.read_text("utf-8") + (HERE / "build.py").read_text("utf-8")
    return " -0123456789" + "".join(sorted({one for one in text if ord(one) > 0x2E7F}))


def main(collection: str) -> None:
    """Write the font."""
    fonts = TTCollection(collection).fonts
    font = next(one for one in fonts if one["name"].getDebugName(1) == "Noto Serif CJK SC")
    options = Options(layout_features=[], hinting=False, notdef_outline=True, name_IDs=[0, 13, 14])
    subsetter = Subsetter(options)
    subsetter.populate(text=characters())
    subsetter.subset(font)
    _to_quadratic(font)
    _name(font)
    font["head"].created = font["head"].modified = 0
    font.recalcTimestamp = False
    font.save(FONT)


def _to_quadratic(font: TTFont) -> None:
    """Turn outlines of cubic curves into the quadratic ones that TrueType knows."""
    order, outlines = font.getGlyphOrder(), font.getGlyphSet()
    glyphs = {}
    for name in order:
        pen = TTGlyphPen(None)
        outlines[name].draw(Cu2QuPen(pen, _ERROR, reverse_direction=True))
        glyphs[name] = pen.glyph()
    for table in ("CFF ", "VORG"):
        if table in font:
            del font[table]
    font["loca"], font["glyf"] = newTable("loca"), newTable("glyf")
    font["glyf"].glyphOrder, font["glyf"].glyphs = order, glyphs
    limits = font["maxp"]
    limits.tableVersion = 0x00010000
    for name in (
        "maxZones", "maxTwilightPoints", "maxStorage", "maxFunctionDefs", "maxInstructionDefs",
        "maxStackElements", "maxSizeOfInstructions", "maxComponentElements", "maxPoints",
        "maxContours", "maxCompositePoints", "maxCompositeContours", "maxComponentDepth",
    ):  # fmt: skip
        setattr(limits, name, 1 if name == "maxZones" else 0)
    font["post"].formatType = 3.0
    font.sfntVersion = "\0\1\0\0"


def _name(font: TTFont) -> None:
    for number, text in (
        (1, "Tide Works Han"), (2, "Regular"), (4, "Tide Works Han"), (6, "TideWorksHan"),
    ):  # fmt: skip
        font["name"].setName(text, number, 3, 1, 0x409)


if __name__ == "__main__":
    main(sys.argv[1])
