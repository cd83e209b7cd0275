"""Names of cards, tokens and places of Splendor, for every sentence."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.text import join_words, plural
from .cards import CARDS, COLOURS, GOLD, LETTERS
from .state import BASE_MARKET, ORIENT_SLOTS, SLOTS, Splendor

PAID = (*COLOURS, "double gold card")
PAID_LETTERS = LETTERS + "d"
"""Letters of a payment's parts in PAID; the last one occurs only in The Orient."""


def letters(counts: Sequence[int]) -> str:
    """A payment in letters: "ww*" is two white and a gold."""
    return "".join(PAID_LETTERS[what] * n for what, n in enumerate(counts))


def unusual(paid: Sequence[int], ways: Sequence[Sequence[int]]) -> str:
    """A payment in letters after a space; empty for the first, usual one of all legal payments."""
    return "" if paid == ways[0] else f" {letters(paid)}"


def tokens(counts: Sequence[int]) -> str:
    """Tokens in words: "2 white and 1 gold"; "nothing" for none."""
    parts = [f"{n} {PAID[what]}{'s' * (what > GOLD and n > 1)}" for what, n in enumerate(counts) if n]
    return join_words(parts) or "nothing"


def brief(counts: Sequence[int]) -> str:
    """Tokens as on the cards: "W3 U1"."""
    return " ".join(briefs(counts))


def briefs(counts: Sequence[int]) -> list[str]:
    """Tokens as on the cards, one text for each colour."""
    return [f"{PAID_LETTERS[what].upper()}{n}" for what, n in enumerate(counts) if n]


def need_more(lack: int, short: Sequence[int]) -> str:
    """Sentence about missing tokens: "You need 2 more: W1 U1."; where gold covers a part, "You need 1 more even with
    your gold: W or U."
    """
    if sum(short) > lack:
        return f"You need {lack} more even with your gold: {colours_in_short(short)}."
    return f"You need {lack} more: {brief(short)}."


def colours_in_short(counts: Sequence[int]) -> str:
    """The letters of the colours: "W or U"."""
    return join_words([PAID_LETTERS[what].upper() for what, n in enumerate(counts) if n], "or")


def price(paid: Sequence[int]) -> str:
    """Price in words: "for 2 white and 1 gold"; "at no cost" for nothing."""
    return f"for {tokens(paid)}" if any(paid) else "at no cost"


def slot_label(s: Splendor, card: int) -> str:
    """Label of a card: "2-3" is the third of level 2 (the Orient's are 5 and 6), "r1" the first reserved card of the
    player to move.
    """
    if card in s.market:
        slot = s.market.index(card)
        if slot < BASE_MARKET:
            return f"{slot // SLOTS + 1}-{slot % SLOTS + 1}"
        slot -= BASE_MARKET
        return f"{slot // ORIENT_SLOTS + 1}-{SLOTS + slot % ORIENT_SLOTS + 1}"
    return f"r{s.players[s.player].hand.index(card) + 1}"


TITLES = {
    "base": "{colour} card{points}",
    "double_gold": "card worth 2 gold",
    "associate": "copy card",
    "double_bonus": "card with two {colour} bonuses",
    "reserve_noble": "{colour} card{points} that reserves a noble",
    "associate_take1": "copy card with a free level 1 card",
    "take2": "{colour} card with a free level 2 card",
    "discard2": "{colour} card{points}",
}


SORTS = {"double_gold": "double gold", "associate": "copy", "associate_take1": "copy"}
"""The kinds of cards without a bonus of their own colour."""


def colour_name(card: int) -> str:
    """The colour of a card's bonus; "copy" for a card that copies a bonus of another."""
    return SORTS.get(CARDS[card].kind, COLOURS[CARDS[card].bonus])


def placed(s: Splendor, card: int) -> str:
    """A card by its place, bonus and points: "2-3 (red, 4 points)"; "a red card" where it is hidden."""
    if card not in s.market and card not in s.players[s.player].hand:
        return f"a {title(card)}"
    return f"{slot_label(s, card)} ({sort_and_points(card)})"


def sort_and_points(card: int) -> str:
    """A card without its place: "red, 4 points"; "copy"."""
    points = CARDS[card].points
    return colour_name(card) + (f", {plural(points, 'point')}" if points else "")


def name(card: int, reserved: bool = False) -> str:
    """Name of a card in a sentence: "a level 2 red card worth 1 point"."""
    return f"a {'reserved ' * reserved}level {CARDS[card].level + 1} {title(card)}"


def title(card: int) -> str:
    """Name of a card without its level: "red card worth 1 point"."""
    c = CARDS[card]
    points = f" worth {plural(c.points, 'point')}" if c.points else ""
    return TITLES[c.kind].format(colour=COLOURS[c.bonus], points=points)
