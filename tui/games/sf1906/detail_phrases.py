"""Phrases about 1906 San Francisco for the line below the board."""

from __future__ import annotations

from functools import reduce
from operator import or_
from random import Random

from tabletown.rules.core.game import Action, apply, total_points
from tabletown.rules.core.text import join_words, plural, third_person
from tabletown.rules.sf1906.city import fitting
from tabletown.rules.sf1906.components import model as c
from tabletown.rules.sf1906.costs import DISTANCE_COST
from tabletown.rules.sf1906.decision_facts import Cost, cost, estimate, payable, place_after
from tabletown.rules.sf1906.effects import at_corner
from tabletown.rules.sf1906.limits import PERMIT_LIMIT
from tabletown.rules.sf1906.notation import TYPE_WORDS
from tabletown.rules.sf1906.objectives import points as objective_points
from tabletown.rules.sf1906.score import parts as score_parts
from tabletown.rules.sf1906.state import (
    ACT,
    PLOT,
    STRIP,
    URBAN,
    Sf1906,
)
from tabletown.rules.sf1906.turn import legal
from tabletown.rules.sf1906.wording import urban_after

from ...narration.grammar import clause, owned
from ...widgets.board_state import BoardState
from .board_facts import (
    COLLECT,
    EFFECTS,
    ORDINALS,
    in_order,
    last_move,
    next_stop,
    plot_words,
    refills,
    space_words,
    stops,
    strip_is_last,
    tokens_at,
)
from .objective_texts import objective_title as short_title
from .preview import Offer
from .recap import in_few_words, telling_moves, turns

SOURCES = {
    "development": ("Development",),
    "objectives": ("Common objectives", "Personal objectives"),
    "cards": ("Urban cards",),
    "Best Builder": ("Best Builder",),
    "money": ("Money",),
}
"""The sources of points by short names."""
URBAN_CARD = "urban card"
GAINS = {
    URBAN_CARD: SOURCES["cards"],
    "development": SOURCES["development"],
    "objectives": SOURCES["objectives"],
    "Best Builder": SOURCES["Best Builder"],
    "money": SOURCES["money"],
}
"""The sources of what a single action gains."""
STEPS = (c.CLEAR_UP, c.URBAN)
"""The actions that are a step on the development board."""
BACK = ", $1 back"
"""The end of a price of a step at the end of the development board."""
MANY_PLOTS = 10
"""Number of plots from which on they are counted, not listed."""


def going(state: BoardState, k: int) -> str:
    """The name of a space of the open card."""
    return space_words(stops(state.view)[state.view.stop][k])[0]


def effect_words(state: BoardState, k: int) -> str:
    """The effect of a space of the open card, whoever takes it."""
    space = stops(state.view)[state.view.stop][k]
    if space.kind == c.EARN:
        return f"gain ${space.dollars}"
    return EFFECTS[space.kind][0] if space.kind in EFFECTS else "no action"


def taken(state: BoardState, k: int) -> str:
    """A sentence about the token on a space of the open card; empty if there is none."""
    seat = tokens_at(state.view, state.view.stop).get(k)
    return "" if seat is None else f"{going(state, k)}: {owned(state.seats[seat].name)} token is there."


def own_turn(state: BoardState, k: int, brief: bool = False) -> str:
    """A sentence about the viewer's turn, for the space `k` of the open card that their token is on, and the money they
    have since; empty for any other space. A `brief` one says only what came of the turn.
    """
    view: Sf1906 = state.view
    if state.viewer is None or tokens_at(view, view.stop).get(k) != state.viewer:
        return ""
    own = [turn for turn in turns(state.story[: state.ply]) if turn[0].player == state.viewer]
    did = [line.text for line in telling_moves(view, own[-1]) if not brief or line.action[0] != "spend"] if own else []
    return clause(state.seats[state.viewer].name, *did, f"have ${view.players[state.viewer].money} now.") if did else ""


def place_words(state: BoardState, k: int) -> str:
    """The place in the next turn order from space `k`: "you act 1st or 2nd on card 3"."""
    view: Sf1906 = state.view
    first, last = place_after(view, k)
    stop = next_stop(view)
    where = f"on card {stop}" if stop != STRIP else f"in {view.city.kit.years[view.year + 1].year}"
    where = "for the last bonus" if stop == STRIP and strip_is_last(view) else where
    places = (
        ORDINALS[first] if first == last else f"{ORDINALS[first]} {'to' if last > first + 1 else 'or'} {ORDINALS[last]}"
    )
    return f"you act {places} {where}"


COST_WORDS = ("to build", "for rubble", "for the cable car")
"""The purpose of each kind of cost of building, in the order of a Cost, to follow its dollars."""


