"""The life of a server, from its configuration to the end of the last session."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sqlite3
import stat
import sys
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from socket import gaierror
from typing import TYPE_CHECKING

import click
from asyncssh import SSHKey

from ..protocol.addresses import Address, reachable, ssh_command
from ..protocol.admin_messages import ADMIN_SOCKET
from . import repair
from .admin import AdminDesk
from .admin_socket import AdminSocket
from .databases import CHECK, RESTORE, name_of, opened, reason
from .gateway import GUEST, BadStore, Gateway, lock
from .limits import Limits, Times
from .log_format import TEXT, set_up_logging
from .metrics import Metrics
from .player_text import HOUSE_RULES, MESSAGE, BadText, PlayerText
from .ssh.keys import Allowed, BadKeys, host_key
from .ssh.launchers import ENTRY, ExecLauncher, Starter, Zygote
from .ssh.listener import SshListener
from .ssh.protocols import Bounds
from .ssh.pty_process import Folders
from .ssh.shared_launcher import SharedLauncher
from .status_server import LOOPBACK, StatusServer
from .stored_table import Unsaved
from .tables.table import duration
from .turn_notices import NoticeOptions

if TYPE_CHECKING:
    from .web.server import WebServer

log = logging.getLogger("tabletown.serve")

SOCKET = "socket"
"""Name of the socket in the data folder, to which session programs connect."""
LONGEST = 100
"""Maximum bytes of its path; the system allows few."""
STOPPING = "The server is shutting down. Your seat and every move are saved."


class ServerError(Exception):
    """The server cannot start; the message is one sentence."""


@dataclass(frozen=True)
class ServerConfig:
    """The options of the command line."""

    listen: Address
    public: Address | None
    """Address in invitations; None for the one that players connect to."""
    folder: Path
    database: str
    """URL of a PostgreSQL database; empty for a file in the folder."""
    allow: Path | None
    guests: bool
    absent: float
    sessions: int
    per_address: int
    per_key: int
    tables: int
    tables_per_address: int
    tables_per_player: int
    tournaments: int
    tournaments_per_player: int
    round_break: float
    keep_days: float
    workers: int
    local: bool
    sessions_per_process: int = 1
    metrics: int | None = None
    """Port of the metrics and the health check."""
    log_format: str = TEXT
    notice_command: str = ""
    """Command that sends a player a notice."""
    notice_webhook: str = ""
    """Address to which notices are posted as JSON."""
    notice_addresses: bool = False
    """True when players may give an address for notices."""
    web: Address | None = None
    """Address at which browsers are let in."""
    web_public: str = ""
    """URL by which they know it, if a proxy stands before it."""
    motd: Path | None = None
    house_rules: Path | None = None


def start(config: ServerConfig) -> None:
    """Serve until a signal comes. Raises ServerError."""
    set_up_logging(config.log_format)
    if os.geteuid() == 0:
        log.warning("running as root; use a dedicated user instead")
    socket = config.folder / SOCKET
    if len(os.fsencode(socket)) > LONGEST:
        raise ServerError(f"{config.folder} is too long for a socket path; use a shorter --data")
    limits = limits_of(config)
    times, metrics = times_of(config), Metrics() if config.metrics else None
    log.info("%s", rules_of_closing(limits, times))
    try:
        config.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if warning := folder_warning(config.folder):
            log.warning(warning)
        key = host_key(config.folder)
        allowed = Allowed(config.allow) if config.allow else None
        gateway = Gateway(
            config.folder,
            socket,
            database=config.database,
            workers=config.workers,
            local=config.local,
            limits=limits,
            times=times,
            events=metrics,
            notices=NoticeOptions(config.notice_command, config.notice_webhook, config.notice_addresses),
            message_of_the_day=PlayerText(config.motd, MESSAGE),
            house_rules=PlayerText(config.house_rules, HOUSE_RULES),
        )  # before anything else: its bots' processes start here
        asyncio.run(run(config, gateway, key, allowed, metrics))
    except (BadKeys, BadStore, BadText) as bad:
        raise ServerError(str(bad)) from None
    except OSError as error:
        raise ServerError(f"{error.filename or config.folder}: {error.strerror}") from None


def start_worker(folder: Path, database: str, workers: int, notices: NoticeOptions) -> None:
    """Let bots think for the hosts of a database, and send notices, until a signal comes. Raises ServerError."""
    set_up_logging(TEXT)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        gateway = Gateway(folder, folder / SOCKET, database=database, workers=workers, helps=True, notices=notices)
        asyncio.run(run_worker(gateway))
    except BadStore as bad:
        raise ServerError(str(bad)) from None
    except OSError as error:
        raise ServerError(f"{error.filename or folder}: {error.strerror}") from None


def limits_of(config: ServerConfig) -> Limits:
    return Limits(
        sessions=config.sessions,
        per_address=config.per_address,
        per_key=config.per_key,
        tables=config.tables_per_player,
        tables_per_address=config.tables_per_address,
        all_tables=config.tables,
        tournaments=config.tournaments_per_player,
        all_tournaments=config.tournaments,
    )


def bounds_of(limits: Limits) -> Bounds:
    """Limits on connections, which leave room for those that are not logged in."""
    return Bounds(connections=limits.sessions + 40, nearby=limits.per_address + 8)


def times_of(config: ServerConfig) -> Times:
    reminder = min(Times().reminder, config.absent)
    unfinished, round_break = config.keep_days * 86400, config.round_break
    return Times(reminder=reminder, absent=config.absent, unfinished=unfinished, round_break=round_break)


def rules_of_closing(limits: Limits, times: Times) -> str:
    """The limits of tables and the ages at which games are closed, in one line for the operator."""
    return (
        f"tables: at most {limits.all_tables}, {limits.tables_per_address} per address, {limits.tables} per player; "
        f"games are closed and archived after {duration(times.unfinished)} without a move, or after "
        f"{duration(times.unplayed)} if not everyone has moved"
    )


def folder_warning(folder: Path) -> str:
    """A warning about a data folder that other users of this machine can read or change; empty for a private one."""
    mode = folder.stat().st_mode
    if mode & (stat.S_IWGRP | stat.S_IWOTH):
        return f"other users can change {folder}; run: chmod 700 {folder}"
    if mode & (stat.S_IRGRP | stat.S_IXGRP | stat.S_IROTH | stat.S_IXOTH):
        return f"other users can read {folder}; run: chmod 700 {folder}"
    return ""


def check_database(folder: Path) -> list[str]:
    """The contents of the database in sentences, with its faults. Raises ServerError when it cannot be read."""
    path = folder / repair.DATABASE
    if not path.exists():
        raise ServerError(f"there is no database in {folder}")
    try:
        contents = repair.check(path)
    except BadStore as bad:
        raise ServerError(str(bad)) from None
    if not contents.faults:
        return [f"{path} is in order: {contents.summary()}."]
    return [
        *contents.faults,
        f"{path} is damaged; {contents.summary()} can be read. It will be repaired at the next start.",
    ]


def restore_database(folder: Path, copy: Path) -> str:
    """The sentence that says what was done: a copy replaces the database. Raises ServerError, and changes nothing."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        held = lock(folder)
        try:
            aside = repair.restore(folder, copy, datetime.now())
        finally:
            os.close(held)
    except BadStore as bad:
        raise ServerError(str(bad)) from None
    except (OSError, sqlite3.Error) as error:
        raise ServerError(f"cannot restore {copy}: {error}") from None
    return f"{copy} has replaced the database; the previous one is in {aside}."


