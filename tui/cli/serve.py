"""`tabletown serve`: the command line of a server."""

from __future__ import annotations

import shlex
import sys
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from typing import NoReturn
from urllib.parse import urlsplit

import click

from ..protocol.addresses import Address, parse_address

NEEDED = ("alembic", "asyncssh", "confusable_homoglyphs", "msgspec", "networkx", "prometheus_client", "sqlalchemy")

FOR_WEB = ("aiohttp", "itsdangerous", "jinja2")

FOR_POSTGRES = ("psycopg",)


def refuse(sentence: str) -> NoReturn:
    from .params import CliError

    raise CliError(sentence)


def parse_listen(context: click.Context, parameter: click.Parameter, value: str) -> Address:
    try:
        return parse_address(value)
    except ValueError:
        refuse(f"--listen takes ADDRESS:PORT, e.g. 127.0.0.1:2222, not {value!r}")


def parse_web(context: click.Context, parameter: click.Parameter, value: str | None) -> Address | None:
    try:
        return parse_address(value) if value else None
    except ValueError:
        refuse(f"--web takes ADDRESS:PORT, e.g. 127.0.0.1:8080, not {value!r}")


def public_address(value: str, port: int) -> Address:
    """The address in invitations; `port` is the default, the server's own port."""
    try:
        return parse_address(value, port)
    except ValueError:
        refuse(f"--public takes HOST or HOST:PORT, e.g. games.example.org:2222, not {value!r}")


def parse_database(context: click.Context, parameter: click.Parameter, value: str) -> str:
    if value and not value.startswith("postgresql://"):
        refuse(f"--database takes the URL of a PostgreSQL database, e.g. postgresql:///tabletown, not {value!r}")
    return value


def parse_command(context: click.Context, parameter: click.Parameter, value: str) -> str:
    try:
        words = shlex.split(value)
    except ValueError:
        refuse(f"--notice-command has an open quotation: {value!r}")
    if words and which(words[0]) is None:
        refuse(f"--notice-command: no program {words[0]!r}; give its path")
    return value


def parse_url(context: click.Context, parameter: click.Parameter, value: str) -> str:
    if value and not (value.startswith(("http://", "https://")) and urlsplit(value).hostname):
        refuse(f"{parameter.opts[0]} takes a URL, e.g. https://example.org, not {value!r}")
    return value


notice_command = click.option(
    "--notice-command",
    callback=parse_command,
    metavar="COMMAND",
    default="",
    help="Run for a player whose turn it is in a slow game.",
)
notice_webhook = click.option(
    "--notice-webhook", callback=parse_url, metavar="URL", default="", help="Post such notices here as JSON."
)


