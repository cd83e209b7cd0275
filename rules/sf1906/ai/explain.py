"""Effects of a move of 1906 San Francisco, in words: see `tabletown.rules.analysis.explain`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ...core.game import Action
from ...core.reason import Reason, Theme, to_mover
from ...core.text import join_words, plural
from ..building import last_card, shared
from ..components import model as c
from ..costs import DISTANCE_COST
from ..decision_facts import estimate, place_after
from ..notation import TYPE_WORDS
from ..objectives import points
from ..score import urban_points
from ..state import BUILDINGS, FACE_DOWN, STRIP, Player, Sf1906
from ..turn import card_spaces
from ..wording import objective_title, spent_title
from .money_reasons import money
from .objective_values import ObjectiveValues, drawn, on_offer
from .plan import Likely, Plan, mover


def terms(view: Sf1906, line: tuple[Action, ...], names: Sequence[str], likely: Likely, seed: int) -> list[Reason]:
    """Reasons for the first action of the line."""
    plan = Plan(view, line, names, likely, seed)
    return [term for part in PARTS for term in part(plan)] or [*last_resort(plan)]


def objectives(plan: Plan) -> Iterator[Reason]:
    """Phrases for known objectives that score more at the end of the turn, and for a new one."""
    view, p = plan.view, plan.before
    held = [("common", view.common), ("open", p.open), ("secret", p.secret)]
    for kind, cards in held if plan.building_on is None else ():  # the points of a building are told together
        for card in cards:
            more = points(plan.end, plan.seat, card) - points(view, plan.seat, card) if card != FACE_DOWN else 0
            if more > 0:
                text = f"gain {plural(more, 'point')} for the {kind} objective {title(view, card)}"
                yield mover(1.2 * more, text, "objective")
    for card in plan.after.open[len(p.open) :]:
        pays = points(plan.end, plan.seat, card)
        if pays > 0:
            text = f"score {plural(pays, 'point')} at once with {title(view, card)}"
            yield mover(1.0 + pays, text, "objective")
        else:
            hope = ObjectiveValues(plan.end, plan.seat, (card,)).hope
            if hope >= 1:
                text = f"{title(view, card)} can score about {plural(round(hope), 'point')} by the end"
                yield Reason(0.8 + hope / 4, text, "objective")
    if len(plan.after.secret) > len(p.secret):
        hope, best = drawn(view, plan.seat), on_offer(view, plan.seat)
        if hope >= 1:
            less = f", those on offer {best} at most for you" if hope > best else ""
            text = f"an objective from the deck brings about {plural(hope, 'point')} on average{less}"
            yield Reason(0.8 + hope / 4 + 0.3 * max(0, hope - best), text, "objective")


def expected(plan: Plan) -> float:
    """Points that the known objectives promise by the end, beyond those they score at the end of the turn."""
    cards = tuple(card for card in (*plan.view.common, *plan.after.open, *plan.before.secret) if card != FACE_DOWN)
    return ObjectiveValues(plan.end, plan.seat, cards).hope if cards else 0.0


def secret_points(plan: Plan) -> int:
    """Points of secret objectives drawn this turn, which nobody can know before."""
    return sum(points(plan.end, plan.seat, card) for card in plan.after.secret[len(plan.before.secret) :])


def title(s: Sf1906, card: int) -> str:
    return f'"{objective_title(s.city.kit, card)}"'


def buildings(plan: Plan) -> Iterator[Reason]:
    """Phrases for a building built, or taken into the hand."""
    view, before, after = plan.view, plan.before, plan.after
    plot = plan.building_on
    if plot is not None:
        last = after.built.bit_count() == BUILDINGS
        total = sum(brought(plan).values())
        if total > 0:
            text = f"score {plural(total, 'point')} on {view.city.names[plot]}: {sources(plan)}"
            yield mover(3.0 + total, text, "finish" if last else "building", (("plot", plot),))
        elif last:
            yield mover(3.0, f"build on {view.city.names[plot]}, {{your}} last building", "finish")
        if plan.end.best_builder == plan.seat != view.best_builder:
            pays = view.city.kit.best_builder
            yield mover(1.5 * pays, f"take Best Builder ({plural(pays, 'point')})", "building")
    elif after.hand > before.hand:
        plots = reach(view, before).bit_count()
        if before.hand:
            yield mover(0.7, "get another building for a later turn", "building")
        elif plots:
            text = f"have no building in hand, and {{your}} permits already fit {plural(plots, 'plot')}"
            yield mover(1.6, text, "building")
        else:
            yield mover(0.8, "have no building in hand yet", "building")


MONEY = "Money"
SOURCES = {"Urban cards": "urban cards", "Development": "development board", MONEY: "money"}
"""Names of sources of points that are no objectives, as they are in a sentence."""
MANY = 5
"""Most sources of points named beside money, or one more; others are added up."""


def brought(plan: Plan) -> dict[str, int]:
    """The changes of the player's points by the turn, known ones only, by source."""
    had = dict(estimate(plan.view, plan.seat))
    secret = {objective_title(plan.view.city.kit, card) for card in plan.after.secret[len(plan.before.secret) :]}
    changes = {what: n - had.get(what, 0) for what, n in estimate(plan.end, plan.seat) if what not in secret}
    return {what: n for what, n in changes.items() if n}


