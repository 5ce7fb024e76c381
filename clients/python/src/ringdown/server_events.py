"""Server-sent events, as the standard of HTML defines them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from .errors import ConnectionError

T = TypeVar("T")

LONGEST_SILENCE_SECONDS = 50.0
"""The API sends a sign of life every 15 seconds; a stream that is silent for longer was cut without a word."""
USUAL_WAIT_SECONDS = 1.0
NO_CONTENT = 204
END = "end"


@dataclass(frozen=True)
class StreamedEvent(Generic[T]):
    """An event of a stream as it came."""

    id: str | None
    """Goes back as Last-Event-ID; None before the first that has one."""
    event: str
    """`message` where the API gives it no name."""
    data: T


class EventReader:
    """Reads events line by line, and remembers what the next connection has to say."""

    def __init__(self, last_event_id: str | None, *, gives_end: bool = False) -> None:
        self._gives_end = gives_end
        self.last_event_id = last_event_id
        self.wait_seconds = USUAL_WAIT_SECONDS
        self.is_over = False
        self._id = last_event_id
        self._event = ""
        self._data: list[str] = []

    def begin(self) -> None:
        """A new connection begins: half an event of the one before is none."""
        self._id = self.last_event_id
        self._event = ""
        self._data = []

    def require_end(self) -> None:
        """Raises ConnectionError where the events ended before their last."""
        if not self.is_over:
            raise ConnectionError("the stream ended before its answer was whole")

    def read_line(self, line: str) -> StreamedEvent[Any] | None:
        """Takes a line without its end; returns an event when the line ends one."""
        if line == "":
            return self._finish()
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "data":
            self._data.append(value)
        elif field == "event":
            self._event = value
        elif field == "id" and "\0" not in value:
            self._id = value
        elif field == "retry" and value.isascii() and value.isdigit():
            self.wait_seconds = int(value) / 1000
        return None

    def _finish(self) -> StreamedEvent[Any] | None:
        event, data = self._event or "message", "\n".join(self._data)
        has_data = len(self._data) > 0
        self._event, self._data = "", []
        if not has_data:
            return None
        if event == END:
            self.is_over = True
            if not self._gives_end:
                return None
        self.last_event_id = self._id
        return StreamedEvent(self._id, event, json.loads(data))
