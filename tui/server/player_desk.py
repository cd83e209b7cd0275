"""Requests about players: profiles, leaderboards, friends and blocking, invitations, keys and other names."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from math import ceil
from time import time

from tabletown import rules
from tabletown.rules.core.registry import is_game
from tabletown.rules.core.text import plural

from ..protocol.player_messages import (
    BLOCKED,
    DAILY,
    FRIEND,
    RELATIONS,
    DeclineInvitation,
    FetchKeys,
    FetchLeaders,
    FetchProfile,
    Invitation,
    Invitations,
    Invite,
    KeyCode,
    KeyList,
    Leaderboard,
    ListPlayers,
    MakeKeyCode,
    PlayerInfo,
    PlayerList,
    PlayerRequest,
    Profile,
    Relate,
    RemoveKey,
)
from ..protocol.server_messages import Note
from .databases import reason
from .limits import Bucket
from .player_directory import RANKED, PlayerDirectory
from .player_keys import UNKNOWN_CODE, VALID, Account, PlayerKeys
from .player_names import checked_name, folded
from .stored_table import Unsaved
from .tables import renaming
from .tables.service_protocol import Person, ServiceProtocol
from .tables.table import WAITING, RequestDenied, Table

log = logging.getLogger("tabletown.serve")

DAY = 86400.0
"""Seconds between two changes of a player's name."""
LONG = 60.0
"""Seconds of a visit whose end is noted, too."""
OTHERS = 50
"""Others online who are listed."""
MOST_RELATED = 100
"""Maximum friends, and maximum blocked players."""
RELATED = {FRIEND: "friends", BLOCKED: "blocked players"}
INVITATIONS = 8
"""Invitations to a table, and those that a player is shown."""
LIVE, WATCHED = 2.0, 30.0
"""Seconds between two updates of the list of players, and seconds for which one who has asked for it gets them."""
GUESS_RATE, GUESS_BURST = 1 / 60, 5.0
"""Key codes that may be tried from an address: a second, and at once."""
ADDRESSES = 1000
"""Addresses whose tries are counted."""


@dataclass(slots=True)
class Viewer:
    """A player who looks at the list of players."""

    until: float
    """Time of the last update, unless the player asks again."""
    latest: PlayerList


