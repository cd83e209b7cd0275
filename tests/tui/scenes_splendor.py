"""Looks of Splendor's table that are kept: a player's cards, a card too dear, tokens to return."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual.pilot import Pilot

from tabletown.rules.splendor.cards import GOLD
from tabletown.tui.app import TabletownApp
from tests.tui.app_driver import current_table, make_app, press, put_cursor, settle
from tests.tui.sample_matches import find_match, legal_verbs, match_prefix, saved_table, start_match, whole_match
from tests.tui.scenes_expansions import at_table as expansion_table
from tests.tui.scenes_expansions import match_at

THREE = ("You", "greedy", "greedy")
FOUR = ("You", "greedy", "greedy", "greedy")


def late() -> TabletownApp:
    """Late in a game of four, with nobles gone and cards reserved."""
    match = find_match(lambda s: any(p.nobles for p in s.players[1:]) and any(p.hand for p in s.players[1:]), *FOUR)
    return make_app(saved_table(match))


def three() -> TabletownApp:
    return make_app(saved_table(match_prefix(whole_match(THREE, 4), 63)))


def two_over() -> TabletownApp:
    """Two tokens above the limit."""
    match = find_match(lambda s: "return" in legal_verbs(s) and sum(s.players[0].tokens) == 12)
    return make_app(saved_table(match))


async def a_player(pilot: Pilot[Any]) -> None:
    """Show the sheet of the player with the most reserved cards and nobles."""
    await settle(pilot)
    players = current_table(pilot).match.state.players
    put_cursor(
        pilot, "player", max(range(1, len(players)), key=lambda n: (len(players[n].nobles), len(players[n].hand)))
    )
    await press(pilot, "enter")


async def a_player_looked_at(pilot: Pilot[Any]) -> None:
    """The cursor is on the panel of another player."""
    await settle(pilot)
    put_cursor(pilot, "player", 1)
    await settle(pilot)


async def a_card_too_dear(pilot: Pilot[Any]) -> None:
    await settle(pilot)
    put_cursor(pilot, "card", current_table(pilot).match.state.market[8])
    await press(pilot, "enter")


async def two_returned(pilot: Pilot[Any]) -> None:
    """Two tokens are picked to be returned, and not yet confirmed."""
    await settle(pilot)
    held = [c for c, n in enumerate(current_table(pilot).match.state.players[0].tokens[:GOLD]) if n]
    await press(pilot, *("wugrb"[c] for c in held[:2]))


CASES: dict[str, Sequence[Any]] = {
    "player-sheet": (late, a_player),
    "player-sheet-orient": (lambda: expansion_table(match_at("orient")), a_player),
    "player-looked-at": (late, a_player_looked_at),
    "three": (three,),
    "too-dear": (lambda: make_app(saved_table(start_match())), a_card_too_dear),
    "return-together": (two_over, two_returned),
}
"""App and steps by name."""
