"""Calls each operation of the list in OPERATIONS with both halves of the client, and prints which were called."""

import asyncio
import json
import keyword
import os
from functools import reduce
from typing import Any

from ringdown import AsyncEventStream, AsyncListing, AsyncRingdown, EventStream, Listing, Ringdown

with open(os.environ["OPERATIONS"]) as file:
    operations = json.load(file)


def arguments(given: dict[str, Any]) -> dict[str, Any]:
    return {f"{name}_" if keyword.iskeyword(name) else name: value for name, value in given.items()}


async def walk() -> None:
    settings = {"base_url": os.environ["BASE_URL"], "api_key": "vap_test_key"}
    with Ringdown(**settings) as ringdown:
        async with AsyncRingdown(**settings) as other:
            for operation in operations:
                given = arguments(operation["given"])
                answer = reduce(getattr, operation["names"], ringdown)(**given)
                if isinstance(answer, Listing):
                    answer.page()
                elif isinstance(answer, EventStream):
                    assert len(list(answer)) == operation["events"]
                answer = reduce(getattr, operation["names"], other)(**given)
                if isinstance(answer, AsyncEventStream):
                    assert len([event async for event in answer]) == operation["events"]
                else:
                    assert isinstance(answer, AsyncListing) or asyncio.iscoroutine(answer)
                    await answer


asyncio.run(walk())
print(json.dumps(len(operations)))
