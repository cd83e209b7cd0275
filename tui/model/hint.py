"""The search for a hint: the one by which a review judges the move afterwards, so that it does not blame a hint."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from tabletown.rules.analysis.decision import Decision, questions
from tabletown.rules.analysis.explain import cause, change, own_steps, strongest, terms
from tabletown.rules.analysis.review_depth import full_depth
from tabletown.rules.analysis.searches import decided
from tabletown.rules.bots.bot import Candidate, Choice
from tabletown.rules.core.game import Action, apply
from tabletown.rules.core.match import Match
from tabletown.rules.core.reason import Piece, Reason

from .reviews import TERMS

HINT_LEVEL = "ismcts"
HINT_SECONDS = 10.0
"""Maximum thinking time of a hint, for slow machines; else the number of positions limits it."""
LONGER = 4
"""Factor by which a hint that is asked for again searches more positions."""


GETTING = ("bid", "buy")
"""Verbs of actions that get a piece which a reason may name."""


class KnownHint(NamedTuple):
    """A hint for a position, which stays the same until the position changes or a longer search replaces it."""

    log: tuple[Action, ...]
    """The moves up to the position."""
    lines: list[str]
    view: Any
    choice: Choice
    longer: list[str]
    """Lines after a longer search; empty before it."""


def followed_decisions(match: Match, hints: Sequence[KnownHint]) -> dict[int, Decision]:
    """The decisions of a match in which one of these hints was followed, by ply, as a review has them."""
    asked = {question.ply: question for question in questions(match, TERMS)} if hints else {}
    return {
        ply: decided(asked[ply], hint.choice, 0.0, int(hint.choice.nodes))
        for hint in hints
        if (ply := len(hint.log)) in asked and match.log[: ply + 1] == [*hint.log, hint.choice.action]
    }


def hint_nodes(match: Match, longer: bool = False) -> int:
    """Positions that a hint searches."""
    return full_depth(match) * (LONGER if longer else 1)


def hint_seed(match: Match, ply: int) -> str:
    """Seed of the search for a hint."""
    return match.seed_for(ply, "review")


def rest_of_hint(match: Match, since: int, hint: Choice) -> Choice | None:
    """The rest of a hint that was given at the ply `since`, if only its moves have been played from there and its next
    one is a move of the same turn; None otherwise.
    """
    view = match.game.observe(match.states[since], match.game.turn(match.states[since]))
    steps, played = own_steps(match.game, view, hint.line), match.log[since:]
    done = len(played)
    if not 0 < done < len(steps) or steps[:done] != [*played] or steps[done] not in match.legal():
        return None
    return replace(hint, action=steps[done], line=hint.line[done:], candidates=())


def nothing_revealed(match: Match, since: int) -> bool:
    """Return whether the player to move knows no more than at the ply `since`, the moves from there apart."""
    game, player = match.game, match.player
    world = game.determinize(game.observe(match.states[since], player), Random(0))
    for action in match.log[since:]:
        world = apply(game, world, action, Random(0))
    return bool(game.observe(world, player) == game.observe(match.state, player))


def steady(match: Match, view: Any, choice: Choice, level: Sequence[Action], since: int, earlier: Choice) -> Choice:
    """The choice, or of the `level` moves about as good the best one that goes on with the plan of an earlier hint,
    given at the ply `since`: it gets a piece which its reasons named, or has a reason about one.
    """
    aims = aims_of(match, view, since, earlier)
    for action in (choice.action, *level) if aims else ():
        if goes_on(match, view, action, aims):
            return choice if action == choice.action else replace(choice, action=action, line=())
    return choice


def aims_of(match: Match, view: Any, since: int, earlier: Choice) -> list[Piece]:
    """The pieces named by the reasons of an earlier hint for the same player, given at the ply `since`."""
    player, then = match.game.turn(view), match.states[since]
    if match.game.turn(then) != player:
        return []
    reasons = strongest(match.game, match.game.observe(then, player), earlier, [seat.name for seat in match.seats])
    return [piece for term in reasons for piece in aimed_at(term)]


def goes_on(match: Match, view: Any, action: Action, aims: Sequence[Piece]) -> bool:
    """Return whether an action gets one of these pieces, or has a reason about one."""
    names = [seat.name for seat in match.seats]
    gets = action[0] in GETTING and any(piece[1] == action[1] for piece in aims)
    return gets or any(piece in aims for term in terms(match.game, view, (action,), names) for piece in aimed_at(term))


def change_of_plan(match: Match, view: Any, choice: Choice, since: int, earlier: Choice) -> str:
    """A clause on why a choice does not go on with an earlier hint, given at the ply `since`; empty if it does, or
    nothing can be named.
    """
    aims, names = aims_of(match, view, since, earlier), [seat.name for seat in match.seats]
    reasons = strongest(match.game, view, choice, names)
    follows = any(piece in aims for term in reasons for piece in aimed_at(term))
    if not aims or follows or goes_on(match, view, choice.action, aims):
        return ""
    new = [piece for term in reasons[:1] for piece in aimed_at(term)]
    new += [("card", choice.action[1])] if choice.action[0] in GETTING else []
    then = match.game.observe(match.states[since], match.game.turn(view))
    return change(match.game, then, view, aims, new, names)


def cause_of_jump(match: Match, view: Any, choice: Choice, since: int, earlier: Choice) -> str:
    """A clause on what has changed the chances since an earlier hint of the same player, given at the ply `since`;
    empty if nothing can be named.
    """
    then = match.game.observe(match.states[since], match.game.turn(view))
    names = [seat.name for seat in match.seats]
    return cause(match.game, then, view, choice.value > earlier.value, names)


def aimed_at(reason: Reason) -> Sequence[Piece]:
    """The pieces that a reason is about, unless it keeps them from a rival."""
    return reason.about if reason.theme != "denial" else ()


def followed_last_turn(match: Match, since: int, earlier: Choice) -> bool:
    """Return whether a hint given at the ply `since` was followed, and that was the last turn of the player to move."""
    return is_last_turn(match, since) and match.log[since] == earlier.action


def is_last_turn(match: Match, since: int) -> bool:
    """Return whether the player to move had their last turn at the ply `since`, and others have moved since."""
    own = [ply for ply in range(since, len(match.log)) if match.game.turn(match.states[ply]) == match.player]
    return bool(own) and own == [*range(since, since + len(own))] and len(own) < len(match.log) - since


def own_way_cost(match: Match, since: int, earlier: Choice) -> float:
    """Winning chances, 0 to 1, that a move made in place of a hint in the last turn gave up by the hint's own search; 0
    if it was followed, or did not look at that move.
    """
    if not is_last_turn(match, since) or match.log[since] == earlier.action:
        return 0.0
    return max(
        (earlier.value - other.value for other in earlier.candidates if other.action == match.log[since]), default=0.0
    )


def damped(choice: Choice, earlier: Choice) -> Choice:
    """A choice with the mean of its chances and those of an earlier search, by their numbers of positions."""
    if not choice.nodes or not earlier.nodes:
        return choice
    total = choice.value * choice.nodes + earlier.value * earlier.nodes
    return with_chance(choice, total / (choice.nodes + earlier.nodes))


def with_chance(choice: Choice, value: float) -> Choice:
    """A choice with other winning chances, from which its candidates differ as much as before."""
    more = value - choice.value
    others = (Candidate(c.action, min(1.0, max(0.0, c.value + more)), c.visits) for c in choice.candidates)
    return replace(choice, value=value, candidates=tuple(others))
