"""A finished game of Splendor in numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tabletown.rules.core.game import Action
from tabletown.rules.core.match import Match
from tabletown.rules.splendor.cards import GOLD
from tabletown.rules.splendor.expansions.cities import of
from tabletown.rules.splendor.expansions.orient import UNITS
from tabletown.rules.splendor.expansions.registry import MODULES
from tabletown.rules.splendor.limits import GOAL
from tabletown.rules.splendor.state import Splendor

from ...narration.summary import NOTHING
from .selection import PAID

PERIOD = "round"
TIE_BREAK = "fewer cards"
SHORT_LABELS: Mapping[tuple[str, str], str] = {}


def period(s: Splendor) -> int:
    return s.turns // len(s.players) + 1


def period_title(s: Splendor) -> str:
    return f"round {period(s)}"


def goal(s: Splendor) -> int | None:
    return None if s.module == "cities" else GOAL


def required(s: Splendor) -> tuple[str, Sequence[int]]:
    owners = MODULES[s.module].contenders(s)
    return ("city", owners) if s.module == "cities" and any(face is not None for face in of(s).owned) else NOTHING


def facts(match: Match) -> Sequence[tuple[str, Sequence[str]]]:
    bought, gold = [0] * len(match.seats), [0] * len(match.seats)
    for s, action in zip(match.states, match.log, strict=False):
        player = match.game.turn(s)
        if action[0] in PAID and player is not None:
            bought[player] += 1
            gold[player] += action[2][GOLD] + UNITS * doubles(action)
    lost = [("Cards discarded", [*map(str, cards_lost(match))])] if match.state.module == "orient" else []
    return [("Cards bought", [*map(str, bought)]), *lost, ("Gold used", [*map(str, gold)])]


def doubles(action: Action) -> int:
    """The double gold cards that a purchase spends."""
    return sum(action[2][GOLD + 1 :])


def cards_lost(match: Match) -> list[int]:
    """The number of cards that each player has discarded for another; those spent as gold are not among them."""
    lost = [0] * len(match.seats)
    for before, after, action in zip(match.states, match.states[1:], match.log, strict=False):
        for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
            lost[seat] += len({*old.cards} - {*new.cards})
        lost[before.player] -= doubles(action) if action[0] == "buy" else 0
    return lost
