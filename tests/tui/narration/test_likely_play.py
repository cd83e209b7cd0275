"""The likely play in words: the names of things in it."""

from __future__ import annotations

from random import Random

from tabletown.rules.core.game import apply, total_points
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


def test_points_of_secret_cards_are_told_apart_from_those_of_the_last_move() -> None:
    match = start_match(game="metropolys")
    game, view = match.game, match.view(0, 0)
    world, line, rng = game.determinize(view, Random(0)), list[tuple[object, ...]](), Random(1)
    before, player = world, 0
    while (turn := game.turn(world)) is not None:
        before, player = world, turn
        line.append(rng.choice(game.legal(world)))
        world = apply(game, world, line[-1], Random(0))
    last = steps(match, view, line)[-1]
    gain = total_points(game.score(world)[player]) - total_points(game.score(before)[player])
    secret = total_points(game.score(before)[1]) - total_points(game.score(game.observe(before, 0))[1])
    assert player == 1 and secret
    move, _, rest = last.text.partition(", secrets ")
    assert rest == f"{secret:+d}" and (f" {gain:+d}" in move if gain else "+" not in move)
    assert last.result.endswith(" (secrets guessed)")
