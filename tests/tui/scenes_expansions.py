"""Looks of Splendor's expansions that are kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

from textual.pilot import Pilot

from tabletown.rules.core.game import Action
from tabletown.rules.core.match import Match
from tabletown.rules.splendor import legal, turn
from tabletown.rules.splendor.cards import CARDS, GOLD
from tabletown.rules.splendor.expansions.cities import own
from tabletown.rules.splendor.expansions.trading_posts import DOUBLE_GOLD
from tabletown.rules.splendor.state import Splendor
from tabletown.tui.app import TabletownApp
from tabletown.tui.screens.table import Table
from tests.tui.app_driver import current_table, make_app, press, put_cursor, settle
from tests.tui.sample_matches import make_seats, match_prefix

ALONE = ("You", "greedy")
FOUR = ("You", "greedy", "greedy", "greedy")


def careless_action(s: Splendor, rng: Random) -> Action:
    """Buys what it can, else takes what it finds: quick, and no matter how clever the bots become."""
    actions = legal(s)
    buys = [a for a in actions if a[0] in ("buy", "conquer")]
    if buys:
        return max(buys, key=lambda a: (CARDS[a[1]].kind != "base", CARDS[a[1]].points, -sum(a[2][GOLD:])))
    reserving = [a for a in actions if a[0] in ("reserve", "reserve_blind")]
    candidates = (
        reserving if reserving and rng.random() < 0.12 else [a for a in actions if a not in reserving] or actions
    )
    return candidates[int(rng.random() * len(candidates))]


@cache
def whole_match(module: str, names: tuple[str, ...], seed: int) -> Match:
    """A whole game of careless players; tests must not change it."""
    match, rng = Match("splendor", make_seats(*names), {"module": module}, seed), Random(seed)
    while match.player is not None:
        match.act(careless_action(match.state, rng))
    return match


class Position(NamedTuple):
    """A position to search for in random games, with the first player to move."""

    module: str
    condition: Callable[[Splendor], bool]
    names: tuple[str, ...] = ALONE
    after: int = 0


def legal_verbs(s: Splendor) -> set[str]:
    return {a[0] for a in legal(s)}


def payment_ways(s: Splendor) -> int:
    """The largest number of ways to pay for one card."""
    bought: list[int] = [a[1] for a in legal(s) if a[0] == "buy"]
    return max((bought.count(card) for card in bought), default=0)


def gold_counts_double(s: Splendor) -> bool:
    """Are there two ways to pay, and gold that counts double?"""
    extra: Any = s.extra
    return DOUBLE_GOLD in extra.coats[0] and s.players[0].tokens[GOLD] > 0 and payment_ways(s) > 1


def only_moves_strongholds(s: Splendor) -> bool:
    """Can strongholds only be moved or removed, and from more than one card?"""
    return legal_verbs(s) <= {"move", "remove"} and len({a[1] for a in legal(s) if a[0] == "move"}) > 1


def spends_double_gold(s: Splendor) -> bool:
    """Can a card be paid for in more than two ways, a double gold among them?"""
    return any(a[0] == "buy" and a[2][-1] for a in legal(s)) and payment_ways(s) > 2


def pieces(s: Splendor, name: str) -> list[tuple[int, ...]]:
    """Each player's pieces of an expansion."""
    piles: list[tuple[int, ...]] = getattr(s.extra, name)
    return piles


def both_have(name: str) -> Callable[[Splendor], bool]:
    """Have the first two players such pieces, and is an action to choose?"""
    return lambda s: all(pieces(s, name)[:2]) and "take" in legal_verbs(s)


