"""Winning chances at each position of a match, as its searched decisions and an estimate say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count, pairwise, takewhile
from typing import NamedTuple, TypeAlias

from ..bots.evaluation import win_probabilities
from ..core.match import Match
from .decision import Decision, open_seats

Rows: TypeAlias = list[list[float]]

FRESH = 8
"""Moves for which the view of the only person counts alone: later, as when that person can only pass, others know more.
"""
REACH = 2
"""Neighbours on either side with which a position shares out what the chances change although no move lost any."""
PAIR = 2
"""Players of whom each gains what the other loses."""
DIGITS = 9
"""Decimal places of evened chances, so that sums over other moves leave them exactly as they were."""


def estimates(match: Match) -> list[list[float]]:
    """Every seat's chance to win at each position, estimated without a search.

    Once the match is over nothing is secret, so the estimates know every card. Before, they know what the one person
    among bots knows, as hints do, or else a spectator.
    """
    game = match.game
    if match.player is None:
        return [list(win_probabilities(game, s)) for s in match.states]
    seat = next(iter(open_seats(match)), None)
    return [list(win_probabilities(game, game.observe(s, seat))) for s in match.states]


def winning_chances(
    match: Match, estimated: Sequence[Sequence[float]], searched: Mapping[int, Decision]
) -> list[list[float]]:
    """Every seat's chances to win at each position, which add up to 1.

    A mistake takes away exactly its loss. After any other move the newest search may say something else than the one
    before, as no search is exact and cards are dealt: such a change is shared out among the moves around it, so that a
    move as good as the best leaves the chances nearly as they were. The end of the match, and positions from which the
    rest is certain, have the estimate.
    """
    rows = found_chances(match, estimated, searched)
    return evened(rows, runs(match, searched, len(rows)), searched, estimated) if searched else rows


def found_chances(
    match: Match, estimated: Sequence[Sequence[float]], searched: Mapping[int, Decision]
) -> list[list[float]]:
    """Every seat's chances to win at each position, as the searches have found them one by one.

    A mistake takes away its loss. Otherwise a position has what the newest search of the only person says, as a hint
    would, or without such a person the mean of what the newest search of every seat says: a search favours its seat,
    which knows its own secrets and chooses well from there on. Before the first search, at the end and where the rest
    of the game is certain it has the estimate.
    """
    views: dict[int, View] = {}
    rows: list[list[float]] = []
    for ply, estimate in enumerate(estimated):
        played = searched.get(ply - 1)
        if played:
            chances = standing(estimate, played.seat, max(0.0, played.chance - played.loss))
            views[played.seat] = View(ply, chances)
        if decision := searched.get(ply):
            views[decision.seat] = View(ply, standing(estimate, decision.seat, decision.chance))
        if played and played.loss:
            rows.append(after_mistake(rows[-1], played, decision))
        else:
            rows.append(certain(estimate) or agreed(match, views, ply) or list(estimate))
    if match.player is None:
        rows[-1] = list(estimated[-1])
    return rows


def runs(match: Match, searched: Mapping[int, Decision], positions: int) -> list[range]:
    """The positions of a match in runs: a mistake joins the one before it and the one after it."""
    last = positions - 1
    cuts = [ply for ply in range(1, positions) if not is_mistake(searched, ply - 1)]
    if match.player is None and last not in cuts:
        cuts.append(last)  # the end is known, whatever the last move lost
    return [range(first, after) for first, after in pairwise([0, *cuts, positions])]


def is_mistake(searched: Mapping[int, Decision], ply: int) -> bool:
    return ply in searched and searched[ply].loss > 0


def evened(
    rows: Rows, joined: Sequence[range], searched: Mapping[int, Decision], estimated: Sequence[Sequence[float]]
) -> Rows:
    """The chances with each run that searches have found moved to the mean of those around it, as if nobody had lost
    any between them.
    """
    lost = [0.0] * len(rows[0])
    levels: Rows = []
    for run in joined:
        levels.append([value - gone for value, gone in zip(rows[run[0]], lost, strict=True)])
        lost = [gone + after - before for gone, before, after in zip(lost, rows[run[0]], rows[run[-1]], strict=True)]
    first = min(searched)
    is_found = [run[0] >= first and run[0] < len(rows) - 1 and not certain(estimated[run[0]]) for run in joined]
    result: Rows = []
    for n, run in enumerate(joined):
        near = [levels[at] for at in range(max(0, n - REACH), min(len(joined), n + REACH + 1)) if is_found[at]]
        start = rows[run[0]]
        if is_found[n]:
            means = [sum(values) / len(values) for values in zip(*near, strict=True)]
            start = moved(start, [mean - level for mean, level in zip(means, levels[n], strict=True)])
        result.append(start)
        for ply in run[:-1]:
            result.append(after_mistake(result[-1], searched[ply], searched.get(ply + 1)))
    return result


def moved(row: Sequence[float], steps: Sequence[float]) -> list[float]:
    """Chances moved by steps, or by as great a part of them as leaves each chance from 0 to 1."""
    room = [((value if step < 0 else 1 - value) / abs(step)) for value, step in zip(row, steps, strict=True) if step]
    part = min([1.0, *room])
    return [round(value + part * step, DIGITS) for value, step in zip(row, steps, strict=True)]


def certain(estimate: Sequence[float]) -> list[float]:
    """An estimate that leaves no doubt, as where one player can play the rest alone and wins; else empty."""
    return list(estimate) if max(estimate) == 1 else []


class View(NamedTuple):
    """Every seat's chances to win as the newest search of one seat says, and the ply of it."""

    ply: int
    chances: list[float]


