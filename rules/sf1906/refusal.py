"""Refusals: sentences that say why an action of 1906 San Francisco is not legal."""

from __future__ import annotations

from ..core.game import Action
from ..core.text import join_words, plural
from .building import build_cost, can_build, shared, site_cost, urban_cost
from .city import fitting
from .components import model as c
from .costs import CLEAR_COST, CLEAR_UP_COST, DISTANCE_COST, RUBBLE_COST
from .limits import PERMIT_LIMIT
from .notation import TYPE_WORDS, notation
from .state import ACT, BONUS, CLEAR, OBJECTIVE, PERMIT, PLOT, SPACE, SPEND, STRIP, URBAN, Player, Sf1906, deck_size
from .turn import card_spaces, legal
from .wording import bonus_year

UNKNOWN = "That move is not available now."


def refusal(s: Sf1906, a: Action) -> str:
    """Reason why the action is not legal now, as a sentence; empty when it is legal."""
    if a in legal(s):
        return ""
    if s.over:
        return "Game over."
    if not (isinstance(a, tuple) and a and isinstance(a[0], str) and a[0] in STEPS):
        return UNKNOWN
    if s.step not in STEPS[a[0]]:
        return f"First {task(s)}."
    if not all(isinstance(x, (int, str)) for x in a[1:]):
        return UNKNOWN
    match a:
        case ("space", int(k)):
            return refuse_space(s, k)
        case ("act", int(k)):
            return refuse_act(s, k)
        case ("permit", _):
            return "That permit is not on offer."
        case ("objective", _):
            return "That objective is not on offer."
        case ("objective_deck",):
            return "The objective deck is empty."
        case ("clear", int(plot)):
            return refuse_clear(s, plot)
        case ("spend", *cards):
            return refuse_spend(s, tuple(cards))
        case ("plot", int(plot)):
            return refuse_plot(s, plot)
        case ("urban", int(kind)):
            return refuse_urban(s, kind)
        case ("no_urban",):
            offered = [f"a {TYPE_WORDS[urban[1]]} card" for urban in legal(s)]
            return f"You must take an urban card if it costs nothing: {join_words(offered, 'or')}."
        case ("bonus", str(kind)):
            return refuse_bonus(s, kind)
    return UNKNOWN


STEPS = {
    "space": (SPACE,),
    "act": (ACT,),
    "collect": (ACT,),
    "permit": (PERMIT,),
    "objective": (OBJECTIVE,),
    "objective_deck": (OBJECTIVE,),
    "clear": (CLEAR,),
    "clear_up": (CLEAR,),
    "spend": (SPEND,),
    "plot": (PLOT,),
    "urban": (URBAN,),
    "no_urban": (URBAN,),
    "bonus": (BONUS,),
}
"""Steps at which each verb may be legal."""

TASKS = (
    "move your token to a free space",
    "choose an action on this card, or collect $1",
    "take one of the permits on offer",
    "take one of the objectives on offer, or draw one from the deck",
    "clear a plot of rubble, or just move up",
    "choose one or two permits to spend",
    "choose the plot to build on",
    "choose an urban card",
    "choose your bonus",
)
"""Task of the player at each step, SPACE to BONUS, in words."""


def task(s: Sf1906) -> str:
    """Task of the player to move in words, naming only what is possible."""
    if s.step == OBJECTIVE and not (s.objective_row and deck_size(s)):
        return "take one of the objectives on offer" if s.objective_row else "take an objective from the deck"
    if s.step == SPEND and len(s.players[s.order[s.acted]].permits) == 1:
        return "choose the permit to spend"
    return TASKS[s.step]


def refuse_space(s: Sf1906, k: int) -> str:
    count = len(s.city.kit.earnings) if s.stop == STRIP else len(card_spaces(s))
    return "That space is taken." if k in range(count) else f"Choose a space from 1 to {count}."


def refuse_act(s: Sf1906, k: int) -> str:
    """Reason why an action of the card is not possible now, as a sentence."""
    side, seat = card_spaces(s), s.order[s.acted]
    if k not in range(len(side)):
        return f"Choose a space from 1 to {len(side)}."
    p, space = s.players[seat], side[k]
    money = p.money - DISTANCE_COST * abs(k - s.tokens[seat])
    if space.kind == c.PASS:
        return "That is a pass space; it has no action."
    if money < 0:
        return f"Taking an action that far from your space costs ${p.money - money}; you have ${p.money}."
    match space.kind:
        case c.EARN:
            return "You already have $15, the maximum."
        case c.PERMIT:
            return NO_PERMIT_LEFT if not s.permit_row else FULL
        case c.MATERIALS:
            return NO_POOL
        case c.OBJECTIVE:
            return NO_OBJECTIVE
        case c.CLEAR_UP | c.URBAN:
            return f"{TITLES[space.kind]} costs ${CLEAR_UP_COST}; you have {after_distance(p, money)}."
    return refuse_build(s, p, money, space.kind == c.BUILD_GRANT)


