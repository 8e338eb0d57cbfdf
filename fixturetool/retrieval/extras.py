"""Clients that are installed only where somebody wants them."""

from importlib import import_module

from fixturetool.errors import UsageError


def need_extra(name: str, *modules: str) -> None:
    """Import what a retriever needs.

    Args:
        name: The retriever's name, which is that of the extra.
        modules: The modules that the extra brings.

    Raises:
        UsageError: One of them is not installed; it says how to install it.
    """
    for module in modules:
        try:
            import_module(module)
        except ImportError as error:
            raise UsageError(
                f'the retriever {name} needs the Python module "{module}": {error}',
                hint=f"pip install 'fixturetool[{name}]'",
            ) from error