POSITIONS = {
    "cities": Position("cities", lambda s: {"take", "buy"} <= legal_verbs(s), after=40),
    "cities-four": Position("cities", lambda s: {"take", "buy"} <= legal_verbs(s), FOUR, after=90),
    "posts": Position("trading_posts", both_have("coats"), FOUR),
    "posts-token": Position("trading_posts", lambda s: "token" in legal_verbs(s)),
    "posts-gold": Position("trading_posts", gold_counts_double),
    "orient": Position("orient", lambda s: any(pieces(s, "patrons")) and "take" in legal_verbs(s), FOUR, after=60),
    "orient-bag": Position("orient", lambda s: "associate" in legal_verbs(s)),
    "orient-free": Position("orient", lambda s: "free" in legal_verbs(s)),
    "orient-noble": Position("orient", lambda s: "reserve_noble" in legal_verbs(s)),
    "orient-discard": Position("orient", lambda s: "discard" in legal_verbs(s)),
    "orient-gold": Position("orient", spends_double_gold),
    "strongholds": Position("strongholds", both_have("placed"), FOUR, after=60),
    "strongholds-place": Position("strongholds", lambda s: {"place", "move", "remove"} <= legal_verbs(s)),
    "strongholds-move": Position("strongholds", only_moves_strongholds),
    "strongholds-conquest": Position("strongholds", lambda s: "conquer" in legal_verbs(s)),
}
"""Positions by name."""


def match_at(name: str) -> Match:
    """A separate copy of the first match that comes to a position."""
    module, holds, names, after = POSITIONS[name]
    for seed in range(1, 200):
        whole = whole_match(module, names, seed)
        for ply, s in enumerate(whole.states[:-1]):
            if ply >= after and turn(s) == 0 and holds(s):
                return match_prefix(whole, ply)
    raise LookupError(f"no game came to {name}")


def at_table(match: Match, **look: Any) -> TabletownApp:
    return make_app(Table(match, None), **look)


def taken() -> Match:
    """Another player has taken a city, and this is the last round."""
    match = match_at("cities-four")
    s = match.states[-1]
    s.player = 1
    own(s, s.extra.table[1])
    s.player, s.last_round = 0, True
    return match


async def a_payment(pilot: Pilot[Any]) -> None:
    """The second way to pay for the card with most ways."""
    await settle(pilot)
    match = current_table(pilot).match
    bought = [a[1] for a in match.game.legal(match.state) if a[0] == "buy"]
    put_cursor(pilot, "card", max(bought, key=bought.count))
    await press(pilot, "p")


async def a_post(pilot: Pilot[Any]) -> None:
    await settle(pilot)
    put_cursor(pilot, "post", 3)


async def a_city(pilot: Pilot[Any]) -> None:
    await settle(pilot)
    put_cursor(pilot, "city", current_table(pilot).match.state.extra.table[0])


async def lifted(pilot: Pilot[Any]) -> None:
    """A stronghold is picked up, and the cursor is on a card that it can move to."""
    await settle(pilot)
    table = current_table(pilot)
    put_cursor(pilot, "lift", next(a[1] for a in table.match.game.legal(table.match.state) if a[0] == "move"))
    await press(pilot, "enter")


async def helped(pilot: Pilot[Any]) -> None:
    await settle(pilot)
    await press(pilot, "question_mark")


def scene(name: str, **look: Any) -> Callable[[], TabletownApp]:
    return lambda: at_table(match_at(name), **look)


CASES: dict[str, Sequence[Any]] = {
    "cities": (scene("cities"), a_city),
    "cities-taken": (lambda: at_table(taken()),),
    "posts": (scene("posts"), a_post),
    "posts-token": (scene("posts-token"),),
    "posts-gold": (scene("posts-gold"), a_payment),
    "orient": (scene("orient"),),
    "orient-bag": (scene("orient-bag"),),
    "orient-free": (scene("orient-free"),),
    "orient-noble": (scene("orient-noble"),),
    "orient-discard": (scene("orient-discard"),),
    "orient-gold": (scene("orient-gold"), a_payment),
    "strongholds": (scene("strongholds"),),
    "strongholds-place": (scene("strongholds-place"),),
    "strongholds-move": (scene("strongholds-move"), lifted),
    "strongholds-conquest": (scene("strongholds-conquest"),),
    "help-orient": (scene("orient-bag"), helped),
}
"""App and steps by name."""

FLAT: dict[str, Sequence[Any]] = {
    f"{name}-{look}": (scene(name, **settings), *CASES[name][1:])
    for name in ("cities", "posts", "orient", "strongholds")
    for look, settings in (("ascii", {"glyphs": "ascii"}), ("flat", {"colours": "16"}))
}
"""A look of each expansion in plain ASCII, and in 16 colours."""
