"""The turning point of a match: the turn that brought the winner most."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from tabletown.rules.core.match import Match
from tabletown.rules.core.text import possessive

from . import game_ui
from .chances import exact
from .grammar import clause
from .summary import period_title

AHEAD = 0.02
"""Lead in winning chances, as a fraction of 1, from which the winner counts as ahead."""
RISE = 0.15
"""Least rise of the winner's chances, as a fraction of 1, at a turning point."""


class TurningPoint(NamedTuple):
    """The turn that brought the winner most while it decided the game; the winner's chance before and after, 0 to 1."""

    ply: int
    """The move of that turn with the longest sentence, which says most of what came of it."""
    before: float
    after: float


def turning_point(
    match: Match,
    winning_chances: Sequence[Sequence[float]],
    searched: bool = True,
    mistakes: Container[int] | None = None,
) -> TurningPoint | None:
    """The turn with the winner's biggest rise since another player was last level or ahead.

    `mistakes` are the plies of all known mistakes: the turn of another player counts only if it has one. With None any
    such turn counts.

    `winning_chances` holds every player's winning chances before each move and at the end, from 0 to 1. Where
    they are not `searched`, the last turn does not count: an estimate does not see what the next move wins. None with
    several winners, if the winner led from the start, or if no turn brought as much as RISE.
    """
    winners = match.game.winners(match.state) if match.player is None else ()
    if len(winners) != 1:
        return None
    own = winning_chances[winners[0]]
    others = [line for seat, line in enumerate(winning_chances) if seat != winners[0]]
    behind = [ply for ply in range(len(match.log)) if own[ply] < AHEAD + max(line[ply] for line in others)]
    if not behind or not behind[-1]:
        return None
    deciding = [
        turn
        for turn in decisive_turns(match, winners[0], searched, mistakes)
        if turn.stop > behind[-1] and own[turn.stop] - own[turn.start] >= RISE
    ]
    if not deciding:
        return None
    best = max(deciding, key=lambda turn: own[turn.stop] - own[turn.start])
    longest = max(best, key=lambda ply: len(match.line(ply).text))
    return TurningPoint(longest, own[best.start], own[best.stop])


def decisive_turns(
    match: Match, winner: int, searched: bool, mistakes: Container[int] | None = None
) -> Iterator[range]:
    """The moves of each turn, by ply. The last turn counts only if the winner played it: otherwise the chances rise
    because nothing is open any more. Of other players only turns with a mistake count, where these are known.
    """
    for player, turn in turns_of(match):
        if mistakes is not None and player != winner and not any(ply in mistakes for ply in turn):
            continue
        if turn.stop < len(match.log) or (searched and player == winner):
            yield turn


def turns_of(match: Match) -> Iterator[tuple[int | None, range]]:
    """The player and the plies of each turn; a kind of action that comes again starts the next turn of a player."""
    for player, plies in groupby(range(len(match.log)), key=lambda ply: match.game.turn(match.states[ply])):
        start, kinds = None, set[str]()
        for ply in plies:
            kind = match.log[ply][0]
            if start is not None and kind in kinds:
                yield player, range(start, ply)
                start, kinds = ply, set()
            start = ply if start is None else start
            kinds.add(kind)
        if start is not None:
            yield player, range(start, ply + 1)


def same_turn(match: Match, ply: int, other: int) -> bool:
    """Are two moves of the same turn?"""
    return any(ply in turn and other in turn for _, turn in turns_of(match))


def turning_lines(match: Match, turning: TurningPoint, better: str = "") -> list[str]:
    """Versions of the turning point in words, ever shorter; each names the move and whose it was. The chances are yours
    against one opponent, as in the list of your mistakes, or else the winner's.

    "Turning point, round 14: you buy 3-2 (red); your winning chances rise from 54% to 78%", or of another player than
    the winner: "Turning point, round 14, Hana's mistake: buy 3-2 (red), better: buy 3-1; ...", with the `better` move
    if that is known.
    """
    line = match.line(turning.ply)
    name, winner = match.seats[line.player].name, match.seats[match.game.winners(match.state)[0]].name
    brief = match.game.describe(match.states[turning.ply], line.action, "second", brief=True)
    whom, chances, moves_to = winner, (turning.before, turning.after), "rise"
    people = [match.seats[seat].name for seat in match.human_seats]
    if len(match.seats) == 2 and len(people) == 1 and winner not in people:
        whom, chances, moves_to = people[0], (1 - turning.before, 1 - turning.after), "fall"
    before, after = map(exact, chances)
    rise = f"{possessive(whom)} winning chances {moves_to} from {before} to {after}"
    head = f"Turning point, {period_title(match, turning.ply)}"
    in_short = game_ui.load(match.name).in_short(match.game, match.states[turning.ply], line.action)
    if winner != name:
        whose = f"{possessive(name)} mistake"
        instead = f", better: {better}" if better else ""
        return [
            *(f"{head}, {whose}: {text}{instead}; {rise}" for text in (brief, in_short)),
            f"{head}, {whose}: {in_short}{instead} ({possessive(whom)} chances: {before} to {after})",
            *[f"{head}, {whose}: {in_short}{instead} ({whom}: {before} to {after})"] * bool(better),
            f"{head}, {whose}: {in_short} ({whom}: {before} to {after})",
        ]
    moves = [clause("you" if name == "You" else name, text) for text in (line.text, brief)]
    return [
        *(f"{head}: {move}; {rise}" for move in moves),
        f"{head}: {moves[-1]} ({possessive(whom)} chances: {before} to {after})",
        f"{head}, {name}: {in_short} ({possessive(whom)} chances: {before} to {after})",
        f"{head}, {name}: {in_short} ({whom}: {before} to {after})",
    ]
