"""`tabletown admin`: the operator's commands for a running server."""

from __future__ import annotations

import json
import os
import re
import socket
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..model.text_table import printable, table_lines
from .params import CliError

if TYPE_CHECKING:
    from ..protocol.admin_messages import AdminReply
    from ..protocol.client_messages import Message

PATIENCE = 15.0
"""Seconds to wait for the server's answer."""
UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 7 * 86400}
"""Seconds by unit of a time."""
SERVER = "server"
"""Entries of the context's `meta`: the server's data folder, and the form of the output."""
JSON = "json"


class AdminGroup(click.Group):
    """Commands in the order in which they are defined, which goes from looking to acting."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


def parse_time(context: click.Context, parameter: click.Parameter, value: str | None) -> float | None:
    """ "90m", "2h" or "7d" in seconds."""
    if value is None:
        return None
    match = re.fullmatch(r"(\d{1,6})([smhdw])", value.strip().lower())
    if not match or not int(match[1]):
        raise CliError(f"--for takes a time such as 30m, 2h, 7d or 4w, not {value!r}")
    return float(int(match[1]) * UNITS[match[2]])


for_option = click.option("--for", "seconds", callback=parse_time, metavar="TIME", help="For a time: 30m, 2h, 7d, 4w.")
reason_option = click.option("--reason", default="", metavar="TEXT", help="Reason, which the player is told.")


@click.group(cls=AdminGroup, invoke_without_command=True)
@click.option("--data", "folder", type=click.Path(file_okay=False, path_type=Path), help="The server's data folder.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def admin(context: click.Context, folder: Path | None, as_json: bool) -> None:
    """Control a running server, as the user who runs it or as root."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
    context.meta[SERVER], context.meta[JSON] = folder, as_json


@admin.command()
def who() -> None:
    """List everyone who is connected."""
    from ..protocol.admin_messages import Who

    send(Who())


@admin.command()
def tables() -> None:
    """List the tables."""
    from ..protocol.admin_messages import ListTables

    send(ListTables())


@admin.command()
def bans() -> None:
    """List the bans and mutes in force."""
    from ..protocol.admin_messages import ListBans

    send(ListBans())


@admin.command()
@click.option("--lines", type=click.IntRange(1, 10_000), default=50, show_default=True, help="Number of lines.")
def log(lines: int) -> None:
    """Show what has been done with these commands."""
    from ..protocol.admin_messages import ShowLog

    send(ShowLog(lines))


@admin.command()
def health() -> None:
    """Check the server; the exit code is 1 if anything is wrong."""
    from ..protocol.admin_messages import Health

    try:
        send(Health())
    except CliError as wrong:
        click.echo(f"tabletown: {wrong.message}", err=True)
        sys.exit(1)


@admin.command()
@click.argument("text")
def say(text: str) -> None:
    """Send everyone who is connected a message."""
    from ..protocol.admin_messages import Broadcast

    send(Broadcast(text))


@admin.command()
@click.argument("text", default="")
def close(text: str) -> None:
    """Admit no new players; TEXT tells them more. Known players can still connect."""
    from ..protocol.admin_messages import Close

    send(Close(text))


@admin.command("open")
def reopen() -> None:
    """Admit new players again."""
    from ..protocol.admin_messages import Reopen

    send(Reopen())


@admin.command()
@click.argument("name")
@for_option
@reason_option
def mute(name: str, seconds: float | None, reason: str) -> None:
    """Refuse a player's chat."""
    from ..protocol.admin_messages import MutePlayer

    send(MutePlayer(name, reason, seconds))


@admin.command()
@click.argument("name")
def unmute(name: str) -> None:
    """Let a player chat again."""
    from ..protocol.admin_messages import UnmutePlayer

    send(UnmutePlayer(name))


@admin.command()
@click.argument("name")
@reason_option
def kick(name: str, reason: str) -> None:
    """End a player's session; the player can come back."""
    from ..protocol.admin_messages import Kick

    send(Kick(name, reason))


@admin.command()
@click.argument("subject", metavar="NAME|FINGERPRINT|ADDRESS")
@for_option
@reason_option
def ban(subject: str, seconds: float | None, reason: str) -> None:
    """Ban a player, an SSH key, an address or a network.

    A ban by name applies to all keys of the player; that of a guest who is connected, to all guests from the same
    address. The seat of a banned player in a running game is kept, and a bot takes over as for any absent player.

    \b
    tabletown admin ban Ada --for 7d --reason "insults in the chat"
    tabletown admin ban SHA256:9tDKfEoqGSxVmLEXfhAhfhj7B5lbyvXZfUdVoDwgqvE
    tabletown admin ban 192.0.2.0/24 --for 2h
    """
    from ..protocol.admin_messages import Ban

    send(Ban(subject, reason, seconds))


