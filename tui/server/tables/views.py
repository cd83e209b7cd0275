"""Messages about a match for one seat or spectator, made of observations alone."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from heapq import nsmallest
from math import inf
from typing import Any

from tabletown.rules.core.match import Match
from tabletown.rules.core.save_file import header

from ...protocol import encoding
from ...protocol.message_limits import STORY_LINES
from ...protocol.server_messages import Begun, Looked, Moved, Over, Room, Row, SeatInfo, Story, Undone
from ..limits import LISTED, WATCHERS
from . import timekeeping
from .table import OVER, WAITING, Table


def seat_infos(table: Table) -> list[SeatInfo]:
    return [
        SeatInfo(
            name="" if server_seat.open else server_seat.name,
            bot=server_seat.level,
            person=server_seat.person is not None,
            away=server_seat.person is not None and server_seat.person not in table.present,
            rating=table.elo.get(server_seat.person) if server_seat.person is not None else None,
            coached=server_seat.coached,
        )
        for server_seat in table.seats
    ]


def host(table: Table) -> str:
    """The host's name."""
    return next((server_seat.name for server_seat in table.seats if server_seat.person == table.host), "")


def row(table: Table, person: int, now: float) -> Row:
    """A table as a player sees it in the lobby; `now` is the time of the clocks."""
    return Row(
        code=table.code,
        game=table.game,
        options=dict(table.options),
        seats=seat_infos(table),
        host=host(table),
        locked=bool(table.lock),
        stage=table.stage,
        watchers=sum(1 for _ in table.watching()),
        yours=table.seat_of(person) is not None,
        clock=table.clock.control,
        turn=timekeeping.waits_for(table, person),
        left=timekeeping.seconds_left(table, person, now),
        practice=table.practice,
        tournament=table.fixture.title if table.fixture else "",
        day=table.day,
    )


class Listing:
    """The tables as the lobby lists them: first those where it is the player's turn, then the player's own.

    It is made once for everyone in the lobby. Nobody sees the daily games of others.
    """

    def __init__(self, tables: Iterable[Table]) -> None:
        self.own: defaultdict[int, list[Table]] = defaultdict(list)
        """The tables at which each player has a seat."""
        others = []
        for table in tables:
            for number in table.people():
                self.own[number].append(table)
            if listed(table, False):
                others.append(table)
        self.newest = nsmallest(LISTED, others, key=lambda table: (table.stage != WAITING, -table.touched))
        """The tables that come first for those who have no seat there."""

    def rows(self, person: int, now: float) -> list[Row]:
        """The rows for a player; `now` is the time of the clocks."""

        def place(table: Table) -> tuple[float, ...]:
            left = timekeeping.seconds_left(table, person, now)
            return (
                not timekeeping.waits_for(table, person),
                inf if left is None else left,
                table.stage == OVER,
                table.stage != WAITING,
                -table.touched,
            )

        own = self.own.get(person, [])
        order = sorted((table for table in own if listed(table, True)), key=place)
        order += (table for table in self.newest if table not in own)
        return [row(table, person, now) for table in order[:LISTED]]


def listed(table: Table, own: bool) -> bool:
    """True when the lobby lists a table for a player, to whom it may belong."""
    if table.stage == OVER:
        return own and table.clock.slow
    return own or not table.day


def room(table: Table, person: int) -> Room:
    return Room(
        code=table.code,
        game=table.game,
        options=dict(table.options),
        seats=seat_infos(table),
        host=host(table),
        yours=table.seat_of(person),
        hosting=table.host == person,
        locked=bool(table.lock),
        stage=table.stage,
        watchers=[table.present[watcher] for watcher in table.watching()][:WATCHERS],
        muted=table.muted,
        clock=table.clock.control,
        timeout=table.clock.timeout,
        practice=table.practice,
        tournament=table.fixture.title if table.fixture else "",
        day=table.day,
    )


def view(match: Match, ply: int, seat: int | None) -> Any:
    """A position as that seat may know it, encoded."""
    return encoding.encode(match.name, match.game.observe(match.states[ply], seat))


def legal(match: Match, seat: int | None) -> list[list[Any]]:
    """Legal actions when it is that seat's turn, computed from its observation."""
    if seat is None or match.player != seat:
        return []
    return [list(action) for action in match.game.legal(match.game.observe(match.state, seat))]


def begun(match: Match, seat: int | None) -> Begun:
    now = len(match.log)
    since = max(0, now - 1)
    if seat is not None:
        turns = (ply + 1 for ply in reversed(range(now)) if match.game.turn(match.states[ply]) == seat)
        since = next(turns, 0)
    return Begun(now, view(match, now, seat), since, view(match, since, seat), match.player, legal(match, seat))


def story(table: Table) -> list[Story]:
    """The log so far, in parts."""
    lines = table.story
    return [Story(ply, lines[ply : ply + STORY_LINES]) for ply in range(0, len(lines), STORY_LINES)]


def moved(table: Table, match: Match, seat: int | None) -> Moved:
    now = len(match.log)
    return Moved(now, table.story[-1], view(match, now, seat), match.player, legal(match, seat))


def undone(match: Match, seat: int | None) -> Undone:
    now = len(match.log)
    return Undone(now, view(match, now, seat), match.player, legal(match, seat))


def looked(match: Match, ply: int, seat: int | None) -> Looked:
    return Looked(ply, view(match, ply, seat))


def record(match: Match) -> list[str]:
    """Lines of the match's file. Its seed is secret until the game is over."""
    return [json.dumps(value, ensure_ascii=False, separators=(",", ":")) for value in (header(match), *match.log)]


def over(table: Table, match: Match) -> list[Over]:
    """The record in parts; empty until the game is over."""
    if table.stage != OVER or match.player is not None:
        return []
    lines = record(match)
    parts = [lines[n : n + STORY_LINES] for n in range(0, len(lines), STORY_LINES)]
    return [Over(part, part is parts[-1], table.rated if part is parts[-1] else []) for part in parts]
