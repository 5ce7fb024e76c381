"""Tells whether a webhook's request is the platform's (Standard Webhooks)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping, Sequence
from typing import Any

_PREFIX = "whsec_"
_VERSION = "v1,"
_TOLERANCE_SECONDS = 300


class WebhookVerificationError(Exception):
    """The request is not from the platform, was changed on its way, or is too old."""


def verify_webhook(
    payload: str | bytes,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    *,
    tolerance_seconds: float = _TOLERANCE_SECONDS,
) -> Any:
    """
    Returns the event of a webhook's request when the platform signed it; raises WebhookVerificationError otherwise.
    `payload`: the body as it came, not parsed and made again. `secret`: `whsec_…`, several while a secret is
    exchanged for another.
    """
    found = {name.lower(): value for name, value in headers.items()}
    message_id = _header_of(found, "webhook-id")
    timestamp = _header_of(found, "webhook-timestamp")
    given = [
        part[len(_VERSION) :] for part in _header_of(found, "webhook-signature").split() if part.startswith(_VERSION)
    ]
    _require_recent(timestamp, tolerance_seconds)
    body = payload.encode() if isinstance(payload, str) else payload
    signed = f"{message_id}.{timestamp}.".encode() + body
    for key in map(_read_key, [secret] if isinstance(secret, str) else secret):
        expected = base64.b64encode(hmac.digest(key, signed, hashlib.sha256))
        if any(hmac.compare_digest(expected, signature.encode()) for signature in given):
            return _parse(body)
    raise WebhookVerificationError("No signature of this request was made with the webhook's secret")


def _header_of(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name)
    if not value:
        raise WebhookVerificationError(f"The request has no {name}")
    return value


def _require_recent(timestamp: str, tolerance_seconds: float) -> None:
    if not (timestamp.isascii() and timestamp.isdigit()):
        raise WebhookVerificationError("webhook-timestamp is no time")
    if abs(time.time() - int(timestamp)) > tolerance_seconds:
        raise WebhookVerificationError("The request is too old, or from a clock that runs ahead")


def _read_key(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix(_PREFIX), validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if not key:
        raise WebhookVerificationError("The secret is none of a webhook: whsec_…")
    return key


def _parse(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError as error:
        raise WebhookVerificationError("The request is signed, but its body is no JSON") from error
