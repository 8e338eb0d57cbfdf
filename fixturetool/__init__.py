"""Author, verify and run retrieval-evaluation fixtures anchored on verbatim corpus passages."""

__version__ = "0.1.0"
