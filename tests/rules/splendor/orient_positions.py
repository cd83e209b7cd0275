"""Positions for the tests of the Orient."""

from __future__ import annotations

from random import Random

from tabletown.rules import splendor
from tabletown.rules.core.game import apply
from tabletown.rules.splendor.cards import DECK, LETTERS
from tabletown.rules.splendor.expansions.orient import of
from tabletown.rules.splendor.state import SLOT_DECKS, Splendor
from tests.rules.splendor.positions import bonuses, can, do, find, lay, orient, own, table

DOUBLE_GOLD, BAG, BAG_AND_CARD = orient("double_gold"), orient("associate"), orient("associate_take1")
TWO, PATRON, TAKE = orient("double_bonus"), orient("reserve_noble"), orient("take2")
DISCARD = orient("discard2")


def east() -> Splendor:
    """A table without nobles; its Orient slots hold double gold, bonuses of two and discards, which do nothing more."""
    s = table(module="orient")
    for slot, card in zip(range(12, 18), (*DOUBLE_GOLD[:2], *TWO[:2], *DISCARD[:2]), strict=True):
        lay(s, slot, card)
    return s


def rich(s: Splendor, player: int = 0) -> Splendor:
    """The player can pay for anything with tokens, and more came into the game for it."""
    s.players[player].tokens = [7] * 5 + [0]
    return s


def buying(card: int, slot: int | None = None, bonus: str = "w") -> Splendor:
    """A rich player before a card of the Orient on its first slot."""
    s = east()
    lay(s, slot if slot is not None else SLOT_DECKS.index(DECK[card]), card)
    bonuses(s, 0, bonus)
    return rich(s)


def buy(s: Splendor, card: int) -> Splendor:
    """Buy a card in the usual way."""
    return apply(splendor, s, next(a for a in splendor.legal(s) if a[:2] == ("buy", card)), Random(0))


def verbs(s: Splendor) -> set[str]:
    return {a[0] for a in splendor.legal(s)}


def settled(s: Splendor) -> Splendor:
    """After the tokens above the limit are returned."""
    while verbs(s) == {"return"}:
        s = do(s, can(s)[0])
    return s


def conserved_cards(s: Splendor) -> bool:
    cards = [*(c for deck in s.decks for c in deck), *s.market, *of(s).gone]
    cards += [c for p in s.players for c in (*p.cards, *p.reserved, *p.blind)]
    return sorted(cards) == list(range(120))


PRICE = find(cost="wwrr")
BLACKS = DISCARD[0]
"""The white card that asks for two black bonuses."""


def discarding(bonus: str = "", *cards: int, bags: str = "") -> Splendor:
    """A player with these bonuses, cards of the Orient and bags of those colours before the card on slot 3-5."""
    s = east()
    lay(s, 16, BLACKS)
    bonuses(s, 0, bonus)
    own(s, 0, *cards)
    for card, letter in zip((*BAG, *BAG_AND_CARD), bags, strict=False):
        own(s, 0, card)
        of(s).bags[0] += ((card, LETTERS.index(letter)),)
        s.players[0].bonuses[LETTERS.index(letter)] += 1
    return s
