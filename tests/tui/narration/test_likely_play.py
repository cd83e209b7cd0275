"""The likely play in words: the names of things in it."""

from __future__ import annotations

from tabletown.rules.splendor.expansions.registry import MODULES
from tabletown.tui.narration.likely_play import steps
from tests.rules.splendor.positions import give, hold, spare
from tests.tui.sample_matches import start_match


def test_a_reserved_card_keeps_its_number_when_another_one_was_bought() -> None:
    match = start_match()
    s = match.state
    first, second = spare(s, level=0, points=0, number=2)
    hold(s, 0, first, second)
    give(s, 0, "uurrbbb")
    ways = {card: MODULES["base"].payments(s, 0, card) for card in (first, second)}
    line = [("buy", first, ways[first][0]), ("take", (0, 1, 2)), ("buy", second, ways[second][0])]
    sentences = [step.text for step in steps(match, match.game.observe(s, 0), line)]
    assert sentences[0].startswith("you buy r1 ") and sentences[2].startswith("you buy r2 ")
