"""PDFs that tests make."""

from collections.abc import Sequence
from pathlib import Path

from PIL import Image
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

SCAN = "a scan"
"""In place of the lines of a page: a picture and nothing else."""

_SONG = "STSong-Light"


def write_pdf(
    file: Path, pages: Sequence[Sequence[str] | str], *, user_password: str | None = None
) -> Path:
    """Write a PDF of A4 pages, a line every twenty points from the top."""
    pdfmetrics.registerFont(UnicodeCIDFont(_SONG))
    lock = None if user_password is None else StandardEncryption(user_password, "owner")
    file.parent.mkdir(parents=True, exist_ok=True)
    canvas = Canvas(str(file), pagesize=(600, 800), invariant=1, encrypt=lock)
    for lines in pages:
        if lines == SCAN:
            canvas.drawImage(ImageReader(Image.new("L", (60, 80), 128)), 0, 0, 600, 800)
        for row, line in enumerate(() if lines == SCAN else lines):
            canvas.setFont("Helvetica" if line.isascii() else _SONG, 10)
            canvas.drawString(60, 760 - 20 * row, line)
        canvas.showPage()
    canvas.save()
    return file
