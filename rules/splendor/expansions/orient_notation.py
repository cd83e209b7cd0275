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


def phrases(s: Splendor, a: Action) -> tuple[str, ...]:
    match a:
        case ("buy", card, _) if (colour := CARDS[card].discards) is not None:
            return (f"buy {name(card)}", f"discarding {DISCARDS} {COLOURS[colour]} bonuses")
        case ("associate", colour):
            return (f"associate the new card as a {COLOURS[colour]} bonus",)
        case ("free", card):
            return (f"take {name(card)} at no cost",)
        case ("reserve_noble", noble):
            return (f"reserve the noble ({tokens(NOBLES[noble].cost)})",)
        case ("discard", card):
            points = CARDS[card].points
            return (f"discard {name(card)}", *([f"losing {plural(points, 'point')}"] if points else []))
    return ()


def refusal(s: Splendor, a: Action) -> str:
    p = s.players[s.player]
    match a:
        case ("buy", int(card), *_) if card in s.market or (card in p.hand and card < BACK):
            return refuse_buy(s, p, card)
        case ("free" | "associate" | "reserve_noble" | "discard", _):
            return "Your new card does not allow that."
    return ""


def refuse_buy(s: Splendor, p: Player, card: int) -> str:
    if card >= BACK or payments(s, s.player, card):
        return ""
    c = CARDS[card]
    if c.discards is not None:
        return f"This card costs {DISCARDS} {COLOURS[c.discards]} bonuses; you have {p.bonuses[c.discards]}."
    if c.kind in BAGS and not any(p.bonuses):
        return "You need a card with a bonus to associate this one with."
    doubles = len(double_gold(p))
    if not doubles:
        return ""
    short = missing(p, card)
    lack = sum(short) - p.tokens[GOLD] - UNITS * doubles
    return f"You need {lack} more, counting double gold cards: {tokens(short)}, minus your gold."
