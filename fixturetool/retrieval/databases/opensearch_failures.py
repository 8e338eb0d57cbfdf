"""What the exceptions of OpenSearch's client, and answers that are none, mean for a call."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from fixturetool.errors import RetrievalError, TransientError
from fixturetool.retrieval.failures import failure_of_status
from fixturetool.retrieval.records import one_line

if TYPE_CHECKING:
    from opensearchpy.exceptions import TransportError


def failure_of(error: TransportError, shown: str, timeout_seconds: float) -> RetrievalError:
    """Return what an exception of the client means for the call.

    Args:
        error: What the client raised.
        shown: The cluster's address, for the message.
        timeout_seconds: How long a call may take.
    """
    from opensearchpy import exceptions

    status = error.status_code
    if isinstance(status, int):
        said = _reason(error.info) or one_line(str(error.error)) or "with an empty body"
        return failure_of_status(status, f"{shown} answered {status}: {said}")
    if isinstance(error, exceptions.ConnectionTimeout):
        return TransientError(f"no answer from {shown} in {timeout_seconds:g} s")
    if isinstance(error.info, UnicodeDecodeError):
        return unreadable(shown, "bytes that are not UTF-8")
    reason = one_line(str(error.error))
    if isinstance(error, exceptions.SSLError):
        return RetrievalError(f"no safe connection to {shown}: {reason}")
    return TransientError(f"no answer from {shown}: {reason}")


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

    Raises:
        TransientError: Time ran out, or a shard failed.
    """
    if answer.get("timed_out") is True:
        raise TransientError("the cluster ran out of time before it had searched everything")
    shards = answer.get("_shards")
    if isinstance(shards, Mapping) and (failed := shards.get("failed")):
        failures = shards.get("failures")
        first = failures[0] if isinstance(failures, list) and failures else None
        reason = _reason({"error": first.get("reason")}) if isinstance(first, dict) else ""
        told = f": {reason}" if reason else ""
        raise TransientError(f"{failed} of {shards.get('total')} shards failed{told}")


def _reason(info: object) -> str:
    """Return what the body of an error says went wrong, ``""`` where it says nothing known."""
    error = info.get("error") if isinstance(info, dict) else None
    causes = error.get("root_cause") if isinstance(error, dict) else None
    cause = causes[0] if isinstance(causes, list) and causes else error
    if isinstance(cause, dict):
        return one_line(f"{cause.get('type')}: {cause.get('reason')}")
    return one_line(cause) if isinstance(cause, str) else ""
