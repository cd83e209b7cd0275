"""Drawbacks of moves of Splendor, in words: see `tabletown.rules.analysis.explain`."""

from __future__ import annotations

from ...core.game import Action
from ...core.text import join_words, plural
from ..cards import BACK, CARDS, COLOURS, GOLD
from ..expansions.orient import DISCARDS
from ..limits import HAND_LIMIT, TOKEN_LIMIT
from ..names import slot_label
from ..payment import missing
from ..state import Player, Splendor
from .plan import payable, plain, points_note

FAR = 5
"""Fewest gems still needed that make a reserved card a distant one."""
DEAR = 2
"""Fewest gold tokens that are a high price for a card without points."""


def drawback(s: Splendor, a: Action) -> str:
    """The main thing that speaks against an action of the player to move, who is "you"; empty if there is none."""
    p = s.players[s.player]
    match a:
        case ("reserve", int(card)):
            return "you can buy it now" if payable(s, s.player, card) else reserving(s, p, card)
        case ("reserve_blind", _):
            return reserving(s, p)
        case ("take", colours) if (over := sum(p.tokens) + len(colours) - TOKEN_LIMIT) > 0:
            return f"you already hold {sum(p.tokens)} tokens, and must return {over}"
        case ("buy", int(card), *_) if (colour := CARDS[card].discards) is not None:
            return f"you discard {DISCARDS} of your {COLOURS[colour]} bonuses for it"
        case ("buy", int(card), paid) if paid[GOLD] >= DEAR and not CARDS[card].points:
            return f"you spend {paid[GOLD]} gold on a card without points"
        case ("return", int(colour)):
            return lost(s, colour)
    return ""


def reserving(s: Splendor, p: Player, card: int | None = None) -> str:
    """Drawbacks of reserving a card, or with None the top of a deck; not the last place alone, which has to be
    filled one day.
    """
    against = [*(distance(s, p, card) if card is not None else []), *no_gold(s)]
    return join_words([*against, *last_place(p)]) if against else ""


def distance(s: Splendor, p: Player, card: int) -> list[str]:
    """The gems that you will still need for a card you reserve; none if it is near, or costs other cards."""
    short = sum(missing(p, card)) - p.tokens[GOLD] - bool(s.bank[GOLD])
    return [f"you still need {plural(short, 'gem')} for it"] if plain(card) and short >= FAR else []


def no_gold(s: Splendor) -> list[str]:
    return [] if s.bank[GOLD] else ["there is no gold left to take with it"]


def last_place(p: Player) -> list[str]:
    return ["you can then reserve no further card"] if len(p.hand) + 1 == HAND_LIMIT else []


def lost(s: Splendor, colour: int) -> str:
    """The best card that is affordable until a token of this colour is returned."""
    after = s.copy()
    after.players[s.player].tokens[colour] -= 1
    cards = [card for card in (*s.market, *s.players[s.player].hand) if card < BACK]
    gone = [card for card in cards if payable(s, s.player, card) and not payable(after, s.player, card)]
    if not gone:
        return ""
    best = max(gone, key=lambda card: CARDS[card].points)
    return f"without that {COLOURS[colour]} you cannot buy {slot_label(s, best)}{points_note(best)}"
