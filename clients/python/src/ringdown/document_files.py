# Written by `npm run clients` from async_document_files.py: change that one.
"""Documents with what the client adds to their operations."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from .generated import types
from .generated.areas import KnowledgeArea
from .send_file import send_file
from .settings import UNSET, Unset
from .uploads import DOCUMENT_TYPES, NamedFile, has_ended, read_file, waits


class Knowledge(KnowledgeArea):
    def upload(
        self,
        file: NamedFile,
        *,
        document_uuid: str | Unset = UNSET,
        scope: types.DocumentScope | Unset = UNSET,
        folder_id: int | Unset = UNSET,
        workflow_id: int | Unset = UNSET,
        file_folder_id: int | Unset = UNSET,
        retrieval_mode: types.RetrievalMode | Unset = UNSET,
        encoding: str | Unset = UNSET,
        on_progress: Callable[[types.Document], None] | None = None,
    ) -> types.Document:
        """
        Uploads a document, has it processed and returns it when agents can read it. With the `document_uuid` of a
        document the file is its next version; `scope` and the others say who reads it and how, as `process` takes
        them. Raises ProcessingFailedError where it could not be read.
        """
        name, data, mime_type = read_file(file, DOCUMENT_TYPES)
        size = len(data)
        upload = self.upload_url(filename=name, mime_type=mime_type, file_size=size, document_uuid=document_uuid)
        # The store reads only the fields before the file.
        form = {"data": upload["fields"], "files": {"file": (name, data, mime_type)}}
        send_file(self._connection, "POST", upload["upload_url"], headers=upload["headers"], **form)
        self.process(
            document_uuid=upload["document_uuid"],
            object_store_key=upload["object_store_key"],
            scope=scope,
            folder_id=folder_id,
            workflow_id=workflow_id,
            file_folder_id=file_folder_id,
            retrieval_mode=retrieval_mode,
            encoding=encoding,
        )
        for wait in waits():
            state: Any = self.get(document_uuid=upload["document_uuid"])
            if on_progress:
                on_progress(state)
            if has_ended(state, "processing_status", "processing_error", "The document could not be read"):
                break
            time.sleep(wait)
        result: types.Document = state
        return result
