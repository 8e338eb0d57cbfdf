"""Whether the index of a cluster is there, and whether this user may search it."""

from base64 import b64encode
from collections.abc import Callable, Mapping
from urllib.parse import quote

from fixturetool.diagnosis.check import Check, State
from fixturetool.errors import UnansweredError
from fixturetool.settings.databases import OpenSearchSettings

_NO_INDEX = 404
_DENIED = (401, 403)
_REFUSED = 400


def check_index(
    settings: OpenSearchSettings,
    headers: Mapping[str, str],
    password: str,
    ask: Callable[[str, Mapping[str, str]], int],
) -> Check:
    """Search the index for no hit; where its name depends on the language, that of any language.

    Args:
        settings: Where the cluster is, what its index is called and who asks.
        headers: Sent along, their values as they are.
        password: That of the user whom the settings name.
        ask: Asks an address, with headers, and returns the HTTP status, 0 for not asked.
    """
    index = settings.index
    if not index:
        return _check(State.FAIL, "it has no name", "set retriever.opensearch.index")
    if settings.user:
        pair = b64encode(f"{settings.user}:{password}".encode()).decode()
        headers = {**headers, "Authorization": f"Basic {pair}"}
    searched = quote(index.replace("{language}", "*"), safe="*,")
    base = settings.base_url.rstrip("/")
    try:
        status = ask(f"{base}/{searched}/_search?size=0&allow_no_indices=false", headers)
    except UnansweredError as error:
        return _check(State.FAIL, f"{index}: {error}", "check the cluster")
    return _of_status(status, index)


def _of_status(status: int, index: str) -> Check:
    if status == _NO_INDEX:
        hint = "index the corpus, or fix retriever.opensearch.index"
        return _check(State.FAIL, f"there is no {index}", hint)
    if status in _DENIED:
        hint = "set retriever.opensearch.user and password_env, or its headers"
        return _check(State.FAIL, f"searching {index} is not allowed: HTTP {status}", hint)
    if status >= _REFUSED:
        return _check(State.FAIL, f"{index}: HTTP {status}", "see what fixturetool retrieve says")
    return _check(State.OK, f"{index} can be searched" if status else index)


def _check(state: State, detail: str, hint: str = "") -> Check:
    return Check("retriever", "index", state, detail, hint)