def cost_words(price: Cost) -> str:
    """The costs of an action and their sum: "$4 for 2 spaces + $1 to build = $5"."""
    step = "for the step" * (price.distance > 0)
    purposes = (f"for {plural(price.distance // DISTANCE_COST, 'space')}", step, *COST_WORDS)
    named = [f"${n} {purpose}".strip() for n, purpose in zip(price, purposes, strict=True) if n]
    return f"{' + '.join(named) or 'free'}{f' = ${price.total}' if len(named) > 1 else ''}"


def action_texts(state: BoardState, k: int, offer: Offer) -> list[str]:
    """Sentences about the action of space `k`, the longest first: its effect, its costs, and the money left; or the
    reason why it is not possible.
    """
    if offer.why:
        return [offer.why]
    more = "".join(f"; {name} adds ${n}" for name, n in offer.more)
    left, total = money_left(offer.money, offer.left), offer.cost.total
    prices: tuple[str, ...] = (cost_words(offer.cost), f"${total}") if total else ("",) if offer.gain else ("free",)
    kind = stops(state.view)[state.view.stop][k].kind
    effects = (*EFFECTS.get(kind, ()), "")
    if kind in STEPS and gives_back(state.view):
        effects, prices = ("",), tuple(price + BACK for price in prices)
    if offer.site is not None:
        effects = f"build on {plot_words(state.view, offer.site)}", f"build on {state.view.city.names[offer.site]}"
    return [
        f"{going(state, k)}: {commas(action_words(effect, price), left * (price != 'free'))}{more}."
        for price in prices
        for effect in effects
    ]


def gives_back(view: Sf1906) -> bool:
    """Is the player to move at the end of the development board, where a step gives $1 back?"""
    return at_corner(view.city, view.players[view.order[view.acted]])


def commas(*parts: str) -> str:
    """The parts that are not empty, with commas between them."""
    return ", ".join(filter(None, parts))


def action_words(effect: str, price: str) -> str:
    """An effect with its price: "take a permit, free", "step right for $2"."""
    if not effect or not price:
        return effect or price
    return f"{effect} for {price}" if price[1:].isdigit() else f"{effect}, {price}"


def space_texts(state: BoardState, k: int, offer: Offer | None) -> list[str]:
    """Sentences about moving to space `k`, the longest first: its action, and the place in the next turn order."""
    place = f"{capital(place_words(state, k))}."
    if offer is None:
        return [f"Pass: no action. {place}"]
    texts = action_texts(state, k, offer)
    back = BACK * (stops(state.view)[state.view.stop][k].kind in STEPS and gives_back(state.view))
    brief = f"{going(state, k)}: ${offer.cost.total}{' or more' * bool(offer.more)}{back}."
    return [*(f"{text} {place}" for text in texts), *([f"{brief} {place}"] * (not offer.why)), *texts]


def about_stop(state: BoardState, n: int) -> str:
    view: Sf1906 = state.view
    if n == STRIP and strip_is_last(view):
        return f"After {view.city.kit.years[-2].year} everyone takes a last bonus. Then the game ends."
    if n == STRIP:
        dollars = join_words([f"${space.dollars}" for space in stops(view)[n]], "or")
        return f"Each year begins with earnings of {dollars}, then the year's bonus."
    return f"Card {n}: {', '.join(space_words(space)[0] for space in stops(view)[n])}."


def about_pile(view: Sf1906, kind: int) -> tuple[str, str]:
    """Sentences about a pile of urban cards: the number left, their points and in the longer one how to gain one."""
    left, lights, word = view.piles[kind], view.city.kit.lights, TYPE_WORDS[kind]
    if not left:
        return (f"No {word} cards are left.",) * 2
    top = view.city.kit.urban_cards[view.city.kit.piles[kind][-left]]
    pays = f"1 to {len(lights) - 1} of them score {', '.join(map(str, lights[1:]))}" if kind == c.LIGHT else ""
    pays = pays or f"the next scores {plural(top.points, 'point')}{f' and costs ${top.cost}' * bool(top.cost)}"
    facts = f"{capital(word)} cards: {left} left; {pays}."
    return f"{facts} To gain one, build with two permits that both show a {word}.", facts


