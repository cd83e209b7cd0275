"""Splendor positions set up by hand, for one rule at a time. Tokens and cards always come from bank and decks."""

from __future__ import annotations

from random import Random
from typing import Any

from tabletown.rules import splendor
from tabletown.rules.core.game import Action, apply
from tabletown.rules.splendor.base_turn import returns
from tabletown.rules.splendor.cards import CARDS, DECK, EMPTY, GOLD, LETTERS, NOBLES
from tabletown.rules.splendor.expansions import trading_posts
from tabletown.rules.splendor.state import SLOT_DECKS, Splendor
from tabletown.rules.splendor.turn import ORDER

LEVEL_1, LEVEL_2, LEVEL_3 = range(3)
"""Levels as the code counts them."""


def table(seats: int = 2, seed: int = 1, module: str = "base") -> Splendor:
    """A game just set up, without nobles, so that none visits unasked."""
    s = splendor.setup(seats, {"module": module}, Random(seed))
    s.nobles = ()
    return s


def counts(letters: str) -> list[int]:
    """ "ww*" as numbers of white, blue, green, red, black and gold."""
    return [letters.count(letter) for letter in LETTERS]


def find(level: int | None = None, bonus: str = "", points: int | None = None, cost: str | None = None) -> int:
    """The first card of that print."""
    return every(level, bonus, points, cost)[0]


def every(level: int | None = None, bonus: str = "", points: int | None = None, cost: str | None = None) -> list[int]:
    """All cards of that print."""
    return [
        number
        for number, card in enumerate(CARDS)
        if (level is None or card.level == level)
        and (not bonus or LETTERS[card.bonus] == bonus)
        and (points is None or card.points == points)
        and (cost is None or list(card.cost) == counts(cost)[:5])
    ]


def orient(kind: str, bonus: str = "") -> list[int]:
    """The cards of the Orient of that kind."""
    return [card for card in every(bonus=bonus) if CARDS[card].kind == kind]


def spare(
    s: Splendor, level: int | None = None, bonus: str = "", points: int | None = None, number: int = 1
) -> list[int]:
    """The first cards of that print that are still in a deck."""
    return [card for card in every(level, bonus, points) if any(card in deck for deck in s.decks)][:number]


def noble(cost: str) -> int:
    """The noble who asks for these bonuses."""
    return next(n for n, tile in enumerate(NOBLES) if list(tile.cost) == counts(cost)[:5])


def give(s: Splendor, player: int, letters: str) -> None:
    """Tokens from the bank to a player."""
    for colour, n in enumerate(counts(letters)):
        assert s.bank[colour] >= n, "the bank has too few"
        s.bank[colour] -= n
        s.players[player].tokens[colour] += n


def leave(s: Splendor, letters: str, player: int = 1) -> None:
    """Leave only these tokens in the bank; a player, who can then be over the limit, has the rest."""
    for colour, n in enumerate(counts(letters)):
        s.players[player].tokens[colour] += s.bank[colour] - n
        s.bank[colour] = n


def pull(s: Splendor, card: int) -> None:
    """Take a card from its deck or slot; the slot is refilled."""
    deck = DECK[card]
    if card in s.market:
        s.market[s.market.index(card)], *rest = s.decks[deck]
    else:
        rest = [other for other in s.decks[deck] if other != card]
    s.decks[deck] = tuple(rest)


def own(s: Splendor, player: int, *cards: int) -> None:
    """Cards that a player has bought before."""
    p = s.players[player]
    for card in cards:
        pull(s, card)
        p.cards += (card,)
        if CARDS[card].bonus < GOLD:
            p.bonuses[CARDS[card].bonus] += CARDS[card].bonuses
        p.points += CARDS[card].points


def bonuses(s: Splendor, player: int, letters: str) -> None:
    """Cards with these bonuses, and few points."""
    for letter in letters:
        own(s, player, *spare(s, bonus=letter))


def lay(s: Splendor, slot: int, card: int) -> int:
    """Put a card face up on a slot; the card that was there goes into the deck."""
    pull(s, card)
    deck = DECK[card]
    assert SLOT_DECKS[slot] == deck
    if s.market[slot] != EMPTY:
        s.decks[deck] = tuple(sorted([*s.decks[deck], s.market[slot]]))
    s.market[slot] = card
    return card


def hold(s: Splendor, player: int, *cards: int, blind: bool = False) -> None:
    """Cards in hand from an earlier turn."""
    for card in cards:
        pull(s, card)
        if blind:
            s.players[player].blind += (card,)
        else:
            s.players[player].reserved += (card,)


def clear(s: Splendor) -> None:
    """Leave nothing to buy or reserve on the table: no cards are left, all are out of the game."""
    s.decks = [()] * len(s.decks)
    s.market = [EMPTY] * len(s.market)


def can(s: Splendor) -> list[str]:
    """The notation of all that is legal."""
    return [splendor.notation(s, a) for a in splendor.legal(s)]


def able(s: Splendor, verb: str) -> list[Any]:
    """The arguments of the legal actions with a verb."""
    return [a[1] if len(a) == 2 else a[1:] for a in splendor.legal(s) if a[0] == verb]


def do(s: Splendor, *notations: str, seed: int = 0) -> Splendor:
    """The table after these actions, one after the other."""
    for number, text in enumerate(notations):
        matching: list[Action] = [a for a in splendor.legal(s) if splendor.notation(s, a) == text]
        assert len(matching) == 1, f"{text!r} is not among {can(s)}"
        s = apply(splendor, s, matching[0], Random(seed + number))
    return s


TOKEN, PAIR, DOUBLE, FIVE, COATS = range(5)
"""Trading posts."""


def posts(*claimed: int, seats: int = 2) -> Splendor:
    """A table where the first player has a coat of arms on these posts."""
    s = table(seats, module="trading_posts")
    trading_posts.of(s).coats[0] = claimed
    return s


def near_and_distant(tokens: str, returning: bool = False) -> Splendor:
    """A card for 3 blue and a distant one on the table, and these tokens; with `returning`, one has to be returned."""
    s = table()
    s.market = [EMPTY] * len(s.market)
    lay(s, 0, find(level=0, cost="uuu"))
    lay(s, 8, find(level=2, cost="uuugggrrrrrbbb"))
    give(s, 0, tokens)
    if returning:
        s.step = next(n for n, step in enumerate(ORDER["base"]) if step.legal is returns)
    return s
