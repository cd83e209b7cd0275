"""Advantages of a better move of 1906 San Francisco over the one played: see `tabletown.rules.analysis.explain`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ...core.game import Action, total_points
from ...core.reason import Reason, to_mover
from ...core.text import plural
from ..decision_facts import estimate, place_after
from ..state import Sf1906
from ..wording import spent_title
from .explain import ORDINALS, coming, expected, secret_points
from .plan import Likely, Plan, mover

MORE_DOLLARS = 2
"""Least dollars that are worth a word."""
HOPE = 1.5
"""Least points more to come from objectives that are worth a word."""


def differences(
    view: Sf1906, played: Action, line: tuple[Action, ...], names: Sequence[str], likely: Likely
) -> list[Reason]:
    """Reasons why the first action of the line is better than the one played."""
    best, other = Plan(view, line, names, likely, 0), Plan(view, (played,), names, likely, 0)
    return [reason for part in PARTS for reason in part(best, other)]


def now(plan: Plan) -> int:
    """Points that the turn brings, known ones only."""
    gained = total_points(estimate(plan.end, plan.seat)) - total_points(estimate(plan.view, plan.seat))
    return gained - secret_points(plan)


def scored(best: Plan, other: Plan) -> Iterator[Reason]:
    """Phrase for more points this turn."""
    mine, theirs = now(best), now(other)
    if mine > theirs and mine > 0:
        text = f"score {plural(mine, 'point')} this turn instead of {theirs if theirs > 0 else 'none'}"
        yield mover(1.1 * (mine - theirs), text, "building" if best.building_on is not None else "development")


def cards_of(plan: Plan) -> tuple[int, int]:
    """Numbers of open and secret objectives at the end of the turn."""
    return len(plan.after.open), len(plan.after.secret)


def promised(best: Plan, other: Plan) -> Iterator[Reason]:
    """Phrase for objectives that promise more."""
    mine, theirs = expected(best), expected(other)
    alike = cards_of(best) == cards_of(other)
    if alike and mine - theirs >= HOPE:
        text = f"{{your}} objectives can then bring about {plural(round(mine - theirs), 'more point')}"
        yield to_mover(0.9 * (mine - theirs), text, "objective")


def built(best: Plan, other: Plan) -> Iterator[Reason]:
    """Phrase for a building that the move played does not bring, on the board or in the hand."""
    if other.building_on is not None and best.building_on is None:
        permits = [p for p in best.before.permits if p in best.after.permits and p not in other.after.permits]
        if permits:
            kept = " and ".join(spent_title(best.view.city.kit, permit) for permit in permits[:2])
            yield mover(1.0, f"keep {kept} for a better plot", "permit")


def order(best: Plan, other: Plan) -> Iterator[Reason]:
    """Phrase for an earlier place on the next action card."""
    match best.action, other.action:
        case ("space", k), ("space", other_k):
            (_, mine), (_, theirs) = place_after(best.view, k), place_after(best.view, other_k)
            if mine < theirs and (where := coming(best.view)):
                text = f"act {ORDINALS[mine]} {where} instead of {ORDINALS[theirs]}"
                yield mover(0.9, text, "order")


def money(best: Plan, other: Plan) -> Iterator[Reason]:
    """Phrase for more dollars left; those left after the move played are named only if that ended the turn."""
    more = best.after.money - other.after.money
    if more >= MORE_DOLLARS:
        instead = f" instead of ${other.after.money}" * (len(other.steps) == 1)
        yield mover(0.4 * more, f"end the turn with ${best.after.money}{instead}", "money")


PARTS: tuple[Callable[[Plan, Plan], Iterator[Reason]], ...] = (scored, promised, built, order, money)
