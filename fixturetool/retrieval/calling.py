"""How an object of somebody's Python code is asked, told by its methods and their parameters."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass

from fixturetool.errors import UsageError

KEYWORDS = ("k", "top_k", "language", "chunk_context")
"""What is passed beside the query, where there is a parameter of that name."""

# LangChain's methods take what they are given on to the retriever's own, which knows no k.
_METHODS = (("retrieve", True), ("aretrieve", True), ("invoke", False), ("ainvoke", False))


@dataclass(frozen=True, slots=True)
class Call:
    """What is called for a query.

    Attributes:
        function: Takes the query as its first argument; may return an awaitable.
        keywords: The names of ``KEYWORDS`` that it takes.
    """

    function: Callable[..., object]
    keywords: tuple[str, ...]


def find_call(target: object, name: str, top_k: int) -> Call:
    """Tell how an object is asked.

    It is asked by the first of these that it has: ``retrieve``, ``aretrieve``, ``invoke`` or
    ``ainvoke`` (LangChain), ``as_retriever`` (a vector store of LangChain or an index of
    LlamaIndex, asked for ``top_k`` chunks), or by being called.

    Args:
        target: The object.
        name: How an error calls it.
        top_k: Chunks to ask a vector store for.

    Raises:
        UsageError: It has none of these, or needs an argument that nobody knows.
    """
    for method, takes_keywords in _METHODS:
        function = getattr(target, method, None)
        if callable(function):
            return _call(function, f"{name}.{method}", takes_keywords=takes_keywords)
    if callable(getattr(target, "as_retriever", None)):
        return find_call(_retriever_of(target, top_k), f"{name}.as_retriever()", top_k)
    if callable(target):
        return _call(target, name, takes_keywords=True)
    raise UsageError(
        f"{name} is a '{type(target).__name__}' and can't be asked",
        hint="it needs retrieve(query, k), or to be a function",
    )


def makes_retriever(target: object) -> bool:
    """Tell whether it is to be called once, to make the retriever: no parameter is needed.

    That is a class, or a function without any parameter.
    """
    if isinstance(target, type):
        return True
    return inspect.isroutine(target) and _parameters(target) == []


def _retriever_of(store: object, top_k: int) -> object:
    make: Callable[..., object] = store.as_retriever  # type: ignore[attr-defined]
    if hasattr(store, "as_query_engine"):
        return make(similarity_top_k=top_k)
    return make(search_kwargs={"k": top_k})


def _call(function: Callable[..., object], name: str, *, takes_keywords: bool) -> Call:
    parameters = _parameters(function)
    if not takes_keywords or parameters is None:
        return Call(function, ())
    names = {one.name for one in parameters[1:] if one.kind in _BY_NAME}
    unknown = [
        one.name
        for one in parameters[1:]
        if one.default is one.empty and one.kind not in _GATHERING and one.name not in KEYWORDS
    ]
    if unknown or not parameters:
        raise UsageError(
            f"{name} needs {', '.join(unknown) or 'a parameter for the query'}",
            hint=f"it is called with the query, and with any of {', '.join(KEYWORDS)} by name",
        )
    takes_all = any(one.kind is one.VAR_KEYWORD for one in parameters)
    return Call(function, tuple(one for one in KEYWORDS if takes_all or one in names))


_BY_NAME = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
_GATHERING = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


def _parameters(function: Callable[..., object]) -> list[inspect.Parameter] | None:
    """Return the parameters, or None where a builtin doesn't tell."""
    try:
        return list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return None
