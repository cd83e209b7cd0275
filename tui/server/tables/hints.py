"""Hints for the players of practice tables: what a bot would play with what the player may know."""

from __future__ import annotations

from tabletown.rules.bots.bot import Choice

from ...protocol.daily_messages import Hint
from . import game
from .service_protocol import Person, ServiceProtocol
from .table import RequestDenied, Table, Thought

LEVEL = "master"
"""The bot that gives hints on a server."""
NOT_HERE = "Hints are for practice tables only."


def ask(service: ServiceProtocol, person: Person, table: Table, ply: int) -> None:
    """Let a bot think about a player's decision, as if it were the bot of another table: no game waits for it."""
    if not table.practice:
        raise RequestDenied(NOT_HERE)
    seat = game.seat_in_game(person, table)
    match = service.resumed(table)
    if match.player != seat or ply != len(match.log):
        raise RequestDenied("You can ask for a hint when it is your turn.")
    service.rate_limit(person)
    view, seed = match.game.observe(match.state, seat), match.seed_for(ply, "hint")
    place = f"{table.code}, seat {seat + 1}"
    service.think(Thought(ply, place, table.game, view, LEVEL, seed, hint_for=person.number))


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
