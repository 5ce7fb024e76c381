# Written by `npm run clients` from async_contact_files.py: change that one.
"""Contacts with what the client adds to their operations."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Literal

from .generated import types
from .generated.areas import ContactsArea
from .send_file import send_file
from .settings import UNSET, Unset
from .uploads import CONTACT_TYPES, NamedFile, has_ended, read_file, waits


class Contacts(ContactsArea):
    def import_file(
        self,
        contact_list_id: int,
        file: NamedFile,
        *,
        mapping: dict[str, str] | Unset = UNSET,
        default_country: str | Unset = UNSET,
        on_duplicate: Literal["skip", "update"] | Unset = UNSET,
        consent: types.ImportedConsentInput | Unset = UNSET,
        on_progress: Callable[[types.ContactImport], None] | None = None,
    ) -> types.ContactImport:
        """
        Uploads a file of contacts (.csv or .xlsx), imports it into a list and returns the import when it has ended,
        with its counts and the address of the refused rows. Raises ProcessingFailedError where the file could not be
        read.
        """
        name, data, content_type = read_file(file, CONTACT_TYPES)
        upload = self.upload_url(file_name=name, file_size=len(data), content_type=content_type)
        address = (upload["method"], upload["upload_url"])
        send_file(self._connection, *address, headers=upload["headers"], content=data)
        started = self.import_(
            contact_list_id=contact_list_id,
            object_store_key=upload["object_store_key"],
            mapping=mapping,
            default_country=default_country,
            on_duplicate=on_duplicate,
            consent=consent,
        )
        for wait in waits():
            state: Any = self.imports.get(contact_list_id=contact_list_id, import_id=started["import_id"])
            if on_progress:
                on_progress(state)
            if has_ended(state, "status", "error", "The import failed"):
                break
            time.sleep(wait)
        result: types.ContactImport = state
        return result
