"""Refusals: sentences that say why a move of Splendor is not legal."""

from __future__ import annotations

from ..core.game import Action
from ..core.text import join_words, plural
from .cards import CARDS, COLOURS, EMPTY, GOLD, LEVELS, NOBLES
from .expansions.registry import MODULES
from .limits import HAND_LIMIT, PAIR, TOKEN_LIMIT
from .names import brief
from .state import Player, Splendor, deck_size
from .turn import legal

FIRST = {
    "return": f"First return tokens until you have {TOKEN_LIMIT}.",
    "noble": "First choose which noble visits you.",
    "city": "First choose which city to take.",
    "token": "First take the token from your trading post.",
    "conquer": "First conquer the card under your strongholds, or decline.",
    "associate": "First associate the new card with a colour.",
    "free": "First take your free card.",
    "reserve_noble": "First reserve a noble.",
    "discard": "First discard the bonuses this card costs.",
}
"""Refusals while a pending decision has to come first, by the verb of the first legal action."""
FORTIFY = ("place", "move", "remove")
"""Verbs of the stronghold step after a purchase."""


def refusal(s: Splendor, a: Action) -> str:
    """Reason why the action is not legal now, as a sentence; empty when it is legal."""
    options = legal(s)
    if a in options:
        return ""
    if s.over:
        return "Game over."
    p = s.players[s.player]
    verbs, verb = [option[0] for option in options], a[0] if isinstance(a, tuple) and a else None
    due = verbs[0]
    if due in FORTIFY and verb not in verbs:
        placed = " (all yours are placed)" if "move" in verbs and "place" not in verbs else ""
        return f"First {join_words(list(dict.fromkeys(verbs)), 'or')} a stronghold{placed}."
    if due in FIRST and verb not in verbs:
        return FIRST[due]
    if isinstance(a, tuple) and a and (reason := MODULES[s.module].refusal(s, a)):
        return reason
    match a:
        case ("take", tuple(colours)):
            return refuse_take(s, colours)
        case ("reserve" | "reserve_blind", int()) if len(p.hand) == HAND_LIMIT:
            return f"You have {HAND_LIMIT} reserved cards, the limit."
        case ("reserve", int()):
            return "That card is not on the table."
        case ("reserve_blind", int(deck)) if deck in range(len(s.decks)) and not deck_size(s, deck):
            return f"The level {deck % len(LEVELS) + 1} deck is empty."
        case ("buy", int(card), *_):
            return refuse_buy(s, p, card)
        case ("return", int(colour)) if due == "return" and 0 <= colour <= GOLD:
            return f"You have no {COLOURS[colour]} token to return."
        case ("return", _):
            return f"You only return tokens when you have more than {TOKEN_LIMIT}."
        case ("noble", int(noble)) if noble in s.nobles:
            return refuse_noble(p, noble)
        case ("noble", _):
            return "That noble is not on the table."
        case ("pass",):
            return "You can only pass when no action is legal."
    return "That move is not available now."


def refuse_take(s: Splendor, colours: tuple[int, ...]) -> str:
    if GOLD in colours:
        return "You get gold only by reserving a card."
    if not all(isinstance(c, int) and c in range(GOLD) for c in colours):
        return "That move is not available now."
    for colour in colours:
        if not s.bank[colour]:
            return f"The bank has no {COLOURS[colour]} left."
    if len(colours) == 2 and colours[0] == colours[1]:
        return f"You can take two only from a pile of at least {PAIR}; {COLOURS[colours[0]]} has {s.bank[colours[0]]}."
    piles = min(3, sum(n > 0 for n in s.bank[:GOLD]))
    if not piles:
        return "The bank has no gems left."
    pair = ", or two the same" if any(n >= PAIR for n in s.bank[:GOLD]) else ""
    return f"Take {plural(piles, 'different colour')}{pair}."


def refuse_noble(p: Player, noble: int) -> str:
    """Reason why a noble on the table does not visit the player now, as a sentence."""
    lack = [max(0, n - have) for n, have in zip(NOBLES[noble].cost, p.bonuses, strict=True)]
    if any(lack):
        return f"You still need {brief(lack)} in bonuses for that noble."
    return "A noble visits you at the end of your turn."


def refuse_buy(s: Splendor, p: Player, card: int) -> str:
    if card == EMPTY or (card not in s.market and card not in p.hand) or card >= len(CARDS):
        return "You can only buy cards that are on the table or that you have reserved."
    return MODULES[s.module].unaffordable(s, s.player, card) or "That payment does not match the cost."
