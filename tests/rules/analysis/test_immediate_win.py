"""A hint does not pass over a turn that wins the game at once."""

from __future__ import annotations

from random import Random

from tabletown.rules import splendor
from tabletown.rules.analysis.explain import strongest
from tabletown.rules.analysis.immediate_win import immediate_win
from tabletown.rules.bots.bot import Candidate, Choice
from tabletown.rules.core.game import apply
from tabletown.rules.splendor.expansions.orient import of
from tabletown.rules.splendor.state import Splendor
from tests.rules.bots.test_quickest_win import RACE, Race, won
from tests.rules.splendor.orient_positions import BLACKS, discarding
from tests.rules.splendor.positions import every

WAIT = ("reserve", BLACKS)


def last_to_move(points: int) -> Splendor:
    """The second player has so many points, and can discard two of three black bonuses for a card of 3 points."""
    s = discarding("", *every(bonus="b", points=0)[:2], every(bonus="b", points=1)[0])
    s.players.reverse()
    of(s).bags.reverse()
    s.player, s.turns, s.players[1].points = 1, 1, points
    return s


def hinted(s: Splendor) -> Choice:
    """The hint of a search that finds reserving a card nearly as good as a win."""
    view = splendor.observe(s, s.player)
    return immediate_win(splendor, view, Choice(WAIT, 0.96, 800, (WAIT,), 0, (Candidate(WAIT, 0.96, 700),)))


def test_a_card_that_ends_the_game_is_the_hint_with_the_discards_that_win() -> None:
    s = last_to_move(12)
    choice = hinted(s)
    assert choice.action[:2] == ("buy", BLACKS) and choice.value == 1 and choice.candidates[0].action == choice.action
    after = s
    for action in choice.line:
        after = apply(splendor, after, action, Random(5))
    assert after.over and splendor.winners(after) == (1,) and after.players[1].points == 15
    assert [term.phrase for term in strongest(splendor, splendor.observe(s, 1), choice)] == ["it wins the game"]


def test_a_turn_that_does_not_win_is_left_alone() -> None:
    assert hinted(last_to_move(11)).action == WAIT


def test_a_game_that_a_rival_wins_is_not_ended() -> None:
    s = last_to_move(12)
    s.players[0].points = 17
    assert hinted(s).action == WAIT


def test_a_win_that_depends_on_chance_is_not_certain() -> None:
    assert immediate_win(RACE, Race(1), won()).action == ("go",)
    assert immediate_win(RACE, Race(1, risky=True), won()) == won()
