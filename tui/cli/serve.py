"""`tabletown serve`: the command line of a server."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

import click

NEEDED = ("asyncssh", "msgspec", "sqlalchemy")


def refuse(sentence: str) -> NoReturn:
    from .params import CliError

    raise CliError(sentence)


def parse_address(context: click.Context, parameter: click.Parameter, value: str) -> tuple[str, int]:
    """ "127.0.0.1:2222" or "[::1]:2222" as host and port."""
    host, colon, port = value.rpartition(":")
    if not (host and colon and port.isascii() and port.isdecimal() and int(port) < 1 << 16):
        refuse(f"--listen is an address and a port such as 127.0.0.1:2222, not {value!r}")
    return host.removeprefix("[").removesuffix("]"), int(port)


@click.command()
@click.option("--listen", callback=parse_address, default="127.0.0.1:2222", show_default=True, help="Address and port.")
@click.option("--data", "folder", type=click.Path(file_okay=False, path_type=Path), help="Folder of the server.")
@click.option("--allow", type=click.Path(path_type=Path), help="Only keys of this file, such as authorized_keys.")
@click.option("--guests", is_flag=True, help="People without a key may play too.")
@click.option(
    "--absent", type=click.FloatRange(5), default=300, show_default=True, help="Seconds until a bot plays on."
)
@click.option("--sessions", type=click.IntRange(1), default=64, show_default=True, help="Sessions in all.")
@click.option("--per-address", type=click.IntRange(1), default=8, show_default=True, help="Sessions from an address.")
@click.option("--per-key", type=click.IntRange(1), default=3, show_default=True, help="Sessions with the same key.")
@click.option("--workers", type=click.IntRange(1), default=1, show_default=True, help="Processes for bots.")
@click.option("--local", is_flag=True, help="Take sessions of another sshd of this machine (ForceCommand), too.")
def serve(folder: Path | None, **chosen: object) -> None:
    """Let people play together over SSH."""
    if missing := [name for name in NEEDED if find_spec(name) is None]:
        refuse(f"this needs {', '.join(missing)}; install them with: pip install 'tabletown[serve]'")
    from ..model.files import data_folder
    from ..server.main import ServerConfig, ServerError, start

    try:
        start(ServerConfig(folder=(folder or data_folder() / "server").absolute(), **chosen))  # type: ignore[arg-type]
    except ServerError as error:
        refuse(str(error))
