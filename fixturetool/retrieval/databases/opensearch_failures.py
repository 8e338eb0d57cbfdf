"""What a cluster's refusals, broken calls, and answers that are none, mean for a call."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from fixturetool.errors import BusyError, RetrievalError, TransientError
from fixturetool.retrieval.failures import failure_of_status
from fixturetool.retrieval.records import one_line
from fixturetool.retry_after import parse_retry_after

if TYPE_CHECKING:
    from urllib3.exceptions import HTTPError

_REFUSALS = ("query_shard_exception", "parsing_exception", "illegal_argument_exception")
"""What a shard says of a request that it can't make out, today or tomorrow."""
_BUSY = (
    "es_rejected_execution_exception",
    "rejected_execution_exception",
    "circuit_breaking_exception",
)
"""What a shard says that has no room for the request; a whole cluster answers with 429."""


def broken(error: HTTPError, shown: str, timeout_seconds: float) -> RetrievalError:
    """Return what it means for the call that a request or its answer broke off.

    Args:
        error: What was raised below the client.
        shown: The cluster's address, for the message.
        timeout_seconds: How long a call may take.
    """
    from urllib3 import exceptions

    too_slow = isinstance(error, exceptions.TimeoutError)
    if too_slow and not isinstance(error, exceptions.NewConnectionError):
        return TransientError(f"no answer from {shown} in {timeout_seconds:g} s")
    reason = one_line(str(error)) or type(error).__name__
    if isinstance(error, exceptions.SSLError):
        return RetrievalError(f"no safe connection to {shown}: {reason}")
    return TransientError(f"no answer from {shown}: {reason}")


def refusal(status: int, headers: Mapping[str, str], body: bytes, shown: str) -> RetrievalError:
    """Return what an HTTP status that is no success means for the call.

    Args:
        status: The HTTP status.
        headers: The headers of the answer, whose names may be spelled in any case.
        body: Its body.
        shown: The cluster's address, for the message.
    """
    text = body.decode("utf-8", "replace")
    said = _reason(_parsed(text)) or one_line(text) or "with an empty body"
    if 300 <= status < 400 and (place := headers.get("location")):
        said = f"it leads to {one_line(place)}, and is not followed"
    pause = parse_retry_after(headers.get("retry-after", ""))
    return failure_of_status(status, f"{shown} answered {status}: {said}", pause)


def _parsed(text: str) -> object:
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value


def unreadable(shown: str, answer: object) -> RetrievalError:
    """Return the error that an answer is which can't be read.

    Args:
        shown: The cluster's address.
        answer: What it answered, or a text that says so.
    """
    text = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
    return RetrievalError(
        f"the answer of {shown} is no JSON object: {one_line(text) or 'an empty body'}"
    )


def refuse_partial(answer: Mapping[str, object]) -> None:
    """Refuse an answer to which a part of the index did not contribute.

    A shard of which no copy is there has no failure of its own, and is not counted as failed: it
    is only not among those that succeeded. A remote cluster that may be skipped has no shard.

    Raises:
        BusyError: A shard has no room for the request.
        TransientError: Time ran out, a shard failed or is away, or a remote cluster is.
        RetrievalError: A shard refused the request, as it will again.
    """
    if answer.get("timed_out") is True:
        raise TransientError("the cluster ran out of time before it had searched everything")
    shards = answer.get("_shards")
    if isinstance(shards, Mapping):
        _refuse_lacking_shards(shards)
    clusters = answer.get("_clusters")
    if isinstance(clusters, Mapping):
        lacking = sum(_count(clusters, name) for name in ("skipped", "partial", "failed"))
        if lacking:
            total = clusters.get("total")
            raise TransientError(f"{lacking} of {total} clusters did not answer wholly")


def _refuse_lacking_shards(shards: Mapping[object, object]) -> None:
    total = _count(shards, "total")
    lacking = _count(shards, "failed")
    if lacking == 0 and "successful" in shards:
        lacking = total - _count(shards, "successful")
        what = "did not answer"
    else:
        what = "failed"
    if lacking > 0:
        reasons = _reasons_of_shards(shards.get("failures"))
        told = "".join(f": {_told(reason)}" for reason in reasons[:1])
        raise _failure_of_shards(reasons)(f"{lacking} of {total} shards {what}{told}")


def _failure_of_shards(reasons: Sequence[Mapping[object, object]]) -> type[RetrievalError]:
    kinds = [reason.get("type") for reason in reasons]
    if any(kind in _REFUSALS for kind in kinds):
        return RetrievalError
    return BusyError if any(kind in _BUSY for kind in kinds) else TransientError


def _count(table: Mapping[object, object], name: str) -> int:
    value = table.get(name)
    return value if type(value) is int else 0


def _reason(info: object) -> str:
    """Return what the body of an error says went wrong, ``""`` where it says nothing known."""
    error = info.get("error") if isinstance(info, dict) else None
    if not isinstance(error, dict):
        return one_line(error) if isinstance(error, str) else ""
    # A root cause ends where the query could not be made; why it could not stands by a shard.
    causes = _reasons_of_shards(error.get("failed_shards")) or error.get("root_cause")
    cause = causes[0] if isinstance(causes, list) and causes else error
    return _told(cause) if isinstance(cause, dict) else ""


def _reasons_of_shards(failures: object) -> list[Mapping[object, object]]:
    listed = failures if isinstance(failures, list) else []
    reasons = [one.get("reason") for one in listed if isinstance(one, dict)]
    return [reason for reason in reasons if isinstance(reason, dict)]


def _told(cause: Mapping[object, object]) -> str:
    """Return a cause on one line, its own cause first: a query may follow, however long."""
    deepest = cause
    while isinstance(below := deepest.get("caused_by"), dict):
        deepest = below
    told, first = _said(cause), _said(deepest)
    return told if first == told else one_line(f"{first} ({told})")


def _said(cause: Mapping[object, object]) -> str:
    return one_line(f"{cause.get('type')}: {cause.get('reason')}")
