"""How the answer of a system outside is read: expressions for the list and for each hit."""

from collections.abc import Mapping, Sequence
from dataclasses import fields

from fixturetool.errors import RetrievalError, SettingsError
from fixturetool.retrieval.base import Hit, Rewritten
from fixturetool.retrieval.expressions import Finder, compile_expression
from fixturetool.retrieval.records import parse_hit, parse_rewrite
from fixturetool.settings.answer import AnswerSettings, HitSettings


class HitReader:
    """Reads hits out of what a system says of them.

    Args:
        expressions: Where things are.
        table: The settings that they come from, told in errors.
        nameless: Whether a hit may be without a path, which is ``""`` then.

    Raises:
        SettingsError: An expression is not valid JMESPath, or there is none for the path.
    """

    def __init__(self, expressions: HitSettings, table: str, *, nameless: bool = False) -> None:
        self._nameless = nameless
        named = {field.name: getattr(expressions, field.name) for field in fields(HitSettings)}
        if not named["path"]:
            raise SettingsError(f"{table}.path must not be empty")
        self._finders: Mapping[str, Finder] = {
            name: compile_expression(text, f"{table}.{name}")
            for name, text in named.items()
            if text
        }
        self._pages = [page for page in ("start_page", "end_page") if page in self._finders]

    def read(self, element: object, position: int) -> Hit:
        """Return the hit.

        A page that is no whole number is no page, and one page alone is none either, as the page
        lane has it.

        Args:
            element: What the system says of it, a JSON value.
            position: The 1-based place in the list, told in errors.

        Raises:
            RetrievalError: It has no path, or a value has the wrong type.
        """
        where = f"hit {position}"
        values = {name: find(element) for name, find in self._finders.items()}
        if values["path"] is None and self._nameless:
            values["path"] = ""
        if values["path"] is None:
            raise RetrievalError(f"{where} has no path: it is {_outline(element)}")
        for page in self._pages:
            if type(values[page]) is not int:
                values |= dict.fromkeys(self._pages)
                break
        return parse_hit(values, where)


class AnswerReader:
    """Reads the hits out of an answer.

    Args:
        expressions: Where they are.
        table: The settings that they come from, told in errors.
        nameless: Whether a hit may be without a path.

    Raises:
        SettingsError: An expression is not valid JMESPath, or one that is needed is empty.
    """

    def __init__(
        self,
        expressions: AnswerSettings,
        table: str = "retriever.http.answer",
        *,
        nameless: bool = False,
    ) -> None:
        if not expressions.hits:
            raise SettingsError(f"{table}.hits must not be empty")
        self._list_at = expressions.hits
        self._hits = compile_expression(expressions.hits, f"{table}.hits")
        self._hit = HitReader(expressions, table, nameless=nameless)
        rewrite = expressions.rewrite
        self._rewrite = compile_expression(rewrite, f"{table}.rewrite") if rewrite else None

    def read(self, answer: object) -> Sequence[Hit]:
        """Return the hits in the order in which they stand there.

        Args:
            answer: The JSON value that came back.

        Returns:
            The hits; ``Rewritten`` where the answer tells what was searched.

        Raises:
            RetrievalError: There is no list where one should be, or a hit or the rewrite is not
                as it should be.
        """
        found = self._hits(answer)
        if not isinstance(found, list):
            raise RetrievalError(
                f'the answer has no list at "{self._list_at}": it is {_outline(answer)}'
            )
        hits = [self._hit.read(element, position) for position, element in enumerate(found, 1)]
        rewrite = parse_rewrite(self._rewrite(answer)) if self._rewrite else ""
        return Rewritten(tuple(hits), rewrite) if rewrite else hits


def _outline(value: object) -> str:
    if isinstance(value, Mapping):
        keys = ", ".join(f'"{key}"' for key in list(value)[:20])
        return f"an object with {keys}" if keys else "an object without keys"
    kinds = {list: "a list", str: "text", type(None): "null", bool: "true or false"}
    return kinds.get(type(value), "a number")
