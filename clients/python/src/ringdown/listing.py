# Written by `npm run clients` from async_listing.py: change that one.
"""Lists of the API, page by page and row by row."""

from __future__ import annotations

import collections.abc
from collections.abc import Mapping
from typing import Any, Generic, TypeVar, cast

from .connection import Connection
from .operation import Operation
from .paging import next_input, rows_of
from .settings import CallOptions

Page = TypeVar("Page")
Item = TypeVar("Item")


class Listing(Generic[Page, Item]):
    """
    A list of the API. A loop over it gives every row, of the page that was asked for and all that follow; `page()`
    gives that page as it was answered. Nothing is asked before one of both.
    """

    def __init__(
        self, connection: Connection, operation: Operation, given: Mapping[str, Any], options: CallOptions | None
    ) -> None:
        self._connection = connection
        self._operation = operation
        self._given = given
        self._options = options

    def __iter__(self) -> collections.abc.Iterator[Item]:
        for page in self.pages():
            yield from rows_of(self._operation, page)

    def page(self) -> Page:
        """The page that was asked for."""
        return self._read(self._given)

    def pages(self) -> collections.abc.Iterator[Page]:
        """This page and all that follow, as they are answered."""
        given: Mapping[str, Any] | None = self._given
        while given is not None:
            page = self._read(given)
            yield page
            given = next_input(self._operation, given, page)

    def all(self) -> list[Item]:
        """Every row, of this page and all that follow."""
        return list(self)

    def _read(self, given: Mapping[str, Any]) -> Page:
        return cast(Page, self._connection.json(self._operation, given, self._options))