@admin.command()
@click.argument("subject", metavar="NAME|FINGERPRINT|ADDRESS")
def unban(subject: str) -> None:
    """Lift a ban."""
    from ..protocol.admin_messages import Unban

    send(Unban(subject))


@admin.command()
@click.argument("old")
@click.argument("new")
def rename(old: str, new: str) -> None:
    """Change a player's name."""
    from ..protocol.admin_messages import Rename

    send(Rename(old, new))


@admin.command()
@click.argument("code")
@reason_option
def remove(code: str, reason: str) -> None:
    """Remove a table; a running game is closed and archived."""
    from ..protocol.admin_messages import Remove

    send(Remove(code, reason))


@admin.command()
def tournaments() -> None:
    """List the tournaments that are coming or running."""
    from ..protocol.admin_messages import ShowTournaments

    send(ShowTournaments())


@admin.command("cancel-tournament")
@click.argument("number", type=click.IntRange(0, 999_999_999))
@reason_option
def cancel_tournament(number: int, reason: str) -> None:
    """Cancel a tournament; its running games continue."""
    from ..protocol.admin_messages import RemoveTournament

    send(RemoveTournament(number, reason))


@admin.command()
@click.argument("name", required=False)
@click.argument("value", required=False)
def limits(name: str | None, value: str | None) -> None:
    """Show the limits, or change one until it is changed again.

    VALUE is a number, or "default" for the value on the command line of the server.
    """
    from ..protocol.admin_messages import SetLimit, ShowLimits

    if name is None:
        return send(ShowLimits())
    if value is None or not (value == "default" or (value.isascii() and value.isdecimal() and len(value) < 10)):
        raise CliError("a limit takes a number or 'default', e.g. tabletown admin limits sessions 100")
    return send(SetLimit(name, None if value == "default" else int(value)))


@admin.command()
@click.argument("file", type=click.Path(path_type=Path))
def backup(file: Path) -> None:
    """Copy the database to FILE, which the server writes.

    Keep the copy private. Restore it with: tabletown serve --restore FILE
    """
    from ..protocol.admin_messages import Backup

    send(Backup(str(file.absolute())))


# The connection


def send(request: Message) -> None:
    """Send a request, and print the answer. Raises CliError."""
    meta = click.get_current_context().meta
    print_reply(ask(meta[SERVER], request), meta[JSON])


def ask(folder: Path | None, request: Message) -> AdminReply:
    """The server's answer to a request. Raises CliError with the reason if there is none or it refuses."""
    if find_spec("msgspec") is None:
        raise CliError("missing msgspec; install with: pip install 'tabletown[serve]'")
    from msgspec import MsgspecError

    from ..model.files import data_folder
    from ..protocol.admin_messages import ADMIN_SOCKET, AdminProblem, admin_answer, admin_request
    from ..protocol.client_messages import line

    folder = (folder or data_folder() / SERVER).absolute()
    try:
        admin_request(data := line(request))
    except MsgspecError as wrong:
        raise CliError(f"the text is too long or empty; {str(wrong).lower()}") from None
    try:
        answer: AdminReply | AdminProblem = admin_answer(exchange(folder / ADMIN_SOCKET, data))
    except MsgspecError:
        raise CliError("the server did not answer; the versions of program and server may differ") from None
    except OSError as error:
        raise CliError(fault(folder, error)) from None
    if isinstance(answer, AdminProblem):
        raise CliError(answer.text[:1].lower() + answer.text[1:].rstrip("."))
    return answer


def exchange(path: Path, data: bytes) -> bytes:
    """Send a line, and return the line that comes back. Raises OSError."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(PATIENCE)
        connection.connect(os.fspath(path))
        connection.sendall(data)
        with connection.makefile("rb") as file:
            return file.readline()


def fault(folder: Path, error: OSError) -> str:
    """The reason why no server answers, with a remedy."""
    match error:
        case FileNotFoundError() | ConnectionRefusedError():
            return f"no server is running in {folder}; name its data folder with tabletown admin --data FOLDER"
        case PermissionError():
            return f"cannot open {folder}; run the command as the user who runs the server, or as root"
        case TimeoutError():
            return "the server does not answer"
    return f"cannot reach the server in {folder}: {error.strerror or error}"


# Output


def print_reply(reply: AdminReply, as_json: bool) -> None:
    if as_json:
        rows = [dict(zip(map(str.lower, reply.columns), row, strict=True)) for row in reply.rows]
        click.echo(json.dumps({"text": reply.text, "rows": rows}, ensure_ascii=False, indent=2))
        return
    for text in [*table_lines([reply.columns, *reply.rows] if reply.rows else []), *filter(None, [reply.text])]:
        click.echo(printable(text))
