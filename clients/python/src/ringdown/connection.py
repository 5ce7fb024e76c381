# Written by `npm run clients` from async_connection.py: change that one.
"""Carries operations out."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import httpx

from .errors import ConnectionError, RingdownError, read_error
from .failures import describe_failure
from .operation import Operation
from .request import DEFAULT_OPTIONS, PreparedRequest, build_request, wait_before_retry
from .settings import CallOptions, Settings


class Connection:
    def __init__(self, settings: Settings, http: httpx.Client) -> None:
        self.settings = settings
        self.http = http

    def json(self, operation: Operation, given: Mapping[str, Any], options: CallOptions | None) -> Any:
        response = self._ask(operation, given, options)
        return response.json()

    def text(self, operation: Operation, given: Mapping[str, Any], options: CallOptions | None) -> str:
        response = self._ask(operation, given, options)
        return response.text

    def file(self, operation: Operation, given: Mapping[str, Any], options: CallOptions | None) -> bytes:
        response = self._ask(operation, given, options)
        return response.content

    def none(self, operation: Operation, given: Mapping[str, Any], options: CallOptions | None) -> None:
        self._ask(operation, given, options)

    def _ask(self, operation: Operation, given: Mapping[str, Any], options: CallOptions | None) -> httpx.Response:
        """Sends a request until it has an answer that counts. Raises a RingdownError for every other one."""
        request = build_request(operation, given, options or DEFAULT_OPTIONS, self.settings)
        retries = 0
        while True:
            result = self._try_once(request)
            if isinstance(result, httpx.Response):
                return result
            wait = wait_before_retry(result, request, retries, self.settings)
            if wait is None:
                raise result
            time.sleep(wait)
            retries += 1

    def _try_once(self, request: PreparedRequest) -> httpx.Response | RingdownError:
        try:
            response = self.http.request(
                request.operation.method,
                request.url,
                headers=request.headers,
                content=request.content,
                files=request.files,
                timeout=request.timeout_seconds or None,
            )
        except httpx.TransportError as error:
            failure = ConnectionError(f"{request.operation.name}: {describe_failure(error)}", request.operation.name)
            failure.__cause__ = error
            return failure
        return response if response.is_success else read_error(response, request.operation.name)

    @contextmanager
    def open_stream(
        self, operation: Operation, given: Mapping[str, Any], options: CallOptions, silence_seconds: float
    ) -> Iterator[httpx.Response]:
        """Opens one connection of a stream; what breaks it is a ConnectionError."""
        request = build_request(operation, given, options, self.settings)
        timeout = httpx.Timeout(self.settings.timeout_seconds, read=silence_seconds)
        try:
            with self.http.stream(
                operation.method, request.url, headers=request.headers, content=request.content, timeout=timeout
            ) as response:
                if not response.is_success:
                    response.read()
                    raise read_error(response, operation.name)
                yield response
        except httpx.TransportError as error:
            raise ConnectionError(f"{operation.name}: the stream broke off", operation.name) from error
