"""`tabletown online`: the client program of a session on this machine's server."""

from __future__ import annotations

import hashlib
import os
import re
import sys
from base64 import b64decode, b64encode
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from ..model.settings import Settings
from ..model.terminal import terminal
from ..protocol.addresses import SSH_PORT, Address, parse_address, ssh_address, ssh_origin
from ..protocol.table_codes import CODE

if TYPE_CHECKING:
    from ..client.app import OnlineApp

NOWHERE = "/nonexistent/tabletown"
"""Folder of settings and saved games: a path that does not exist, since a session has none."""
COMMAND = re.compile(rf"(join|watch) ([A-Za-z]{{{CODE}}})")
"""Commands that an SSH client may send."""


def refuse(sentence: str) -> NoReturn:
    from .params import CliError

    raise CliError(sentence)


def fingerprint(path: str) -> str:
    """Fingerprint of the key that sshd accepted, from the file that SSH_USER_AUTH names."""
    try:
        lines = Path(path).read_text(encoding="ascii").splitlines() if path else []
        keys = [words[2] for words in map(str.split, lines) if words[0] == "publickey"]
        digest = hashlib.sha256(b64decode(keys[0], validate=True)).digest()
    except (OSError, ValueError, IndexError):
        refuse("sshd does not report the key; set ExposeAuthInfo yes in sshd_config")
    return f"SHA256:{b64encode(digest).decode().rstrip('=')}"


def greeting(env: Mapping[str, str], by_key: bool, join: str, watch: str) -> dict[str, str | bool]:
    """The fields of the greeting: identity, and the table to open."""
    if command := COMMAND.fullmatch(env.get("SSH_ORIGINAL_COMMAND", "")) if by_key else None:
        join, watch = (command[2], "") if command[1] == "join" else ("", command[2])
    identity = {"ticket": env.get("TABLETOWN_TICKET", "")}
    if by_key:
        origin = ssh_origin(env.get("SSH_CONNECTION", ""))
        identity = {"key": fingerprint(env.get("SSH_USER_AUTH", "")), "address": origin}
    elif not identity["ticket"]:
        refuse("tabletown serve runs this command; to run it from your own sshd, add --key-from-sshd")
    return {**identity, "join": (join or watch).upper(), "watch": bool(watch)}


def parse_code(context: click.Context, parameter: click.Parameter, value: str) -> str:
    """Validate a table code, in any case; it may be empty."""
    if value and not (len(value) == CODE and value.isascii() and value.isalpha()):
        refuse(f"--{parameter.name} takes a six-letter table code, not {value!r}")
    return value


def parse_public_address(context: click.Context, parameter: click.Parameter, value: str | None) -> Address | None:
    try:
        return parse_address(value, SSH_PORT) if value else None
    except ValueError:
        refuse(f"--public takes HOST or HOST:PORT, not {value!r}")


def parse_link(context: click.Context, parameter: click.Parameter, value: str) -> str:
    if value and not re.fullmatch(r"https?://[^\s/]+", value):
        refuse(f"--{parameter.name} takes http://HOST or https://HOST, not {value!r}")
    return value


@click.command()
@click.option("--socket", "path", required=True, type=click.Path(), help="Path to the server's socket.")
@click.option("--join", callback=parse_code, default="", metavar="CODE", help="Join this table.")
@click.option("--watch", callback=parse_code, default="", metavar="CODE", help="Watch this table.")
@click.option("--public", metavar="HOST[:PORT]", callback=parse_public_address, help="Address for invitations.")
@click.option("--link", callback=parse_link, default="", metavar="URL", help="The server's URL, for invitations.")
@click.option("--key-from-sshd", "by_key", is_flag=True, help="For ForceCommand: identify players by their SSH key.")
def online(path: str, join: str, watch: str, public: Address | None, link: str, by_key: bool) -> None:
    """Connect to a local server that `serve` has started."""
    if find_spec("msgspec") is None:
        refuse("missing msgspec; install with: pip install 'tabletown[serve]'")
    hello = greeting(os.environ, by_key, join, watch)
    if by_key and (command := os.environ.get("SSH_ORIGINAL_COMMAND", "")).startswith("game"):
        from ..client.command import print_answer

        sys.exit(print_answer(path, {**hello, "command": command}))
    from .exit_codes import NO_TERMINAL

    if not (sys.stdin.isatty() and sys.stderr.isatty()):  # Textual draws on stderr
        click.echo("tabletown: no terminal; connect with ssh -t", err=True)
        sys.exit(NO_TERMINAL)
    app = make_app(path, hello, public, link)
    app.run(mouse=app.terminal.mouse)
    if app.farewell:
        click.echo(app.farewell)
    sys.exit(app.return_code or 0)


def make_app(path: str, hello: Mapping[str, str | bool], public: Address | None, link: str) -> OnlineApp:
    """The app that connects to the server's socket, for the terminal that the environment describes."""
    os.environ["TABLETOWN_CONFIG"] = os.environ["TABLETOWN_DATA"] = NOWHERE
    settings = Settings(animation="off")
    screen = terminal(settings, os.environ)
    from .launch import prepare

    prepare(screen.colours)
    from msgspec import convert

    from ..client.app import OnlineApp
    from ..client.connection import Link
    from ..protocol.client_messages import PROTOCOL, Hello

    connection = Link(path, convert({"version": PROTOCOL, **hello}, Hello))
    address = public or ssh_address(os.environ.get("SSH_CONNECTION", ""))
    return OnlineApp(connection, settings, screen, address, link=link)
