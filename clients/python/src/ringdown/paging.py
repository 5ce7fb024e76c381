"""Lists in pages: their rows, and where the next page begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .operation import Operation
from .settings import Unset


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
