"""Lists of the API, page by page and row by row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Generic, TypeVar, cast

from .connection import Connection
from .operation import Operation
from .settings import CallOptions, Unset

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

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from rows_of(self._operation, page)

    def page(self) -> Page:
        """The page that was asked for."""
        return self._read(self._given)

    def pages(self) -> Iterator[Page]:
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


def rows_of(operation: Operation, page: Any) -> list[Any]:
    rows = page.get(operation.list) if operation.list and isinstance(page, dict) else page
    return rows if isinstance(rows, list) else []


def next_input(operation: Operation, given: Mapping[str, Any], page: Any) -> Mapping[str, Any] | None:
    """The input of the next page; None after the last."""
    paging = operation.paging
    if paging is None:
        return None
    if paging.kind == "offset":
        rows = len(rows_of(operation, page))
        offset = given.get("offset")
        begin = 0 if offset is None or isinstance(offset, Unset) else int(offset)
        return {**given, "offset": begin + rows} if rows > 0 else None
    if not isinstance(page, dict):
        return None
    if paging.kind == "page":
        number = page.get("page", 1)
        return {**given, "page": number + 1} if number < page.get("total_pages", 1) else None
    following = {asked: page.get(answered) for asked, answered in paging.fields.items()}
    return None if None in following.values() else {**given, **following}
