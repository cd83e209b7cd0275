"""The turn that ends the game with a win, which a hint must not pass over however well another move would do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, TypeAlias

from ..bots.bot import Candidate, Choice
from ..bots.evaluation import game_ai
from ..core.game import Action, Game, apply, totals
from ..core.game_ai import has_given_length

MOST = 600
"""Most positions looked at."""
WORLDS = 4
"""Random deals of what is hidden in all of which the turn must win."""

Turn: TypeAlias = tuple[Action, ...]


def immediate_win(game: Game[Any], view: Any, choice: Choice) -> Choice:
    """The choice, or the turn that wins at once if there is one and the choice does not; never in a game of given
    length, where the points of the win matter more than its time.
    """
    ai = game_ai(game.NAME)
    if ai and has_given_length(ai):
        return choice
    turns = [turn for turn in ending_turns(game, view) if all(wins(game, view, turn, seed) for seed in range(WORLDS))]
    turn = next((each for each in turns if each[0] == choice.action), turns[0] if turns else Turn())
    if not turn or choice.line[: len(turn)] == turn:
        return choice
    visits = max((each.visits for each in choice.candidates if each.action == turn[0]), default=1)
    others = [each for each in choice.candidates if each.action != turn[0]]
    return replace(choice, action=turn[0], value=1.0, line=turn, candidates=(Candidate(turn[0], 1.0, visits), *others))


def ending_turns(game: Game[Any], view: Any) -> Iterator[Turn]:
    """Turns of the player to move after which the game is over, with one random deal of what is hidden; those that
    bring more points are continued first.
    """
    player, looked_at = game.turn(view), 0
    assert player is not None
    waiting = [(0, Turn(), game.determinize(view, Random(0)))]
    while waiting and looked_at < MOST:
        waiting.sort(key=lambda each: each[0])
        _, turn, world = waiting.pop()
        options = game.legal(world)
        looked_at += len(options)
        for action in options:
            after = apply(game, world, action, Random(0))
            if game.turn(after) is None:
                yield (*turn, action)
            elif game.turn(after) == player:
                waiting.append((totals(game, after)[player], (*turn, action), after))


def wins(game: Game[Any], view: Any, turn: Turn, seed: int) -> bool:
    """Return whether a turn wins the game alone with a random deal of what is hidden."""
    world, player = game.determinize(view, Random(seed)), game.turn(view)
    for action in turn:
        if game.turn(world) != player or action not in game.legal(world):
            return False
        world = apply(game, world, action, Random(seed))
    return game.turn(world) is None and tuple(game.winners(world)) == (player,)
