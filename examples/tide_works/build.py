"""Build the handbook: the same bytes each time, with the library versions of ``constraints.txt``.

python examples/tide_works/build.py [FILE]
"""

import math
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import contents
import figures
import plates
from canvas_renderer import CanvasRenderer
from matplotlib import rc_context
from PIL import Image
from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_JUSTIFY
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

HERE = Path(__file__).resolve().parent
PDF = HERE / "tide-works.pdf"
HAN = "TideWorksHan"
WIDTH, HEIGHT = 482.0, 680.0  # 170 by 240 millimetres
LEFT, RIGHT, TOP, BOTTOM = 58.0, 58.0, 72.0, 64.0
MEASURE = WIDTH - LEFT - RIGHT
INK, RUST, GREY = HexColor("#22303c"), HexColor("#b5532a"), HexColor("#7d8a95")
_TABLE_ROWS = 28

BODY = ParagraphStyle(
    "body", fontName="Times-Roman", fontSize=11.2, leading=16, textColor=INK, alignment=TA_JUSTIFY,
    spaceAfter=7, firstLineIndent=14,
)  # fmt: skip
FIRST = ParagraphStyle("first", BODY, firstLineIndent=0)
HEAD = ParagraphStyle(
    "head", fontName="Times-Bold", fontSize=15, leading=19, textColor=INK, spaceAfter=1
)
CHAPTER = ParagraphStyle("chapter", HEAD, fontSize=21, leading=26)
HAN_HEAD = ParagraphStyle(
    "han-head", fontName=HAN, fontSize=11, leading=16, textColor=RUST, spaceAfter=10
)
HAN_BODY = ParagraphStyle(
    "han", fontName=HAN, fontSize=10, leading=17, textColor=INK, wordWrap="CJK", spaceAfter=9,
    firstLineIndent=20,
)  # fmt: skip
HAN_NOTE = ParagraphStyle("han-note", HAN_BODY, firstLineIndent=0, leftIndent=10, textColor=GREY)
CAPTION = ParagraphStyle(
    "caption", fontName="Helvetica", fontSize=8.6, leading=11.5, textColor=INK, spaceBefore=5
)
HAN_CAPTION = ParagraphStyle(
    "han-caption", fontName=HAN, fontSize=8.4, leading=12, textColor=GREY, spaceAfter=13
)
ENTRY = ParagraphStyle("entry", FIRST, fontSize=9.4, leading=13.2, spaceAfter=0)