def own_tool(database: str, check: bool) -> str:
    """The sentence on the tool with which PostgreSQL checks or restores a database. Raises ServerError."""
    try:
        return (CHECK if check else RESTORE).format(name=name_of(opened(database)))
    except Unsaved as error:
        raise ServerError(reason(error)) from None


def announcement(bound: Address, public: Address | None, key: SSHKey) -> str:
    """Address that the server listens on with the command to connect to it, and the fingerprint of its host key."""
    return (
        f"Listening on {bound}; connect with: {ssh_command(public or reachable(bound))}\n"
        f"Host key: {key.get_fingerprint()}"
    )


def listen_fault(address: Address, error: OSError) -> str:
    """The sentence for an address that cannot be listened on."""
    if isinstance(error, gaierror):
        return f"cannot listen on {address}: unknown host {address.host!r}"
    return f"cannot listen on {address}: {os.strerror(error.errno) if error.errno else error}"


def starter(args: list[str], sessions: int) -> Starter:
    """The launcher of programs for `tabletown online` with these arguments, so many in a process."""
    if sys.platform != "linux":
        return ExecLauncher([sys.executable, "-P", "-m", "tabletown.tui.server.ssh.sandbox", ENTRY, "online", *args])
    return SharedLauncher(Zygote(), args, sessions) if sessions > 1 else Zygote(["online", *args])