TITLES = {c.CLEAR_UP: "Clearing up", c.URBAN: "Developing"}


def after_distance(p: Player, money: int) -> str:
    """The money left in words, adding how far the action is from the player's space where that costs something."""
    spaces = plural((p.money - money) // DISTANCE_COST, "space")
    return f"${money}{f' after paying to act {spaces} away' * (money < p.money)}"


FULL = f"You already hold {PERMIT_LIMIT} permits, the limit."
NO_PERMIT_LEFT = "No permits are on offer."
NO_POOL = "You have no buildings left in your pool."
NO_OBJECTIVE = "No objectives are left."


def refuse_build(s: Sf1906, p: Player, money: int, grant: bool) -> str:
    """Reason why a player cannot build with `money` dollars, as a sentence."""
    if not p.hand:
        return "You need a building in hand to build; you have none."
    if not p.permits:
        return "You need a permit to build; you have none."
    cost = build_cost(s)
    if money < cost:
        return f"Building costs ${cost} this year{' with a grant' * grant}; you have {after_distance(p, money)}."
    if can_build(s, p, money + RUBBLE_COST, grant):
        price, left = cost + RUBBLE_COST, after_distance(p, money)
        return f"Your permits fit only plots with rubble, where building costs ${price}; you have {left}."
    return "None of your permits fits a free plot."


def refuse_clear(s: Sf1906, plot: int) -> str:
    if plot not in range(len(s.city.names)) or not s.rubble >> plot & 1:
        return "There is no rubble on that plot."
    return f"Clearing rubble costs ${CLEAR_COST}; you have ${s.players[s.order[s.acted]].money}."


def refuse_spend(s: Sf1906, cards: tuple[object, ...]) -> str:
    """Reason why these permits cannot be spent, as a sentence."""
    p = s.players[s.order[s.acted]]
    held = p.permits
    if not 1 <= len(cards) <= 2 or len(set(cards)) < len(cards):
        return "Spend one or two permits."
    if any(card not in held for card in cards):
        return "You do not hold that permit."
    if ("spend", *reversed(cards)) in legal(s):
        return f"List those permits in the order you hold them: {notation(s, ('spend', *reversed(cards)))}."
    fit = fitting(s.city, tuple(card for card in cards if isinstance(card, int)), s.grant) & s.free
    if not fit:
        return "Those permits do not fit any free plot."
    price = build_cost(s) + RUBBLE_COST
    return f"Those permits fit only plots with rubble, where building costs ${price}; you have ${p.money}."


def refuse_plot(s: Sf1906, plot: int) -> str:
    if plot not in range(len(s.city.names)):
        return "No such plot."
    if not s.free >> plot & 1:
        return "That plot is already built on."
    if not fitting(s.city, s.spent, s.grant) >> plot & 1:
        return "Your permits do not fit that plot."
    money = s.players[s.order[s.acted]].money
    return f"That plot has rubble, so building there costs ${site_cost(s, plot)}; you have ${money}."


def refuse_urban(s: Sf1906, kind: int) -> str:
    if kind not in shared(s.city, s.spent):
        return "Your two permits do not share that symbol."
    if not s.piles[kind]:
        return f"No {TYPE_WORDS[kind]} cards are left."
    money = s.players[s.order[s.acted]].money - site_cost(s, s.plot)
    return f"That card costs ${urban_cost(s, kind)}; you have ${money} after building."


def refuse_bonus(s: Sf1906, kind: str) -> str:
    if kind not in [part.kind for part in s.city.kit.years[s.year].bonus]:
        return f"That is not one of the {bonus_year(s)} bonuses."
    p = s.players[s.order[s.acted]]
    reasons = {"building": NO_POOL, "objective": NO_OBJECTIVE, "permit": FULL if s.permit_row else NO_PERMIT_LEFT}
    return reasons.get(kind) or refuse_build(s, p, p.money, False)
