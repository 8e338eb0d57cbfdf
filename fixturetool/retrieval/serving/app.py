"""The web application: ``POST /api/search`` and ``GET /healthz``."""

import uuid
from time import perf_counter

from pydantic import ValidationError
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from fixturetool.errors import RetrievalError
from fixturetool.retrieval.hybrid.model import QueryVectorError
from fixturetool.retrieval.serving.shelf import Shelf
from fixturetool.retrieval.serving.wire import Debug, SearchRequest, SearchResponse

BASE_PATH = "/api"
_MOST_BYTES = 1_000_000


def make_app(shelf: Shelf) -> Starlette:
    """Return the application that answers from a shelf."""

    async def search(request: Request) -> Response:
        return await _search(shelf, await _body(request))

    async def health(_: Request) -> Response:
        return JSONResponse({"status": "ok", "corpora": shelf.chunks})

    return Starlette(
        routes=[
            Route(f"{BASE_PATH}/search", search, methods=["POST"]),
            Route("/healthz", health, methods=["GET"]),
        ],
        exception_handlers={HTTPException: _refusal},
    )


async def _search(shelf: Shelf, body: bytes) -> Response:
    try:
        asked = SearchRequest.model_validate_json(body)
    except ValidationError as error:
        return _invalid(error)
    if not asked.query.strip():
        return _problem(400, "Query must not be empty")
    language = shelf.language(asked.corpus_id)
    if language is None:
        known = ", ".join(sorted(shelf.chunks))
        return _problem(404, f'Corpus not found: "{asked.corpus_id}" (there are: {known})')
    try:
        answer = await run_in_threadpool(_answer, shelf, language, asked)
    except RetrievalError as error:
        return _problem(503, _failed_leg(error))
    return Response(answer.model_dump_json(), media_type="application/json")


def _answer(shelf: Shelf, language: str, asked: SearchRequest) -> SearchResponse:
    started = perf_counter()
    words, vectors = asked.include_sparse, asked.include_vector and shelf.has_vectors
    matches = shelf.search(language, asked.query, asked.top_k, words=words, vectors=vectors)
    by_vector = sum(match.source == "vector" for match in matches)
    return SearchResponse(
        event_id=uuid.uuid4().hex,
        query=asked.query,
        matches=matches,
        latency_ms=round((perf_counter() - started) * 1000, 3),
        debug=Debug(
            vector_enabled=vectors,
            sparse_enabled=words,
            fusion_vector_results=by_vector,
            fusion_sparse_results=len(matches) - by_vector,
        ),
    )


async def _body(request: Request) -> bytes:
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > _MOST_BYTES:
            raise HTTPException(413, f"The request is larger than {_MOST_BYTES} bytes")
    return body


def _failed_leg(error: RetrievalError) -> dict[str, str]:
    is_vector = isinstance(error, QueryVectorError)
    stale = "start the server again: it brings the index up to date"
    return {
        "code": "required_retrieval_leg_failed",
        "leg": "vector" if is_vector else "sparse",
        "reason": str(error),
        "operator_hint": error.hint if is_vector else stale,
    }


def _invalid(error: ValidationError) -> Response:
    problems = [
        {"type": one["type"], "loc": ["body", *one["loc"]], "msg": one["msg"]}
        for one in error.errors(include_url=False, include_context=False, include_input=False)
    ]
    return JSONResponse({"detail": problems}, 422)


def _problem(status: int, detail: str | dict[str, str]) -> Response:
    return JSONResponse({"detail": detail}, status)


async def _refusal(_: Request, error: Exception) -> Response:
    """Say in JSON what Starlette itself refuses, such as an unknown path."""
    assert isinstance(error, HTTPException)  # noqa: S101 - the handler is registered for it
    return JSONResponse({"detail": error.detail}, error.status_code, headers=error.headers)
