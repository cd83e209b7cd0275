"""Reasons of 1906 San Francisco that are about money: what is earned, and what it is enough for."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.reason import Reason
from ...core.text import plural
from ..building import affordable, build_cost, last_card, site_cost
from ..city import places
from ..decision_facts import reachable
from ..wording import bonus_year
from .plan import Plan, mover

MUCH = 3
"""Least dollars that are worth a word where they are not yet enough for anything."""


def money(plan: Plan) -> Iterator[Reason]:
    """Phrases for dollars earned, and for a building that they will pay for this year."""
    more = plan.after.money - plan.before.money
    site = list(next_site(plan, more))
    if more > 0 and (purpose := earned_for(plan, bool(site))):
        bonus = f" with the {bonus_year(plan.view)} bonus" * (("bonus", "money") in plan.steps)
        yield mover(0.45 * more, f"earn ${more}{bonus}{purpose}", "money")
    yield from site


def earned_for(plan: Plan, has_site: bool) -> str:
    """Purpose of the money, to follow the dollars earned: " towards the $3 of a building".

    Empty if it is too little, or if a plot that it can pay for is named anyway.
    """
    if has_site:
        return ""
    view, had, has = plan.view, plan.before.money, plan.after.money
    years, cost = view.city.kit.years, build_cost(view)
    worth, final = view.city.kit.money_points[has] - view.city.kit.money_points[had], view.year >= len(years) - 2
    if (final or last_card(view)) and worth > 0:
        return f", {plural(worth, 'more point')} for money at the end"
    if last_card(view):
        return ""
    if has < cost:
        return f" towards the ${cost} of a building"
    if had < cost:
        return f" and so have ${has}, enough to build this year (${cost})"
    if has - had < MUCH:
        return ""
    if view.stop == len(view.ring) and not final:
        return f" for next year, when a building costs ${years[view.year + 1].build_cost}"
    return " to develop or clear up with" if not cost else f" and so have ${has} to build, develop or clear up with"


def next_site(plan: Plan, more: int) -> Iterator[Reason]:
    """Phrase for a plot that the player can build on this year after the turn, but could not before, or still can."""
    view, after = plan.view, plan.after
    if plan.building_on is None and not plan.following and after.hand and view.stop < len(view.ring):
        sites = reachable(plan.end, plan.seat, False) & plan.end.free
        price = view.copy()
        price.rubble = plan.end.rubble
        if sites & affordable(price, after.money):
            could = reachable(view, plan.seat, False) if plan.before.hand else 0
            if not could & affordable(view, plan.before.money):
                plot = min(places(sites), key=lambda site: site_cost(price, site))
                cost = site_cost(price, plot)
                price_words = f"for ${cost}" if cost else "free of charge"
                text = f"can then build on {view.city.names[plot]} this year {price_words}"
                yield mover(1.8, text, "building", (("plot", plot),))
            elif more < 0 and build_cost(view):
                text = f"keep ${after.money}, enough to build this year (${build_cost(view)})"
                yield mover(0.8, text, "money")
