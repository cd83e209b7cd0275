"""The Strongholds: each player has three, which block a card for the others; all three on one card can conquer it.

After a purchase the player must play ("place", card), ("move", from, to) or ("remove", card), which returns one
stronghold to its owner. A player with all three strongholds on one card may buy it after the action: ("conquer", card,
payment) or ("decline",).
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from ...core.game import Action
from .. import base_turn, names
from ..cards import EMPTY, GOLD
from ..names import need_more, placed, price, slot_label
from ..payment import missing, payments
from ..state import Player, Splendor

EACH = 3
"""Strongholds of each player."""

DECLINE: Action = ("decline",)


@dataclass(slots=True)
class Strongholds:
    """The expansion's part of the state."""

    placed: list[tuple[int, ...]]
    """Cards under each player's strongholds, sorted, one entry for each stronghold."""
    bought: bool = False
    """True between a purchase and the stronghold placed, moved or removed for it."""

    def copy(self) -> Strongholds:
        return Strongholds(self.placed[:], self.bought)


def of(s: Splendor) -> Strongholds:
    """The strongholds of a state with this expansion."""
    assert isinstance(s.extra, Strongholds)
    return s.extra


def deal(s: Splendor, rng: Random) -> None:
    s.extra = Strongholds([()] * len(s.players))


def occupier(s: Splendor, card: int) -> int | None:
    """Player whose strongholds are on a card; None without any."""
    return next((player for player, cards in enumerate(of(s).placed) if card in cards), None)


def supply(s: Splendor, player: int) -> int:
    """Number of a player's strongholds that are on no card."""
    return EACH - len(of(s).placed[player])


def foreign(s: Splendor) -> set[int]:
    """Cards under other players' strongholds."""
    return {card for player, cards in enumerate(of(s).placed) if player != s.player for card in cards}


def actions(s: Splendor) -> list[Action]:
    """Legal actions of the base game, without buying or reserving a card under another player's stronghold."""
    barred = foreign(s)
    legal = [a for a in base_turn.actions(s) if a[0] not in ("buy", "reserve") or a[1] not in barred]
    return legal or [base_turn.PASS]


def play(s: Splendor, p: Player, a: Action, rng: Random) -> None:
    """Carry out an action of the base game; the player takes back strongholds from a card bought or reserved."""
    base_turn.play(s, p, a, rng)
    if a[0] in ("buy", "reserve"):
        take_back(s, a[1])
    of(s).bought = a[0] == "buy"


def take_back(s: Splendor, card: int) -> None:
    """Return the player's strongholds on a card to their supply."""
    placed = of(s).placed
    placed[s.player] = tuple(c for c in placed[s.player] if c != card)


# After a purchase


def options(s: Splendor) -> list[Action]:
    """Legal ways to place or move an own stronghold onto a card free of others', or to remove another player's."""
    mine, barred = of(s).placed[s.player], foreign(s)
    free = [card for card in s.market if card != EMPTY and card not in barred]
    legal: list[Action] = [("place", card) for card in free] if supply(s, s.player) else []
    legal += [("move", source, other) for source in dict.fromkeys(mine) for other in free if source != other]
    return legal + [("remove", card) for card in s.market if card in barred]


def due(s: Splendor, rng: Random) -> bool:
    """Return True after a purchase, before its slot is refilled, if any stronghold can be placed, moved or removed."""
    forts = of(s)
    forts.bought = forts.bought and bool(options(s))
    return forts.bought


def fortify(s: Splendor, p: Player, a: Action, rng: Random) -> None:
    """Place, move or remove one stronghold."""
    of(s).bought = False
    match a:
        case ("place", card):
            place(s, s.player, card)
        case ("move", source, other):
            lift(s, s.player, source)
            place(s, s.player, other)
        case ("remove", card):
            owner = occupier(s, card)
            assert owner is not None
            lift(s, owner, card)


def place(s: Splendor, player: int, card: int) -> None:
    placed = of(s).placed
    placed[player] = tuple(sorted((*placed[player], card)))


def lift(s: Splendor, player: int, card: int) -> None:
    """Take one stronghold of a player off a card."""
    placed = of(s).placed
    i = placed[player].index(card)
    placed[player] = placed[player][:i] + placed[player][i + 1 :]


# Conquest


def conquests(s: Splendor) -> list[Action]:
    """Legal ways to buy the card under all three own strongholds, and to decline."""
    return [*[("conquer", card, way) for card in stormed(s) for way in payments(s.players[s.player], card)], DECLINE]


def stormed(s: Splendor) -> list[int]:
    """The card under all three strongholds of the player, in a list; empty if there is none."""
    mine = of(s).placed[s.player]
    return [mine[0]] if len(mine) == EACH and mine[0] == mine[-1] else []


def besieged(s: Splendor, rng: Random) -> bool:
    """Return True when the player can conquer: once a turn, after the action, before the token limit and the noble."""
    return len(conquests(s)) > 1


def conquer(s: Splendor, p: Player, a: Action, rng: Random) -> None:
    if a[0] == "conquer":
        play(s, p, ("buy", a[1], a[2]), rng)


def notation(s: Splendor, a: Action) -> str:
    """Notation: "place 2-3", "move 2-3 1-1", "remove 2-3", "conquer 2-3" ("conquer 2-3 w*": another payment),
    "decline". Raises ValueError for an action without a verb.
    """
    match a:
        case ("conquer", card, paid):
            return f"conquer {slot_label(s, card)}{names.unusual(paid, payments(s.players[s.player], card))}"
        case (verb, *cards):
            return " ".join([verb, *(slot_label(s, card) for card in cards)])
    raise ValueError(a)


def phrases(s: Splendor, a: Action) -> tuple[str, ...]:
    match a:
        case ("place", card):
            return (f"place a stronghold on {placed(s, card)}",)
        case ("move", source, other):
            return (f"move a stronghold from {placed(s, source)} to {placed(s, other)}",)
        case ("remove", card):
            return (f"remove a stronghold from {placed(s, card)}", "returning it to its owner")
        case ("conquer", card, paid):
            return (f"conquer {placed(s, card)} {price(paid)}", "taking the three strongholds back")
        case ("decline",):
            return (f"decline to conquer {placed(s, stormed(s)[0])}",)
    return ()


def refuse_conquest(s: Splendor, card: int) -> str:
    """Reason why a card cannot be conquered now, as a sentence."""
    p, pieces = s.players[s.player], of(s).placed[s.player].count(card)
    if pieces < EACH:
        return f"To conquer a card you need all {EACH} strongholds on it; you have {pieces} there."
    short, gold = missing(p, card), p.tokens[GOLD]
    if (lack := sum(short) - gold) > 0:
        return need_more(lack, short)
    return "You can conquer only one card a turn, after your action."


def refusal(s: Splendor, a: Action) -> str:
    match a:
        case ("buy" | "reserve", int(card), *_) if card in foreign(s):
            return "Another player's stronghold occupies that card."
        case ("place" | "move", *_, int(card)) if card in foreign(s):
            return "A card can hold only one player's strongholds."
        case ("remove", _):
            return "There is no rival stronghold there to remove."
        case ("place" | "move", *_):
            return "A stronghold goes onto a card on the table, right after you buy a card."
        case ("conquer", int(card), *_):
            return refuse_conquest(s, card)
        case ("decline",):
            return "There is no conquest to decline."
    return ""
