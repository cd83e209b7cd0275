"""Notation, phrases and refusals of the actions of The Orient."""

from __future__ import annotations

from ...core.game import Action
from ...core.text import plural
from ..cards import BACK, CARDS, COLOURS, GOLD, LETTERS, NOBLES
from ..names import name, need_more, placed, price, slot_label, tokens
from ..payment import missing
from ..state import Splendor
from .orient import BAGS, DISCARDS, UNITS, choices, double_gold, of, payments


def notation(s: Splendor, a: Action) -> str:
    """Notation: "associate r", "free 1-5", "reserve noble 2", "discard 3" (the third card that may be discarded)."""
    match a:
        case ("associate", colour):
            return f"associate {LETTERS[colour]}"
        case ("free", card):
            return f"free {slot_label(s, card)}"
        case ("reserve_noble", noble):
            return f"reserve noble {s.nobles.index(noble) + 1}"
    return f"discard {choices(s).index(a) + 1}"


def phrases(s: Splendor, a: Action) -> tuple[str, ...]:
    match a:
        case ("buy", card, _) if (colour := CARDS[card].discards) is not None:
            return (f"buy {placed(s, card)}", f"discarding {DISCARDS} {COLOURS[colour]} bonuses")
        case ("buy", card, paid) if (colour := only_colour(s, card)) is not None:
            return (f"buy {placed(s, card)} {price(paid)}", f"copying a {COLOURS[colour]} bonus")
        case ("free", card) if (colour := only_colour(s, card)) is not None:
            return (f"take {placed(s, card)} at no cost", f"copying a {COLOURS[colour]} bonus")
        case ("associate", colour):
            return (f"copy a {COLOURS[colour]} bonus",)
        case ("free", card):
            return (f"take {placed(s, card)} at no cost",)
        case ("reserve_noble", noble):
            return (f"reserve the noble ({tokens(NOBLES[noble].cost)})",)
        case ("discard", card):
            points = CARDS[card].points
            return (f"discard {name(card)}", *([f"losing {plural(points, 'point')}"] if points else []))
    return ()


def only_colour(s: Splendor, card: int) -> int | None:
    """The bonus that a copy card copies without a choice, as its player has no other; None for other cards."""
    colours = [colour for colour, n in enumerate(s.players[s.player].bonuses) if n]
    return colours[0] if CARDS[card].kind in BAGS and len(colours) == 1 else None


def refusal(s: Splendor, a: Action) -> str:
    """Reason why a choice for a new card's effect is not legal, as a sentence; empty for actions of other kinds.

    Where the same effect is pending, the sentence says what it needs.
    """
    effects = of(s).effects
    match a, effects[0] if effects else ():
        case ("free", _), ("free", int(level)):
            return f"Take a level {level + 1} card that is on the table."
        case ("associate", int(colour)), ("associate", _) if colour in range(GOLD):
            return f"You have no {COLOURS[colour]} bonus to copy."
        case ("discard", _), ("discard", int(colour), int(owed)):
            bonuses = f"{COLOURS[colour]} {'bonus' if owed == 1 else 'bonuses'}"
            return f"Discard {owed} {bonuses}; copied bonuses must go first."
        case ("reserve_noble", _), ("reserve_noble", _):
            return "That noble is not on the table."
        case ("free" | "associate" | "reserve_noble" | "discard", _), _:
            return "You can do that only with a card you have just gained."
    return ""


def unaffordable(s: Splendor, player: int, card: int) -> str:
    """Sentence about the means that a player lacks for a card; empty when the card is affordable or unknown."""
    p = s.players[player]
    if card >= BACK or payments(s, player, card):
        return ""
    c = CARDS[card]
    if c.discards is not None:
        return f"This card costs {DISCARDS} {COLOURS[c.discards]} bonuses; you have {p.bonuses[c.discards]}."
    if c.kind in BAGS and not any(p.bonuses):
        return "You need a card with a bonus for this card to copy."
    doubles, short = len(double_gold(p)), missing(p, card)
    lack = sum(short) - p.tokens[GOLD] - UNITS * doubles
    return need_more(lack, short)
