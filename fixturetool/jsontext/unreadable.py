"""The findings about a file that can't be read as JSON at all."""

from fixturetool.jsontext import codes
from fixturetool.jsontext.finding import Finding, Severity
from fixturetool.jsontext.positions import line_and_column
from fixturetool.jsontext.read import ReadError
from fixturetool.jsontext.syntax import JsonSyntaxError, NestingError


def read_finding(error: ReadError, file: str) -> Finding:
    """Say why a file is no text.

    Args:
        error: What came of reading it.
        file: The file as the user named it.
    """
    return Finding(
        code=error.code,
        severity=Severity.ERROR,
        file=file,
        pointer="",
        line=error.line,
        message=error.message,
        hint=error.hint,
    )


def syntax_finding(error: JsonSyntaxError, source: str, file: str) -> Finding:
    """Say where a text stops being JSON.

    Args:
        error: What came of parsing it.
        source: The text without a byte order mark.
        file: The file as the user named it.
    """
    line, column = line_and_column(source, error.offset)
    return Finding(
        code=codes.TOO_DEEP if isinstance(error, NestingError) else codes.SYNTAX,
        severity=Severity.ERROR,
        file=file,
        pointer="",
        line=line,
        message=f"line {line}, column {column}: {error.message}",
        hint=error.hint,
    )