class Book:
    """Writes pages from top to bottom."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self.running = ""
        self.y = HEIGHT - TOP

    def say(self, text: str, style: ParagraphStyle) -> None:
        """Write a paragraph."""
        paragraph = Paragraph(text, style)
        _, height = paragraph.wrap(MEASURE, HEIGHT)
        self.y -= height + style.spaceBefore
        if self.y < BOTTOM:
            raise ValueError(f"page {self.canvas.getPageNumber()} is too full: {text[:40]}")
        paragraph.drawOn(self.canvas, LEFT, self.y)
        self.y -= style.spaceAfter

    def figure(self, number: str, height: float) -> None:
        """Draw a figure and write its caption."""
        self.y -= height + 6
        with rc_context(figures.style()):
            drawing = figures.draw(number, MEASURE, height)
            drawing.draw(CanvasRenderer(self.canvas, LEFT, self.y, (MEASURE, height)))
        english, han = contents.CAPTIONS[number]
        self.say(f"<b>Figure {number}</b>  {english}", CAPTION)
        self.say(f"图 {number}　{han}", HAN_CAPTION)

    def end(self) -> None:
        """End the page, with its running head and its number."""
        canvas = self.canvas
        if self.running:
            canvas.setFillColor(GREY)
            canvas.setFont("Times-Italic", 8.5)
            canvas.drawString(LEFT, HEIGHT - 44, "The Tide Works")
            canvas.drawRightString(WIDTH - RIGHT, HEIGHT - 44, self.running)
            canvas.setFont("Times-Roman", 9)
            canvas.drawCentredString(WIDTH / 2, 36, str(canvas.getPageNumber()))
            canvas.setStrokeColor(GREY)
            canvas.setLineWidth(0.4)
            canvas.line(LEFT, HEIGHT - 49, WIDTH - RIGHT, HEIGHT - 49)
        canvas.showPage()
        self.y = HEIGHT - TOP


def build(file: Path) -> None:
    """Write the handbook."""
    pdfmetrics.registerFont(TTFont(HAN, HERE / "tide-works-han.ttf"))
    canvas = Canvas(str(file), pagesize=(WIDTH, HEIGHT), invariant=1, pageCompression=1)
    canvas.setTitle("The Tide Works 潮工手册")
    canvas.setAuthor("Works Bench of the Tide Counting-House")
    book = Book(canvas)
    _cover(book)
    _preface(book)
    _lists(book)
    pictures = iter((plates.rubbing, plates.beam))
    for page in contents.PAGES:
        if page.plate:
            _plate(book, next(pictures))
        else:
            _page(book, page)
    _table(book)
    _glossary(book)
    canvas.save()


def _cover(book: Book) -> None:
    canvas = book.canvas
    canvas.setFillColor(HexColor("#e8eef1"))
    canvas.rect(0, 0, WIDTH, HEIGHT, stroke=0, fill=1)
    canvas.setStrokeColor(HexColor("#2f6f8f"))
    for row in range(15):
        canvas.setLineWidth(2.4 - row * 0.14)
        wave = canvas.beginPath()
        base = 60 + row * 17
        for step in range(121):
            x = WIDTH * step / 120
            swell = math.sin(x / (24 + row * 3) + row) * (9 - row * 0.5)
            (wave.lineTo if step else wave.moveTo)(x, round(base + swell, 3))
        canvas.drawPath(wave)
    han, english, below = contents.TITLE
    canvas.setFillColor(INK)
    canvas.setFont(HAN, 46)
    canvas.drawCentredString(WIDTH / 2, 530, han)
    canvas.setFont("Times-Bold", 25)
    canvas.drawCentredString(WIDTH / 2, 478, english)
    canvas.setFont("Times-Italic", 12.5)
    canvas.drawCentredString(WIDTH / 2, 454, below)
    canvas.setFillColor(RUST)
    canvas.setFont("Times-Roman", 10.5)
    canvas.drawCentredString(WIDTH / 2, 372, contents.ISSUED[0])
    canvas.setFont(HAN, 10)
    canvas.drawCentredString(WIDTH / 2, 353, contents.ISSUED[1])
    book.end()


def _preface(book: Book) -> None:
    book.say("序", ParagraphStyle("xu", HAN_HEAD, fontSize=19, leading=28))
    for text in contents.PREFACE:
        book.say(_han_lines(text), HAN_BODY)
    book.y -= 14
    book.say("How to use this book", HEAD)
    book.y -= 6
    for text in contents.HOW_TO_USE:
        book.say(text, FIRST)
    book.running = "Preface"
    book.end()


def _han_lines(text: str) -> str:
    """Break a Chinese paragraph into lines, none of which begins with a mark of punctuation."""
    across = int(MEASURE // HAN_BODY.fontSize)
    lines, start, room = [], 0, across - 2
    while start < len(text):
        end = start + room
        while end < len(text) and text[end] in "，。；：、？！”）":
            end -= 1
        lines.append(text[start:end])
        start, room = end, across
    return "<br/>".join(lines)


def _lists(book: Book) -> None:
    numbers = {page.figure: at for at, page in enumerate(contents.PAGES, 4) if page.figure}
    chapters = [(page.head, at) for at, page in enumerate(contents.PAGES, 4) if page.chapter]
    book.say("Contents", HEAD)
    for title, at in chapters:
        _entry(book, title, at)
    book.y -= 14
    book.say("List of figures", HEAD)
    for number, at in numbers.items():
        _entry(book, f"Figure {number}  {contents.CAPTIONS[number][0]}", at)
    book.running = "Contents"
    book.end()


def _entry(book: Book, title: str, page: int) -> None:
    book.say(title, ENTRY)
    canvas = book.canvas
    start = LEFT + pdfmetrics.stringWidth(title, "Times-Roman", 9.4) + 6
    canvas.setFont("Times-Roman", 9.4)
    dots = "." * int((WIDTH - RIGHT - 22 - start) / pdfmetrics.stringWidth(".", "Times-Roman", 9.4))
    canvas.drawRightString(WIDTH - RIGHT - 18, book.y + 3.6, dots)
    canvas.drawRightString(WIDTH - RIGHT, book.y + 3.6, str(page))


def _page(book: Book, page: contents.Page) -> None:
    if page.chapter:
        book.running = page.head.split("  ")[1]
        book.y -= 26
    book.say(page.head, CHAPTER if page.chapter else HEAD)
    book.say(page.han_head, HAN_HEAD)
    if page.han:
        book.say(page.han, HAN_NOTE)
    for number, text in enumerate(page.prose):
        book.say(text, FIRST if number == 0 else BODY)
    if page.figure:
        book.figure(page.figure, 292)
    if page.after:
        book.say(page.after, FIRST)
    book.end()


def _plate(book: Book, picture: Callable[[], Image.Image]) -> None:
    side = 24
    size = (WIDTH - 2 * side, (WIDTH - 2 * side) * plates.HEIGHT / plates.WIDTH)
    reader = ImageReader(picture())
    book.canvas.drawImage(reader, side, (HEIGHT - size[1]) / 2, *size)
    book.canvas.showPage()
    book.y = HEIGHT - TOP


def _table(book: Book) -> None:
    rows = list(_tides())
    for part, month in enumerate(("Panning", "Long Day")):
        book.running = "Table A"
        if part == 0:
            book.say("Table A  High water, day by day", HEAD)
            book.say("附表　逐日高潮", HAN_HEAD)
            book.say(contents.ABOUT_TABLE, FIRST)
        else:
            book.say("Table A, continued", HEAD)
        _rows(book, month, rows[part * _TABLE_ROWS : (part + 1) * _TABLE_ROWS])
        book.end()


def _rows(book: Book, month: str, rows: list[tuple[str, ...]]) -> None:
    canvas = book.canvas
    columns = (LEFT, LEFT + 92, LEFT + 152, LEFT + 216, LEFT + 276, LEFT + 336)
    heads = ("day", "morning", "height", "evening", "height", "moon")
    book.y -= 12
    canvas.setFillColor(RUST)
    canvas.setFont("Helvetica-Bold", 8)
    for x, head in zip(columns, heads, strict=True):
        canvas.drawString(x, book.y, head)
    canvas.setFillColor(INK)
    canvas.setFont("Helvetica", 8)
    for number, row in enumerate(rows, 1):
        book.y -= 15
        if number % 2:
            canvas.setFillColor(HexColor("#f1f4f6"))
            canvas.rect(LEFT - 4, book.y - 4, MEASURE + 8, 15, stroke=0, fill=1)
            canvas.setFillColor(INK)
        for x, cell in zip(columns, (f"{number} {month}", *row), strict=True):
            canvas.drawString(x, book.y, cell)


def _tides() -> Iterator[tuple[str, ...]]:
    for day in range(2 * _TABLE_ROWS):
        morning = (172 + day * 50.5) % 745
        cells: list[str] = []
        for minute, more in ((morning, 0.0), (morning + 745, 0.25)):
            phase = 2 * math.pi * (day + more - 2.5) / 14
            span = round((13.2 + 2.9 * math.cos(phase)) * 8)
            hour, rest = divmod(round(minute) % 1440, 60)
            cells += [f"{hour:02}:{rest:02}", f"{span // 8} sp. {span % 8} f."]
        mark = {0: "new moon", 14: "full moon", 28: "new moon", 42: "full moon"}.get(day, "")
        yield (*cells, mark)


def _glossary(book: Book) -> None:
    book.say("Words of the works", HEAD)
    book.say("工务用词", HAN_HEAD)
    for word, han, meaning in contents.GLOSSARY:
        text = f'<b>{word}</b>  <font name="{HAN}" color="#b5532a">{han}</font>  {meaning}'
        book.say(text, ParagraphStyle("word", FIRST, spaceAfter=3))
    book.y -= 24
    before, han, after = contents.COLOPHON
    style = ParagraphStyle("end", FIRST, fontSize=9, leading=13, textColor=GREY)
    book.say(f'{before} <font name="{HAN}">{han}</font> {after}', style)
    book.running = "Words"
    book.end()


if __name__ == "__main__":
    build(Path(sys.argv[1]) if len(sys.argv) > 1 else PDF)
