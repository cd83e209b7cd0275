"""Review of a match: the winning chances at each position, and the biggest mistakes.

Every decision is searched from what its seat could see at the time, so that no move is blamed for hidden cards. In an
unfinished match only the decisions of the one person among bots are reviewed, because other hands are still secret.
With a limit in nodes the same match gives the same review.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import count, pairwise, takewhile
from math import inf
from random import Random
from typing import Any, NamedTuple, TypeAlias

from .. import load
from ..bots.bot import Choice, Limit, never
from ..bots.evaluation import win_probabilities
from ..bots.ismcts import value_of
from ..bots.levels import choose, seconds_of
from ..core.game import Action, Game, apply
from ..core.match import Match
from ..core.workers import as_completed, local_pool
from .explain import difference, foreseen, reason_to_others
from .mistakes import MINOR, NOTABLE, WORST, least_loss
from .review_depth import FULL

Rows: TypeAlias = list[list[float]]

JUDGES = ("ismcts", "master", "greedy")
"""Bots that evaluate the moves they reject as accurately as the one they play."""
FEW = 30
"""Least visits of a move whose value in the search counts, or this share of all iterations if that is more:"""
PART = 1 / 50
FRESH = 8
"""Moves for which the view of the only person counts alone: later, as when that person can only pass, others know more.
"""
REACH = 2
"""Neighbours on either side with which a position shares out what the chances change although no move lost any."""
DIGITS = 9
"""Decimal places of evened chances, so that sums over other moves leave them exactly as they were."""
CHECK = 1 / 4
"""Share of the limit for each of the two searches that check a mistake, one after the move played."""


class ReviewTerms(NamedTuple):
    """Level of the analysing bot, and its limit for each decision in seconds or nodes."""

    level: str = "ismcts"
    seconds: float | None = None
    nodes: float | None = None

    def limited(self) -> ReviewTerms:
        """Terms with a limit: where none is given, the seconds that the level has in play."""
        return self if self.seconds or self.nodes else self._replace(seconds=seconds_of(self.level))

    def part(self, share: float) -> ReviewTerms:
        """Terms with that share of the limit."""
        return ReviewTerms(
            self.level, self.seconds and self.seconds * share, self.nodes and max(1, int(self.nodes * share))
        )


class Question(NamedTuple):
    """A decision of a match with all that another process needs to analyse it."""

    game: str
    ply: int
    player: int
    view: Any
    action: Action
    names: tuple[str, ...]
    seed: str
    terms: ReviewTerms

    def with_nodes(self, nodes: int) -> Question:
        """The question with another limit."""
        return self._replace(terms=self.terms._replace(nodes=nodes))


@dataclass(frozen=True)
class Decision:
    """Analysis of one move, with the fields that `review_json` describes."""

    ply: int
    seat: int
    move: str
    chance: float
    loss: float
    better: str | None
    reason: str
    play: tuple[str, ...]
    others: tuple[tuple[str, float], ...]
    nodes: int = FULL


def questions(match: Match, terms: ReviewTerms) -> list[Question]:
    """Decisions that may be reviewed and had more than one legal move."""
    game, seats = match.game, open_seats(match)
    names = tuple(seat.name for seat in match.seats)
    asked = []
    for ply, a in enumerate(match.log):
        s = match.states[ply]
        player = game.turn(s)
        if player in seats and len(game.legal(s)) > 1:
            view, seed = game.observe(s, player), match.seed_for(ply, "review")
            asked.append(Question(match.name, ply, player, view, a, names, seed, terms))
    return asked


def open_seats(match: Match) -> list[int]:
    """Seats whose decisions may be reviewed: all when the match is over, else one person alone among bots."""
    if match.player is None:
        return list(range(len(match.seats)))
    people = match.human_seats
    return people if len(people) == 1 else []


def judge(q: Question, stop: Callable[[], bool] = never) -> Decision:
    """Search a decision; discard the answer if `stop` ended the search."""
    game = load(q.game)
    choice = think(q.game, q.view, q.terms, q.seed, stop)
    nodes = int(q.terms.nodes or choice.nodes)
    loss = loss_of(game, q, choice, stop) if choice.action != q.action else 0.0
    return decided(q, choice, loss if loss >= least_loss(nodes) else 0.0, nodes)


def decided(q: Question, choice: Choice, loss: float, nodes: int) -> Decision:
    """The analysis of a decision by a search of that many positions, with the loss by the move played."""
    game = load(q.game)
    return Decision(
        q.ply,
        q.player,
        game.notation(q.view, q.action),
        round(choice.value, 4),
        round(loss, 4),
        None if choice.action == q.action else game.notation(q.view, choice.action),
        why(game, q, choice, loss),
        tuple(foreseen(game, q.view, choice.line, q.names)),
        tuple((game.notation(q.view, other.action), round(other.value, 4)) for other in choice.alternatives),
        nodes,
    )


def why(game: Game[Any], q: Question, choice: Choice, loss: float) -> str:
    """The advantages of the best move over a mistake, or the reasons for it where there was none. Empty for a small
    mistake without a difference that can be named: the reasons would hold for both moves.
    """
    if loss and (contrast := difference(game, q.view, q.action, choice, q.names)):
        return contrast
    if 0 < loss < MINOR:
        return ""
    return reason_to_others(game, q.view, choice, q.names)


def think(game: str, view: Any, terms: ReviewTerms, seed: str, stop: Callable[[], bool]) -> Choice:
    """Choice of the analysing bot in a position, independent of earlier questions."""
    return choose(game, view, terms.level, seed, terms.seconds, stop, terms.nodes)


def loss_of(game: Game[Any], q: Question, choice: Choice, stop: Callable[[], bool]) -> float:
    """Chance to win that was lost by the move played; may be negative.

    A mistake is checked by searches in other worlds, and the lesser of the two losses counts.
    """
    weighed = {candidate.action: candidate for candidate in choice.candidates}
    best, played = weighed.get(choice.action), weighed.get(q.action)
    if best and played and (not best.visits or played.visits >= max(FEW, PART * choice.nodes)):
        loss = best.value - played.value
        unchecked = not best.visits or loss < least_loss(choice.nodes)
        return loss if unchecked else min(loss, checked_loss(game, q, choice.action, q.terms.part(CHECK), stop))
    return checked_loss(game, q, choice.action, q.terms.part(CHECK), stop)


def checked_loss(
    game: Game[Any], q: Question, better: Action, terms: ReviewTerms, stop: Callable[[], bool] = never
) -> float:
    """Chance to win after a better move less that after the move played, by a search of each with that limit."""
    limit = Limit(terms.seconds or inf, terms.nodes or inf, stop)
    after = [value_of(game, q.view, action, f"{q.seed}/check", limit) for action in (better, q.action)]
    return after[0] - after[1]


def continuation(game: str, view: Any, a: Action, terms: ReviewTerms, seed: str) -> tuple[Action, ...]:
    """A move and the likely play after it, in one determinization of the view."""
    rules_, rng = load(game), Random(seed)
    s = apply(rules_, rules_.determinize(view, rng), a, rng)
    player = rules_.turn(s)
    if player is None:
        return (a,)
    return (a, *think(game, rules_.observe(s, player), terms, seed, never).line)


def decisions(asked: Sequence[Question], jobs: int = 1) -> Iterator[Decision]:
    """Analyse decisions in `jobs` processes and yield them in the order of completion; closing it stops them."""
    with closing(local_pool(jobs)) as pool:
        for _, decision in as_completed(judge, asked, pool):
            yield decision


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
            rows.append(lowered(rows[-1], played.seat, played.loss))
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
            result.append(lowered(result[-1], searched[ply].seat, searched[ply].loss))
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


def lowered(row: Sequence[float], seat: int, loss: float) -> list[float]:
    """Chances after a mistake: those of a seat less the loss, which the others gain in proportion."""
    left = max(0.0, row[seat] - loss)
    return standing(row, seat, left)


def standing(estimate: Sequence[float], seat: int, chance: float) -> list[float]:
    """Every seat's chances at a position: one seat's as given, the rest split as estimated."""
    rest = sum(estimate) - estimate[seat]
    others = len(estimate) - 1
    return [
        chance if other == seat else (1 - chance) * (value / rest if rest > 0 else 1 / others)
        for other, value in enumerate(estimate)
    ]


def worst(decisions: Mapping[int, Decision], log: Sequence[Action], most: int = WORST) -> list[Decision]:
    """The biggest mistakes of the decisions of a log, the greatest loss first: at most `most`, one of each turn.

    Small ones are left out where there are larger ones, and where no reason can be named.
    """
    each = (max(turn, key=lambda decision: decision.loss) for turn in turns(decisions, log))
    lossy = [decision for decision in each if decision.loss >= MINOR or (decision.loss > 0 and decision.reason)]
    large = [decision for decision in lossy if decision.loss >= NOTABLE]
    return sorted(large or lossy, key=lambda decision: (-decision.loss, decision.ply))[:most]


def turns(decisions: Mapping[int, Decision], log: Sequence[Action]) -> list[list[Decision]]:
    """Decisions by turn: consecutive ones of a seat, until a kind of action comes again that the turn already has."""
    grouped: list[list[Decision]] = []
    for ply, decision in sorted(decisions.items()):
        last = grouped[-1] if grouped else []
        continues = bool(last) and (last[-1].seat, last[-1].ply + 1) == (decision.seat, ply)
        if continues and log[ply][0] not in (log[earlier.ply][0] for earlier in last):
            last.append(decision)
        else:
            grouped.append([decision])
    return grouped


@dataclass(frozen=True)
class Review:
    """A match and the analysis of its decisions, by ply."""

    match: Match
    terms: ReviewTerms
    decisions: Mapping[int, Decision]

    @property
    def winning_chances(self) -> list[list[float]]:
        """Every seat's chance to win at each position, from 0 to 1."""
        return winning_chances(self.match, estimates(self.match), self.decisions)

    def total_loss(self, seat: int) -> float:
        """Sum of the chances to win that a seat lost."""
        return sum(decision.loss for decision in self.decisions.values() if decision.seat == seat)


def review(
    match: Match,
    terms: ReviewTerms,
    jobs: int = 1,
    progress: Callable[[int, int], None] = lambda done, of: None,
    stop: Callable[[], bool] = never,
) -> Review:
    """Review a match. Call `progress(done, of)` and then `stop()` after each decision; stop when it is true."""
    terms = terms.limited()
    asked, analysed = questions(match, terms), {}
    progress(0, len(asked))
    for decision in decisions(asked, min(jobs, max(1, len(asked)))):
        analysed[decision.ply] = decision
        progress(len(analysed), len(asked))
        if stop():
            break
    return Review(match, terms, dict(sorted(analysed.items())))
