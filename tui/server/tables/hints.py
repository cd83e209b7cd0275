"""Help for the players of practice tables, from what the player may know: a bot's move, and a coach's warnings."""

from __future__ import annotations

from tabletown.rules.analysis.coach import Advice, CoachQuestion, CoachTerms
from tabletown.rules.bots.bot import Choice

from ...model.coach import warning
from ...protocol.daily_messages import CoachWarning, CoachWarnings, Hint
from ..stored_table import Unsaved
from . import game
from .service_protocol import Person, ServiceProtocol
from .table import RequestDenied, Table, Thought

LEVEL = "master"
"""The bot that gives hints on a server."""
NOT_HERE = "Hints are for practice tables only."
NO_COACH = "A coach is for practice tables only."


def ask(service: ServiceProtocol, person: Person, table: Table, ply: int) -> None:
    """Let a bot think about a player's decision, as if it were the bot of another table: no game waits for it."""
    if not table.practice:
        raise RequestDenied(NOT_HERE)
    seat = seat_to_move(service, person, table, ply)
    match = service.resumed(table)
    service.rate_limit(person)
    view, seed = match.game.observe(match.state, seat), match.seed_for(ply, "hint")
    place = f"{table.code}, seat {seat + 1}"
    service.think(Thought(ply, place, table.game, view, LEVEL, seed, hint_for=person.number))


def seat_to_move(service: ServiceProtocol, person: Person, table: Table, ply: int) -> int:
    """The seat of a player who decides now. Raises RequestDenied for any other, and for another decision."""
    seat = game.seat_in_game(person, table)
    match = service.resumed(table)
    if match.player != seat or ply != len(match.log):
        raise RequestDenied("You can ask for a hint when it is your turn.")
    return seat


def answered(service: ServiceProtocol, thought: Thought, choice: Choice | None) -> None:
    """Send a player a hint, or that there is none."""
    assert thought.hint_for is not None
    service.post(thought.hint_for, message(thought.number, choice))


def message(ply: int, choice: Choice | None) -> Hint:
    if choice is None:
        return Hint(ply, [], 0.0, [], [])
    line = [list(action) for action in choice.line]
    others = [(list(other.action), other.value) for other in choice.alternatives]
    return Hint(ply, list(choice.action), choice.value, line, others)


def set_coach(service: ServiceProtocol, person: Person, table: Table, on: bool) -> None:
    """Turn a player's coach on or off, and tell everyone at the table."""
    if not table.practice:
        raise RequestDenied(NO_COACH)
    server_seat = table.seats[game.seat_in_game(person, table)]
    if server_seat.coached == on:
        return
    service.rate_limit(person)
    server_seat.coached = on
    try:
        service.save(table)
    except Unsaved:
        server_seat.coached = not on
        raise
    service.note(table, f"{server_seat.name} has turned the coach {'on' if on else 'off'}.")
    service.show_room(table)


def ask_coach(service: ServiceProtocol, person: Person, table: Table, ply: int) -> None:
    """Let the coach think about a player's decision, like a bot of another table.

    A player who asks again replaces the question that still waits, so it needs no other limit.
    """
    if not table.practice:
        raise RequestDenied(NO_COACH)
    seat = seat_to_move(service, person, table, ply)
    if not table.seats[seat].coached:
        raise RequestDenied("Your coach is off.")
    match = service.resumed(table)
    view, seed = match.game.observe(match.state, seat), match.seed_for(ply, "coach")
    question = CoachQuestion(table.game, view, tuple(each.name for each in table.seats), seed, CoachTerms())
    place = f"{table.code}, coach of seat {seat + 1}"
    service.think(Thought(ply, place, table.game, view, LEVEL, seed, hint_for=person.number, coach=question))


def warned(service: ServiceProtocol, thought: Thought, advice: Advice | None) -> None:
    """Send a player what the coach warns of."""
    assert thought.hint_for is not None
    objections = advice.objections if advice else {}
    warnings = [
        CoachWarning(list(action), warning(objection), objection.names_best) for action, objection in objections.items()
    ]
    service.post(thought.hint_for, CoachWarnings(thought.number, warnings))
