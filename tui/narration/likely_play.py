"""The likely play in words: the moves that a bot expects, and the turn that decides."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from tabletown.rules.analysis.explain import FIRST_STEPS, own_steps, told_together
from tabletown.rules.analysis.standing import hides_points
from tabletown.rules.core.game import Action, Score, apply, total_points
from tabletown.rules.core.match import Match
from tabletown.rules.core.text import plural

from . import game_ui
from .grammar import clause, sentence
from .summary import decisive_piece

MOST = 6
"""Most moves of the likely play up to the turn that decides."""
SECRETS = "(secrets not counted)"
"""Note on points during a game which leave out what is secret."""
GUESSED = "(secrets guessed)"
"""Note on points at the end of the likely play which count what was secret before."""
FEW = 2
"""Moves that are shown where nobody scores."""


def likely_play(match: Match, view: Any, line: Sequence[Action], most: int) -> list[str]:
    """At most so many sentences on the moves that a bot expects, as far as they are legal with one random deal of the
    hidden cards: on the first move, then on each after its turn, or on each turn in a game that tells the steps of a
    turn together.
    """
    game, world, subjects = match.game, match.game.determinize(view, Random(0)), names_of(match)
    turns, moves = list[Turn](), list[str]()
    own = len(own_steps(game, view, line))
    for n, action in enumerate(line):
        player = game.turn(world)
        if player is None or action not in game.legal(world):
            break
        same = len(turns) > 1 and turns[-1].player == player and action[0] not in FIRST_STEPS
        if not 0 < n < own and not (same and told_together(game, turns[-1].steps)):
            turns.append(Turn(player, []))
        turns[-1].steps.append((world, action))
        world = apply(game, world, action, Random(0))
    for player, steps in turns[:most]:
        phrases = (moves and told_together(game, steps)) or [game.describe(*steps[0], "second", True)]
        moves.append(clause(subjects[player], *phrases) if moves else sentence(phrases[0])[:-1])
    return moves


class Turn(NamedTuple):
    """Steps of a player's turn, each with the position before it."""

    player: int
    steps: list[tuple[Any, Action]]


class Step(NamedTuple):
    """A move of the likely play."""

    player: int
    text: str
    """The move with its player and the points that it brings: "Hana buys 2-2 (blue, 1 point) +1"."""
    gain: int
    lead: int
    """Lead of the player who looks over the best rival after the move, in points; negative if behind."""
    side: int
    """1 if that player leads or has won then, -1 if another one, 0 if neither."""
    result: str
    """The points after the move in words: "Hana then leads by 13 points to 11"."""


def steps(match: Match, view: Any, line: Sequence[Action]) -> list[Step]:
    """The moves of a line as far as they are legal with one random deal of the hidden cards. Points are those that the
    player to move in `view` can know; what the end reveals is named beside those of the last move.
    """
    game, world, viewer = match.game, match.game.determinize(view, Random(0)), match.game.turn(view)
    subjects, before, sequence, mover = names_of(match), game.score(view), list[Step](), None
    ui, start = game_ui.load(match.name), world
    for action in line:
        player = game.turn(world)
        if player is None or viewer is None or action not in game.legal(world):
            break
        name, named = subjects[player], ui.as_seen_from(world, start)
        move = ui.in_short(game, named, action) if name == "you" else ui.in_short_of_rival(game, named, action)
        scores = game.score(world)
        world = apply(game, world, action, Random(0))
        after = game.score(game.observe(world, viewer))
        revealed = total_points(scores[player]) - total_points(before[player]) if game.turn(world) is None else 0
        gain = total_points(after[player]) - total_points(before[player])
        lead, result = standing(match, start, world, viewer, [total_points(parts) for parts in after])
        side = won(match, world, viewer) or (lead > 0) - (lead < 0)
        earlier = scores[player] if revealed else before[player]
        points = gain_in_words(earlier, after[player], is_later_step=player == mover)
        points += f", secrets {revealed:+d}" * bool(revealed)
        sequence.append(Step(player, clause(subjects[player], move) + points, gain, lead, side, result))
        before, mover = after, player
    return sequence


def gain_in_words(before: Score, after: Score, *, is_later_step: bool = False) -> str:
    """The points that a move brings, with their sources if there are two: " +4 (level 1 cards +1, nobles +3)"; empty
    without any. In a later step of a turn, which brings what the whole turn has earned, a single source is named too:
    " +3 (post 5)".
    """
    earlier = dict(before)
    sources = [(label, points - earlier.get(label, 0)) for label, points in after if points != earlier.get(label, 0)]
    gain, named = total_points(sources), ", ".join(f"{label.lower()} {points:+d}" for label, points in sources)
    are_two = len(sources) == 2 and all(points > 0 for _, points in sources)
    if is_later_step and len(sources) == 1 and gain > 0:
        named, are_two = sources[0][0].lower(), True
    return f" {gain:+d}" * bool(gain) + f" ({named})" * are_two


def standing(match: Match, start: Any, world: Any, viewer: int, points: Sequence[int]) -> tuple[int, str]:
    """Lead of a player over the best rival, and the points of both in words, in a line from `start` to `world`."""
    game, subjects = match.game, names_of(match)
    rival = max((seat for seat in range(len(points)) if seat != viewer), key=lambda seat: points[seat])
    lead = points[viewer] - points[rival]
    best, other = (viewer, rival) if lead > 0 else (rival, viewer)
    most = plural(points[best], "point")
    score = f"by {most} to {points[other]}" if lead else f"{most} each"
    if game.turn(world) is None:
        guessed = f" {GUESSED}" * hides_points(game, game.observe(start, viewer))
        return lead, outcome(match, world, score, on_points=bool(lead)) + guessed
    leads = f"{subjects[best]} then {'lead' if subjects[best] == 'you' else 'leads'} {score}"
    level = f"{subjects[viewer]} and {subjects[rival]} then have {score}"
    secret = f" {SECRETS}" * hides_points(game, game.observe(world, viewer))
    return lead, (leads if lead else level) + secret


def won(match: Match, world: Any, viewer: int) -> int:
    """1 if a player has won alone, -1 if another one, 0 if nobody has."""
    winners = match.game.winners(world) if match.game.turn(world) is None else ()
    return 0 if len(winners) != 1 else 1 if viewer in winners else -1


def outcome(match: Match, world: Any, score: str, *, on_points: bool) -> str:
    """The winner in words, with the points of both, or the piece that decided: "you win by 16 points to 15"."""
    winner, *others = match.game.winners(world)
    if others:
        return f"the win is shared with {score}"
    wins, piece = clause(names_of(match)[winner], "win"), decisive_piece(match, world)
    if piece:
        return f"{wins} with {piece}"
    return f"{wins} {score}" if on_points else f"{wins} on the tie-break, with {score}"


def names_of(match: Match) -> list[str]:
    """Names of the players as subjects."""
    return ["you" if seat.name == "You" else seat.name for seat in match.seats]


def deciding(sequence: Sequence[Step], start: int, wins: bool) -> int:
    """Number of moves up to the turn that decides, after the first `start`: the last that brings points and leaves the
    player who looks ahead, or without `wins` behind; else the last that brings points, FEW where none does.
    """
    scoring = [n for n, step in enumerate(sequence[:MOST], 1) if step.gain and n > start]
    decisive = [n for n in scoring if (sequence[n - 1].lead > 0) == wins]
    return max(decisive or scoring, default=FEW)
