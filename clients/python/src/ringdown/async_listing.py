"""Lists of the API, page by page and row by row."""

from __future__ import annotations

from collections.abc import AsyncIterator, Generator, Mapping
from typing import Any, Generic, TypeVar, cast

from .async_connection import AsyncConnection
from .listing import next_input, rows_of
from .operation import Operation
from .settings import CallOptions

Page = TypeVar("Page")
Item = TypeVar("Item")


class AsyncListing(Generic[Page, Item]):
    """
    A list of the API. `async for` gives every row, of the page that was asked for and all that follow; `await` gives
    that page as it was answered. Nothing is asked before one of both.
    """

    def __init__(
        self, connection: AsyncConnection, operation: Operation, given: Mapping[str, Any], options: CallOptions | None
    ) -> None:
        self._connection = connection
        self._operation = operation
        self._given = given
        self._options = options

    async def __aiter__(self) -> AsyncIterator[Item]:
        async for page in self.pages():
            for row in rows_of(self._operation, page):
                yield row

    def __await__(self) -> Generator[Any, None, Page]:
        return self._read(self._given).__await__()

    async def pages(self) -> AsyncIterator[Page]:
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
