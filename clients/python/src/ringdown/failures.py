"""Why a connection failed, in words."""

from __future__ import annotations

import httpx


def describe_failure(error: httpx.TransportError) -> str:
    return "no answer in time" if isinstance(error, httpx.TimeoutException) else "the connection failed"
