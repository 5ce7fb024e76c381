"""Makes the request of a call, and decides whether it is sent again. Nothing here waits for anything."""

from __future__ import annotations

import json
import random
import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from urllib.parse import quote, urlencode

from .errors import RingdownError
from .operation import Operation
from .settings import CallOptions, Settings, Unset

DEFAULT_OPTIONS = CallOptions()


@dataclass(frozen=True)
class PreparedRequest:
    operation: Operation
    url: str
    headers: dict[str, str]
    content: bytes | None
    files: dict[str, Any] | None
    timeout_seconds: float
    max_retries: int


def build_request(
    operation: Operation, given: Mapping[str, Any], options: CallOptions, settings: Settings
) -> PreparedRequest:
    """Each argument goes where the operation has it. Raises TypeError for one that its address lacks."""
    left = {name: value for name, value in given.items() if not isinstance(value, Unset)}
    path = _fill_path(operation, left)
    query = {name: _text_of(left.pop(name)) for name in operation.query if left.get(name) is not None}
    for name in operation.query:
        left.pop(name, None)
    files = {operation.file: left.pop(operation.file)} if operation.file and operation.file in left else None
    content = None if files else _write_body(operation, left)
    headers = {
        **settings.headers,
        **({"content-type": "application/json"} if content is not None else {}),
        **({"idempotency-key": options.idempotency_key or str(uuid.uuid4())} if operation.keyed else {}),
        **options.headers,
    }
    return PreparedRequest(
        operation=operation,
        url=f"{settings.base_url}{path}{'?' + urlencode(query) if query else ''}",
        headers=headers,
        content=content,
        files=files,
        timeout_seconds=settings.timeout_seconds if options.timeout_seconds is None else options.timeout_seconds,
        max_retries=settings.max_retries if options.max_retries is None else options.max_retries,
    )


def _fill_path(operation: Operation, left: dict[str, Any]) -> str:
    def fill(found: re.Match[str]) -> str:
        value = _text_of(left.pop(found[1], ""))
        # An empty one would be another route, and dots are read as folders.
        if value in ("", ".", ".."):
            raise TypeError(f"{operation.name} needs {found[1]}, which is a part of its address")
        return quote(value, safe="")

    return re.sub(r"\{(\w+)\}", fill, operation.path)


def _write_body(operation: Operation, left: dict[str, Any]) -> bytes | None:
    if operation.body == "whole":
        return _json_of(left["body"]) if "body" in left else None
    return _json_of(left) if operation.body == "fields" and left else None


def _json_of(value: Any) -> bytes:
    return json.dumps(value, default=_text_of, ensure_ascii=False, allow_nan=False).encode()


def _text_of(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, datetime):
        # The platform reads no time without a zone.
        return value.astimezone().isoformat()
    return json.dumps(value, ensure_ascii=False)


_IN_PROGRESS = "request_in_progress"
_FIRST_WAIT_SECONDS = 0.4
_LONGEST_WAIT_SECONDS = 20.0


def wait_before_retry(error: RingdownError, request: PreparedRequest, retries: int, settings: Settings) -> float | None:
    """Returns how long to wait before the request is sent again; None: the error stands."""
    wait = back_off(retries) if error.retry_after_seconds is None else error.retry_after_seconds
    if retries >= request.max_retries or wait > settings.max_retry_wait_seconds:
        return None
    return wait if _is_worth_repeating(error, request) else None


def _is_worth_repeating(error: RingdownError, request: PreparedRequest) -> bool:
    operation = request.operation
    is_safe = operation.keyed or operation.method in ("GET", "PUT", "PATCH")
    if error.status == 429:
        return request.files is None
    if error.status == 409:
        return error.code == _IN_PROGRESS
    # Without a key, a deletion that was carried out before its connection broke would answer 404.
    if error.status == 503:
        return (is_safe or operation.method == "DELETE") and request.files is None
    return error.status == 0 and is_safe and request.files is None


def back_off(retries: int) -> float:
    """Twice as long each time, and a part of it by chance, so that many clients do not come back at once."""
    return min(_LONGEST_WAIT_SECONDS, _FIRST_WAIT_SECONDS * 2.0**retries) * (0.5 + random.random() / 2)


def with_last_event_id(options: CallOptions, last_event_id: str | None) -> CallOptions:
    if last_event_id is None:
        return options
    return replace(options, headers={**options.headers, "last-event-id": last_event_id})
