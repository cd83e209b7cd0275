"""The parts of Splendor's actions that the player picks on the table."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

from tabletown.rules.core.game import Action, apply
from tabletown.rules.splendor.cards import CARDS, GOLD, LEVELS
from tabletown.rules.splendor.expansions.orient import BAGS

from ...model.selection import Part
from ...widgets.board_state import BoardState

BUY: Part = ("do", "buy")
DECLINE: Part = ("do", "decline")

MAIN = ("take", "reserve", "reserve_blind", "buy", "pass")
"""The verbs of the action that starts a turn; all others are later steps."""
BASE = (*MAIN, "return", "noble")
"""All verbs of the base game; the others belong to expansions."""
PAID = ("buy", "conquer")
"""The verbs of actions that include a payment."""


def parts(action: Action) -> Sequence[Part]:
    """Parts that make up an action; they can be picked in any order."""
    match action:
        case ("take", colours):
            return [("gem", colour) for colour in colours]
        case ("reserve", card):
            return [reserving(("card", card))]
        case ("reserve_blind", deck):
            return [reserving(("deck", deck))]
        case ("buy" | "conquer", card, paid):
            return [("card", card), BUY, ("pay", paid)]
        case ("return", tuple(colours)):
            return [("gem", colour) for colour in colours]
        case ("return" | "token" | "associate", colour):
            return [("gem", colour)]
        case ("place" | "remove" | "free", card):
            return [("card", card)]
        case ("move", source, target):
            return [("lift", source), ("card", target)]
        case ("discard", card):
            return [("own", card)]
        case ("noble" | "reserve_noble", noble):
            return [("noble", noble)]
        case ("city", city):
            return [("city", city)]
        case ("decline",):
            return [DECLINE]
        case _:
            return [("do", "pass")]


def reserving(part: Part) -> Part:
    """The part to pick in order to reserve a card, or the top card of a deck."""
    return ("reserve", *part)


def together(tokens: Sequence[int], over: int) -> list[Action]:
    """All ways to return `over` of a player's tokens, each as one choice; in the rules each token is an action."""
    held = [colour for colour, count in enumerate(tokens) for _ in range(count)]
    return [("return", colours) for colours in sorted(set(combinations(held, over)))]


def different(discards: Sequence[Action]) -> list[Action]:
    """The first of all cards to discard that are worth the same: as many bonuses, points, and a bag or not."""
    worth = {(CARDS[a[1]].kind in BAGS, CARDS[a[1]].bonuses, CARDS[a[1]].points): a for a in reversed(discards)}
    return [action for action in discards if action in worth.values()]


def with_extra_gem(state: BoardState, legal: Sequence[Action]) -> list[Action]:
    """Every pair that brings another gem from a trading post, with each of these gems, as one choice: black, black and
    blue.
    """
    view, game = state.view, state.game
    pairs = [a for a in legal if a[0] == "take" and is_pair(a[1])]
    afterwards = ((pair, apply(game, view, pair, Random(0))) for pair in pairs)
    return [
        ("take", (*pair[1], extra[1]))
        for pair, after in afterwards
        if after.player == view.player
        for extra in game.legal(after)
        if extra[0] == "token"
    ]


def is_pair(colours: Sequence[int]) -> bool:
    """Do the first two gems have the same colour?"""
    return len(colours) > 1 and colours[0] == colours[1]


def steps(action: Action) -> list[Action]:
    """The legal actions, in order, that play a choice."""
    match action:
        case ("return", tuple(colours)):
            return [("return", colour) for colour in colours]
        case ("take", (*pair, extra)) if is_pair(pair):
            return [("take", tuple(pair)), ("token", extra)]
    return [action]


def picked_gems(state: BoardState) -> list[int]:
    """Tokens of each colour that the player to move would take by the picks; negative numbers are returned."""
    sign = {"return": -1, "associate": 0}.get(due(state), 1)
    return [sign * state.picked.count(("gem", colour)) for colour in range(GOLD + 1)]


def token_changes(state: BoardState) -> list[int]:
    """Tokens of each colour that the player to move would gain by the picks; negative numbers are costs."""
    change = picked_gems(state)
    for kind, *which in state.picked:
        if kind == "pay":
            change = [n - paid for n, paid in zip(change, which[0], strict=False)]
    return change


def deck_tag(deck: int) -> str:
    """The label of a deck: "L3" for level 3, "Ori3" for level 3 of the Orient."""
    orient, level = divmod(deck, len(LEVELS))
    return f"{('L', 'Ori')[orient]}{level + 1}"


def deck_title(deck: int) -> str:
    """The level of a deck in words: "level 3", "level 3 Orient"."""
    orient, level = divmod(deck, len(LEVELS))
    return f"level {level + 1}{' Orient' * orient}"


def due(state: BoardState) -> str:
    """The verb of the viewer's current step, the first if there are several; empty if the viewer has no move."""
    return state.left[0][0] if state.active and state.left else ""


def spelled(state: BoardState) -> Action | None:
    """The action that the picks specify exactly; None if there is none."""
    picked = sorted(map(str, state.picked))
    return next((a for a in state.left if sorted(map(str, parts(a))) == picked), None)


def preferred(state: BoardState) -> Action | None:
    """The only action left unless it reserves or takes other gems than those picked, or the purchase of a picked card
    with the least gold; else None.
    """
    left, gems = state.left, any(part[0] == "gem" for part in state.picked)
    if len(left) == 1 and left[0][0] not in ("reserve", "reserve_blind") and not gems:
        return left[0]
    if any(part[0] == "card" for part in state.picked):
        return next((a for a in left if a[0] in PAID), None)
    return None
