"""Seeded matches from which tests of the screens start; the bots' strength does not change them."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from random import Random

from tabletown.rules.bots.level_descriptions import BOTS
from tabletown.rules.core.game import Action, defaults
from tabletown.rules.core.match import Match, Seat
from tabletown.rules.core.save_file import Record
from tabletown.rules.splendor import NAME, legal, turn
from tabletown.rules.splendor.cards import CARDS
from tabletown.rules.splendor.state import Splendor
from tabletown.tui.model import files
from tabletown.tui.screens.table import Table
from tests.tui.app_driver import NEWEST_RECORD_TIME

BOT_NAMES = ("Hana", "Bruno", "Ines", "Olaf")


def make_seats(*names: str) -> list[Seat]:
    """People by name; "greedy" and "random" are bots."""
    bots = iter(BOT_NAMES)
    return [Seat(next(bots), name) if name in BOTS else Seat(name) for name in names]


def start_match(*names: str, seed: int = 1, game: str = NAME) -> Match:
    """A match before its first action, by default against a bot."""
    from tabletown import rules

    return Match(game, make_seats(*(names or ("You", "greedy"))), defaults(rules.load(game)), seed)


def steady_action(s: Splendor, rng: Random) -> Action:
    """Buy the card with the most points, else mostly take gems: quick, and independent of the bots' strength."""
    actions = legal(s)
    buys = [a for a in actions if a[0] == "buy"]
    if buys:
        return max(buys, key=lambda a: (CARDS[a[1]].points, -a[2][5]))
    verb = "reserve_blind" if rng.random() < 0.05 else "reserve" if rng.random() < 0.15 else "take"
    candidates = (
        [a for a in actions if a[0] == verb]
        or [a for a in actions if a[0] not in ("reserve", "reserve_blind")]
        or actions
    )
    return candidates[int(rng.random() * len(candidates))]


@cache
def whole_match(names: tuple[str, ...], seed: int) -> Match:
    """A whole game of steady players; tests must not change it."""
    match, rng = start_match(*names, seed=seed), Random(seed)
    while match.player is not None:
        match.act(steady_action(match.state, rng))
    return match


def match_prefix(match: Match, plies: int) -> Match:
    """A separate match that starts like another."""
    fresh = Match(match.name, match.seats, match.options, match.seed)
    for a in match.log[:plies]:
        fresh.act(a)
    return fresh


def match_after(*names: str, plies: int = 30, seed: int = 1) -> Match:
    """A match after some plies; negative numbers count from its end."""
    whole = whole_match(names or ("You", "greedy"), seed)
    return match_prefix(whole, plies if plies >= 0 else len(whole.log) + plies)


def finished_match(*names: str, seed: int = 1) -> Match:
    whole = whole_match(names or ("You", "greedy"), seed)
    return match_prefix(whole, len(whole.log))


def find_match(condition: Callable[[Splendor], bool], *names: str, after: int = 0, player: int | None = 0) -> Match:
    """The first match of steady players that comes to such a position, with that player to move."""
    for seed in range(1, 400):
        whole = whole_match(names or ("You", "greedy"), seed)
        for ply, s in enumerate(whole.states[:-1]):
            if ply >= after and (player is None or turn(s) == player) and condition(s):
                return match_prefix(whole, ply)
    raise LookupError("no game came to such a position")


def match_from_state(s: Splendor, *names: str) -> Match:
    """A match that starts from a position set up by hand. It has no record, as its seed does not lead there."""
    match = start_match(*(names or ("You", "greedy")))
    match.states[0] = s
    return match


def legal_verbs(s: Splendor) -> set[str]:
    """Verbs of the legal actions."""
    return {a[0] for a in legal(s)}


def payment_ways(s: Splendor, most: int = 99) -> int:
    """The largest number of ways to pay for one card."""
    bought = [a[1] for a in legal(s) if a[0] == "buy"]
    return max((bought.count(card) for card in bought), default=0)


def save_record(match: Match, name: str, hours: float = 0) -> Record:
    """Write the record of a match, as if it had last been played some hours before NEWEST_RECORD_TIME."""
    record = Record(files.records_folder() / f"{name}.jsonl")
    record.save(match)
    os.utime(record.path, (NEWEST_RECORD_TIME - 3600 * hours,) * 2)
    return record


def saved_table(match: Match, name: str = "game") -> Table:
    """A table whose match is kept on disk."""
    return Table(match, save_record(match, name))


def tied(more_cards: bool) -> Match:
    """Both have the same points; the second player has a card more."""
    match = finished_match()
    first, second = match.state.players
    first.points = second.points = 0
    first.nobles = second.nobles = ()
    worthless = [card for card, kind in enumerate(CARDS) if not kind.points]
    first.cards, second.cards = tuple(worthless[:3]), tuple(worthless[3 : 7 if more_cards else 6])
    return match
