"""How a client reaches the API."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, final

MINUTE_SECONDS = 60.0
MAX_RETRIES = 4


@final
class Unset:
    """An argument that was not given. None is something else: it clears a field where one can be cleared."""

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "UNSET"


UNSET: Final = Unset()


@dataclass(frozen=True)
class CallOptions:
    """Of one call, beside its arguments."""

    timeout_seconds: float | None = None
    """Of each try; by default the client's. A stream has none."""
    max_retries: int | None = None
    """By default the client's."""
    idempotency_key: str | None = None
    """Instead of a new one: for a call that another process may repeat."""
    last_event_id: str | None = None
    """A stream goes on after this event."""
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Settings:
    base_url: str
    headers: Mapping[str, str]
    timeout_seconds: float
    max_retries: int
    max_retry_wait_seconds: float


def read_settings(
    base_url: str,
    api_key: str | None,
    token: str | None,
    *,
    timeout_seconds: float,
    max_retries: int,
    max_retry_wait_seconds: float,
) -> Settings:
    headers = {
        **({"x-api-key": api_key} if api_key is not None else {}),
        **({"authorization": f"Bearer {token}"} if token is not None else {}),
    }
    root = base_url.rstrip("/").removesuffix("/api/v1")
    if not root.startswith(("http://", "https://")):
        raise ValueError("base_url says where the platform answers: https://calls.example.com")
    return Settings(root, headers, timeout_seconds, max_retries, max_retry_wait_seconds)
