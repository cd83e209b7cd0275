"""The Strongholds: three pieces a player that keep others off a card, and together conquer it.

After a purchase the player says ("place", card), ("move", from, to) or ("remove", card), which gives one stronghold
back to its owner. A card under all three of one's strongholds may be bought after the action: ("conquer", card,
payment) or ("decline",).
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from ...core.game import Action
from .. import base_turn, names
from ..cards import EMPTY, GOLD
from ..names import name, need_more, place, price
from ..payment import missing, payments
from ..state import Player, Splendor

EACH = 3
"""Strongholds of each player."""

DECLINE: Action = ("decline",)


@dataclass(slots=True)
class Strongholds:
    """What the expansion adds to the table."""

    placed: list[tuple[int, ...]]
    """The cards on which each player's strongholds stand, sorted, a card as often as there are strongholds on it."""
    bought: bool = False
    """Has the player bought a card without having placed, moved or removed a stronghold since?"""

    def copy(self) -> Strongholds:
        return Strongholds(self.placed[:], self.bought)


def of(s: Splendor) -> Strongholds:
    """The strongholds of a table that has them."""
    assert isinstance(s.extra, Strongholds)
    return s.extra


def deal(s: Splendor, rng: Random) -> None:
    s.extra = Strongholds([()] * len(s.players))


def occupier(s: Splendor, card: int) -> int | None:
    """Whose strongholds stand on a card."""
    return next((player for player, cards in enumerate(of(s).placed) if card in cards), None)


def supply(s: Splendor, player: int) -> int:
    """A player's strongholds that stand on no card."""
    return EACH - len(of(s).placed[player])


def foreign(s: Splendor) -> set[int]:
    """Cards under other players' strongholds."""
    return {card for player, cards in enumerate(of(s).placed) if player != s.player for card in cards}


def actions(s: Splendor) -> list[Action]:
    """The actions of the base game; nobody buys or reserves a card under another's stronghold."""
    barred = foreign(s)
    legal = [a for a in base_turn.actions(s) if a[0] not in ("buy", "reserve") or a[1] not in barred]
    return legal or [base_turn.PASS]


def play(s: Splendor, p: Player, a: Action, rng: Random) -> None:
    """An action of the base game; strongholds on a card bought or reserved come back."""
    base_turn.play(s, p, a, rng)
    if a[0] in ("buy", "reserve"):
        take_back(s, a[1])
    of(s).bought = a[0] == "buy"


def take_back(s: Splendor, card: int) -> None:
    """The player's strongholds on a card return to their supply."""
    placed = of(s).placed
    placed[s.player] = tuple(c for c in placed[s.player] if c != card)


# After a purchase


def options(s: Splendor) -> list[Action]:
    """To place or move an own stronghold onto a card without another's, or to remove one of another player."""
    mine, barred = of(s).placed[s.player], foreign(s)
    free = [card for card in s.market if card != EMPTY and card not in barred]
    legal: list[Action] = [("place", card) for card in free] if supply(s, s.player) else []
    legal += [("move", one, other) for one in dict.fromkeys(mine) for other in free if one != other]
    return legal + [("remove", card) for card in s.market if card in barred]


def due(s: Splendor, rng: Random) -> bool:
    """After every purchase, before its slot is refilled; skipped where nothing is possible."""
    forts = of(s)
    forts.bought = forts.bought and bool(options(s))
    return forts.bought


def fortify(s: Splendor, p: Player, a: Action, rng: Random) -> None:
    """Place, move or remove one stronghold."""
    of(s).bought = False
    match a:
        case ("place", card):
            put(s, s.player, card)
        case ("move", one, other):
            lift(s, s.player, one)
            put(s, s.player, other)
        case ("remove", card):
            owner = occupier(s, card)
            assert owner is not None
            lift(s, owner, card)


def put(s: Splendor, player: int, card: int) -> None:
    placed = of(s).placed
    placed[player] = tuple(sorted((*placed[player], card)))


def lift(s: Splendor, player: int, card: int) -> None:
    """One stronghold returns to its owner."""
    placed = of(s).placed
    i = placed[player].index(card)
    placed[player] = placed[player][:i] + placed[player][i + 1 :]


# Conquest


def conquests(s: Splendor) -> list[Action]:
    """To buy the card under all three own strongholds, or not to."""
    return [*[("conquer", card, way) for card in stormed(s) for way in payments(s.players[s.player], card)], DECLINE]


def stormed(s: Splendor) -> list[int]:
    """The card on which all the player's strongholds stand, if there is one."""
    mine = of(s).placed[s.player]
    return [mine[0]] if len(mine) == EACH and mine[0] == mine[-1] else []


def besieged(s: Splendor, rng: Random) -> bool:
    """Once a turn, after the action, before tokens are counted and a noble comes."""
    return len(conquests(s)) > 1


def conquer(s: Splendor, p: Player, a: Action, rng: Random) -> None:
    if a[0] == "conquer":
        play(s, p, ("buy", a[1], a[2]), rng)


def notation(s: Splendor, a: Action) -> str:
    """ "place 2-3", "move 2-3 1-1", "remove 2-3", "conquer 2-3", "conquer 2-3 w*" (another payment), "decline"."""
    match a:
        case ("conquer", card, paid):
            return f"conquer {place(s, card)}{names.unusual(paid, payments(s.players[s.player], card))}"
        case (verb, *cards):
            return " ".join([verb, *(place(s, card) for card in cards)])
    raise ValueError(a)


def phrases(s: Splendor, a: Action) -> tuple[str, ...]:
    match a:
        case ("place", card):
            return (f"place a stronghold on {name(card)}",)
        case ("move", one, other):
            return (f"move a stronghold from {name(one)} to {name(other)}",)
        case ("remove", card):
            return (f"remove a stronghold from {name(card)}", "returning it to its owner")
        case ("conquer", card, paid):
            return (f"conquer {name(card)} {price(paid)}", "taking the three strongholds back")
        case ("decline",):
            return ("decline the conquest",)
    return ()


def refuse_conquest(s: Splendor, card: int) -> str:
    """Why a card cannot be conquered now."""
    p, pieces = s.players[s.player], of(s).placed[s.player].count(card)
    if pieces < EACH:
        return f"To conquer a card you need all {EACH} strongholds on it; you have {pieces} there."
    short, gold = missing(p, card), p.tokens[GOLD]
    if (lack := sum(short) - gold) > 0:
        return need_more(lack, short, f"{gold} gold" * bool(gold))
    return "You can conquer a card once a turn, after your action."


def refusal(s: Splendor, a: Action) -> str:
    match a:
        case ("buy" | "reserve", int(card), *_) if card in foreign(s):
            return "Another player's stronghold blocks that card."
        case ("place" | "move", *_, int(card)) if card in foreign(s):
            return "A card can hold only one player's strongholds."
        case ("remove", _):
            return "No rival stronghold there to remove."
        case ("place" | "move", *_):
            return "You place or move strongholds only after a purchase, onto cards on the table."
        case ("conquer", int(card), *_):
            return refuse_conquest(s, card)
        case ("decline",):
            return "There is no conquest to decline."
    return ""
