"""What the connection must know of an operation; `generated/operations.py` has them all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True)
class Paging:
    """How the next page is asked for."""

    kind: Literal["page", "offset", "next"]
    fields: Mapping[str, str] = field(default_factory=dict)
    """For `next`: fields of the answer, by the field of the next query that takes them."""


@dataclass(frozen=True)
class Operation:
    name: str
    """As programs call it: `campaigns.start`."""
    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    path: str
    """From the root of the server on, parameters in braces."""
    query: tuple[str, ...] = ()
    body: Literal["fields", "whole"] | None = None
    """`fields`: what is not in the path or the query is the body. `whole`: the field `body` is."""
    file: str | None = None
    """The field that holds a file; with it the body is a form."""
    keyed: bool = False
    """A repetition under the same Idempotency-Key does nothing twice."""
    list: str | None = None
    """The field of the answer that holds its list; "" where the answer is the list."""
    paging: Paging | None = None