def sources(plan: Plan) -> str:
    """The sources of the points that the turn brings, the largest first and money last: "+5 urban cards, -3 money"."""
    points = brought(plan)
    largest = sorted(points.keys() - {MONEY}, key=lambda what: (-points[what], what))
    count = len(largest) if len(largest) == MANY + 1 else MANY
    named = [*largest[:count], *[MONEY] * (MONEY in points)]
    parts = [f"{points[what]:+} {SOURCES.get(what) or quoted_source(what)}" for what in named]
    rest = sum(points[what] for what in largest[count:])
    return ", ".join([*parts, *[f"{rest:+} from {len(largest) - count} others"] * bool(rest)])


def quoted_source(what: str) -> str:
    return what if what == "Best Builder" else f'"{what}"'


def development(plan: Plan) -> Iterator[Reason]:
    """Phrases for urban cards, steps on the development board and rubble tokens."""
    view, kit = plan.view, plan.view.city.kit
    if plan.building_on is not None:
        return  # the points of a building are told together
    for card in plan.after.urban[len(plan.before.urban) :]:
        more = urban_points(view, plan.after) - urban_points(view, plan.before)
        which = TYPE_WORDS[kit.urban_cards[card].type]
        text = f"get a {which} card" + (f" ({plural(more, 'point')})" if more else "")
        yield mover(1.2 + more, text, "development")
    more = level(plan, plan.after) - level(plan, plan.before)
    if more > 0:
        worth = kit.money_points[plan.after.money] - kit.money_points[plan.before.money]
        price = f", less {plural(-worth, 'point')} for the money" * (worth < 0)
        text = f"gain {plural(more, 'point')} on the development board{price}"
        yield mover(max(SLIGHT, 1.0 * (more + min(0, worth))), text, "development")
    if plan.after.rubble > plan.before.rubble:
        yield mover(0.5, "get rubble", "development")


SLIGHT = 0.2
"""Weight of points on the development board that cost as many for their money."""


def level(plan: Plan, p: Player) -> int:
    """Points of a player's cell on the development board."""
    return plan.view.city.kit.grid[p.row][p.column]


ORDINALS = ("first", "second", "third", "fourth", "fifth")


def permits(plan: Plan) -> Iterator[Reason]:
    """Phrases for a new permit: the plots that it opens, and a symbol that it shares with another permit."""
    view, before = plan.view, plan.before
    for permit in plan.after.permits:
        if permit in before.permits:
            continue
        if view.city.kit.permits[permit].colour is None:
            yield mover(2.0, "get a wild permit, which fits any plot", "permit")
            continue
        more = (reach(plan.end, plan.after) & ~reach(plan.end, before)).bit_count()
        if more:
            text = f"{{your}} permits then fit {plural(more, 'more plot')}"
            yield to_mover(0.6 + 0.2 * more, text, "permit")
        for held in before.permits:
            if kinds := [kind for kind in shared(view.city, (held, permit)) if view.piles[kind]]:
                pair = " and ".join(spent_title(view.city.kit, each) for each in (permit, held))
                about = ("permit", permit), ("permit", held)
                yield mover(1.2, f"can build with {pair} to get a {TYPE_WORDS[kinds[0]]} card too", "permit", about)
                break


def reach(s: Sf1906, p: Player) -> int:
    """Mask of the free plots that one or two permits of the player fit."""
    colour = number = 0
    for permit in p.permits:
        colour |= s.city.permit_colour[permit]
        number |= s.city.permit_number[permit]
    return colour & number & s.free


def coming(view: Sf1906) -> str:
    """The next stop in a phrase: "on the next card", "in the new year"; empty where only the last bonus follows."""
    if view.stop < len(view.ring):
        return "on the next card"
    return "in the new year" if view.year < len(view.city.kit.years) - 2 else ""


