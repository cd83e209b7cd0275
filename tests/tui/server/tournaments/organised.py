"""A server without sockets, whose players and times are those of a test."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, TypeVar

from tabletown.tui.protocol.client_messages import Join, Message, Resign
from tabletown.tui.protocol.server_messages import Note, Problem
from tabletown.tui.protocol.tournament_messages import (
    SWISS,
    CreateTournament,
    EnterTournament,
    ListTournaments,
    ShowTournament,
    TournamentDetails,
    TournamentList,
)
from tabletown.tui.server.limits import Times
from tabletown.tui.server.player_names import folded
from tabletown.tui.server.store import Store
from tabletown.tui.server.tables import game
from tabletown.tui.server.tables.service import TableService
from tabletown.tui.server.tables.table import Table
from tabletown.tui.server.tournaments.model import RoundGame, Tournament
from tests.rules.random_play import random_action
from tests.tui.server.desk import do_not_wait_for_the_disk
from tests.tui.server.raw_client import QUICK

M = TypeVar("M", bound=Message)

NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gina", "Hugo", "Ines"]
NOON = 1_800_000_000.0
CUP = 1
"""Number of the only tournament."""


class Town:
    """A table service with its store; players are numbered from 1 in the order of NAMES."""

    def __init__(self, folder: Path, players: int = 4, **times: float) -> None:
        self.path, self.times = folder / "a.db", Times(**times)
        self.seconds = 0.0
        self.posted: list[tuple[int, Message]] = []
        self.begin()
        for name in NAMES[:players]:
            self.service.store.name_player(name, name, folded(name))
        self.players = list(range(1, players + 1))
        self.everyone_comes()

    def begin(self) -> None:
        """Start the server, on a disk that is not waited for."""
        store = Store(self.path)
        do_not_wait_for_the_disk(store.engine)
        self.service = TableService(
            store,
            lambda number, message: self.posted.append((number, message)),
            lambda thought: None,
            lambda: self.seconds,
            QUICK,
            self.times,
            calendar=lambda: NOON + self.seconds,
        )

    def restart(self) -> None:
        """Kill the server, and start it again; everyone comes back."""
        self.service.store.close()
        self.begin()
        self.everyone_comes()

    def everyone_comes(self) -> None:
        for number in self.players:
            self.service.arrive(number, NAMES[number - 1])

    def go_on(self, seconds: float = 1.0) -> None:
        self.seconds += seconds
        self.service.tick()
        self.service.refresh()

    # Players

    def send(self, number: int, message: Message) -> None:
        """Send a request, which must not be refused."""
        before = len(self.posted)
        self.service.handle(number, message)
        refusals = [m.text for n, m in self.posted[before:] if n == number and isinstance(m, Problem)]
        assert not refusals, refusals

    def refusal(self, number: int, message: Message) -> str:
        before = len(self.posted)
        self.service.handle(number, message)
        [text] = [m.text for n, m in self.posted[before:] if n == number and isinstance(m, Problem)]
        return text

    def got(self, number: int, kind: type[M]) -> list[M]:
        """All messages of a kind that a player was sent."""
        return [message for to, message in self.posted if to == number and isinstance(message, kind)]

    def notes(self, number: int) -> list[str]:
        return [note.text for note in self.got(number, Note)]

    # Tournaments

    def create(self, *joining: int, **fields: Any) -> None:
        """A tournament of Ada's that starts in a minute, and the players who join it."""
        values = {
            "name": "Autumn Cup",
            "game": "splendor",
            "options": {},
            "system": SWISS,
            "clock": "5+5",
            "starts": NOON + self.seconds + 60,
        }
        self.send(1, CreateTournament(**{**values, **fields}))
        for number in joining or self.players[1:]:
            self.send(number, EnterTournament(CUP))

    def start(self, *joining: int, **fields: Any) -> None:
        """A tournament whose first round has just begun."""
        self.create(*joining, **fields)
        self.go_on(60)
        assert self.cup.round == 1

    @property
    def cup(self) -> Tournament:
        """The tournament as it is stored."""
        tournament = self.service.tournaments.director.store.load(CUP)
        assert tournament is not None
        return tournament

    def table(self, round_game: RoundGame) -> Table:
        return self.service.tables[round_game.code]

    def win(self, winner: int) -> None:
        """Let a player's opponent resign the running game."""
        round_game = self.cup.running_game(winner)
        assert round_game is not None and round_game.second is not None
        loser = round_game.second if round_game.first == winner else round_game.first
        if self.service.people[loser].table is not self.table(round_game):
            self.send(loser, Join(round_game.code))
        self.send(loser, Resign())

    def win_all(self) -> None:
        """The lower number wins each game of the round."""
        for round_game in self.cup.open_games():
            assert round_game.second is not None
            self.win(min(round_game.first, round_game.second))

    def play_out(self, round_game: RoundGame) -> None:
        """Play a game at random to its end, with the requests of its players."""
        table, rng = self.table(round_game), Random(1)
        for number in table.people():
            self.send(number, Join(table.code))
        while (match := self.service.resumed(table)).player is not None:
            number = table.seats[match.player].person
            assert number is not None
            game.act(
                self.service,
                self.service.people[number],
                table,
                len(match.log),
                list(random_action(rng, match.legal(), by_verb=False)),
            )

    def details(self, number: int, shown: int = 0) -> TournamentDetails:
        self.send(number, ShowTournament(CUP, shown))
        return self.got(number, TournamentDetails)[-1]

    def listed(self, number: int) -> TournamentList:
        self.send(number, ListTournaments())
        return self.got(number, TournamentList)[-1]
