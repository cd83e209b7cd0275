"""One client's connection: its player, its messages, and its send buffer."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
import secrets
from dataclasses import dataclass
from time import monotonic
from typing import Protocol

from msgspec import MsgspecError

from ..protocol.client_messages import (
    OLDEST,
    PROTOCOL,
    AcceptRules,
    FromClient,
    Hello,
    Leave,
    Look,
    Message,
    Name,
    Phrase,
    Return,
    Say,
    from_client,
    line,
)
from ..protocol.player_messages import UseKeyCode
from ..protocol.server_messages import Bye, HouseRules, Printed, Problem, Welcome
from ..protocol.table_codes import ALPHABET
from . import games_command
from .databases import reason
from .limits import Bucket, Limits
from .moderation import GUEST, Moderation, is_browser
from .player_names import checked_name, folded
from .player_text import PlayerText
from .store import Store
from .stored_table import Unsaved
from .tables.service import TableService
from .tables.table import RequestDenied

log = logging.getLogger("tabletown.serve")

GUEST_CODE = 12
"""Letters of a guest code."""
KEY = re.compile(r"SHA256:[A-Za-z0-9+/]{43}")
TRIES = 3
"""Wrong guest codes before a session ends."""
RETRY_DELAY = 1.0
"""Seconds to wait after each."""
FAREWELL = 3.0
"""Seconds for a client to receive the goodbye."""


NOT_SAVED = "The server could not save that; try again."
AT_ANY_TIME = (Leave, Look, Phrase, Say)
"""Messages that are handled while the database is lost, as the time that has run does not matter to them."""


class ProtocolError(Exception):
    """The session must end; the message gives the reason as a sentence for the player."""


@dataclass(slots=True)
class Ticket:
    """An admitted session."""

    identity: str
    """Fingerprint of a key, or GUEST until the guest is identified."""
    address: str
    born: float
    used: bool = False
    code: str = ""
    """Guest code; empty for a player with a key."""


class GatewayProtocol(Protocol):
    """The gateway, as its sessions need it."""

    limits: Limits
    local: bool
    store: Store
    service: TableService
    moderation: Moderation
    message_of_the_day: PlayerText
    house_rules: PlayerText

    def admit(self, identity: str, address: str) -> str:
        """A ticket for one session. Raises RequestDenied when there are too many."""

    def must_admit(self, identity: str, address: str) -> None:
        """Raises RequestDenied for a player who is not admitted."""

    def printed(self, identity: str, address: str, command: str) -> Printed:
        """The output of a command, or the reason for refusing it."""

    def redeem(self, token: str) -> Ticket | None:
        """Return a ticket and mark it as used; None if it is unknown or has expired unused."""

    def enter(self, session: Session, number: int, name: str, join: str, watch: bool) -> None:
        """Make a session that player's, and end another one of the same player."""

    def release(self, token: str) -> None:
        """Give up a ticket: its session is over or never started."""


