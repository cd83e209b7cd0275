"""Actions of Splendor in words: short for typing, in a sentence for people, and why one is refused."""

from __future__ import annotations

from collections.abc import Sequence

from ..game import Action
from .cards import CARDS, COLOURS, EMPTY, GOLD, LETTERS, LEVELS, NOBLES
from .payment import missing, payments
from .state import SLOTS, Player, Splendor, deck_size
from .turn import HAND_LIMIT, PAIR, TOKEN_LIMIT, legal


def letters(counts: Sequence[int]) -> str:
    """Tokens as letters: two white and a gold are "ww*"."""
    return "".join(LETTERS[colour] * n for colour, n in enumerate(counts))


def listed(words: Sequence[str]) -> str:
    """ "a, b and c"."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def tokens(counts: Sequence[int]) -> str:
    """ "2 white and 1 gold"; "nothing" for none."""
    return listed([f"{n} {COLOURS[colour]}" for colour, n in enumerate(counts) if n]) or "nothing"


def place(s: Splendor, card: int) -> str:
    """Where a card lies: "2-3" is the third of level 2, "r1" the player's first reserved card."""
    if card in s.market:
        slot = s.market.index(card)
        return f"{slot // SLOTS + 1}-{slot % SLOTS + 1}"
    return f"r{s.players[s.player].hand.index(card) + 1}"


def notation(s: Splendor, a: Action) -> str:
    """ "take wug", "reserve 2-3", "reserve 2" (blind), "buy r1", "buy 1-4 w*" (a payment of one's own), "return r",
    "noble 1", "pass".
    """
    match a:
        case ("take", colours):
            return "take " + "".join(LETTERS[c] for c in colours)
        case ("reserve", card):
            return f"reserve {place(s, card)}"
        case ("reserve_blind", level):
            return f"reserve {level + 1}"
        case ("buy", card, paid):
            usual = paid == payments(s.players[s.player], card)[0]
            return f"buy {place(s, card)}" + ("" if usual else f" {letters(paid)}")
        case ("return", colour):
            return f"return {LETTERS[colour]}"
        case ("noble", noble):
            return f"noble {s.nobles.index(noble) + 1}"
        case _:
            return "pass"


def name(card: int) -> str:
    """ "a level 2 red card worth 1 point"."""
    c = CARDS[card]
    worth = f" worth {c.points} point{'s' * (c.points > 1)}" if c.points else ""
    return f"a level {c.level + 1} {COLOURS[c.bonus]} card{worth}"


def describe(s: Splendor, a: Action) -> str:
    """The action as a sentence without its subject."""
    gold = ", with 1 gold" if s.bank[GOLD] else ""
    match a:
        case ("take", (one, two)) if one == two:
            return f"takes two {COLOURS[one]}"
        case ("take", colours):
            return f"takes {listed([COLOURS[c] for c in colours])}"
        case ("reserve", card):
            return f"reserves {name(card)}{gold}"
        case ("reserve_blind", level):
            return f"reserves the top card of level {level + 1}{gold}"
        case ("buy", card, paid):
            return f"buys {name(card)} for {tokens(paid)}"
        case ("return", colour):
            return f"returns a {COLOURS[colour]} token"
        case ("noble", noble):
            return f"is visited by the noble of {tokens(NOBLES[noble].cost)}"
        case _:
            return "passes, for nothing else is possible"


def refusal(s: Splendor, a: Action) -> str:
    """Why the action is not legal now; empty when it is."""
    options = legal(s)
    if a in options:
        return ""
    if s.over:
        return "The game is over."
    p = s.players[s.player]
    due, verb = options[0][0], a[0] if isinstance(a, tuple) and a else None
    if due == "return" and verb != "return":
        return f"First return tokens until you hold {TOKEN_LIMIT}."
    if due == "noble" and verb != "noble":
        return "First choose the noble who visits you."
    match a:
        case ("take", tuple(colours)):
            return refuse_take(s, colours)
        case ("reserve" | "reserve_blind", int()) if len(p.hand) == HAND_LIMIT:
            return f"You hold {HAND_LIMIT} reserved cards already."
        case ("reserve", int()):
            return "That card is not face up on the table."
        case ("reserve_blind", int(level)) if level in LEVELS and not deck_size(s, level):
            return f"The deck of level {level + 1} is empty."
        case ("buy", int(card), *_):
            return refuse_buy(s, p, card)
        case ("return", int(colour)) if due == "return" and 0 <= colour <= GOLD:
            return f"You have no {COLOURS[colour]} token to return."
        case ("return", _):
            return f"Tokens are returned only above {TOKEN_LIMIT}."
        case ("noble", _):
            return "That noble does not visit you now."
        case ("pass",):
            return "You may pass only when nothing else is possible."
    return "There is no such move now."


def refuse_take(s: Splendor, colours: tuple[int, ...]) -> str:
    if GOLD in colours:
        return "Gold comes only with a reserved card."
    if not all(isinstance(c, int) and c in range(GOLD) for c in colours):
        return "There is no such move now."
    for colour in colours:
        if not s.bank[colour]:
            return f"The bank has no {COLOURS[colour]} left."
    if len(colours) == 2 and colours[0] == colours[1]:
        return f"Two of a kind need a pile of {PAIR}; {COLOURS[colours[0]]} has {s.bank[colours[0]]}."
    if len(set(colours)) < len(colours):
        return "Take three different colours, or two of a kind."
    piles = min(3, sum(n > 0 for n in s.bank[:GOLD]))
    if not piles:
        return "The bank has no gems left."
    return f"Take {piles} different colour{'s' * (piles > 1)}, or two of a kind."


def refuse_buy(s: Splendor, p: Player, card: int) -> str:
    if card == EMPTY or (card not in s.market and card not in p.hand) or card >= len(CARDS):
        return "That card cannot be bought from here."
    short = missing(p, card)
    lack = sum(short) - p.tokens[GOLD]
    if lack <= 0:
        return "That is not a way to pay for this card."
    gold = f", less your {p.tokens[GOLD]} gold" if p.tokens[GOLD] else ""
    return f"You are {lack} short: {tokens(short)}{gold}."
