"""The life of the tournaments: each starts, pairs its rounds and ends by itself.

Every step follows from what is stored and is one transaction, so that a server which is killed between two steps does
the next one after its restart, and none twice.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import time

from tabletown.rules.core.text import join_words, plural

from ...protocol.server_messages import Note
from ...protocol.tournament_messages import MIN_PLAYERS, SWISS, TournamentCall
from ..databases import reason
from ..stored_table import Unsaved
from ..tables import resigning, timekeeping
from ..tables.service_protocol import ServiceProtocol
from ..tables.table import PLAYING, Table
from ..turn_notices import TURN
from . import rounds
from .model import CANCELLED, COMING, DRAWN, FINISHED, RUNNING, BadTournament, RoundGame, Tournament
from .standings import standings
from .tournament_store import TournamentStore, result_of, withdrawal_of

log = logging.getLogger("tabletown.serve")

MISSED = 60.0
"""Seconds by which a start may be late before the players get more time to come back."""


@dataclass(eq=False)
class Director:
    """The tournaments that are not over, as they are stored."""

    service: ServiceProtocol
    clock: Callable[[], float] = time
    """Seconds since 1970."""
    current: dict[int, Tournament] = field(default_factory=dict)
    changed: bool = False
    """True when a tournament has changed since its viewers were told."""

    def __post_init__(self) -> None:
        self.store = TournamentStore(self.service.store)
        tournaments, faults = self.store.unfinished()
        self.current = {tournament.number: tournament for tournament in tournaments}
        for fault in faults:
            log.warning(fault)
        for tournament in tournaments:
            if tournament.stage == COMING and self.clock() > tournament.starts + MISSED:
                self.store.postpone(tournament.number, self.clock() + self.service.times.late)
                self.reload(tournament.number)

    def reload(self, number: int) -> Tournament | None:
        """Read a tournament again; None if it is over."""
        self.changed = True
        try:
            tournament = self.store.load(number)
        except BadTournament as bad:
            log.warning("tournament %s %s; left unchanged", number, bad)
            tournament = None
        if tournament is None or tournament.stage not in (COMING, RUNNING):
            self.current.pop(number, None)
            return None
        self.current[number] = tournament
        return tournament

    def reload_all(self) -> None:
        """Read all tournaments again, which another host has directed until now."""
        tournaments, _ = self.store.unfinished()
        self.current, self.changed = {tournament.number: tournament for tournament in tournaments}, True

    def tick(self) -> None:
        """Do the next step of each tournament, if it is time; called once a second."""
        for tournament in list(self.current.values()):
            try:
                self.step(tournament)
            except Unsaved as error:
                log.error("not saved: %s", reason(error))

    def step(self, tournament: Tournament) -> None:
        """The next step of a tournament, if it is time. Raises Unsaved, and changes nothing then."""
        if tournament.stage == COMING:
            if self.clock() >= tournament.starts and (renamed := self.reload(tournament.number)):
                self.start(renamed)
        elif self.settled(tournament):
            self.go_on(self.current[tournament.number])

    # The start

    def start(self, tournament: Tournament) -> None:
        """Start a tournament, or cancel it when too few have joined."""
        count = len(tournament.entrants)
        if count < MIN_PLAYERS:
            reason = f"only {plural(count, 'player')} had joined, and it takes {MIN_PLAYERS}"
            return self.cancel(tournament, f"{tournament.name} was cancelled: {reason}.")
        numbers = [entrant.number for entrant in tournament.entrants]
        return self.play_round(rounds.started(tournament, self.service.store.ratings(tournament.game, numbers)))

    def cancel(self, tournament: Tournament, text: str) -> None:
        """End a tournament without a result; everyone in it is told. Running games continue."""
        self.end(tournament, CANCELLED, dict.fromkeys((entrant.number for entrant in tournament.entrants), text))

    # Rounds

    def settled(self, tournament: Tournament) -> bool:
        """True when every game has a result. A game that the server has lost counts as a draw."""
        if all(self.playing(game) for game in tournament.open_games()):
            return not tournament.open_games()
        again = self.reload(tournament.number)
        for game in again.open_games() if again else ():
            if not self.playing(game):
                log.warning("tournament %s: table %s is lost, so its game is a draw", tournament.number, game.code)
                self.store.write(result_of(game.code, tournament.number, (0.5, 0.5), (0, 0), DRAWN))
                self.reload(tournament.number)
        again = self.current.get(tournament.number)
        return again is not None and not again.open_games()

    def playing(self, game: RoundGame) -> bool:
        table = self.service.tables.get(game.code)
        return table is not None and table.stage == PLAYING

    def go_on(self, tournament: Tournament) -> None:
        """After a round: end the tournament, wait for the next round, or begin it."""
        alone = tournament.system == SWISS and len(tournament.active) < 2
        if tournament.round >= tournament.rounds or alone:
            return self.finish(tournament)
        if tournament.due is None:
            played = any(game.code for game in tournament.in_round(tournament.round))
            self.store.set_due(tournament.number, self.clock() + (self.service.times.round_break if played else 0))
            self.reload(tournament.number)
        elif self.clock() >= tournament.due and (renamed := self.reload(tournament.number)):
            self.play_round(renamed)
        return None

    def play_round(self, tournament: Tournament) -> None:
        """Pair the next round, and start its games."""
        games, tables = rounds.tables_for(self.service, tournament, rounds.next_games(tournament))
        stored = [table.to_stored() for table in tables]
        self.store.add_round(tournament, games, stored, tournament.rounds)
        for table in tables:
            table.revision += 1
            self.service.tables[table.code] = table
        self.reload(tournament.number)
        log.info("tournament %s: round %s of %s", tournament.number, games[0].round, tournament.rounds)
        for table in tables:
            self.call(table)
        for game in games:
            if game.second is None or not game.code:
                self.tell_bye(tournament, game)

    def call(self, table: Table) -> None:
        """Call the players of a game to their table."""
        assert table.fixture is not None
        for seat, server_seat in enumerate(table.seats):
            text = f"{table.fixture.title}: you play {table.seats[1 - seat].name} at table {table.code}."
            if server_seat.person is not None:
                self.service.post(server_seat.person, TournamentCall(text, table.code))
        self.service.show_room(table)
        if notice := timekeeping.notice(self.service, table, TURN, timekeeping.turn_text(table)):
            self.store.write(notice)
        timekeeping.call(self.service, table)

    def tell_bye(self, tournament: Tournament, game: RoundGame) -> None:
        """Tell a player who has no opponent in this round."""
        text = f"{tournament.name}, round {game.round}: you have no opponent, which counts as a win."
        for player, score in ((game.first, 0), (game.second, 1)):
            if player is not None and game.scores and game.scores[score]:
                self.service.post(player, Note(text))

    # The end

    def finish(self, tournament: Tournament) -> None:
        """End a tournament after its last round."""
        names = {entrant.number: entrant.name for entrant in tournament.entrants}
        places = standings(tournament)
        best = [names[place.number] for place in places if place.rank == 1]
        verb = "wins" if len(best) == 1 else "share the win"
        text = f"{tournament.name} is over: {join_words(best)} {verb}"
        ranks = {place.number: f"{text}. You are in place {place.rank} of {len(places)}." for place in places}
        self.end(tournament, FINISHED, ranks, best)

    def end(self, tournament: Tournament, stage: str, texts: dict[int, str], winners: Sequence[str] = ()) -> None:
        self.store.end(tournament.number, stage, self.clock(), texts, winners)
        self.reload(tournament.number)
        log.info("tournament %s: %s", tournament.number, stage)
        for number in texts:
            if number in self.service.people:
                self.service.show_notices(number)

    # Players who withdraw, and come back

    def withdraw(self, tournament: Tournament, player: int) -> None:
        """Let a player withdraw from a running tournament; a running game is lost at once."""
        game, also = tournament.running_game(player), withdrawal_of(tournament.number, player)
        table = self.service.tables.get(game.code) if game else None
        seat = table.seat_of(player) if table and table.stage == PLAYING else None
        if table is None or seat is None:
            self.store.write(also)
        else:
            resigning.forfeit(self.service, table, seat, f"{table.seats[seat].name} withdraws", also)
        self.reload(tournament.number)

    def take_back(self, tournament: Tournament, player: int) -> None:
        """Let a player who has withdrawn from a running tournament take part from the next round on."""
        self.store.write(withdrawal_of(tournament.number, player, withdrawn=False))
        self.reload(tournament.number)