def outcomes(state: BoardState, action: Action) -> tuple[str, ...]:
    """Wordings of the acting player's gain of points and money after an action, the longest first: the points by
    objective, by source, so without the money, and in one number. Before an urban card the most it can bring.
    """
    view: Sf1906 = state.view
    seat = view.order[view.acted]
    (after, urban), gained = best_end(state, action), ""
    old = view.players[seat].money
    if urban:
        gained = " with an urban card"
    more = points_after(after, seat) - points_after(view, seat) if action[0] != "objective_deck" else 0
    points = f"{plural(more, 'point', sign=True)}{gained}" if more or gained else ""
    cards = urban_after(view, action[1]) if action[0] == "plot" and not gained else []
    money = money_left(old, after.players[seat].money)
    by_objective, by_source = (sources_words(view, after, seat, way) for way in (True, False))
    brief = sources_words(view, after, seat, by_objective=False, card="card")
    if not points or not by_source:
        return (commas(points, *cards, money),)
    return (
        commas(f"{points}{by_objective}", *cards, money),
        commas(f"{points}{by_source}", *cards, money),
        commas(f"{points}{by_source}", *cards),
        commas(f"{more:+}{brief}", *cards),
        commas(points, *cards, money),
    )


def best_end(state: BoardState, action: Action) -> tuple[Sf1906, Action | None]:
    """The position after an action, and the choice of urban card that it leads to, where that brings the most; None
    without such a choice.
    """
    view, after = state.view, after_action(state, action)
    if after.step != URBAN or after.over:
        return after, None
    seat = view.order[view.acted]
    ends = [(apply(state.game, after, urban, Random(0)), urban) for urban in state.game.legal(after)]
    return max(ends, key=lambda end: (points_after(end[0], seat), end[0].players[seat].money))


def full_cost(state: BoardState, action: Action) -> Cost:
    """The cost of an action with that of the urban card that brings the most."""
    _, urban = best_end(state, action)
    return cost(state.view, action) if urban is None else cost(after_action(state, action), urban)


def sources_words(before: Sf1906, after: Sf1906, seat: int, by_objective: bool, card: str = URBAN_CARD) -> str:
    """The gain of points by source in brackets, " (3 urban card, 2 development)"; empty if there is only one source.

    `card` is the word for an urban card.
    """
    old, new = (dict(score_parts(s, seat, s.players[seat])) for s in (before, after))
    gains = {words: sum(new[key] - old[key] for key in keys) for words, keys in GAINS.items()}
    if by_objective:
        p = after.players[seat]
        held = [*after.common, *p.open, *p.secret]
        each = {short_title(after, objective): objective_gain(before, after, seat, objective) for objective in held}
        if sum(each.values()) == gains["objectives"]:
            gains = {**{words: n for words, n in gains.items() if words != "objectives"}, **each}
    words_of = {URBAN_CARD: card, "objectives": "objective" if abs(gains.get("objectives", 0)) == 1 else "objectives"}
    named = [f"{n} {words_of.get(words, words)}" for words, n in gains.items() if n]
    return f" ({', '.join(named)})" * (len(named) > 1)


def objective_gain(before: Sf1906, after: Sf1906, seat: int, card: int) -> int:
    """The points that an objective brings a player from one position to another."""
    held = card in (*before.common, *before.players[seat].open, *before.players[seat].secret)
    return objective_points(after, seat, card) - (objective_points(before, seat, card) if held else 0)


def money_left(before: int, after: int) -> str:
    """The money after an action: "leaving $3", "you still have $3", "you then have $5"."""
    if before == after:
        return f"you still have ${after}"
    return f"leaving ${after}" if after < before else f"you then have ${after}"


def after_action(state: BoardState, action: Action) -> Sf1906:
    """The position after an action, hidden cards dealt at random."""
    after: Sf1906 = apply(state.game, state.game.determinize(state.view, Random(0)), action, Random(0))
    return after


def gain(state: BoardState, action: Action) -> int:
    """The points that an action brings the acting player."""
    view: Sf1906 = state.view
    seat = view.order[view.acted]
    return points_after(after_action(state, action), seat) - points_after(view, seat)


def best_gain(state: BoardState, action: Action) -> int:
    """The points that an action brings the acting player, with the urban card that brings the most."""
    view: Sf1906 = state.view
    seat = view.order[view.acted]
    return points_after(best_end(state, action)[0], seat) - points_after(view, seat)


def card_gained(old: BoardState, new: BoardState) -> str:
    """A sentence about an urban card that the viewer's building brought without a choice; empty if it brought none, or
    if more than that was played, as where a lesson moves on by years.
    """
    if old.viewer is None or old.view.step != PLOT or new.view.over or new.ply != old.ply + 1:
        return ""
    before, after = (state.view.players[old.viewer].urban for state in (old, new))
    kinds = [old.view.city.kit.urban_cards[card].type for card in after[len(before) :]]
    name = new.seats[old.viewer].name
    return " ".join(f"{clause(name, f'take a {TYPE_WORDS[kind]} card too')}: both permits show it." for kind in kinds)


