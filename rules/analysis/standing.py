"""Facts about a position beside its winning chances: why they are far from even, and which move scores at once.

A game may offer a module `ai.standing` with `facts(view)`, which compares the players, each a
`tabletown.rules.core.reason.Comparison`. It may also offer a module `ai.scoring` with `scoring(view)`: the actions that
score points at once, the best first, and `gaining(view, chosen)`: those that get a piece at once in place of an action.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, cast

from ..bots.bot import Choice
from ..core.game import Action, Game, apply, totals
from ..core.reason import Comparison
from ..core.registry import game_module
from ..core.text import possessive

FAR = 0.2
"""Distance of winning chances from an equal share, from 0 to 1, that needs a reason."""
MOST = 2
"""Most comparisons in a reason."""
POINT = "point"
"""Noun of what wins the game."""
SOON = 3
"""Least lead in points that the likely play must bring to be worth a word."""


def standing(game: Game[Any], view: Any, choice: Choice, names: Sequence[str]) -> str:
    """Return what lies behind winning chances that are far from even: "ahead: 12 bonuses to Hana's 8, 4 points to
    Hana's 0", or else the points that the likely play leads to. A player with good chances who has fewer points is
    "behind in points, 4 to Hana's 9, but ahead: 8 bonuses to Hana's 4". Near an even share only the points, if the
    game's module says so by `NEAR_EVEN`. Empty if nothing can be named.
    """
    module, player = game_module(game.NAME, "ai.standing"), game.turn(view)
    if module is None or player is None:
        return ""
    facts = [(fact, best_rival(fact, player)) for fact in cast(Any, module).facts(view)]
    if is_near_even(game, view, choice):
        return near_even(facts, player, names) if getattr(module, "NEAR_EVEN", False) else ""
    sign = 1 if choice.value > 1 / len(game.score(view)) else -1
    clear = [(fact, rival) for fact, rival in facts if differs(fact, player, rival) * sign >= fact.least]
    clear.sort(key=lambda pair: -pair[0].distance(player, pair[1]))
    leads = [compared(fact, player, rival, names) for fact, rival in clear[:MOST]]
    against = [fact for fact, rival in facts if fact.noun == POINT and differs(fact, player, rival) * sign < 0]
    contrast = "".join(f"{word(-sign)} in {in_short(fact, player, names)}, but " for fact in against)
    if leads:
        return f"{contrast}{word(sign)}: {', '.join(leads)}"
    soon = Comparison(points_in(game, view, choice.line), "point", "points", SOON)
    rival = best_rival(soon, player)
    is_clear = differs(soon, player, rival) * sign >= SOON
    return f"{contrast}the likely play makes it {compared(soon, player, rival, names)}" if is_clear else ""


def is_near_even(game: Game[Any], view: Any, choice: Choice) -> bool:
    """Are the chances of a choice near an equal share?"""
    return abs(choice.value - 1 / len(game.score(view))) < FAR


def near_even(facts: Sequence[tuple[Comparison, int]], player: int, names: Sequence[str]) -> str:
    """The points of a player beside the best rival's, if they differ clearly: "ahead so far: 26 points to Hana's 3"."""
    return next(
        (
            f"{word(differs(fact, player, rival))} so far: {compared(fact, player, rival, names)}"
            for fact, rival in facts
            if fact.noun == POINT and abs(differs(fact, player, rival)) >= fact.least
        ),
        "",
    )


def word(sign: int) -> str:
    return "ahead" if sign > 0 else "behind"


def differs(fact: Comparison, player: int, rival: int) -> int:
    """Difference between a player and a rival."""
    return fact.values[player] - fact.values[rival]


def in_short(fact: Comparison, player: int, names: Sequence[str]) -> str:
    """A player's number after the noun, beside that of the best rival: "points, 4 to Hana's 9"."""
    rival = best_rival(fact, player)
    note = f" ({fact.note})" if fact.note else ""
    return f"{fact.nouns}, {fact.number(player)} to {possessive(names[rival])} {fact.number(rival)}{note}"


def compared(fact: Comparison, player: int, rival: int, names: Sequence[str]) -> str:
    """A player's number beside that of a rival: "12 bonuses to Hana's 8"."""
    note = f" ({fact.note})" if fact.note else ""
    return f"{fact.words(player)} to {possessive(names[rival])} {fact.number(rival)}{note}"


def best_rival(fact: Comparison, player: int) -> int:
    """The seat that has most of it among the player's rivals."""
    rivals = [seat for seat in range(len(fact.values)) if seat != player]
    return max(rivals, key=lambda seat: fact.values[seat])


def points_in(game: Game[Any], view: Any, line: Sequence[Action]) -> list[int]:
    """Every seat's points after a line, as far as it is legal with one random deal of the hidden cards."""
    world = game.determinize(view, Random(0))
    for action in line:
        if game.turn(world) is None or action not in game.legal(world):
            break
        world = apply(game, world, action, Random(0))
    return totals(game, world)


def hides_points(game: Game[Any], view: Any) -> bool:
    """Do the points in sight leave out what is secret, by the note of the game's comparison of them?"""
    module = game_module(game.NAME, "ai.standing")
    return module is not None and any(fact.noun == POINT and fact.note for fact in cast(Any, module).facts(view))


def scores_less(game: Game[Any], view: Any, action: Action) -> bool:
    """True if an action scores points at once, but another one more, so that points do not speak for it."""
    player, best = game.turn(view), scoring_moves(game, view)[:1]
    if player is None or not best:
        return False
    most, own = (totals(game, apply(game, view, move, Random(0)))[player] for move in (best[0], action))
    return totals(game, view)[player] < own < most


def scoring_moves(game: Game[Any], view: Any) -> list[Action]:
    """The actions that score points at once, the best first; none for a game that does not name them."""
    module = game_module(game.NAME, "ai.scoring")
    actions: list[Action] = cast(Any, module).scoring(view) if module else []
    return actions


def gaining_moves(game: Game[Any], view: Any, chosen: Action) -> list[Action]:
    """The action that scores most at once, or where none does those that get a piece in place of the `chosen` one; none
    for a game that does not name them.
    """
    best, gaining = scoring_moves(game, view)[:1], getattr(game_module(game.NAME, "ai.scoring"), "gaining", None)
    return best or (list(gaining(view, chosen)) if gaining else [])
