"""Admission of a session: a ticket and a private folder, given up when it is over."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from .protocols import ListenerProtocol


class NotAdmitted(Exception):
    """The reason, as a sentence for the person."""


@asynccontextmanager
async def admitted(listener: ListenerProtocol, identity: str, origin: str) -> AsyncIterator[tuple[str, Path]]:
    """A ticket and a private folder until the block ends. Raises NotAdmitted and OSError."""
    try:
        ticket = listener.desk.admit(identity, origin)
    except ValueError as refused:
        raise NotAdmitted(str(refused)) from None
    try:
        folder = listener.folders.make()
        try:
            yield ticket, folder
        finally:
            listener.folders.remove(folder)
    finally:
        listener.desk.release(ticket)