def collected(old: BoardState, new: BoardState) -> str:
    """A sentence about a turn of the viewer that ended by itself, with the dollar collected; empty for all others."""
    if old.viewer is None or not old.active or old.view.step != ACT or new.ply != old.ply + 1:
        return ""
    if old.game.legal(old.view) != [COLLECT[1:]]:
        return ""
    return f"{clause(old.seats[old.viewer].name, 'collect $1')}: nothing else on the card was possible."


def points_after(s: Sf1906, seat: int) -> int:
    """A player's points in a position."""
    return total_points(score_parts(s, seat, s.players[seat]))


def fit(view: Sf1906, way: tuple[int, ...]) -> str:
    """The addresses of the free plots that permits fit together, or their number."""
    return plot_names(view, fitting(view.city, way, False) & view.free)


def plot_names(view: Sf1906, plots: int) -> str:
    names = [view.city.names[plot] for plot in in_order(view, plots)]
    return join_words(names) if len(names) < MANY_PLOTS else plural(len(names), "plot")


def plots_to_choose(state: BoardState) -> tuple[str, str]:
    """Sentences about the plots to build on, with their prices or their number, and the key that shows each."""
    view: Sf1906 = state.view
    plots = in_order(view, sum(1 << part[1] for part in state.options if part[0] == "plot"))
    prices = {plot: plot_price(state, plot) for plot in plots}
    alike = len({*prices.values()}) == 1
    names = [f"{view.city.names[plot]}{'' if alike else f' ({price})'}" for plot, price in prices.items()]
    price = f" ({prices[plots[0]]})" * alike
    ways = f"{join_words(names, 'or')}{price}", f"{plural(len(plots), 'plot')}{price}"
    fit = "permit fits" if len(view.spent) == 1 else "permits fit"
    full, brief = (f"Your {fit} {way}: {state.keys['sf1906.next']} cycles through them." for way in ways)
    return full, brief


def plot_price(state: BoardState, plot: int) -> str:
    """The price of building on a plot: "free", "$2"; with an urban card that costs more "$3 with the card"."""
    without, full = cost(state.view, ("plot", plot)), full_cost(state, ("plot", plot))
    return price_words(full.total) + " with the card" * (full != without)


def price_words(dollars: int) -> str:
    """The price of a plot: "$3", or "free"."""
    return f"${dollars}" if dollars else "free"


def about_room(view: Sf1906, own: bool) -> str:
    """A text about an empty place among your permits or among those on offer."""
    if own:
        return f"Room for another permit: you can hold up to {PERMIT_LIMIT}."
    return "Taken; a new permit is dealt before the next card." if refills(view) else "No permits are left."


def spending_words(view: Sf1906, permit: int) -> str:
    """The plots that a permit to spend fits, or those that it fits with another one."""
    alone = payable(view, (permit,), view.grant)
    pairs = [payable(view, a[1:], view.grant) for a in legal(view) if permit in a[1:]]
    both = plot_names(view, reduce(or_, pairs, 0))
    return plot_names(view, alone) or "no plot on its own" + f", but {both} with another permit" * bool(both)


def count_reached(view: Sf1906, held: tuple[int, ...], permit: int) -> int:
    """Number of free plots that the permit fits together with one of those held."""
    plots = 0
    for other in held:
        plots |= fitting(view.city, (other, permit), False)
    return (plots & view.free).bit_count()


def player_parts(state: BoardState, seat: int, brief: bool = False) -> tuple[str, str, str, str]:
    """Phrases about a player: points, last action, development, objectives face up; the longer ones `brief`."""
    view: Sf1906 = state.view
    p = view.players[seat]
    total = total_points(estimate(view, seat))
    unknown = p.secret and seat != state.viewer and not view.over
    exception = ", not counting secret objectives" * bool(unknown)
    points = f"{state.seats[seat].name}: {plural(total, 'point')}{exception}"
    if brief and unknown:
        points = f"{state.seats[seat].name}: {total}+ points"
    last = last_move(state, seat)
    did = (in_few_words(view, last).notation if brief else third_person(last.text)) if last else ""
    open_ = ", ".join(short_title(view, card) for card in p.open)
    level = f"development {view.city.kit.grid[p.row][p.column]}"
    return points, did and f"last move: {did}", level, f"open{'' if brief else ' objectives'}: {open_ or 'none'}"


def joined(*parts: str) -> str:
    return f"{'; '.join(filter(None, parts))}."


def said_of(state: BoardState, action: Action) -> str:
    """The action in words, with a capital letter first."""
    return capital(state.game.describe(state.view, action, "second"))


def capital(text: str) -> str:
    """The text with a capital letter first."""
    return text[:1].upper() + text[1:]