class Session:
    def __init__(self, gateway: GatewayProtocol, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.gateway, self.reader, self.writer = gateway, reader, writer
        self.number: int | None = None
        """Number of the player, once named and past the house rules."""
        self.ticket = Ticket("", "", 0.0)
        self.wrong = 0
        self.bucket = Bucket(gateway.limits.rate, gateway.limits.burst, monotonic())

    # Sending

    def send(self, message: Message) -> None:
        """Send without waiting; drop a client that does not read."""
        transport = self.writer.transport
        if transport.is_closing():
            return
        if transport.get_write_buffer_size() > self.gateway.limits.backlog:
            log.warning("session dropped: the client has stopped reading")
            return self.drop()
        self.writer.write(line(message))

    def end(self, bye: Bye) -> None:
        """Send the goodbye, then close."""
        self.send(bye)
        self.writer.close()
        asyncio.get_running_loop().call_later(FAREWELL, self.drop)

    def drop(self) -> None:
        self.writer.transport.abort()

    # Receiving

    async def run(self) -> None:
        token = ""
        try:
            async with asyncio.timeout(self.gateway.limits.greeting):
                hello = greeting(await self.receive())
            token = self.greet(hello)
            while True:
                await self.handle(await self.receive(), hello)
        except ProtocolError as bad:
            log.warning("session ended: %s", bad)
            self.end(Bye(str(bad), "refused"))
        except TimeoutError:
            self.end(Bye("Login timed out.", "refused"))
        except Unsaved as error:
            log.error("session ended: %s", reason(error))
            self.end(Bye("The server cannot reach its database; try again in a minute.", "refused"))
        except (asyncio.IncompleteReadError, ConnectionError):
            self.drop()
        finally:
            if not self.writer.is_closing():
                self.drop()
            if token:
                self.gateway.release(token)

    async def receive(self) -> FromClient:
        """The next message; raises ProtocolError for anything else, and waits when they come too fast."""
        try:
            message: FromClient = from_client(await self.reader.readuntil())
        except asyncio.LimitOverrunError:
            raise ProtocolError("Message too long.") from None
        except (MsgspecError, RecursionError, UnicodeDecodeError):
            raise ProtocolError("Unknown message; client and server versions may differ.") from None
        if wait := self.bucket.take(monotonic()):
            await asyncio.sleep(wait)
        return message

    def greet(self, hello: Hello) -> str:
        """Identify the player; return the ticket to release if it was created here. Raises ProtocolError."""
        token = hello.ticket
        if hello.key and not hello.ticket:
            if not self.gateway.local or not KEY.fullmatch(hello.key):
                raise ProtocolError("This server does not accept sessions from sshd; see tabletown serve --local.")
            try:
                token = self.gateway.admit(hello.key, hello.address or "local")
            except RequestDenied as no:
                raise ProtocolError(str(no)) from None
        ticket = self.gateway.redeem(token)
        if ticket is None:
            raise ProtocolError("Your session has expired; reconnect.")
        self.ticket = ticket
        if ticket.identity == GUEST:
            ticket.code = "".join(secrets.choice(ALPHABET) for _ in range(GUEST_CODE))
            ticket.identity = guest(ticket.code)
        self.recognise(hello)
        return "" if hello.ticket else token

    def recognise(self, hello: Hello) -> None:
        """Let a known player in; ask a new one for a name. Raises ProtocolError for one who is not admitted."""
        try:
            self.gateway.must_admit(self.ticket.identity, self.ticket.address)
        except RequestDenied as no:
            raise ProtocolError(str(no)) from None
        if hello.command:
            return self.print(hello.command)
        player = self.gateway.store.player(self.ticket.identity)
        if player is None:
            return self.send(Welcome("", True, self.ticket.code, browser=is_browser(self.ticket.identity)))
        number, name = player
        self.welcome(number, name)
        rules = self.gateway.house_rules
        if self.gateway.moderation.store.accepted(self.ticket.identity) != (version := rules.version) and version:
            return self.send(HouseRules(version, rules.text))
        self.number = number
        return self.gateway.enter(self, number, name, hello.join, hello.watch)

    def print(self, command: str) -> None:
        """Send what a command prints, then end the session."""
        for part in games_command.parts(self.gateway.printed(self.ticket.identity, self.ticket.address, command)):
            self.send(part)
        self.end(Bye("", "printed"))

    async def handle(self, message: FromClient, hello: Hello) -> None:
        try:
            match message:
                case Name(name):
                    self.rename(name, hello)
                case Return(code) if self.ticket.code and self.number is None:
                    await self.come_back(code, hello)
                case UseKeyCode(code):
                    self.use_key_code(code, hello)
                case AcceptRules(version) if self.number is None:
                    self.accept(version, hello)
                case _ if self.number is None:
                    raise self.too_early()
                case AcceptRules():
                    raise RequestDenied("You have accepted the house rules.")
                case Return():
                    raise RequestDenied("You are already connected.")
                case _ if self.gateway.service.lost and not isinstance(message, AT_ANY_TIME):
                    raise RequestDenied(NOT_SAVED)
                case _:
                    self.gateway.service.handle(self.number, message)
        except RequestDenied as no:
            self.send(Problem(str(message.__struct_config__.tag), str(no), no.needs))
        except Unsaved as error:
            log.error("not saved: %s", reason(error))
            self.send(Problem(str(message.__struct_config__.tag), NOT_SAVED))

    def rename(self, text: str, hello: Hello) -> None:
        """Set the name of a new player, or change it in the lobby."""
        service = self.gateway.service
        if self.number is not None:
            return self.welcome(self.number, service.players.rename(service.people[self.number], text))
        name = checked_name(text)
        if self.gateway.store.player(self.ticket.identity) is not None:
            raise self.too_early()
        if self.gateway.moderation.closed is not None:
            raise RequestDenied(self.gateway.moderation.closed, "name")
        if self.gateway.store.name_player(self.ticket.identity, name, folded(name)) is None:
            raise RequestDenied("That name is taken.", "name")
        return self.recognise(hello)

    def welcome(self, number: int, name: str) -> None:
        """Send a player who has a name everything about themselves."""
        ratings = self.gateway.store.ratings_of(number)
        message, rules = self.gateway.message_of_the_day.text, self.gateway.house_rules.text
        self.send(Welcome(name, False, self.ticket.code, ratings, message, rules))

    def too_early(self) -> RequestDenied:
        """The refusal of a request before the player is let in."""
        if self.gateway.store.player(self.ticket.identity) is None:
            return RequestDenied("Choose a name first.", "name")
        return RequestDenied("Accept the house rules first.")

    def accept(self, version: str, hello: Hello) -> None:
        """Note that the player accepts the house rules, and let them in; rules that have changed are sent again."""
        if self.gateway.store.player(self.ticket.identity) is None:
            raise self.too_early()
        if version == self.gateway.house_rules.version:
            self.gateway.moderation.store.accept(self.ticket.identity, version)
        self.recognise(hello)

    def show_name(self, name: str) -> None:
        """Send a player who is on the server another name, and the location again."""
        assert self.number is not None
        self.welcome(self.number, name)
        self.gateway.service.show_location(self.gateway.service.people[self.number])

    async def come_back(self, code: str, hello: Hello) -> None:
        """Identify a returning guest. Wrong codes cost time, and a few end the session."""
        code = "".join(c for c in code.upper() if c in ALPHABET)
        if self.gateway.store.player(guest(code)) is None:
            self.wrong += 1
            if self.wrong == TRIES:
                raise ProtocolError("Too many unknown guest codes.")
            await asyncio.sleep(RETRY_DELAY)
            raise RequestDenied("Unknown guest code.")
        self.ticket.code, self.ticket.identity = code, guest(code)
        self.recognise(hello)

    def use_key_code(self, code: str, hello: Hello) -> None:
        """Add this session's key to the account that made a code; few codes are tried from an address."""
        player = self.gateway.store.player(self.ticket.identity)
        desk, owner = self.gateway.service.players, player[0] if player else None
        account = desk.use_code(self.ticket.identity, self.ticket.address, code, owner)
        if player is None:
            return self.recognise(hello)
        raise ProtocolError(f"This key now opens the account of {account.name}: connect again.")


def greeting(message: FromClient) -> Hello:
    """The first message; raises ProtocolError for another kind or version."""
    if not isinstance(message, Hello):
        raise ProtocolError("Protocol error: no greeting.")
    if not OLDEST <= message.version <= PROTOCOL:
        raise ProtocolError("Client and server versions differ; restart the client.")
    return message


def guest(code: str) -> str:
    """Identity of the guest with that code; the code itself is not stored."""
    return f"{GUEST}:{hashlib.sha256(code.encode()).hexdigest()}"
