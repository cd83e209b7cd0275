"""Splendor: the end of the game, victory, and what happens when nothing is possible (rules 1.3 to 1.5)."""

from __future__ import annotations

import pytest

from tabletown.rules import splendor
from tabletown.rules.core.game import total_points
from tabletown.rules.splendor.score import stalemate
from tabletown.rules.splendor.state import Splendor
from tests.rules.splendor.positions import (
    LEVEL_1,
    LEVEL_2,
    LEVEL_3,
    bonuses,
    can,
    clear,
    counts,
    do,
    every,
    find,
    give,
    hold,
    leave,
    noble,
    own,
    spare,
    table,
)


def points(s: Splendor, player: int) -> int:
    return total_points(splendor.score(s)[player])


def near_goal(s: Splendor, player: int, total: int) -> None:
    """Give a player cards with that number of points, the highest first."""
    for value in (5, 4, 3, 2, 1):
        while total >= value and (cards := spare(s, points=value)):
            own(s, player, *cards)
            total -= value
    assert total == 0


@pytest.mark.parametrize("total, flagged", [(14, False), (15, True), (16, True)])
def test_fifteen_points_make_the_round_the_last(total: int, flagged: bool) -> None:
    """1.3, step 3 and 1.4."""
    s = table(3)
    near_goal(s, 0, total)
    after = do(s, "take wug")
    assert after.last_round is flagged and splendor.turn(after) == 1


def test_a_noble_can_bring_the_fifteen() -> None:
    """1.3: the end check comes after the noble, which can be chosen among several."""
    for nobles in ((noble("wwwuuuggg"),), (noble("wwwuuuggg"), noble("wwwwuuuu"))):
        s = table()
        s.nobles = nobles
        bonuses(s, 0, "wwwwuuuuggg")
        near_goal(s, 0, 12 - points(s, 0))
        after = do(s, "take wug")
        after = do(after, "noble 1") if len(nobles) > 1 else after
        assert points(after, 0) == 15 and after.last_round


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_round_is_finished(seats: int) -> None:
    """1.4: all have equal turns, no matter who reached 15."""
    for who in range(seats):
        s = table(seats)
        near_goal(s, who, 15)
        turns = [0] * seats
        while (player := splendor.turn(s)) is not None:
            turns[player] += 1
            s = do(s, next(text for text in can(s) if text.startswith("take")))
        assert turns == [1] * seats
        assert splendor.winners(s) == (who,) and splendor.legal(s) == []
        assert splendor.refusal(s, ("take", (0, 1, 2))) == "Game over."


def test_the_flag_is_not_taken_back_and_a_round_is_not_added() -> None:
    """1.4: the second of three reaches 15; the third ends the game."""
    s = do(table(3), "take wug")
    near_goal(s, 1, 15)
    s = do(s, "take wug")
    assert splendor.turn(s) == 2
    s = do(s, can(s)[0])
    assert s.over and splendor.turn(s) is None


def test_another_player_may_overtake_in_the_last_round() -> None:
    """1.4."""
    s = table()
    near_goal(s, 0, 15)
    near_goal(s, 1, 15)
    hold(s, 1, card := find(cost="bbbb"))
    give(s, 1, "bbbb")
    s = do(s, "take wug", "buy r1")
    assert card in s.players[1].cards and s.over
    assert [points(s, 0), points(s, 1)] == [15, 16] and splendor.winners(s) == (1,)


def won_by(*players: tuple[int, int]) -> tuple[int, ...]:
    """Winners among players with these points on these numbers of cards, made of cards with one point or none."""
    s = table(len(players))
    s.decks = [(), (), ()]
    taken: list[int] = []
    for p, (total, number) in zip(s.players, players, strict=True):
        for points, n in ((1, total), (0, number - total)):
            cards = [c for c in every(points=points) if c not in taken][:n]
            assert len(cards) == n
            taken += cards
            p.cards += tuple(cards)
        p.points = total
    return splendor.winners(s)


def test_the_highest_prestige_wins() -> None:
    """1.4: the number of cards matters only in a tie."""
    assert won_by((3, 3), (4, 9)) == (1,)
    assert won_by((2, 2), (4, 4), (3, 3)) == (1,)


def test_a_tie_goes_to_the_fewest_cards() -> None:
    """1.4."""
    assert won_by((4, 6), (4, 5)) == (1,)
    assert won_by((4, 5), (4, 6), (3, 3)) == (0,)


def test_still_tied_the_victory_is_shared() -> None:
    """1.4."""
    assert won_by((4, 5), (4, 5)) == (0, 1)
    assert won_by((4, 5), (4, 6), (4, 5), (1, 1)) == (0, 2)