async def show_status(stack: AsyncExitStack, server: StatusServer) -> None:
    """Show metrics and health until the stack closes. Raises ServerError."""
    try:
        await stack.enter_async_context(server)
    except OSError as error:
        raise ServerError(listen_fault(Address(LOOPBACK, server.port), error)) from None
    log.info("metrics: http://%s:%d/metrics, health check: /health", LOOPBACK, server.port)


async def start_web_server(
    stack: AsyncExitStack, config: ServerConfig, gateway: Gateway, listener: SshListener
) -> WebServer:
    """Serve browsers until the stack closes, and print their address. Raises ServerError."""
    from .web.identity import Cookies
    from .web.server import WebServer

    assert config.web
    try:
        cookies = Cookies(config.folder)
        server = await stack.enter_async_context(WebServer(gateway, listener, cookies, config.web, config.web_public))
    except OSError as error:
        raise ServerError(listen_fault(config.web, error)) from None
    click.echo(f"For browsers: {config.web_public or f'http://{reachable(server.address)}'}/")
    return server


def stop_signal() -> asyncio.Event:
    """An event that comes with the signal to stop."""
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    return stop


async def run_worker(gateway: Gateway) -> None:
    """Raises BadStore and OSError."""
    stop = stop_signal()
    async with gateway:
        click.echo("Bots think here.")
        sys.stdout.flush()
        await stop.wait()


async def run(
    config: ServerConfig, gateway: Gateway, key: SSHKey, allowed: Allowed | None, metrics: Metrics | None
) -> None:
    """Raises BadStore and OSError."""
    stop = stop_signal()
    guest = GUEST if config.guests else ""
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(gateway)
        await stack.enter_async_context(AdminSocket(AdminDesk(gateway), config.folder / ADMIN_SOCKET))
        if metrics and config.metrics:
            await show_status(stack, StatusServer(gateway, metrics, config.metrics))
        folders = Folders(config.folder / "sessions")
        public = [f"--public={config.public}"] if config.public else []
        link = [f"--link={config.web_public.rstrip('/')}"] if config.web_public else []
        args = ["--socket", str(config.folder / SOCKET), *public, *link]
        begin = starter(args, config.sessions_per_process)
        bounds = bounds_of(gateway.limits)
        listener = SshListener(gateway, key, begin, folders, allowed=allowed, guest=guest, bounds=bounds)
        gateway.on_limits = lambda limits: listener.use_bounds(bounds_of(limits))
        host, port = config.listen
        try:
            port = await listener.listen(host, port)
        except OSError as error:
            raise ServerError(listen_fault(Address(host, port), error)) from None
        bound = Address(host, port)
        click.echo(announcement(bound, config.public, key))
        web = await start_web_server(stack, config, gateway, listener) if config.web else None
        sys.stdout.flush()
        await stop.wait()
        if web:
            await web.stop(STOPPING)
        await listener.stop(STOPPING)
