"""Looks of the coach that are kept."""

from __future__ import annotations

from typing import Any

from textual.pilot import Pilot

from tabletown.rules.analysis.decision import questions
from tabletown.tui.app import TabletownApp
from tabletown.tui.model.reviews import TERMS, ReviewProgress
from tabletown.tui.screens.retry_list import RetryList
from tests.tui import scenes_review
from tests.tui.app_driver import make_app, press, settle
from tests.tui.coaching import COACHED, Coaching
from tests.tui.sample_matches import find_match, finished_match, legal_verbs, saved_table

REPLY = "Hana can then buy a reserved level 1 green card for 1 blue, 2 red and 2 black"


def stopped() -> TabletownApp:
    """A move in the middle of a game that would give up a lot."""
    match = find_match(lambda s: {"take", "buy"} <= legal_verbs(s), after=26)
    return make_app(saved_table(match), COACHED, bot_pool=Coaching(REPLY))


async def three_gems(pilot: Pilot[Any]) -> None:
    await settle(pilot)
    await press(pilot, "w", "u", "g", "enter")


def looked_back() -> TabletownApp:
    """The biggest mistakes of a finished game, by a review as in the other pictures."""
    match = finished_match()
    analysis = ReviewProgress(match)
    for question in questions(match, TERMS):
        analysis.add(scenes_review.by_points(question))
    analysis.leave()
    return make_app(RetryList(match, analysis))


async def tried(pilot: Pilot[Any]) -> None:
    """The second mistake, with the best move shown."""
    await press(pilot, "down", "enter", "i")
    await settle(pilot)


CASES = {"coach": (stopped, three_gems), "retry-list": (looked_back, settle), "retry": (looked_back, tried)}
"""App and steps by name."""
