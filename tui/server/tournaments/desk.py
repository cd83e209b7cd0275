"""Requests about tournaments: lists, standings, and players who create, join, leave or cancel one."""

from __future__ import annotations

from dataclasses import dataclass, field
from secrets import randbits

from tabletown import rules
from tabletown.rules.core.registry import is_game
from tabletown.rules.core.text import plural

from ...protocol.client_messages import Message
from ...protocol.clocks import CLOCKS
from ...protocol.tournament_messages import (
    MAX_TITLE,
    SYSTEMS,
    CancelTournament,
    CreateTournament,
    EnterTournament,
    LeaveTournament,
    ListTournaments,
    ShowTournament,
    TournamentDetails,
    TournamentList,
    TournamentRequest,
)
from ..limits import Bucket
from ..player_names import checked_name, folded
from ..tables.service_protocol import Person, ServiceProtocol
from ..tables.table import RequestDenied, checked_options
from . import views
from .director import Director
from .model import COMING, RUNNING, BadTournament, Tournament

SEED_BITS = 62
DAY = 86400.0
LATEST = 14 * DAY
"""Seconds until the start of a tournament, at most."""


@dataclass(eq=False)
class TournamentDesk:
    """Answers requests about tournaments, and tells those who look at one of each change."""

    service: ServiceProtocol
    director: Director
    viewers: dict[int, ListTournaments | ShowTournament] = field(default_factory=dict)
    """The newest request of each player to see something, until they are at a table or gone."""
    buckets: dict[int, Bucket] = field(default_factory=dict)
    """Rate limits by player."""

    def handle(self, person: Person, request: TournamentRequest) -> None:
        """Handle a request of a player. Raises RequestDenied and Unsaved."""
        self.spend(person.number)
        match request:
            case ListTournaments() | ShowTournament():
                answer = self.answer(person.number, request)
                self.viewers[person.number] = request
                return self.service.post(person.number, answer)
            case CreateTournament():
                number = self.create(person, request)
            case EnterTournament(number):
                self.enter(person, number)
            case LeaveTournament(number):
                self.leave(person, number)
            case CancelTournament(number):
                self.cancel(person, number)
        self.viewers[person.number] = view = ShowTournament(number)
        self.director.changed = True
        return self.service.post(person.number, self.answer(person.number, view))

    def spend(self, number: int) -> None:
        """Raises RequestDenied for a player who asks too often."""
        limits, now = self.service.limits, self.service.now()
        bucket = self.buckets.setdefault(number, Bucket(limits.rate / 4, limits.burst / 2, now))
        if not bucket.spare(now):
            raise RequestDenied("Too fast; wait a moment and try again.")

    def refresh(self) -> None:
        """Send what has changed to those who look at it; called a few times a second."""
        people = self.service.people
        self.viewers = {
            number: request
            for number, request in self.viewers.items()
            if number in people and people[number].table is None
        }
        if self.director.changed:
            self.director.changed = False
            for number, request in self.viewers.items():
                self.service.post(number, self.answer(number, request))

    def next_rounds(self, player: int) -> list[str]:
        """Sentences on the next rounds of a player's tournaments, the earliest start first."""
        current = sorted(self.director.current.values(), key=lambda tournament: tournament.starts)
        return [text for tournament in current if (text := views.next_round(tournament, player))]

    # Answers

    def answer(self, player: int, request: ListTournaments | ShowTournament) -> Message:
        """Raises RequestDenied."""
        if isinstance(request, ListTournaments):
            return self.page(player, request)
        return self.details(player, request)

    def page(self, player: int, request: ListTournaments) -> TournamentList:
        current = sorted(
            self.director.current.values(),
            key=lambda tournament: (tournament.stage != COMING, tournament.starts, tournament.number),
        )
        listed = current[request.skip : request.skip + request.most]
        room = request.most - len(listed)
        if room:
            listed += self.director.store.over(room, max(0, request.skip - len(current)))
        total = len(current) + self.director.store.count_over()
        return TournamentList([views.row(tournament, player) for tournament in listed], total)

    def details(self, player: int, request: ShowTournament) -> TournamentDetails:
        tournament = self.tournament(request.number)
        creator = self.service.store.names([tournament.creator]).get(tournament.creator, "")
        return views.details(tournament, player, creator, request.round)

    def tournament(self, number: int) -> Tournament:
        """Raises RequestDenied when there is none of that number, or when it is damaged."""
        try:
            tournament = self.director.current.get(number) or self.director.store.load(number)
        except BadTournament as bad:
            raise RequestDenied(f"Tournament {number} {bad}.") from None
        if tournament is None:
            raise RequestDenied(f"There is no tournament {number}.")
        return tournament

    # Changes

    def create(self, person: Person, request: CreateTournament) -> int:
        """Create a tournament; return its number. Raises RequestDenied."""
        name, options = checked_name(request.name, MAX_TITLE), self.checked(request)
        current = self.director.current.values()
        if any(folded(tournament.name) == folded(name) for tournament in current):
            raise RequestDenied("Another tournament has that name.")
        own = sum(tournament.creator == person.number for tournament in current)
        if own >= self.service.limits.tournaments:
            raise RequestDenied(f"{plural(own, 'tournament')} of yours must end before you create another one.")
        if len(current) >= self.service.limits.all_tournaments:
            raise RequestDenied("The server has no room for another tournament; try again when one is over.")
        self.service.rate_limit(person)
        number = self.director.store.create(
            person.number,
            name=name,
            game=request.game,
            options=options,
            system=request.system,
            rounds=request.rounds,
            clock=request.clock,
            most=request.most,
            starts=request.starts,
            seed=randbits(SEED_BITS),
        )
        self.director.reload(number)
        return number

    def checked(self, request: CreateTournament) -> dict[str, str]:
        """The options of a new tournament's games. Raises RequestDenied for a tournament that cannot be."""
        if not is_game(request.game):
            raise RequestDenied(f"Unknown game {request.game!r}; choose {', '.join(rules.GAMES)}.")
        if 2 not in rules.load(request.game).SEATS:
            raise RequestDenied(f"{rules.load(request.game).TITLE} is not for two players, as in a tournament.")
        if request.system not in SYSTEMS:
            raise RequestDenied(f"Unknown kind {request.system!r}; choose {' or '.join(SYSTEMS)}.")
        if request.clock not in CLOCKS:
            raise RequestDenied("A tournament needs a clock, so that its rounds end.")
        if not 0 <= request.starts - self.director.clock() <= LATEST:
            raise RequestDenied("A tournament starts within the next 14 days, and not in the past.")
        return checked_options(request.game, request.options)

    def before_start(self, number: int) -> Tournament:
        """A tournament that has not started. Raises RequestDenied."""
        tournament = self.tournament(number)
        if tournament.stage not in (COMING, RUNNING):
            raise RequestDenied(f"{tournament.name} is over.")
        if tournament.stage == RUNNING or self.director.clock() >= tournament.starts:
            raise RequestDenied(f"{tournament.name} has started.")
        return tournament

    def enter(self, person: Person, number: int) -> None:
        """Join before the start; come back after withdrawing."""
        entrant = self.tournament(number).entrant(person.number)
        if entrant and entrant.withdrawn:
            return self.come_back(person, self.tournament(number))
        tournament = self.before_start(number)
        if tournament.entrant(person.number):
            raise RequestDenied("You have already joined.")
        if len(tournament.entrants) >= tournament.most:
            raise RequestDenied(f"{tournament.name} is full.")
        self.service.rate_limit(person)
        self.director.store.join(number, person.number)
        self.director.reload(number)
        return None

    def come_back(self, person: Person, tournament: Tournament) -> None:
        if tournament.stage != RUNNING:
            raise RequestDenied(f"{tournament.name} is over.")
        if tournament.round >= tournament.rounds:
            raise RequestDenied("This is the last round, so it is too late to come back.")
        self.service.rate_limit(person)
        self.director.take_back(tournament, person.number)

    def leave(self, person: Person, number: int) -> None:
        """Leave before the start; withdraw after it."""
        tournament = self.tournament(number)
        entrant = tournament.entrant(person.number)
        if entrant is None or entrant.withdrawn:
            raise RequestDenied("You do not take part.")
        if tournament.stage == RUNNING:
            return self.director.withdraw(tournament, person.number)
        self.before_start(number)
        self.service.rate_limit(person)
        self.director.store.leave(number, person.number)
        self.director.reload(number)
        return None

    def cancel(self, person: Person, number: int) -> None:
        tournament = self.before_start(number)
        if tournament.creator != person.number:
            raise RequestDenied("Only the player who created it can cancel it.")
        self.director.cancel(tournament, f"{person.name} has cancelled {tournament.name}.")
