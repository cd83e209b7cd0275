"""The service that owns all tables and handles the players' messages. Sockets and the clock are injected.

Changes that must not be lost are in the store before any client hears of them.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from time import time

from tabletown.rules.core.match import Match

from ...model import daily
from ...protocol.chat_phrases import PHRASES
from ...protocol.client_messages import (
    Act,
    Answer,
    Ask,
    AssignSeat,
    FetchGame,
    Hello,
    Join,
    JudgeMove,
    Leave,
    ListGames,
    Look,
    Message,
    Mute,
    Open,
    Phrase,
    Resign,
    Say,
    SetNotices,
    Sit,
    Start,
    TableRequest,
)
from ...protocol.daily_messages import AskCoach, AskHint, DailyRequest, SetCoach
from ...protocol.player_messages import PlayerRequest
from ...protocol.server_messages import Problem
from ...protocol.tournament_messages import TournamentRequest
from ..archive_desk import ArchiveDesk
from ..daily_desk import DailyDesk
from ..databases import reason
from ..events import ServerEvents
from ..limits import Bucket, Limits, Times
from ..player_desk import PlayerDesk
from ..player_directory import PlayerDirectory
from ..store import Also, Store
from ..stored_table import Outdated, Unsaved
from ..tournaments.desk import TournamentDesk
from ..tournaments.director import Director
from ..turn_notices import TurnNotices
from . import chat, closing, early_end, following, game, hints, loading, renaming, resigning, seating, timeouts, votes
from .announcer import Announcer
from .service_protocol import Person
from .table import PLAYING, WAITING, RequestDenied, Table, Thought, Vote, must_be_at, new_code

log = logging.getLogger("tabletown.serve")

ALIVE_EVERY, TIMED_EVERY = 60.0, 2.0
"""Seconds between notes in the store that the server runs, the fewer while a clock of a live game runs."""


@dataclass(eq=False)
class TableService(Announcer):
    store: Store
    post: Callable[[int, Message], None]
    """Sends a message to a player, if connected. It never waits."""
    think: Callable[[Thought], None]
    """Lets a bot think; `play.answered` takes the answer."""
    now: Callable[[], float]
    limits: Limits = field(default_factory=Limits)
    times: Times = field(default_factory=Times)
    chat_refusal: Callable[[int], str] = lambda number: ""
    """The reason why a player may not chat; empty for one who may."""
    events: ServerEvents = field(default_factory=ServerEvents)
    tables: dict[str, Table] = field(default_factory=dict)
    people: dict[int, Person] = field(default_factory=dict)
    unloaded: set[str] = field(default_factory=set)
    """Codes of stored tables that use another rules version."""
    slow: dict[int, Bucket] = field(default_factory=dict)
    """Rate limit by player, for actions that others see or that cost much; a new connection does not refill it."""
    last_number: int = 0
    """The number of the newest vote or thought."""
    noted: float = 0.0
    """Time of the last note in the store that the server runs."""
    send_on: Callable[[str, str], None] = lambda host, text: None
    """Sends another host a text for one of its players."""
    keeps_time: bool = True
    """False while another host applies the timeouts."""
    helps: bool = True
    """True where bots think for tables at which nobody of this host is."""
    lost: bool = False  # while the database is lost, and then until this host knows how long the town has run
    news: bool = False
    """True when the lobby has changed since it was last sent."""
    notices: TurnNotices | None = None
    """Notices outside the program; None when the operator offers none."""
    outdated: set[int] = field(default_factory=set)
    """Players to whom the lobby has to be sent again."""
    lobby_due: float = 0.0
    """Time from which it can be sent to everyone."""
    ran_before: float = 0.0
    """Seconds for which the server had run before it was started this time."""
    started: float = 0.0
    """Time of this start."""
    calendar: Callable[[], float] = time
    """Seconds since 1970, for tournaments."""

    def __post_init__(self) -> None:
        self.archive = ArchiveDesk(self.store, self.post, self.now, self.limits)
        self.directory = PlayerDirectory(self.store)
        self.players = PlayerDesk(self)
        self.daily = DailyDesk(self)
        self.started, off = self.now(), self.store.resume(time())
        self.ran_before = self.store.ran()
        self.unloaded = loading.load(self)
        renaming.update(self)
        self.ran_before = max([self.ran_before, *(table.clock.since for table in self.tables.values())])
        votes.renew(self, off)
        self.tournaments = TournamentDesk(self, Director(self, self.calendar))

    # Coming and going

    def arrive(self, number: int, name: str, join: str = "", watch: bool = False, origin: str = "") -> None:
        """Take a connecting player to the requested table, else to the table with their seat, else to the lobby.

        Slow games and daily games wait in the lobby.
        A player who was connected to another host comes back to the location there.
        A player who is already connected stays at the current location and receives it again.
        """
        person, last = following.arrived(self, number, name, origin)
        self.news = True
        if self.notices:
            self.post(number, self.notices.choice(number))
        self.show_notices(number)
        own = [t for t in self.tables.values() if t.seat_of(number) is not None and not (t.clock.slow or t.day)]
        try:
            if join and (person.table is None or person.table.code != join.upper()):
                return seating.join(self, person, Join(join.upper(), watch=watch))
            if (own or last) and person.table is None:
                newest = last or max(own, key=lambda table: (table.stage == PLAYING, table.touched))
                return seating.enter(self, person, newest)
        except RequestDenied as no:
            self.show_location(person)
            return self.post(number, Problem("join", str(no), no.needs))
        return self.show_location(person)

    def show_location(self, person: Person) -> None:
        """Send a player the current table or the lobby."""
        if person.table and not person.host:
            seating.enter(self, person, person.table)
        else:
            self.show_lobby(person)

    def depart(self, number: int) -> None:
        """Take a disconnected player away from the table."""
        person = self.people.pop(number)
        self.players.departed(number)
        self.news = True
        try:
            seating.go(self, person)
        except Unsaved as error:
            self.not_saved(error)

    def handle(self, number: int, message: Message) -> None:
        """Handle a message of a player, or send the reason for refusing it."""
        person = self.people[number]
        about = str(message.__struct_config__.tag)
        try:
            try:
                self._do(person, message)
            except Outdated as error:  # another host has changed the table: it may still be possible there
                self.not_saved(error)
                self._do(person, message)
        except RequestDenied as no:
            self.post(number, Problem(about, str(no), no.needs))
        except Unsaved as error:
            self.post(number, Problem(about, "The server could not save that; try again."))
            self.not_saved(error)

    def _do(self, person: Person, message: Message) -> None:
        """Handle a message of a player, who is told of a RequestDenied by the caller."""
        if person.table and isinstance(message, TableRequest):
            must_be_at(person.table, message.table)
        match message:
            case Open():
                seating.open_table(self, person, message)
            case Join():
                seating.join(self, person, message)
            case Hello():
                raise RequestDenied("You are already connected.")
            case ListGames() | FetchGame() | JudgeMove():
                self.archive.handle(person.number, message)
            case _ if isinstance(message, TournamentRequest):
                self.tournaments.handle(person, message)
            case _ if isinstance(message, PlayerRequest):
                self.players.handle(person, message)
            case _ if isinstance(message, DailyRequest):
                self.daily.handle(person, message)
            case SetNotices(on, address):
                self.choose_notices(person, on, address)
            case _:
                self._do_at_table(person, message)

    def _do_at_table(self, person: Person, message: Message) -> None:
        """Handle a message about the table at which a player is."""
        if (table := person.table) is None:
            raise RequestDenied("Join a table first.")
        seating.take_back(self, person, table)
        timeouts.pass_time(self, table)
        if person.table is not table:
            raise RequestDenied("Your time has run out.")
        match message:
            case Leave():
                seating.leave(self, person, table)
            case Sit(seat):
                seating.sit(self, person, table, seat)
            case AssignSeat(seat, bot):
                seating.assign(self, person, table, seat, bot)
            case Start():
                game.start(self, person, table)
            case Act(ply, action):
                game.act(self, person, table, ply, action)
            case Resign():
                resigning.resign(self, person, table)
            case Look(ply):
                game.look(self, person, table, ply)
            case AskHint(ply):
                hints.ask(self, person, table, ply)
            case SetCoach(on):
                hints.set_coach(self, person, table, on)
            case AskCoach(ply):
                hints.ask_coach(self, person, table, ply)
            case Ask(what, seat):
                votes.ask(self, person, table, what, seat)
            case Answer(question, yes):
                votes.answer(self, person, table, question, yes)
            case Say(text):
                chat.say(self, person, table, text)
            case Phrase(digit):
                chat.say(self, person, table, PHRASES[digit - 1])
            case Mute(muted):
                chat.mute(self, person, table, muted)

    def choose_notices(self, person: Person, on: bool, address: str) -> None:
        """Turn a player's notices outside the program on or off."""
        if self.notices is None:
            raise RequestDenied("This server sends no notices.")
        self.rate_limit(person)
        self.notices.choose(person.number, on, address)
        self.post(person.number, self.notices.choice(person.number))

    def rate_limit(self, person: Person) -> None:
        """Slow a player down; raises RequestDenied for too many actions that others see or that cost much."""
        if person.number not in self.slow:
            self.slow[person.number] = Bucket(self.limits.slow_rate, self.limits.slow_burst, self.now())
        if not self.slow[person.number].spare(self.now()):
            raise RequestDenied("Too fast; wait a moment and try again.")

    # The match of a table

    def resumed(self, table: Table) -> Match:
        if table.match is None:
            table.begin(self.store.log(table.code))
            table.since = self.now()
        assert table.match is not None
        return table.match

    def wake(self, table: Table) -> None:
        if (
            table.stage != PLAYING
            or not (table.present or table.clock.slow)
            or not table.bot_to_move
            or table.thinking is not None
            or not (self.helps or self.is_shown(table))
            or any(question.what == "undo" for question in table.questions.values())
        ):
            return
        match = self.resumed(table)
        level = table.bot_to_move  # again, as another host may have made a move that has just been read
        if not level:
            return
        table.thinking = self.next_number()
        view = match.game.observe(match.state, match.player)
        seed = match.seed_for(len(match.log), "bot")
        nodes = daily.bot_arguments(match)["nodes"] if table.day else None
        self.think(Thought(table.thinking, table.code, table.game, view, level, seed, nodes))

    def apply_vote(self, table: Table, vote: Vote) -> None:
        match vote.what:
            case "undo":
                game.undo(self, table)
            case "bot" if table.stage == PLAYING:
                seating.stand_in(self, table, vote.seat)
            case "replace" if table.stage == PLAYING:
                resigning.replace_for_good(self, table, vote.seat)
            case "end" if table.stage == PLAYING:
                self.close_unfinished(table, "its players agreed to end it")
            case "swap" if table.stage == WAITING:
                own = table.seat_of(vote.by)
                if own is not None:
                    seating.swap(self, table, own, vote.seat)
            case "rematch":
                game.rematch(self, table)

    # Saving

    def save(self, table: Table, also: Also | None = None) -> None:
        table.touched = time()
        self.store.save(table.to_stored(), also)
        table.revision += 1

    def save_or_log(self, table: Table) -> None:
        """Save a change that a later save may make up for; log failures."""
        try:
            self.save(table)
        except Unsaved as error:
            log.error("not saved: %s", reason(error))

    def not_saved(self, error: Unsaved) -> None:
        """Log a change that could not be saved; a table that was changed without this server is taken as it is now."""
        log.error("not saved: %s", reason(error))
        if isinstance(error, Outdated):
            try:
                loading.take_again(self, error.table)
            except Unsaved as again:
                log.error("table %s not read: %s", error.table, reason(again))

    def new_code(self) -> str:
        return new_code(self.tables.keys() | self.unloaded)

    def close(self, table: Table, successor: Table | None = None) -> None:
        """Remove a table, and put another one in its place."""
        self.store.remove(table.to_stored(), successor.to_stored() if successor else None)
        if successor:
            successor.revision += 1
            self.tables[successor.code] = successor
        del self.tables[table.code]
        table.questions.clear()
        self.news = True

    def close_unfinished(self, table: Table, reason: str) -> None:
        early_end.close(self, table, reason)

    def ran(self) -> float:
        return self.ran_before + self.now() - self.started

    def note_alive(self) -> None:
        """Note in the store that the server runs, and for how long it has."""
        self.noted = time()
        self.store.alive(self.noted, self.ran())

    def age(self, table: Table) -> float:
        """Seconds since anything happened at a table."""
        return time() - table.touched

    def next_number(self) -> int:
        self.last_number += 1
        return self.last_number

    def next_rounds(self, number: int) -> list[str]:
        return self.tournaments.next_rounds(number)

    def refresh(self) -> None:
        """Send the lobby, invitations and tournaments to everyone for whom they have changed."""
        self.news = self.news or self.tournaments.director.changed
        if self.news:
            self.players.refresh()
        self.players.update_lists()
        super().refresh()
        self.tournaments.refresh()

    def tick(self) -> None:
        """Apply timeouts and go on with tournaments; called once a second."""
        if not self.keeps_time:
            return following.wait(self)
        if time() - self.noted >= (TIMED_EVERY if timeouts.is_live(self.tables.values()) else ALIVE_EVERY):
            self.note_alive()
        for table in list(self.tables.values()):
            try:
                timeouts.pass_time(self, table)
                votes.pass_time(self, table)
                if table.present:
                    seating.pass_time(self, table)
                    self.wake(table)
                elif table.code in self.tables:
                    closing.leave_alone(self, table)
            except Unsaved as error:
                self.not_saved(error)
        return self.tournaments.director.tick()
