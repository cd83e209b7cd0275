"""The parts of Splendor's actions: what is picked on the table to spell one out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement

from tabletown.rules.core.game import Action
from tabletown.rules.splendor.cards import GOLD, LEVELS

from ...model.selection import Part
from ...widgets.board_state import BoardState

BUY: Part = ("do", "buy")
DECLINE: Part = ("do", "decline")

MAIN = ("take", "reserve", "reserve_blind", "buy", "pass")
"""The verbs of the action that a turn begins with; all others are steps of their own."""
BASE = (*MAIN, "return", "noble")
"""All verbs of the base game; every other one belongs to an expansion."""
PAID = ("buy", "conquer")
"""The verbs of actions that end with a payment."""


def parts(action: Action) -> Sequence[Part]:
    """In any order."""
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
        case ("move", here, there):
            return [("lift", here), ("card", there)]
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
    """Picked to reserve a card or the top card of a deck."""
    return ("reserve", *part)


def together(legal: Sequence[Action], over: int) -> list[Action]:
    """All ways to return `over` tokens as one choice, for the rules return them one by one."""
    held = [a[1] for a in legal]
    return [("return", colours) for colours in combinations_with_replacement(held, over)]


def steps(action: Action) -> list[Action]:
    """The actions of the rules that a choice is played as."""
    match action:
        case ("return", tuple(colours)):
            return [("return", colour) for colour in colours]
    return [action]


def changes_of_purse(state: BoardState) -> list[int]:
    """How many tokens of each colour the picks would bring the viewer, or cost."""
    sign = -1 if due(state) == "return" else 1
    change = [sign * state.picked.count(("gem", colour)) for colour in range(GOLD + 1)]
    if due(state) == "associate":
        return [0] * len(change)
    for kind, *which in state.picked:
        if kind == "pay":
            change = [n - paid for n, paid in zip(change, which[0], strict=False)]
    return change


def deck_tag(deck: int) -> str:
    """ "L3" for the deck of level 3, "Or3" for that of the Orient."""
    orient, level = divmod(deck, len(LEVELS))
    return f"{('L', 'Or')[orient]}{level + 1}"


def due(state: BoardState) -> str:
    """The verb of the step that the viewer is asked for, with several the first; empty when nothing is asked."""
    return state.left[0][0] if state.active and state.left else ""


def spelled(state: BoardState) -> Action | None:
    """The action that the picks spell out exactly."""
    picked = sorted(map(str, state.picked))
    return next((a for a in state.left if sorted(map(str, parts(a))) == picked), None)


def preferred(state: BoardState) -> Action | None:
    """A card that can be bought is bought, with as little gold as will do; so is what alone is left."""
    left = state.left
    if len(left) == 1 and left[0][0] not in ("reserve", "reserve_blind"):
        return left[0]
    if any(part[0] == "card" for part in state.picked):
        return next((a for a in left if a[0] in PAID), None)
    return None
