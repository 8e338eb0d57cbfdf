"""From ``package.module:attribute`` to the object of that name."""

import difflib
import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

from fixturetool.errors import FixturetoolError, UsageError
from fixturetool.retrieval.records import one_line


def import_object(name: str) -> object:
    """Import the module and return its attribute; dots go on into attributes of that.

    Args:
        name: Such as ``mypkg.search:retriever``.

    Raises:
        UsageError: There is no such module or attribute, or the module fails when imported.
    """
    module_name, _, attributes = name.partition(":")
    if not module_name or not attributes or module_name.startswith("."):
        raise UsageError(f'"{name}" names no Python object', hint="write package.module:attribute")
    found: object = _import(module_name, name)
    with told_as_usage_error(f"{name} can't be found"):
        for attribute in attributes.split("."):
            if not hasattr(found, attribute):
                raise UsageError(f'{name}: there is no "{attribute}"', hint=_near(found, attribute))
            found = getattr(found, attribute)
    return found


@contextmanager
def told_as_usage_error(what: str) -> Iterator[None]:
    """Turn whatever somebody's code raises into a UsageError.

    Looking at an attribute runs such code too.

    Args:
        what: What went wrong, before the reason.
    """
    try:
        yield
    except FixturetoolError:
        raise
    except (Exception, SystemExit) as error:
        raise UsageError(f"{what}: {told(error)}") from error


def told(error: BaseException) -> str:
    """Return the class of an exception, and on the same line what it says."""
    text = one_line(str(error))
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _import(module: str, name: str) -> ModuleType:
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        missing = error.name or module
        if module == missing or module.startswith(f"{missing}."):
            hint = "modules are looked for in the working directory and among what is installed"
        else:
            hint = f'"{module}" needs it: install it beside fixturetool'
        raise UsageError(f'{name}: there is no module "{missing}"', hint=hint) from error
    except (Exception, SystemExit) as error:
        # The module is somebody's code: it may fail in any way.
        raise UsageError(f'{name}: importing "{module}" failed: {told(error)}') from error


def _near(found: object, attribute: str) -> str:
    near = difflib.get_close_matches(attribute, dir(found), n=1)
    return f'did you mean "{near[0]}"?' if near else ""
