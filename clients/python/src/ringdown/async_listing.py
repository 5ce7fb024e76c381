"""Lists of the API, page by page and row by row."""

from __future__ import annotations

import collections.abc
from collections.abc import Mapping
from typing import Any, Generic, TypeVar, cast

from .async_connection import AsyncConnection
from .operation import Operation
from .paging import next_input, rows_of
from .settings import CallOptions

Page = TypeVar("Page")
Item = TypeVar("Item")


class AsyncListing(Generic[Page, Item]):
    """
    A list of the API. A loop over it gives every row, of the page that was asked for and all that follow; `page()`
    gives that page as it was answered. Nothing is asked before one of both.
    """

    def __init__(
        self, connection: AsyncConnection, operation: Operation, given: Mapping[str, Any], options: CallOptions | None
    ) -> None:
        self._connection = connection
        self._operation = operation
        self._given = given
        self._options = options

    async def __aiter__(self) -> collections.abc.AsyncIterator[Item]:
        async for page in self.pages():
            for row in rows_of(self._operation, page):
                yield row

    # async only: the page is what a list is awaited for.
    def __await__(self) -> collections.abc.Generator[Any, None, Page]:
        return self._read(self._given).__await__()

    # both again
    async def page(self) -> Page:
        """The page that was asked for."""
        return await self._read(self._given)

    async def pages(self) -> collections.abc.AsyncIterator[Page]:
        """This page and all that follow, as they are answered."""
        given: Mapping[str, Any] | None = self._given
        while given is not None:
            page = await self._read(given)
            yield page
            given = next_input(self._operation, given, page)

    async def all(self) -> list[Item]:
        """Every row, of this page and all that follow."""
        return [row async for row in self]

    async def _read(self, given: Mapping[str, Any]) -> Page:
        return cast(Page, await self._connection.json(self._operation, given, self._options))
