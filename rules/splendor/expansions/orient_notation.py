"""What only The Orient has to say: its actions in words, and why one is refused."""

from __future__ import annotations

from ...core.game import Action
from ...core.text import plural
from ..cards import BACK, CARDS, COLOURS, GOLD, LETTERS, NOBLES
from ..names import name, place, tokens
from ..payment import missing
from ..state import Player, Splendor
from .orient import BAGS, DISCARDS, UNITS, choices, double_gold, payments


def notation(s: Splendor, a: Action) -> str:
    """ "associate r", "free 1-5", "reserve noble 2", "discard 3" (the third of those that may go)."""
    match a:
        case ("associate", colour):
            return f"associate {LETTERS[colour]}"
        case ("free", card):
            return f"free {place(s, card)}"
        case ("reserve_noble", noble):
            return f"reserve noble {s.nobles.index(noble) + 1}"
    return f"discard {choices(s).index(a) + 1}"


def describe(s: Splendor, a: Action) -> str:
    match a:
        case ("buy", card, _) if (colour := CARDS[card].discards) is not None:
            return f"buys {name(card)}, discarding {DISCARDS} {COLOURS[colour]} bonuses"
        case ("associate", colour):
            return f"associates the new card, which is worth a {COLOURS[colour]} bonus from now on"
        case ("free", card):
            return f"takes {name(card)} for nothing"
        case ("reserve_noble", noble):
            return f"reserves the noble of {tokens(NOBLES[noble].cost)}, who can visit nobody else now"
        case ("discard", card):
            points = CARDS[card].points
            lost = f", losing {plural(points, 'point')}" if points else ""
            return f"discards {name(card)} out of the game{lost}"
    return ""


def refusal(s: Splendor, a: Action) -> str:
    p = s.players[s.player]
    match a:
        case ("buy", int(card), *_) if card in s.market or (card in p.hand and card < BACK):
            return refuse_buy(s, p, card)
        case ("free" | "associate" | "reserve_noble" | "discard", _):
            return "That is nothing that a new card lets you do now."
    return ""


def refuse_buy(s: Splendor, p: Player, card: int) -> str:
    if card >= BACK or payments(s, s.player, card):
        return ""
    c = CARDS[card]
    if c.discards is not None:
        return f"This card costs {DISCARDS} {COLOURS[c.discards]} bonuses; you have {p.bonuses[c.discards]}."
    if c.kind in BAGS and not any(p.bonuses):
        return "This card must be associated with a card that has a bonus, and you have none."
    doubles = len(double_gold(p))
    if not doubles:
        return ""
    short = missing(p, card)
    lack = sum(short) - p.tokens[GOLD] - UNITS * doubles
    return f"You are {lack} short, double gold cards counted: {tokens(short)}, less your gold."
