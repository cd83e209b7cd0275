"""Turns of 1906 San Francisco, and the stops of a year (rulebook, "Course of the game").

Actions, each a step of its own:

("space", k)                    move the token to space k, from 0 at the left, of the earnings spaces or action card;
                                on a pass space this is the whole turn
("act", k)                      the action of space k of the card, at $2 a space of distance from the token
("collect",)                    $1 instead of an action
("permit", card)                a permit from the row
("objective", card)             an objective from the row; ("objective_deck",) the top one of the deck, unseen
("clear", plot)                 $3 for clear-up with the rubble of a plot; ("clear_up",) $2 without a token
("spend", permit)               build: the permit to discard, or ("spend", permit, permit), then
("plot", plot)                  the plot, then where there is a choice
("urban", type)                 the urban card, or ("no_urban",) where none is free
("bonus", kind)                 part of a year's bonus: "building", "permit", "objective", "right", "money", "build"

A bonus with only one possible part is taken automatically.
"""

from __future__ import annotations

from random import Random

from ..core.game import Action
from .building import can_build, construct, last_card, plots, spends, urbans
from .city import places
from .components import model as c
from .components.model import Bonus, Space
from .costs import CLEAR_COST, CLEAR_UP_COST, DEVELOP_COST, DISTANCE_COST
from .effects import clear, draw_objective, gain, get_building, pay, refill, right, take_objective, take_permit, up
from .limits import MONEY_MAX, PERMIT_LIMIT
from .state import (
    ACT,
    BONUS,
    CLEAR,
    NONE,
    OBJECTIVE,
    PERMIT,
    PLOT,
    SPACE,
    SPEND,
    STRIP,
    URBAN,
    Player,
    Sf1906,
    deck_size,
)

SPACES: list[Action] = [("space", k) for k in range(100)]
ACTS: list[Action] = [("act", k) for k in range(100)]
CLEARS: list[Action] = [("clear", plot) for plot in range(100)]
CLEAR_UP: Action = ("clear_up",)
COLLECT: Action = ("collect",)
FROM_DECK: Action = ("objective_deck",)


def turn(s: Sf1906) -> int | None:
    return None if s.over else s.order[s.acted]


def legal(s: Sf1906) -> list[Action]:
    return [] if s.over else LEGAL[s.step](s)


def card_spaces(s: Sf1906) -> tuple[Space, ...]:
    """Spaces of the current action card."""
    return s.city.sides[s.ring[s.stop - 1]]


def spaces(s: Sf1906) -> list[Action]:
    """Legal moves of the token: the free spaces of this stop."""
    count = len(s.city.kit.earnings) if s.stop == STRIP else len(card_spaces(s))
    taken = [s.tokens[seat] for seat in s.order[: s.acted]]
    return [SPACES[k] for k in range(count) if k not in taken]


def acts(s: Sf1906) -> list[Action]:
    """Legal actions of the card, those that are affordable and have an effect, and collecting $1."""
    seat = s.order[s.acted]
    p, token, actions = s.players[seat], s.tokens[seat], []
    for k, space in enumerate(card_spaces(s)):
        money = p.money - DISTANCE_COST * abs(k - token)
        if money >= 0 and possible(s, p, space, money):
            actions.append(ACTS[k])
    actions.append(COLLECT)
    return actions


def possible(s: Sf1906, p: Player, space: Space, money: int) -> bool:
    """Return whether the action of a space has an effect and is affordable with the money left after the distance."""
    match space.kind:
        case c.EARN:
            return money < MONEY_MAX
        case c.MATERIALS:
            return p.pool > 0
        case c.PERMIT:
            return len(p.permits) < PERMIT_LIMIT and bool(s.permit_row)
        case c.OBJECTIVE:
            return bool(s.objective_row) or deck_size(s) > 0
        case c.CLEAR_UP:
            return money >= CLEAR_UP_COST
        case c.URBAN:
            return money >= DEVELOP_COST
        case c.BUILD | c.BUILD_GRANT:
            return can_build(s, p, money, space.kind == c.BUILD_GRANT)
    return False


def permits(s: Sf1906) -> list[Action]:
    return [("permit", card) for card in s.permit_row]


def objectives(s: Sf1906) -> list[Action]:
    actions: list[Action] = [("objective", card) for card in s.objective_row]
    return [*actions, FROM_DECK] if deck_size(s) > 0 else actions


def clears(s: Sf1906) -> list[Action]:
    if s.players[s.order[s.acted]].money < CLEAR_COST:
        return [CLEAR_UP]
    return [*(CLEARS[plot] for plot in places(s.rubble)), CLEAR_UP]


def bonuses(s: Sf1906) -> list[Action]:
    return [("bonus", part.kind) for part in offered(s)]


def offered(s: Sf1906) -> list[Bonus]:
    """Parts of the year's bonus that the player to move can use."""
    p = s.players[s.order[s.acted]]
    return [part for part in s.city.kit.years[s.year].bonus if usable(s, p, part)]


