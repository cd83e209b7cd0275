"""The operator of a server in a test: commands as `tabletown admin` sends them, and people who are told something."""

from __future__ import annotations

from tabletown.tui.protocol.admin_messages import AdminProblem, AdminReply, Backup, admin_answer, admin_request
from tabletown.tui.protocol.client_messages import Message, line
from tabletown.tui.protocol.server_messages import Note
from tabletown.tui.server.admin import AdminDesk
from tabletown.tui.server.admin_socket import AdminSocket
from tabletown.tui.server.gateway import Gateway
from tests.tui.server.raw_client import Client

OPERATOR = "root"


def answer(gateway: Gateway, request: Message) -> AdminReply | AdminProblem:
    """The answer to a request, after a way through its line and back."""
    socket = AdminSocket(AdminDesk(gateway), gateway.path.with_name("admin"))
    reply: AdminReply | AdminProblem = admin_answer(line(socket.answer(admin_request(line(request)), OPERATOR)))
    return reply


def command(gateway: Gateway, request: Message) -> AdminReply:
    """The reply to a request that succeeds."""
    reply = answer(gateway, request)
    assert isinstance(reply, AdminReply), reply
    return reply


def denied(gateway: Gateway, request: Message) -> str:
    """The reason why a request is refused."""
    problem = answer(gateway, request)
    assert isinstance(problem, AdminProblem), problem
    return problem.text


async def back_up(gateway: Gateway, path: str) -> str:
    """The answer to the request for a backup."""
    socket = AdminSocket(AdminDesk(gateway), gateway.path.with_name("admin"))
    return (await socket.respond(line(Backup(path)), OPERATOR)).text


async def next_note(client: Client) -> str:
    """The next note that a client gets."""
    return (await client.expect(Note)).text
