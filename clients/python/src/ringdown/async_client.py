"""The client."""

from __future__ import annotations

from types import TracebackType

import httpx

from .async_connection import AsyncConnection
from .async_contact_files import AsyncContacts
from .async_conversations import AsyncConversations
from .async_document_files import AsyncKnowledge
from .generated.async_areas import AsyncAreas
from .settings import MAX_RETRIES, MINUTE_SECONDS, read_settings


class AsyncRingdown(AsyncAreas):
    """A client of one platform: every operation of its API, by area. Use it with `async with`, or close it."""

    contacts: AsyncContacts
    knowledge: AsyncKnowledge

    def __init__(
        self,
        base_url: str,
        *,
        api_key: str | None = None,
        token: str | None = None,
        http: httpx.AsyncClient | None = None,
        timeout_seconds: float = MINUTE_SECONDS,
        max_retries: int = MAX_RETRIES,
        max_retry_wait_seconds: float = MINUTE_SECONDS,
    ) -> None:
        """
        `base_url`: where the platform answers. `api_key`: a key of the organization; `token`: of a person's session
        instead. `http`: a client of httpx with your own proxies or certificates, which you close yourself.
        """
        settings = read_settings(
            base_url,
            api_key,
            token,
            timeout_seconds=timeout_seconds,
            max_retries=max_retries,
            max_retry_wait_seconds=max_retry_wait_seconds,
        )
        self._own_http = httpx.AsyncClient(follow_redirects=True) if http is None else None
        connection = AsyncConnection(settings, http or self._own_http or httpx.AsyncClient())
        super().__init__(connection)
        self.contacts = AsyncContacts(connection)
        self.knowledge = AsyncKnowledge(connection)
        self.conversations = AsyncConversations(self.text_sessions)

    async def close(self) -> None:
        if self._own_http:
            await self._own_http.aclose()

    async def __aenter__(self) -> AsyncRingdown:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
