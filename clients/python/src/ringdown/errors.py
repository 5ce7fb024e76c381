"""Errors of the API, by what a program does about them."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Any, TypedDict

import httpx

from .generated.error_codes import ErrorCode


class Fault(TypedDict):
    """A field that the API refused: where it is, and why."""

    loc: list[str | int]
    msg: str
    type: str


class RingdownError(Exception):
    """What every error of this client is. Its text is the API's own sentence."""

    def __init__(
        self,
        status: int,
        detail: Any,
        *,
        code: ErrorCode | str | None = None,
        operation: str | None = None,
        request_id: str | None = None,
        retry_after_seconds: float | None = None,
    ) -> None:
        self.status = status
        """Of the answer; 0 where none came."""
        self.detail = detail
        """As it was answered: a sentence, a list of faults, or an object of the operation's own."""
        self.code: ErrorCode | str | None = code
        """The fixed name of the error, such as `campaign_state`; None where the answer has none."""
        self.operation = operation
        """As programs call it: `campaigns.start`; None where it was no operation, as an upload."""
        self.request_id = request_id
        """The number under which the platform's log has the request."""
        self.retry_after_seconds = retry_after_seconds
        """How long the server asks to wait; None where it does not."""
        self.faults: list[Fault] = detail if isinstance(detail, list) else []
        """The fields that were refused; empty for other errors."""
        super().__init__(_sentence_of(status, detail))


class BadRequestError(RingdownError):
    """400: the request makes no sense as it is."""


class AuthenticationError(RingdownError):
    """401: the key or session is missing, archived or over."""


class LimitReachedError(RingdownError):
    """402: a limit of what the organization may store or spend is reached."""


class PermissionError(RingdownError):
    """403: the role, the scopes or the sandbox key do not allow it."""


class NotFoundError(RingdownError):
    """404 and 410: there is no such thing in the organization, or no more."""


class ConflictError(RingdownError):
    """409: the state of the thing forbids it."""


class ValidationError(RingdownError):
    """422: fields are wrong; `faults` says which."""


class RateLimitError(RingdownError):
    """429: too many requests, also after the repetitions of the client."""


class ServerError(RingdownError):
    """500 and above: the platform, or a part that it needs, is at fault."""


class ConnectionError(RingdownError):
    """No answer came, or it broke off."""

    def __init__(self, sentence: str, operation: str | None = None) -> None:
        super().__init__(0, sentence, operation=operation)


class ProcessingFailedError(Exception):
    """The platform has carried the work out and says that it failed."""

    def __init__(self, sentence: str, result: Any) -> None:
        super().__init__(sentence)
        self.result = result
        """What the platform says of the work."""


_BY_STATUS: Mapping[int, type[RingdownError]] = {
    400: BadRequestError,
    401: AuthenticationError,
    402: LimitReachedError,
    403: PermissionError,
    404: NotFoundError,
    409: ConflictError,
    410: NotFoundError,
    422: ValidationError,
    429: RateLimitError,
}


def read_error(response: httpx.Response, operation: str) -> RingdownError:
    """Reads the error of an answer that is no success. A proxy in front of the platform may answer a page."""
    status, headers = response.status_code, response.headers
    answer = _read_object(response.text)
    code = answer.get("code")
    return error_of(
        status,
        answer.get("detail"),
        code=code if isinstance(code, str) else None,
        operation=operation,
        request_id=headers.get("x-request-id"),
        retry_after_seconds=_read_retry_after(headers.get("retry-after")),
    )


def error_of(
    status: int,
    detail: Any,
    *,
    code: str | None,
    operation: str,
    request_id: str | None = None,
    retry_after_seconds: float | None = None,
) -> RingdownError:
    """Makes the error of a refusal, of the class of its status."""
    kind = _BY_STATUS.get(status, ServerError if status >= 500 else RingdownError)
    return kind(
        status,
        detail,
        code=code,
        operation=operation,
        request_id=request_id,
        retry_after_seconds=retry_after_seconds,
    )


def _read_object(text: str) -> dict[str, Any]:
    try:
        answer = json.loads(text)
    except ValueError:
        return {}
    return answer if isinstance(answer, dict) else {}


def _read_retry_after(value: str | None) -> float | None:
    """`Retry-After` holds seconds or a date."""
    if value is None or not value.strip():
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except ValueError:
        return None


def _sentence_of(status: int, detail: Any) -> str:
    if isinstance(detail, str):
        return detail
    if isinstance(detail, list) and detail:
        return "; ".join(f"{'.'.join(map(str, fault['loc'][1:])) or 'body'}: {fault['msg']}" for fault in detail)
    if isinstance(detail, dict) and isinstance(detail.get("message"), str):
        return str(detail["message"])
    return f"The API answered {status}"