@click.command()
@click.option(
    "--listen",
    callback=parse_listen,
    default="127.0.0.1:2222",
    show_default=True,
    help="Address and port to listen on.",
)
@click.option(
    "--public", metavar="HOST[:PORT]", help="Address shown in invitations; default: the one each player connected to."
)
@click.option("--web", callback=parse_web, metavar="ADDRESS:PORT", help="Also let browsers in at this address.")
@click.option("--web-public", callback=parse_url, metavar="URL", default="", help="URL of a proxy before --web.")
@click.option("--data", "folder", type=click.Path(file_okay=False, path_type=Path), help="The server's data folder.")
@click.option(
    "--database",
    callback=parse_database,
    metavar="URL",
    default="",
    help="PostgreSQL database, e.g. postgresql:///tabletown; default: a file in the data folder.",
)
@click.option("--allow", type=click.Path(path_type=Path), help="Admit only the public keys in this file.")
@click.option("--guests", is_flag=True, help="Allow players without an SSH key.")
@click.option(
    "--absent",
    type=click.FloatRange(5),
    default=300,
    show_default=True,
    help="Seconds before a bot takes over from an absent player.",
)
@click.option("--sessions", type=click.IntRange(1), default=64, show_default=True, help="Maximum sessions.")
@click.option(
    "--per-address", type=click.IntRange(1), default=8, show_default=True, help="Maximum sessions per address."
)
@click.option("--per-key", type=click.IntRange(1), default=3, show_default=True, help="Maximum sessions per key.")
@click.option("--tables", type=click.IntRange(1), default=200, show_default=True, help="Maximum unfinished games.")
@click.option(
    "--tables-per-address",
    type=click.IntRange(1),
    default=20,
    show_default=True,
    help="Maximum unfinished games per address.",
)
@click.option(
    "--tables-per-player",
    type=click.IntRange(1),
    default=5,
    show_default=True,
    help="Maximum unfinished games per player.",
)
@click.option(
    "--tournaments", type=click.IntRange(1), default=10, show_default=True, help="Maximum tournaments at a time."
)
@click.option(
    "--tournaments-per-player",
    type=click.IntRange(1),
    default=2,
    show_default=True,
    help="Maximum tournaments that a player has created, at a time.",
)
@click.option(
    "--round-break",
    type=click.FloatRange(0),
    default=30,
    show_default=True,
    help="Seconds between two rounds of a tournament.",
)
@click.option(
    "--keep-days",
    type=click.FloatRange(1),
    default=30,
    show_default=True,
    help="Days without a move after which a game is closed and archived.",
)
@click.option("--workers", type=click.IntRange(1), default=1, show_default=True, help="Number of bot processes.")
@click.option(
    "--sessions-per-process",
    type=click.IntRange(1, 32),
    default=8,
    show_default=True,
    help="Sessions that share a process, which saves memory.",
)
@click.option("--local", is_flag=True, help="Also accept sessions from this machine's sshd (ForceCommand).")
@click.option("--motd", type=click.Path(path_type=Path), metavar="FILE", help="Message of the day, for the lobby.")
@click.option(
    "--house-rules", type=click.Path(path_type=Path), metavar="FILE", help="House rules that players must accept."
)
@click.option(
    "--metrics",
    type=click.IntRange(1, 65535),
    metavar="PORT",
    help="Port on 127.0.0.1 for Prometheus (/metrics) and monitors (/health).",
)
@click.option(
    "--log-format",
    type=click.Choice(("text", "json")),
    default="text",
    show_default=True,
    help="Log lines of text, or JSON objects.",
)
@notice_command
@notice_webhook
@click.option("--notice-addresses", is_flag=True, help="Let players give an address for such notices.")
@click.option("--check", is_flag=True, help="Check the database, report what is in it, and exit.")
@click.option(
    "--restore",
    type=click.Path(path_type=Path),
    metavar="COPY",
    help="Replace the database with COPY, and exit.",
)
def serve(
    folder: Path | None,
    database: str,
    listen: Address,
    public: str | None,
    check: bool,
    restore: Path | None,
    **chosen: object,
) -> None:
    """Host multiplayer games over SSH."""
    if missing := [name for name in NEEDED if find_spec(name) is None]:
        refuse(f"missing {', '.join(missing)}; install with: pip install 'tabletown[serve]'")
    if database and (missing := [name for name in FOR_POSTGRES if find_spec(name) is None]):
        refuse(f"--database needs {', '.join(missing)}; install with: pip install 'tabletown[postgres]'")
    if chosen["web"] and (missing := [name for name in FOR_WEB if find_spec(name) is None]):
        refuse(f"--web needs {', '.join(missing)}; install with: pip install 'tabletown[web]'")
    if chosen["web"] and chosen["allow"]:
        refuse("--web lets anyone in who knows the address, so it cannot be used with --allow")
    from ..model.files import data_folder
    from ..server.main import ServerConfig, ServerError, check_database, own_tool, restore_database, start

    folder = (folder or data_folder() / "server").absolute()
    try:
        if database and (check or restore):
            refuse(own_tool(database, check))
        if check:
            lines = check_database(folder)
            click.echo("\n".join(lines))
            sys.exit(len(lines) > 1)
        if restore:
            return click.echo(restore_database(folder, restore))
        start(
            ServerConfig(
                listen=listen,
                public=public_address(public, listen.port) if public else None,
                folder=folder,
                database=database,
                **chosen,  # type: ignore[arg-type]
            )
        )
    except ServerError as error:
        refuse(str(error))