def order(plan: Plan) -> Iterator[Reason]:
    """Phrase for the player's place in the order of the next stop."""
    view = plan.view
    if plan.action[0] != "space" or (last_card(view) and view.acted == len(view.order) - 1):
        return
    if not (where := coming(view)):
        return
    earliest, latest = place_after(view, plan.action[1])
    if latest == 0:
        yield mover(1.4, f"act first {where}, with every space free", "order")
    elif earliest == 0:
        yield mover(0.7, f"act first {where} unless overtaken", "order")
    elif earliest == latest < len(view.order) - 1:
        yield mover(0.4, f"act {ORDINALS[latest]} {where}", "order")


SPACE_THEMES: dict[str, Theme] = {c.PERMIT: "permit", c.OBJECTIVE: "objective", c.URBAN: "development"}
"""Themes of the actions of spaces."""


WAYS = {
    c.MATERIALS: "take a building",
    c.PERMIT: "take a permit",
    c.OBJECTIVE: "take an objective",
    c.CLEAR_UP: "clear up",
    c.URBAN: "develop",
    c.BUILD: "build",
    c.BUILD_GRANT: "build with the grant",
}
"""The actions of spaces after a choice of space, their verbs in the base form."""


FAR_PLAN = 30.0
"""Weight of an action away from the space chosen, which the name of the space does not tell."""


def way(plan: Plan) -> Iterator[Reason]:
    """Phrase for the action that the turn continues with, and the price of its distance from the space chosen."""
    if plan.action[0] != "space" or plan.view.stop == STRIP or len(plan.steps) < 2 or len(plan.line) > 1:
        return  # a line that goes on is told as a whole
    k, act = plan.action[1], plan.steps[1]
    if act[0] == "act":
        space = card_spaces(plan.view)[act[1]]
        far, what = abs(act[1] - k), f"earn ${space.dollars}" if space.kind == c.EARN else WAYS[space.kind]
        if not far and space.kind not in (c.CLEAR_UP, c.URBAN):
            return  # the other phrases name it
        text = f"pay ${DISTANCE_COST * far} to act {plural(far, 'space')} away and {what}" if far else what
        yield mover(FAR_PLAN if far else 0.9, text, SPACE_THEMES.get(space.kind))


def later(plan: Plan) -> Iterator[Reason]:
    """Phrase for the next building of the likely play: its turn, its permits, and its points."""
    if plan.following:
        plot, turns, permits, gained, grant = plan.following
        when = "next turn" if turns == 1 else f"in {turns} turns"
        missing = [permit for permit in permits if permit not in plan.after.permits]
        kit = plan.view.city.kit
        held = [spent_title(kit, permit) for permit in permits if permit not in missing]
        spent, also = (f" with {join_words(held)}", "also ") if held else ("", "")
        titles = [spent_title(kit, each) for each in missing]
        needed = join_words([f"another {title}" if title in held else title for title in titles])
        first = f", once {{you}} {also}have {needed}" * bool(missing)
        by = ", by Grant," * grant
        text = f"could build on {plan.view.city.names[plot]} {when}{spent}{by} for about {plural(gained, 'point')}"
        about = ("plot", plot), *(("permit", permit) for permit in permits)
        share = 0.5 if missing else IDLE if has_all_for(plan, permits) else 1.0
        yield mover((0.6 + 0.4 * gained) * share, text + first, "building", about)


IDLE = 0.15
"""Factor on the weight of a later building to which the turn adds nothing."""


def has_all_for(plan: Plan, permits: tuple[int, ...]) -> bool:
    """True if the player had the building, the permits and the money for a later building before the turn."""
    before = plan.before
    return bool(before.hand) and {*permits} <= {*before.permits} and plan.after.money <= before.money


def last_resort(plan: Plan) -> Iterator[Reason]:
    """Phrase for a move of which nothing else can be said: its points, the symbols of a permit, or the money kept."""
    kit, total = plan.view.city.kit, sum(brought(plan).values())
    if total > 0:
        yield mover(0.3, f"score {plural(total, 'point')}: {sources(plan)}")
    elif new := [permit for permit in plan.after.permits if permit not in plan.before.permits]:
        kinds = join_words([f"a {TYPE_WORDS[kind]}" for kind in sorted(kit.permits[new[0]].symbols)])
        yield mover(0.3, f"get a permit that shows {kinds}", "permit")
    elif plan.after.money >= plan.before.money:
        yield mover(0.2, "keep {your} money", "money")


PARTS: tuple[Callable[[Plan], Iterator[Reason]], ...] = (
    objectives,
    buildings,
    development,
    permits,
    order,
    way,
    money,
    later,
)
