"""The socket of `tabletown admin`: lines of JSON from the server's own user, or root."""

from __future__ import annotations

import asyncio
import logging
import os
import pwd
from pathlib import Path
from typing import Self

from msgspec import MsgspecError

from ..protocol.admin_messages import ADMIN_LINE, AdminProblem, AdminReply, AdminRequest, Backup, admin_request
from ..protocol.client_messages import line
from .admin import AdminDesk
from .databases import reason
from .private_socket import peer_user, private_socket
from .stored_table import Unsaved
from .tables.table import RequestDenied

log = logging.getLogger("tabletown.admin")

MOST = 8
"""Maximum number of connections."""
IDLE = 60.0
"""Seconds without a request before a connection ends."""
FAULTS = (MsgspecError, RecursionError, UnicodeDecodeError, RequestDenied, Unsaved)
"""Errors of requests that the operator hears of."""
STRANGER = "Only the user that runs the server, or root, can do that."


class AdminSocket:
    """`async with AdminSocket(...)` answers requests until the block ends. Raises OSError."""

    def __init__(self, desk: AdminDesk, path: Path) -> None:
        self.desk, self.path = desk, path
        self._writers: set[asyncio.StreamWriter] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_unix_server(self._serve, sock=private_socket(self.path), limit=ADMIN_LINE)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for writer in list(self._writers):
            writer.transport.abort()
        self.path.unlink(missing_ok=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if len(self._writers) >= MOST:
            return writer.transport.abort()
        self._writers.add(writer)
        try:
            await self._converse(reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError, TimeoutError):
            pass
        finally:
            self._writers.discard(writer)
            writer.close()

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer requests until one is no request. Raises IncompleteReadError, ConnectionError and TimeoutError."""
        operator = operator_name(peer_user(writer.get_extra_info("socket")))
        while True:
            try:
                async with asyncio.timeout(IDLE):
                    data = await reader.readuntil()
            except asyncio.LimitOverrunError:
                return writer.write(line(AdminProblem("The request is too long.")))
            writer.write(line(await self.respond(data, operator) if operator else AdminProblem(STRANGER)))
            await writer.drain()

    async def respond(self, data: bytes, operator: str) -> AdminReply | AdminProblem:
        """The answer to a line, whatever it contains; the one to a backup comes when it is complete."""
        try:
            request = admin_request(data)
            if isinstance(request, Backup):
                return await self.desk.back_up(request, operator)
        except FAULTS as error:
            return problem(error)
        return self.answer(request, operator)

    def answer(self, request: AdminRequest, operator: str) -> AdminReply | AdminProblem:
        """The answer to any request but a backup."""
        try:
            return self.desk.answer(request, operator)
        except FAULTS as error:
            return problem(error)


def problem(error: Exception) -> AdminProblem:
    """The answer to a request that failed with one of the FAULTS."""
    match error:
        case RequestDenied():
            return AdminProblem(str(error))
        case Unsaved():
            log.error("not saved: %s", reason(error))
            return AdminProblem("The server could not save that; see its log.")
    return AdminProblem("Unknown request; the versions of program and server may differ.")


def operator_name(user: int | None) -> str:
    """Name of the user who sends requests; empty for one who may not. Without a number, the socket's mode decides."""
    if user is None:
        return "operator"
    if user not in (0, os.geteuid()):
        return ""
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return str(user)