@dataclass(eq=False)
class PlayerDesk:
    """Answers requests about players. Its lists show the tables and people of the service."""

    service: ServiceProtocol
    clock: Callable[[], float] = time
    """Seconds since 1970."""
    key_of: Callable[[int], str] = lambda number: ""
    """Identity of the key with which a player is connected."""
    end_key: Callable[[str], None] = lambda identity: None
    """Ends the sessions with a key that was removed."""
    keys: PlayerKeys = field(init=False)
    sent: dict[int, list[Invitation]] = field(default_factory=dict)
    """The invitations that each player who is connected has been sent."""
    since: dict[int, float] = field(default_factory=dict)
    """The time at which each of them arrived."""
    buckets: dict[int, Bucket] = field(default_factory=dict)
    """Rate limits of lists and profiles by player."""
    guesses: dict[str, Bucket] = field(default_factory=dict)
    """Rate limits of key codes by address."""
    viewers: dict[int, Viewer] = field(default_factory=dict)
    """Those who look at the list of players, by number."""
    updated: float = 0.0
    """Time of the last update of their lists."""
    stale: bool = False
    """True when someone has come or gone since then, or a table has changed."""

    def __post_init__(self) -> None:
        self.keys = PlayerKeys(self.service.store)

    @property
    def directory(self) -> PlayerDirectory:
        return self.service.directory

    def handle(self, person: Person, request: PlayerRequest) -> None:
        """Answer a request of a player. Raises RequestDenied and Unsaved."""
        number = person.number
        match request:
            case ListPlayers():
                self.spend(number)
                self.show_players(number)
            case FetchProfile(other, name):
                self.spend(number)
                self.service.post(number, self.profile(number, self.sought(number, other, name)))
            case FetchLeaders(game, skip, most):
                self.spend(number)
                self.service.post(number, self.leaderboard(number, game, skip, most))
            case Relate(other, relation):
                self.relate(person, other, relation)
            case Invite(other):
                self.invite(person, other)
            case DeclineInvitation(code):
                self.decline(person, code)
            case FetchKeys():
                self.spend(number)
                self.show_keys(number)
            case MakeKeyCode():
                self.service.rate_limit(person)
                self.service.post(number, KeyCode(self.keys.make_code(number, self.clock()), round(VALID)))
            case RemoveKey(key):
                self.end_key(self.keys.remove(number, key, self.key_of(number)))
                self.show_keys(number)

    def spend(self, number: int) -> None:
        """Raises RequestDenied for a player who asks too often."""
        rate, burst = self.service.limits.rate / 4, self.service.limits.burst / 2
        bucket = self.buckets.setdefault(number, Bucket(rate, burst, self.service.now()))
        if not bucket.spare(self.service.now()):
            raise RequestDenied("Too fast; wait a moment and try again.")

    # Coming and going

    def arrived(self, number: int, identity: str = "") -> None:
        """Note a visit, and send the player's open invitations: a client that reconnects may still show others."""
        self.note_visit(number, identity)
        self.since[number] = self.clock()
        self.sent[number] = self.open_invitations(number)
        self.service.post(number, Invitations(self.sent[number]))

    def departed(self, number: int) -> None:
        if self.clock() - self.since.pop(number, self.clock()) > LONG:
            self.note_visit(number)
        self.sent.pop(number, None)
        self.viewers.pop(number, None)

    def note_visit(self, number: int, identity: str = "") -> None:
        """Note that a player is here, and with which key; log failures."""
        try:
            self.directory.visit(number, identity, self.clock())
        except Unsaved as error:
            log.error("not saved: %s", reason(error))

    # Lists

    def info(self, number: int, name: str) -> PlayerInfo:
        """A player as others see them, without the table of a daily game, which nobody else can go to."""
        person = self.service.people.get(number)
        table = person.table if person else None
        if table is None:
            return PlayerInfo(number, name, person is not None)
        if table.day:
            return PlayerInfo(number, name, True, stage=DAILY)
        open_seat = table.stage == WAITING and table.first_open() is not None
        return PlayerInfo(number, name, True, table.code, table.game, table.stage, open_seat)

    def show_players(self, number: int) -> None:
        """Send a player the list, and its changes for a while."""
        players = self.player_list(number)
        self.viewers[number] = Viewer(self.service.now() + WATCHED, players)
        self.service.post(number, players)

    def update_lists(self) -> None:
        """Send the list to those who look at it and for whom it has changed; called a few times a second."""
        now = self.service.now()
        if not self.stale or now < self.updated + LIVE:
            return
        self.stale, self.updated = False, now
        self.viewers = {number: viewer for number, viewer in self.viewers.items() if now < viewer.until}
        for number, viewer in self.viewers.items():
            if (new := self.player_list(number)) != viewer.latest:
                viewer.latest = new
                self.service.post(number, new)

    def player_list(self, number: int) -> PlayerList:
        related, recent = self.directory.related(number), self.directory.opponents(number)
        online = [other for other in self.service.people if other not in {number, *related, *recent}]
        names = self.service.store.names([*related, *recent, *online])

        def infos(numbers: list[int], by_name: bool = True) -> list[PlayerInfo]:
            listed = [self.info(other, names[other]) for other in numbers if other in names]
            return sorted(listed, key=lambda info: (not info.online, info.name.casefold() if by_name else ""))

        friends, blocked = ([other for other in related if related[other] == kind] for kind in (FRIEND, BLOCKED))
        opponents = [other for other in recent if other not in related]
        return PlayerList(infos(friends), infos(opponents, False), infos(online)[:OTHERS], infos(blocked))

    def sought(self, number: int, other: int, name: str) -> int:
        """The number of the player whose profile is asked for. Raises RequestDenied."""
        if not name:
            return other or number
        sought = self.directory.number_of(folded(name))
        if sought is None:
            raise RequestDenied(f"No player is called {name!r}.")
        return sought

    def profile(self, number: int, other: int) -> Profile:
        name, visits = self.name_of(other), self.directory.visits(other)
        return Profile(
            player=self.info(other, name),
            former=self.directory.former_names(other),
            first=visits.first,
            last=visits.last,
            relation=self.directory.related(number).get(other, ""),
            yours=number == other,
            games=self.directory.figures(other, number),
        )

    def name_of(self, number: int) -> str:
        """A player's name. Raises RequestDenied."""
        name = self.service.store.names([number]).get(number)
        if not name:
            raise RequestDenied("The server knows no such player.")
        return name

    def leaderboard(self, number: int, game: str, skip: int, most: int) -> Leaderboard:
        if not is_game(game):
            raise RequestDenied(f"Unknown game {game!r}; choose {', '.join(rules.GAMES)}.")
        leaders, total = self.directory.leaders(game, most, skip)
        return Leaderboard(game, leaders, total, RANKED, self.directory.place(game, number))

    # Friends and blocked players

    def relate(self, person: Person, other: int, relation: str) -> None:
        if relation not in RELATIONS:
            raise RequestDenied(f"Unknown relation {relation!r}.")
        name = self.name_of(other)
        if other == person.number:
            raise RequestDenied("That is you.")
        related = self.directory.related(person.number)
        if relation and sum(kind == relation for kind in related.values()) >= MOST_RELATED:
            raise RequestDenied(f"You have {MOST_RELATED} {RELATED[relation]}; remove one before you add {name}.")
        self.service.rate_limit(person)
        self.directory.relate(person.number, other, relation)
        self.service.post(person.number, self.profile(person.number, other))
        self.show_invitations(person.number)

    # Invitations

    def invite(self, person: Person, guest: int) -> None:
        """Invite a player to the table that another one hosts, and tell both."""
        table, name = hosted(person), self.name_of(guest)
        invited = self.directory.invited_to(table.code)
        if table.seat_of(guest) is not None:
            raise RequestDenied(f"{name} is already at your table.")
        if self.directory.blocks(person.number, guest):
            raise RequestDenied(f"You have blocked {name}; unblock them first.")
        if any(each.guest == guest for each in invited):
            raise RequestDenied(f"{name} has been invited to this table before.")
        if len(invited) >= INVITATIONS:
            raise RequestDenied(f"You have invited {INVITATIONS} players to this table; that is the most.")
        self.service.rate_limit(person)
        if self.directory.blocks(guest, person.number):
            raise RequestDenied(f"You cannot invite {name}.")
        self.directory.invite(table.code, person.number, guest)
        online = guest in self.service.people
        self.service.note(table, f"{person.name} invites {name}." + " They will see it when they come." * (not online))
        self.show_invitations(guest)
        if online and self.service.people[guest].table:
            self.service.post(guest, Note(f"{person.name} invites you to {table.code}: see the lobby."))

    def decline(self, person: Person, code: str) -> None:
        invitation = next((each for each in self.directory.invited(person.number) if each.code == code.upper()), None)
        if invitation is None:
            raise RequestDenied("You have no such invitation.")
        self.directory.close_invitation(invitation.code, person.number)
        self.show_invitations(person.number)
        if table := self.service.tables.get(invitation.code):
            self.service.note(table, f"{person.name} declines the invitation.")

    def open_invitations(self, number: int) -> list[Invitation]:
        """The invitations of a player to tables that still wait for someone."""
        pairs = [(each, self.service.tables.get(each.code)) for each in self.directory.invited(number)]
        waiting = [
            (each, table)
            for each, table in pairs
            if table and table.stage == WAITING and table.first_open() is not None and table.seat_of(number) is None
        ][:INVITATIONS]
        names = self.service.store.names([each.by for each, _ in waiting]) if waiting else {}
        return [
            Invitation(table.code, names.get(each.by, ""), table.game, dict(table.options), table.clock.control)
            for each, table in waiting
        ]

    def show_invitations(self, number: int) -> None:
        """Send a player who is connected their invitations, if they have changed."""
        if number in self.sent and (invitations := self.open_invitations(number)) != self.sent[number]:
            self.sent[number] = invitations
            self.service.post(number, Invitations(invitations))

    def refresh(self) -> None:
        """Send everyone their invitations if the tables have changed them; the lists of players follow."""
        self.stale = True
        for number in list(self.sent):
            if self.sent[number] or self.directory.invited(number):
                self.show_invitations(number)

    # Names

    def rename(self, person: Person, text: str) -> str:
        """Change a player's name, and return it. Raises RequestDenied and Unsaved."""
        name = checked_name(text)
        if person.table:
            raise RequestDenied("Leave your table first.")
        wait = self.directory.renamed_at(person.number) + DAY - self.clock()
        if wait > 0:
            hours = plural(ceil(wait / 3600), "hour")
            raise RequestDenied(f"You can change your name once a day; try again in {hours}.", "name")
        self.service.rate_limit(person)
        if not self.service.store.rename_player(person.number, name, folded(name)):
            raise RequestDenied("That name is taken.", "name")
        renaming.rename(self.service, person.number, name)
        return name

    # Keys

    def show_keys(self, number: int) -> None:
        self.service.post(number, KeyList(self.keys.of(number, self.key_of(number))))

    def use_code(self, identity: str, address: str, code: str, number: int | None) -> Account:
        """Add a key to the account that made the code; `number` is the present owner. Raises RequestDenied."""
        if len(self.guesses) >= ADDRESSES:
            self.guesses.clear()
        bucket = self.guesses.setdefault(address, Bucket(GUESS_RATE, GUESS_BURST, self.service.now()))
        if not bucket.spare(self.service.now()):
            raise RequestDenied("Too many key codes from your address; wait a minute and try again.")
        seated = any(table.seat_of(number) is not None for table in self.service.tables.values())
        account = self.keys.use_code(identity, code, self.clock(), seated)
        if account is None:
            raise RequestDenied(UNKNOWN_CODE)
        if account.number in self.service.people:
            self.service.show_notices(account.number)
            self.show_keys(account.number)
        return account


def hosted(person: Person) -> Table:
    """The table that a player hosts and that waits for players. Raises RequestDenied."""
    table = person.table
    if table is None or table.host != person.number:
        raise RequestDenied("Open a table first; its host can invite players.")
    if table.stage != WAITING:
        raise RequestDenied("The game has started.")
    return table
