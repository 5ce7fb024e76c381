# Written by `npm run clients` from async_client.py: change that one.
"""The client."""

from __future__ import annotations

from types import TracebackType

import httpx

from .connection import Connection
from .contact_files import Contacts
from .conversations import Conversations
from .document_files import Knowledge
from .generated.areas import Areas
from .settings import MAX_RETRIES, MINUTE_SECONDS, read_settings


class Ringdown(Areas):
    """A client of one platform: every operation of its API, by area. Use it with `with`, or close it."""

    contacts: Contacts
    knowledge: Knowledge

    def __init__(
        self,
        base_url: str,
        *,
        api_key: str | None = None,
        token: str | None = None,
        http: httpx.Client | None = None,
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
        self._own_http = httpx.Client(follow_redirects=True) if http is None else None
        connection = Connection(settings, http or self._own_http or httpx.Client())
        super().__init__(connection)
        self.contacts = Contacts(connection)
        self.knowledge = Knowledge(connection)
        self.conversations = Conversations(self.text_sessions)

    def close(self) -> None:
        if self._own_http:
            self._own_http.close()

    def __enter__(self) -> Ringdown:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
