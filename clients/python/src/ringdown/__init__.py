"""Client of Ringdown, a self-hosted voice-agent platform."""

from .async_client import AsyncRingdown
from .async_conversations import AsyncConversation
from .async_event_stream import AsyncEventStream
from .async_listing import AsyncListing
from .client import Ringdown
from .conversations import Conversation
from .errors import (
    AuthenticationError,
    BadRequestError,
    ConflictError,
    ConnectionError,
    Fault,
    LimitReachedError,
    NotFoundError,
    PermissionError,
    ProcessingFailedError,
    RateLimitError,
    RingdownError,
    ServerError,
    ValidationError,
)
from .event_stream import EventStream
from .generated import error_codes, types
from .generated.operations import VERSION as __version__
from .listing import Listing
from .replies import Reply
from .server_events import StreamedEvent
from .settings import UNSET, CallOptions, Unset
from .webhooks import WebhookVerificationError, verify_webhook

__all__ = [
    "UNSET",
    "AsyncConversation",
    "AsyncEventStream",
    "AsyncListing",
    "AsyncRingdown",
    "AuthenticationError",
    "BadRequestError",
    "CallOptions",
    "ConflictError",
    "ConnectionError",
    "Conversation",
    "EventStream",
    "Fault",
    "LimitReachedError",
    "Listing",
    "NotFoundError",
    "PermissionError",
    "ProcessingFailedError",
    "RateLimitError",
    "Reply",
    "Ringdown",
    "RingdownError",
    "ServerError",
    "StreamedEvent",
    "Unset",
    "ValidationError",
    "WebhookVerificationError",
    "__version__",
    "error_codes",
    "types",
    "verify_webhook",
]
