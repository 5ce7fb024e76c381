# Written by `npm run clients` from async_send_file.py: change that one.
"""Sends files to signed addresses of the object store; a lost upload is sent again."""

from __future__ import annotations

import time
from typing import Any

import httpx

from .connection import Connection
from .errors import ConnectionError
from .failures import describe_failure
from .request import back_off
from .uploads import upload_refused


def send_file(connection: Connection, method: str, url: str, **what: Any) -> None:
    retries = 0
    while True:
        try:
            response = connection.http.request(method, url, **what)
            if response.is_success:
                return
            refused = upload_refused(response.status_code, response.text)
            if response.status_code < 500 or retries >= connection.settings.max_retries:
                raise refused
        except httpx.TransportError as error:
            if retries >= connection.settings.max_retries:
                raise ConnectionError(f"the upload failed: {describe_failure(error)}") from error
        time.sleep(back_off(retries))
        retries += 1