def agreed(match: Match, views: Mapping[int, View], ply: int) -> list[float]:
    """Every seat's chances at a ply: by the view of the only person, as long as it is fresh, or else by all views."""
    people = match.human_seats
    own = views.get(people[0]) if len(people) == 1 else None
    if own and ply - own.ply <= FRESH:
        return own.chances
    chances = [view.chances for view in views.values()]
    return [sum(values) / len(values) for values in zip(*chances, strict=True)]


def rests_on(match: Match, asked: Mapping[int, int], searched: Mapping[int, Decision], ply: int) -> set[int]:
    """Plies of the decisions on which the chances before and after the move at a ply rest, and those around it of the
    same turn, of which only the biggest mistake is listed. `asked` has the seats of all decisions by ply, in order.
    """
    turn = {near for step in (1, -1) for near in takewhile(lambda at: asked.get(at) == asked[ply], count(ply, step))}
    joined = runs(match, searched, len(match.states))
    at = next(n for n, run in enumerate(joined) if ply in run)
    near = joined[max(0, at - REACH) : at + REACH + 1]
    between = {*range(near[0][0] - 1, max(near[-1][0], ply))} & {*asked}
    return turn.union(between, *(found_by(match, asked, run[0]) for run in near))


def found_by(match: Match, asked: Mapping[int, int], start: int) -> set[int]:
    """Plies of the decisions on which the chances at the start of a run of positions rest."""
    people = match.human_seats
    newest = {asked[at]: at for at in asked if at <= start}
    own = newest.get(people[0]) if len(people) == 1 else None
    if own is not None and start - own <= FRESH:
        newest = {people[0]: own}
    return {*newest.values()}


def after_mistake(row: Sequence[float], mistake: Decision, following: Decision | None) -> list[float]:
    """Chances after a mistake: those of its player less the loss. The others gain it in proportion, unless the next to
    move is another player: with several rivals it is the search of that one that says who gains most.
    """
    left = max(0.0, row[mistake.seat] - mistake.loss)
    after = standing(row, mistake.seat, left)
    if following is None or following.seat == mistake.seat or len(row) <= PAIR:
        return after
    gained = max(after[following.seat], min(1 - left, following.chance))
    others, room = 1 - left - after[following.seat], 1 - left - gained
    after = [value * room / others if others > 0 else value for value in after]
    after[mistake.seat], after[following.seat] = left, gained
    return after


def standing(estimate: Sequence[float], seat: int, chance: float) -> list[float]:
    """Every seat's chances at a position: one seat's as given, the rest split as estimated."""
    rest = sum(estimate) - estimate[seat]
    others = len(estimate) - 1
    return [
        chance if other == seat else (1 - chance) * (value / rest if rest > 0 else 1 / others)
        for other, value in enumerate(estimate)
    ]
