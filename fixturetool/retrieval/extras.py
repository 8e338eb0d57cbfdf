"""Clients that are installed only where somebody wants them."""

from fixturetool.errors import UsageError


def missing_extra(name: str, error: ImportError) -> UsageError:
    """Return the error that says how to install what a retriever needs.

    Args:
        name: The retriever's name, which is that of the extra.
        error: What its import ended with.
    """
    return UsageError(
        f"the retriever {name} needs the package {error.name or error}, which is not installed",
        hint=f"pip install 'fixturetool[{name}]'",
    )
