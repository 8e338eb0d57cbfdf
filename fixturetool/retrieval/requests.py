"""What is sent to a search API, and where to."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

import httpx2

from fixturetool.errors import SettingsError, UsageError
from fixturetool.retrieval.template import holds

if TYPE_CHECKING:
    from fixturetool.settings.retriever import HttpSettings

API_TOP_K_LIMIT = 100
"""The most chunks that ``POST /api/search`` gives."""


def address(settings: HttpSettings) -> httpx2.URL:
    """Return where the API is asked.

    Raises:
        UsageError: No address is set, or it is none.
    """
    if not settings.base_url:
        raise UsageError(
            "the retriever http has no address", hint="give --base-url, or retriever.http.base_url"
        )
    return parse_address(settings.base_url.rstrip("/") + settings.endpoint, "a search API")


def parse_address(text: str, what: str) -> httpx2.URL:
    """Read an address.

    Args:
        text: The address.
        what: What should be there, told in errors.

    Raises:
        UsageError: It is none.
    """
    try:
        url = httpx2.URL(text)
    except httpx2.InvalidURL:
        url = httpx2.URL("")
    if url.scheme not in ("http", "https") or not url.host:
        raise UsageError(
            f'"{text}" is no address of {what}', hint="such as http://127.0.0.1:58012/api"
        )
    return url


def shown_address(url: httpx2.URL) -> str:
    """Return an address as records and messages have it: without what may be secret."""
    return str(url.copy_with(username=None, password=None, query=None, fragment=None))


def request_template(settings: HttpSettings) -> Mapping[str, object]:
    """Return the template of a request: that of the settings, or that of ``POST /api/search``.

    Raises:
        UsageError: More chunks are asked for than ``POST /api/search`` gives.
        SettingsError: The template of the settings can't be sent, or asks nothing.
    """
    if settings.request:
        _check_template(settings)
        return settings.request
    if settings.top_k > API_TOP_K_LIMIT:
        raise UsageError(
            f"top_k {settings.top_k} is more than the {API_TOP_K_LIMIT} chunks that the API gives"
        )
    return {
        "query": "{query}",
        "corpus_id": settings.corpus_id,
        "top_k": "{top_k}",
        "cache_mode": settings.cache_mode,
    }


def _check_template(settings: HttpSettings) -> None:
    template = settings.request
    if not holds(template, "query"):
        raise SettingsError('retriever.http.request holds no "{query}", so nothing would be asked')
    nested = any(isinstance(value, Mapping | list) for value in template.values())
    if settings.method == "GET" and nested:
        raise SettingsError("retriever.http.request holds tables or arrays, which GET can't send")
    try:
        json.dumps(template)
    except (TypeError, ValueError) as error:
        raise SettingsError(f"retriever.http.request is no JSON: {error}") from error


def build_request(
    client: httpx2.Client, method: str, url: httpx2.URL, filled: object
) -> httpx2.Request:
    """Make the request: the filled template as JSON, or in the query string of a ``GET``."""
    if method == "POST":
        headers = {"Content-Type": "application/json"}
        return client.build_request(
            method, url, content=json.dumps(filled).encode(), headers=headers
        )
    pairs = filled.items() if isinstance(filled, Mapping) else ()
    asked = url.copy_merge_params({key: str(value) for key, value in pairs})
    return client.build_request(method, asked)


def digest(*parts: object) -> str:
    """Return, in hex, what changes when the request or the reading of the answer does.

    Args:
        parts: JSON values.
    """
    text = json.dumps(parts, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