def usable(s: Sf1906, p: Player, part: Bonus) -> bool:
    match part.kind:
        case "building":
            return p.pool > 0
        case "permit":
            return len(p.permits) < PERMIT_LIMIT and bool(s.permit_row)
        case "objective":
            return bool(s.objective_row) or deck_size(s) > 0
        case "build":
            return can_build(s, p, p.money, False)
    return True


LEGAL = (spaces, acts, permits, objectives, clears, spends, plots, urbans, bonuses)
"""Function for the legal actions at each step, SPACE to BONUS."""


def advance(s: Sf1906, a: Action, rng: Random) -> None:
    """Play a legal action in place, then continue to the next decision."""
    seat = s.order[s.acted]
    p = s.players[seat]
    match a[0]:
        case "space":
            move(s, p, seat, a[1], rng)
            return
        case "act":
            if act(s, p, seat, a[1]):
                return
        case "collect":
            gain(p, 1)
        case "permit":
            take_permit(s, p, a[1])
        case "objective":
            take_objective(s, p, a[1])
        case "objective_deck":
            draw_objective(s, p, rng)
        case "clear":
            pay(p, CLEAR_COST)
            clear(s, p, a[1])
            up(s.city, p)
        case "clear_up":
            pay(p, CLEAR_UP_COST)
            up(s.city, p)
        case "spend":
            s.spent, s.step = a[1:], PLOT
            return
        case "plot":
            s.plot = a[1]
            choices = urbans(s)
            if len(choices) > 1:
                s.step = URBAN
                return
            construct(s, seat, chosen(choices[0]))
        case "urban" | "no_urban":
            construct(s, seat, chosen(a))
        case "bonus":
            if take_bonus(s, p, next(part for part in offered(s) if part.kind == a[1])):
                return
    end_turn(s, rng)


def chosen(a: Action) -> int:
    """Type of the urban card that an action takes, or NONE."""
    return int(a[1]) if a[0] == "urban" else NONE


def move(s: Sf1906, p: Player, seat: int, space: int, rng: Random) -> None:
    """Move the token. An earnings space pays and leads to the year's bonus; a pass space ends the turn."""
    s.tokens[seat] = space
    if s.stop == STRIP:
        gain(p, s.city.kit.earnings[space])
        begin_bonus(s, rng)
    elif card_spaces(s)[space].kind == c.PASS:
        end_turn(s, rng)
    else:
        s.step = ACT


def act(s: Sf1906, p: Player, seat: int, space: int) -> bool:
    """Pay the distance and carry out the action of a space; return whether it needs another decision."""
    pay(p, DISTANCE_COST * abs(space - s.tokens[seat]))
    kind, dollars = card_spaces(s)[space]
    match kind:
        case c.EARN:
            gain(p, dollars)
        case c.MATERIALS:
            get_building(p)
        case c.URBAN:
            pay(p, DEVELOP_COST)
            right(s.city, p)
        case _:
            s.step, s.grant = NEXT[kind], kind == c.BUILD_GRANT
            return True
    return False


NEXT = {
    c.PERMIT: PERMIT,
    c.OBJECTIVE: OBJECTIVE,
    c.CLEAR_UP: CLEAR,
    c.BUILD: SPEND,
    c.BUILD_GRANT: SPEND,
}
"""Step after choosing each of these actions."""


def begin_bonus(s: Sf1906, rng: Random) -> None:
    """Start the year's bonus: all of it in 1906, later one part, which the player chooses if several are possible."""
    p = s.players[s.order[s.acted]]
    parts = offered(s)
    if s.year == 0:
        get_building(p)
        s.step = PERMIT
    elif len(parts) > 1:
        s.step = BONUS
    elif not parts or not take_bonus(s, p, parts[0]):
        end_turn(s, rng)


def take_bonus(s: Sf1906, p: Player, part: Bonus) -> bool:
    """Take part of a bonus; return whether it needs another decision."""
    match part.kind:
        case "building":
            get_building(p)
        case "right":
            right(s.city, p)
        case "money":
            gain(p, part.dollars * (p.built.bit_count() if part.per_built else 1))
        case "permit":
            s.step = PERMIT
            return True
        case "objective":
            s.step = OBJECTIVE
            return True
        case "build":
            s.step = SPEND
            return True
    return False


def end_turn(s: Sf1906, rng: Random) -> None:
    """Continue with the next player, or with the next stop when everybody has acted; end the game at the last stop.

    The rows are refilled when everybody has acted, and on the earnings spaces after each player.
    """
    s.acted += 1
    everybody = s.acted == len(s.order)
    if everybody and last_card(s):
        s.over = True
        return
    if everybody or s.stop == STRIP:
        refill(s, rng, deck_size(s))
    if everybody:
        next_stop(s)
    s.step = SPACE
    if s.stop == STRIP and s.year == len(s.city.kit.years) - 1:
        begin_bonus(s, rng)


def next_stop(s: Sf1906) -> None:
    """Move on to the next card of the ring, or to the next year's earnings spaces; the rightmost token acts first."""
    s.order = tuple(sorted(s.order, key=lambda seat: -s.tokens[seat]))
    s.acted = 0
    s.stop += 1
    if s.stop > len(s.ring):
        s.stop, s.year = STRIP, s.year + 1
