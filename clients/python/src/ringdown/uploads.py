"""Files that are sent to signed addresses of the object store, and work that is followed to its end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from .errors import ProcessingFailedError, RingdownError

CONTACT_TYPES: Mapping[str, str] = {
    ".csv": "text/csv",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
DOCUMENT_TYPES: Mapping[str, str] = {
    ".pdf": "application/pdf",
    ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ".pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    ".html": "text/html",
    ".md": "text/markdown",
    ".txt": "text/plain",
    ".csv": "text/csv",
    ".json": "application/json",
}
ANY_TYPE = "application/octet-stream"

NamedFile = str | Path | tuple[str, bytes]
"""The path of a file, or its name and its bytes."""


def read_file(file: NamedFile, types: Mapping[str, str]) -> tuple[str, bytes, str]:
    """Returns name, bytes and media type; the name's ending says what it is."""
    name, data = (file[0], file[1]) if isinstance(file, tuple) else (Path(file).name, Path(file).read_bytes())
    return name, data, types.get(Path(name).suffix.lower(), ANY_TYPE)


def upload_refused(status: int, text: str) -> RingdownError:
    return RingdownError(status, f"The object store refused the file: {status} {text[:300]}", code="upload_refused")


def waits() -> Iterator[float]:
    """How long to wait before each further look: less and less often."""
    seconds = 0.2
    while True:
        yield seconds
        seconds = min(2.0, seconds * 1.5)


def has_ended(state: Mapping[str, Any], status: str, error: str, otherwise: str) -> bool:
    """Tells whether work has ended; raises ProcessingFailedError where it has failed."""
    if state[status] == "failed":
        raise ProcessingFailedError(str(state.get(error) or otherwise), state)
    return bool(state[status] == "completed")
