# Written by `npm run clients` from async_event_stream.py: change that one.
"""Streams of events that go on after a lost connection."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import Any, Generic, TypeVar

from .connection import Connection
from .errors import ConnectionError
from .operation import Operation
from .request import DEFAULT_OPTIONS, back_off, with_last_event_id
from .server_events import LONGEST_SILENCE_SECONDS, NO_CONTENT, EventReader, StreamedEvent
from .settings import CallOptions

T = TypeVar("T")


class EventStream(Generic[T]):
    """
    A stream of events. A loop over it gives their data; a lost connection is opened again and goes on after the last
    event, until the API says that nothing follows, or the loop is left.
    """

    def __init__(
        self, connection: Connection, operation: Operation, given: Mapping[str, Any], options: CallOptions | None
    ) -> None:
        self._connection = connection
        self._operation = operation
        self._given = given
        self._options = options or DEFAULT_OPTIONS
        self._reader = EventReader(self._options.last_event_id, gives_end=operation.method != "GET")

    @property
    def last_event_id(self) -> str | None:
        """Of the last event that was given: with it as an option another stream goes on after it."""
        return self._reader.last_event_id

    def __iter__(self) -> Iterator[T]:
        for event in self.events():
            yield event.data

    def events(self) -> Iterator[StreamedEvent[T]]:
        """The events with their names and ids."""
        if self._operation.method != "GET":
            # What a message brings about is told once, and not again.
            yield from self._connect()
            self._reader.require_end()
            return
        failures = 0
        while not self._reader.is_over:
            try:
                for event in self._connect():
                    failures = 0
                    yield event
            except ConnectionError:
                if failures >= self._connection.settings.max_retries:
                    raise
                failures += 1
            if not self._reader.is_over:
                time.sleep(back_off(failures) if failures > 0 else self._reader.wait_seconds)

    def _connect(self) -> Iterator[StreamedEvent[T]]:
        """One connection. Ends when the server ends it; raises a ConnectionError when it breaks."""
        reader = self._reader
        reader.begin()
        options = with_last_event_id(self._options, reader.last_event_id)
        opened = self._connection.open_stream(self._operation, self._given, options, LONGEST_SILENCE_SECONDS)
        with opened as response:
            reader.is_over = response.status_code == NO_CONTENT
            for line in response.iter_lines():
                event = reader.read_line(line)
                if event is not None:
                    yield event
                if reader.is_over:
                    return
