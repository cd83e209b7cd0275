"""Alternatives in a hint: what else would be good, and why not what could be bought at once."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import Any

from tabletown.rules.analysis.explain import advantages, concession, joined, objections, strongest
from tabletown.rules.analysis.margin import margin_counts, points_gained
from tabletown.rules.analysis.mistakes import least_loss
from tabletown.rules.analysis.standing import gaining_moves, scoring_moves
from tabletown.rules.bots.bot import Candidate, Choice
from tabletown.rules.core.game import Action
from tabletown.rules.core.text import plural

from ..model.reviews import TERMS
from ..narration import game_ui
from ..narration.chances import about, in_words, is_even, rough
from ..narration.grammar import sentence
from .brief_hint import Instead
from .match_base import MatchView

ABOUT_AS_GOOD, WEAKER = "about as good", "a little weaker"
"""An alternative within the noise of the search, and one with the same rough figure that is not."""
HINTED = "the hinted move"
"""The suggested move in a sentence on another one."""
LISTED = 2
"""Most alternatives of a hint."""
CLOSE = 1 / 10
"""Difference in winning chances, from 0 to 1, up to which passing is a question for a player who could bid."""
TRIED = 1 / 50
"""Least share of a search that another than the next best moves must have had."""
BID, PASS = "bid", "pass"
WAYS = (BID, "buy")
"""Verbs of actions that are one move with the same object, whatever is paid for it."""


def names(match: MatchView) -> list[str]:
    return [seat.name for seat in match.seats]


def noise(choice: Choice) -> float:
    """Difference in winning chances, from 0 to 1, below which the search cannot tell which of two moves is better: not
    less than what a review counts as a mistake.
    """
    return least_loss(min(choice.nodes, TERMS.nodes or inf) if choice.nodes else inf)


def as_good(choice: Choice) -> list[Action]:
    """The alternatives that are about as good as the suggested move."""
    return [other.action for other in others(choice) if is_as_good(choice, other)]


def is_as_good(choice: Choice, other: Candidate) -> bool:
    return choice.value - other.value < noise(choice)


def others(choice: Choice) -> list[Candidate]:
    """The best alternatives that are other moves, not the same one paid differently; those only if there are none. To
    pass is among those to a bid where it is nearly as good.
    """
    usual = choice.alternatives
    tried = [
        other
        for other in choice.candidates
        if other.action != choice.action and (other in usual or other.visits > max(1, TRIED * choice.nodes))
        if other.value <= choice.value
    ]
    distinct = list[Candidate]()
    for other in tried:
        earlier = choice.action, *(each.action for each in distinct)
        if not any(is_same_move(other.action, action) for action in earlier):
            distinct.append(other)
    listed = distinct[:LISTED]
    if choice.action[0] == BID and (passing := [other for other in distinct[LISTED:] if is_near_pass(choice, other)]):
        listed[-1:] = passing
    return sorted(listed, key=lambda other: -other.value) or list(usual)


def is_near_pass(choice: Choice, other: Candidate) -> bool:
    """Is an alternative to pass, and nearly as good?"""
    return other.action[0] == PASS and choice.value - other.value <= CLOSE


def is_same_move(action: Action, other: Action) -> bool:
    """True for one action and for another way to pay for it."""
    return action == other or (action[0] in WAYS and action[:2] == other[:2])


def at_once(match: MatchView, view: Any, choice: Choice) -> Candidate | None:
    """The move that gets something at once where the choice gets nothing, or fewer points: of several the one searched
    most; None if there is none.
    """
    moves = gaining_moves(match.game, view, choice.action)
    better = [*moves, *scoring_moves(match.game, view)]
    if not moves or any(is_same_move(choice.action, move) for move in better):
        return None
    ways = [other for other in choice.candidates if other.action in moves]
    if moves[0][0] != BID:
        ways = [other for other in choice.candidates if any(is_same_move(other.action, move) for move in moves)]
    return max(ways, key=lambda other: other.visits, default=Candidate(moves[0], 0.0))


def gaining_instead(match: MatchView, view: Any, choice: Choice) -> list[str]:
    """A line on what could be got at once: about as good, or why the choice is better; none where no reason can be
    named, and the search has hardly tried it.
    """
    game, other = match.game, at_once(match, view, choice)
    if other is None:
        return []
    if other.visits and is_as_good(choice, other):
        return [Instead(instead(match, view, choice, other))]
    move = game_ui.load(match.name).in_short(game, view, other.action)
    is_tried = other.visits > max(1, TRIED * choice.nodes)
    reason = "; ".join(against(match, view, choice, other))
    if not reason:
        return [Instead(f"Or {move}: {compared(match, choice, other)}")] if is_tried else []
    asked = f"Why not {move}" + f", {compared(match, choice, other)}" * is_tried
    return [Instead(f"{asked}? {sentence(reason)}")]


def against(match: MatchView, view: Any, choice: Choice, other: Candidate) -> list[str]:
    """Clauses that speak for the choice and against another move, without what the hint has said."""
    hinted = strongest(match.game, view, choice, names(match))
    return objections(match.game, view, other.action, choice, names(match), HINTED, hinted)


def alternatives(match: MatchView, view: Any, choice: Choice) -> list[str]:
    """A line for each worse alternative, with its winning chances, and for the best one that is about as good. A move
    that `gaining_instead` tells has none, nor has one that reads like the suggested move or an earlier one, nor a bid
    about as good on the same place, of which the reason may say the opposite.
    """
    level, gaining = as_good(choice), at_once(match, view, choice)
    listed = [
        other
        for other in others(choice)
        if other.action not in level[1:] and not (gaining and is_same_move(other.action, gaining.action))
        if not (other.action in level and is_same_move(other.action, choice.action) and other.action[0] == BID)
    ]
    short = game_ui.load(match.name).in_short
    worded = {short(match.game, view, other.action): other for other in reversed(listed)}
    worded.pop(short(match.game, view, choice.action), None)
    used_reasons = set[str]()
    return [instead(match, view, choice, other, used_reasons) for other in listed if other in worded.values()]


def instead(match: MatchView, view: Any, choice: Choice, other: Candidate, used_reasons: set[str] | None = None) -> str:
    """An alternative beside the choice; one that is about as good with its main advantage, if both have one, another
    with what makes it weaker, unless that is among the `used_reasons`, to which it is added.
    """
    line = f"Or {game_ui.load(match.name).in_short(match.game, view, other.action)}: {compared(match, choice, other)}"
    if not is_as_good(choice, other):
        used_reasons = set() if used_reasons is None else used_reasons
        weaker = [reason for reason in against(match, view, choice, other) if reason not in used_reasons][:1]
        used_reasons.update(weaker)
        return f"{line}, because {weaker[0]}." if weaker else line
    reason = (
        fewer_points(match, view, choice, other)
        or own_advantage(match, view, choice, other)
        or concession(match.game, view, choice.action, other.action)
    )
    return f"{line}; {reason}." if reason else line


def fewer_points(match: MatchView, view: Any, choice: Choice, other: Candidate) -> str:
    """The points of an alternative this turn beside those of the choice, where both win almost surely and it has fewer;
    else empty.
    """
    if not margin_counts(match.game, choice):
        return ""
    best, fewer = (points_gained(match.game, view, action) for action in (choice.action, other.action))
    return f"{plural(fewer, 'point', sign=fewer > 0)} this turn instead of {best:+}" if fewer < best else ""


def own_advantage(match: MatchView, view: Any, choice: Choice, other: Candidate) -> str:
    """The main advantage of an alternative over the choice, if both have a reason and it is not the same one: the same
    points of the same kind on another place.
    """
    hinted = strongest(match.game, view, choice, names(match))
    better = replace(choice, action=other.action, line=())
    main = advantages(match.game, view, choice.action, better, names(match))[:1] if hinted else []
    same = [term for term in hinted for own in main if (term.theme, term.weight) == (own.theme, own.weight)]
    return "" if same else joined(main)


def compared(match: MatchView, choice: Choice, other: Candidate) -> str:
    """An alternative's winning chances as far as they differ from those of the choice."""
    if is_as_good(choice, other):
        return ABOUT_AS_GOOD
    both_even = all(is_even(chance, equal_share(match)) for chance in (choice.value, other.value))
    return WEAKER if both_even or rough(other.value) == rough(choice.value) else about(other.value)


def equal_share(match: MatchView) -> float:
    """The winning chances that each player has if all have the same."""
    return 1 / len(match.seats)


def chances(match: MatchView, choice: Choice, aim: str) -> str:
    """The winning chances of a choice; as a figure where an alternative has one."""
    words = [compared(match, choice, other) for other in others(choice)]
    if any(text not in (ABOUT_AS_GOOD, WEAKER) for text in words):
        return f"{about(choice.value)} {aim}"
    return in_words(choice.value, equal_share(match), aim)
