"""Whether a server answers; nothing is asked of it that costs."""

from collections.abc import Mapping

from fixturetool.errors import UnansweredError

TIMEOUT_SECONDS = 5.0


def status_of(url: str, headers: Mapping[str, str]) -> int:
    """Return the HTTP status with which a server answers a GET; its body is not read.

    Raises:
        UnansweredError: It does not answer, or the address is malformed.
    """
    import httpx2

    try:
        with httpx2.stream("GET", url, headers=headers, timeout=TIMEOUT_SECONDS) as answer:
            return answer.status_code
    except httpx2.TimeoutException:
        raise UnansweredError(f"no answer within {TIMEOUT_SECONDS:g} seconds") from None
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        raise UnansweredError(str(error) or type(error).__name__) from None
