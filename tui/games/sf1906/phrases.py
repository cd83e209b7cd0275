"""Phrases about 1906 San Francisco for the line below the board."""

from __future__ import annotations

from random import Random

from tabletown.rules.core.game import Action, apply, total_points
from tabletown.rules.core.text import plural
from tabletown.rules.sf1906.city import fitting, places
from tabletown.rules.sf1906.components import model as c
from tabletown.rules.sf1906.costs import Cost, estimate, place_after
from tabletown.rules.sf1906.notation import TYPE_WORDS
from tabletown.rules.sf1906.score import parts as score_parts
from tabletown.rules.sf1906.state import (
    STRIP,
    URBAN,
    Sf1906,
)
from tabletown.rules.sf1906.wording import space_title

from ...narration.grammar import owned
from ...widgets.board_state import BoardState
from .board_facts import (
    ORDINALS,
    last_move,
    stops,
    tokens_at,
)
from .board_facts import objective_title as short_title
from .preview import Offer, Preview

MANY_PLOTS = 10
"""Number of plots from which on they are counted, not listed."""


def going(state: BoardState, k: int) -> str:
    return space_title(stops(state.view)[state.view.stop][k])


def own(preview: Preview, k: int) -> str:
    """The cost of the action of space `k`, or the reason why the player could not take it there."""
    if not preview.offers:
        return "No action here, only the turn order."
    return preview.offers[k].why or capital(priced(preview.offers[k]))


def taken(state: BoardState, k: int) -> str:
    """A sentence about the token on a space of the open card; empty if there is none."""
    seat = tokens_at(state.view, state.view.stop).get(k)
    title = capital(going(state, k))
    return "" if seat is None else f"{title}: {owned(state.seats[seat].name)} token is there."


def place_words(state: BoardState, k: int) -> str:
    """Place in the next turn order from space `k`: "1st to 2nd of 3"."""
    first, last = place_after(state.view, k)
    words = ORDINALS[first] if first == last else f"{ORDINALS[first]} to {ORDINALS[last]}"
    return f"{words} of {len(state.seats)}"


def priced(offer: Offer) -> str:
    """An offer's costs and their sum, its earnings, the money left and possible extra costs."""
    named = [f"{name.replace('_', ' ')} ${n}" for name, n in zip(Cost._fields, offer.cost, strict=True) if n]
    total = f" = ${offer.cost.total}" if len(named) > 1 else ""
    more = ", ".join(f"{name} +${n}" for name, n in offer.more)
    gain = f", earns ${offer.gain}" if offer.gain else ""
    return f"{' + '.join(named) or 'free'}{total}{gain}; then ${offer.left}{f' ({more})' * bool(more)}."


def about_stop(state: BoardState, n: int) -> str:
    view: Sf1906 = state.view
    if n == STRIP:
        dollars = ", ".join(f"${space.dollars}" for space in stops(view)[n])
        return f"Earnings open every year: {dollars}, then the year's bonus."
    return f"Card {n}: {', '.join(space_title(space) for space in stops(view)[n])}."


def about_pile(view: Sf1906, kind: int) -> str:
    """A sentence about a pile of urban cards: the number left, their points and how to gain one."""
    left, lights = view.piles[kind], view.city.kit.lights
    if not left:
        return f"No {TYPE_WORDS[kind]} cards are left."
    top = view.city.kit.urban_cards[view.city.kit.piles[kind][-left]]
    pays = f"1 to {len(lights) - 1} of them score {', '.join(map(str, lights[1:]))}" if kind == c.LIGHT else ""
    pays = pays or f"the next scores {plural(top.points, 'point')}{f', for ${top.cost}' * bool(top.cost)}"
    return f"{capital(TYPE_WORDS[kind])} cards: {left} left; {pays}. Build with two permits that share it."


def outcome(state: BoardState, action: Action, price: int = 0) -> str:
    """The acting player's money and gain of points after an action; before an urban card is chosen only the money."""
    view: Sf1906 = state.view
    seat = view.order[view.acted]
    after: Sf1906 = apply(state.game, state.game.determinize(view, Random(0)), action, Random(0))
    old, new = view.players[seat], after.players[seat]
    if after.step == URBAN and not after.over:
        return f"then ${old.money - price} for an urban card"
    phrases = [f"then ${new.money}"]
    public = action[0] != "objective_deck"
    before, then = (total_points(score_parts(s, seat, s.players[seat])) for s in (view, after))
    if then != before and public:
        phrases.append(plural(then - before, "point", sign=True))
    return ", ".join(phrases)


def fit(view: Sf1906, way: tuple[int, ...]) -> str:
    """The addresses of the free plots that permits fit together, or their number."""
    return plot_names(view, fitting(view.city, way, False) & view.free)


def plot_names(view: Sf1906, plots: int) -> str:
    names = [view.city.names[plot] for plot in places(plots)]
    return " ".join(names) if len(names) < MANY_PLOTS else plural(len(names), "plot")


def count_reached(view: Sf1906, held: tuple[int, ...], permit: int) -> int:
    """Number of free plots that the permit fits together with one of those held."""
    plots = 0
    for other in held:
        plots |= fitting(view.city, (other, permit), False)
    return (plots & view.free).bit_count()


def player_parts(state: BoardState, seat: int, typed: bool = False) -> tuple[str, str, str, str]:
    """Phrases about a player: points, last action (as notation if `typed`), development, objectives face up."""
    view: Sf1906 = state.view
    p = view.players[seat]
    total = total_points(estimate(view, seat))
    known = "" if not p.secret or seat == state.viewer or view.over else " + secrets" if typed else " without secrets"
    points = f"{state.seats[seat].name}: {plural(total, 'point')}{known}"
    did = last_move(state, seat)[typed]
    open_ = ", ".join(short_title(view, card) for card in p.open)
    level = f"development {view.city.kit.grid[p.row][p.column]}"
    return points, did and f"last: {did}", level, f"face up: {open_ or 'none'}"


def joined(*parts: str) -> str:
    return f"{'; '.join(filter(None, parts))}."


def said_of(state: BoardState, action: Action) -> str:
    """The action in words, with a capital letter first."""
    return capital(state.game.describe(state.view, action, "second"))


def capital(text: str) -> str:
    """The text with a capital letter first."""
    return text[:1].upper() + text[1:]