def test_the_hand_does_not_count_in_a_tie() -> None:
    """1.4: only cards purchased; nobles are no cards either."""
    s = table()
    own(s, 0, *spare(s, level=LEVEL_2, points=3))
    own(s, 1, *spare(s, level=LEVEL_2, points=3))
    hold(s, 0, *spare(s, level=LEVEL_3, number=3))
    hold(s, 1, *spare(s, level=LEVEL_1), blind=True)
    assert splendor.winners(s) == (0, 1)
    s.players[0].tokens, s.players[1].tokens = [0] * 6, [1] * 6
    assert splendor.winners(s) == (0, 1)


def test_nobles_count_as_prestige() -> None:
    """1.4: tableau points and nobles."""
    s = table()
    s.nobles = (noble("wwwuuuggg"),)
    bonuses(s, 0, "wwwuuuggg")
    own(s, 1, *spare(s, points=2))
    before = points(s, 0)
    after = do(s, "take wug")
    assert points(after, 0) == before + 3 and dict(splendor.score(after)[0])["Nobles"] == 3


# No legal action


def stuck(seats: int = 2, last: str = "") -> Splendor:
    """A table where players can only take the tokens left in the bank."""
    s = table(seats)
    clear(s)
    s.bank = counts(last)
    return s


def test_pass_only_when_nothing_else_is_legal() -> None:
    """1.5."""
    assert can(stuck()) == ["pass"]
    for s in (table(), stuck(last="w")):
        assert "pass" not in can(s)
        assert splendor.refusal(s, ("pass",)) == "You can only pass when no action is legal."
    buyer = stuck()
    buyer.players[0].reserved, buyer.players[0].bonuses = (find(cost="bbb"),), [0, 0, 0, 0, 3]
    assert can(buyer) == ["buy r1"]


def test_gold_alone_is_no_action() -> None:
    """1.5: the piles of gems are empty, three cards in hand: gold cannot be taken alone."""
    s = table()
    hold(s, 0, *every(level=2)[:3])
    leave(s, "*****")
    assert can(s) == ["pass"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_game_ends_when_all_pass_in_a_row(seats: int) -> None:
    """1.5: at once, scored as usual, and known as a stalemate."""
    s = stuck(seats)
    own_card = find(points=3, level=1)
    s.players[1].cards, s.players[1].points = (own_card,), 3
    for n in range(seats):
        assert splendor.turn(s) == n and not stalemate(s)
        s = do(s, "pass")
    assert s.over and stalemate(s) and splendor.turn(s) is None
    assert splendor.winners(s) == (1,)


@pytest.mark.parametrize("first", [1, 2])
def test_all_may_pass_in_a_row_across_rounds(first: int) -> None:
    """1.5: the row of passes can start in the middle of a round."""
    s = stuck(3)
    s.player = s.turns = first
    s = do(s, "pass", "pass")
    assert not s.over
    assert do(s, "pass").over


def test_an_action_in_between_starts_the_count_again() -> None:
    """1.5: in a row."""
    s = stuck(3)
    s = do(s, "pass", "pass")
    s.players[2].tokens[0] -= 1
    s.bank[0] += 1
    s = do(s, "take w")
    assert not s.over and can(s) == ["pass"]
    s = do(s, "pass", "pass")
    assert not s.over and splendor.turn(s) == 2


@pytest.mark.parametrize("action", ["reserve 1", "reserve 1-1", "buy r1"])
def test_any_action_starts_the_count_again(action: str) -> None:
    """1.5: reserving and buying too."""
    s = table()
    s.passes = 1
    hold(s, 0, find(cost="bbb"))
    give(s, 0, "bbb")
    s = do(s, action)
    assert s.passes == 0 and not s.over


def test_a_player_who_must_pass_in_the_last_round() -> None:
    """1.4 and 1.5: the pass is the turn; the game ends as usual, not as a stalemate."""
    s = stuck(last="w")
    s.players[0].cards, s.players[0].points = tuple(every(points=5)[:3]), 15
    s = do(s, "take w")
    assert s.last_round and can(s) == ["pass"]
    s = do(s, "pass")
    assert s.over and not stalemate(s) and splendor.winners(s) == (0,)


def test_a_noble_comes_after_a_pass_too() -> None:
    """1.3, step 2: every turn, even one without an action."""
    s = stuck()
    s.nobles = (noble("wwwuuuggg"),)
    s.players[0].bonuses = [3, 3, 3, 0, 0]
    assert do(s, "pass").players[0].nobles == (noble("wwwuuuggg"),)
