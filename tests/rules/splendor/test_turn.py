"""Splendor: the end of a turn, tokens and nobles (rule 1.3)."""

from __future__ import annotations

import pytest

from tabletown.rules import splendor
from tabletown.rules.core.game import total_points
from tabletown.rules.splendor.cards import NOBLES
from tabletown.rules.splendor.state import Splendor
from tests.rules.splendor.positions import able, bonuses, can, counts, do, every, find, give, hold, lay, noble, table


def points(s: Splendor, player: int) -> int:
    return total_points(splendor.score(s)[player])


# Token limit


def test_ten_tokens_may_be_kept() -> None:
    """1.3, step 1: only above ten."""
    s = table(4)
    give(s, 0, "wwuuggr")
    after = do(s, "take wug")
    assert sum(after.players[0].tokens) == 10 and splendor.turn(after) == 1


def test_the_excess_goes_back_to_exactly_ten() -> None:
    """1.3, step 1: one by one, until ten; the tokens are the next player's to take."""
    s = table(4)
    give(s, 0, "wwuuggrrr")
    after = do(s, "take wug")
    assert sum(after.players[0].tokens) == 12
    after = do(after, "return r")
    assert splendor.turn(after) == 0 and {a[0] for a in splendor.legal(after)} == {"return"}
    after = do(after, "return r")
    assert splendor.turn(after) == 1 and sum(after.players[0].tokens) == 10
    assert after.bank == [4, 4, 4, 6, 7, 5]
    assert not able(after, "return")


def test_tokens_of_ones_choice_go_back() -> None:
    """1.3, step 1: any that the player holds, gold and those just taken included, and no others."""
    s = table(4)
    give(s, 0, "wwwww*****")
    after = do(s, "take ugr")
    assert can(after) == ["return w", "return u", "return g", "return r", "return *"]
    after = do(after, "return *", "return u", "return g")
    assert after.players[0].tokens == counts("wwwwwr****") and after.bank[5] == 1


def test_gold_counts_towards_the_limit() -> None:
    """1.3, step 1."""
    s = table(4)
    give(s, 0, "wwwww****")
    assert splendor.turn(do(s, "take ugr")) == 0
    assert splendor.turn(do(s, "reserve 1-1")) == 1


def test_the_last_token_of_a_colour_can_go_back_once() -> None:
    """1.3, step 1."""
    s = table(4)
    give(s, 0, "wwwwwuuuuu")
    after = do(s, "take grb", "return g")
    assert "return g" not in can(after)
    assert "no green" in splendor.refusal(after, ("return", 2))


def test_returning_is_possible_only_above_ten() -> None:
    """1.3, step 1."""
    s = table(4)
    give(s, 0, "wwwww*****")
    assert not able(s, "return")
    assert splendor.refusal(s, ("return", 0)) == "You only return tokens when you have more than 10."


def test_nothing_else_while_tokens_are_due() -> None:
    """1.3, step 1."""
    s = table(4)
    give(s, 0, "wwwww*****")
    after = do(s, "take ugr")
    for a in (("take", (0, 1, 2)), ("reserve", after.market[0]), ("pass",)):
        assert "First return" in splendor.refusal(after, a)


def test_buying_may_bring_a_player_down_to_the_limit() -> None:
    """1.3, step 1: the limit looks at the tokens after the action."""
    s = table(4)
    lay(s, 0, find(cost="bbb"))
    give(s, 0, "wwwuuugggbbb")
    assert splendor.turn(do(s, "buy 1-1")) == 1


# Nobles


def test_a_noble_comes_by_itself() -> None:
    """1.3, step 2: with enough bonuses; it is worth 3, is not replaced, and refusal is impossible."""
    s = table()
    s.nobles = (noble("wwwwuuuu"), noble("ggggrrrr"))
    lay(s, 0, find(cost="bbb", bonus="u"))
    bonuses(s, 0, "wwwwuuu")
    give(s, 0, "bbb")
    after = do(s, "buy 1-1")
    p = after.players[0]
    assert p.nobles == (noble("wwwwuuuu"),) and after.nobles == (noble("ggggrrrr"),)
    assert splendor.turn(after) == 1
    assert p.points == points(after, 0) == points(s, 0) + 3


def test_bonuses_are_not_spent_on_a_noble() -> None:
    """1.3, step 2."""
    s = table()
    s.nobles = (noble("wwwuuuggg"),)
    bonuses(s, 0, "wwwuuuggg")
    after = do(s, "take wug")
    assert after.players[0].nobles and after.players[0].bonuses == counts("wwwuuuggg")[:5]


def test_every_requirement_must_be_met() -> None:
    """1.3, step 2."""
    s = table()
    s.nobles = (noble("wwwuuuggg"),)
    bonuses(s, 0, "wwwwwuuuuugg")
    assert do(s, "take wug").players[0].nobles == ()


@pytest.mark.parametrize("colour", range(5))
@pytest.mark.parametrize("tile", range(len(NOBLES)))
def test_one_bonus_short_is_not_enough(tile: int, colour: int) -> None:
    """1.3, step 2: exactly the requirements of each noble; one bonus less of any colour it asks for is too few."""
    s = table()
    s.nobles = (tile,)
    s.players[0].bonuses = list(NOBLES[tile].cost)
    assert do(s, "take wug").players[0].nobles == (tile,)
    if s.players[0].bonuses[colour]:
        s.players[0].bonuses[colour] -= 1
        assert do(s, "take wug").players[0].nobles == ()


def test_tokens_and_hand_do_not_count_for_nobles() -> None:
    """1.3, step 2."""
    s = table(4)
    s.nobles = (noble("wwwuuuggg"),)
    bonuses(s, 0, "wwwuuug")
    hold(s, 0, *every(level=1, bonus="g")[:2])
    give(s, 0, "ggg")
    assert do(s, "take wug").players[0].nobles == ()


def test_of_several_nobles_the_player_chooses_one() -> None:
    """1.3, step 2: at most one a turn."""
    s = table()
    first, second, third = s.nobles = tuple(sorted((noble("wwwwuuuu"), noble("wwwuuuggg"), noble("ggggrrrr"))))
    bonuses(s, 0, "wwwwuuuuggg")
    after = do(s, "take wug")
    assert splendor.turn(after) == 0
    both = {noble("wwwwuuuu"), noble("wwwuuuggg")}
    assert set(able(after, "noble")) == both and {a[0] for a in splendor.legal(after)} == {"noble"}
    assert "First choose" in splendor.refusal(after, ("pass",))
    for chosen in both:
        text = splendor.notation(after, ("noble", chosen))
        done = do(after, text)
        assert done.players[0].nobles == (chosen,) and splendor.turn(done) == 1
        assert set(done.nobles) == {first, second, third} - {chosen}


def test_a_noble_passed_over_comes_on_a_later_turn() -> None:
    """1.3, step 2: also on a turn without a purchase."""
    s = table()
    s.nobles = (noble("wwwwuuuu"), noble("wwwuuuggg"))
    bonuses(s, 0, "wwwwuuuuggg")
    s = do(s, "take wug", "noble 1", "take wug")
    assert len(s.players[0].nobles) == 1
    s = do(s, "reserve 1-1")
    assert len(s.players[0].nobles) == 2 and s.nobles == ()


def test_a_noble_who_comes_by_itself_is_told_with_the_action() -> None:
    """1.3, step 2: where two come the player's choice tells it."""
    s = table()
    s.nobles = (noble("wwwwuuuu"), noble("wwwuuuggg"))
    bonuses(s, 0, "wwwwuuuuggg")
    take = next(a for a in splendor.legal(s) if a[0] == "take")
    assert "welcoming" not in splendor.describe(s, take)
    s.nobles = (noble("wwwwuuuu"),)
    assert splendor.describe(s, take).endswith(", gaining the noble (4 white and 4 blue)")
    view = splendor.observe(s, None)
    assert splendor.describe(view, take) == splendor.describe(s, take) and s.nobles == view.nobles


def test_a_noble_visits_only_the_player_whose_turn_ends() -> None:
    """1.3, step 2."""
    s = table()
    s.nobles = (noble("wwwuuuggg"),)
    bonuses(s, 1, "wwwuuuggg")
    s = do(s, "take wug")
    assert s.players[1].nobles == ()
    assert do(s, "take wug").players[1].nobles == (noble("wwwuuuggg"),)


def test_tokens_go_back_before_the_noble_comes() -> None:
    """1.3: the limit, then the noble; the noble is never lost by it."""
    s = table(4)
    s.nobles = (noble("wwwuuuggg"), noble("uuugggrrr"))
    bonuses(s, 0, "wwwuuugggrrr")
    give(s, 0, "wwwwuuuugg")
    after = do(s, "take wug", "return w", "return w", "return w")
    assert splendor.turn(after) == 0 and len(able(after, "noble")) == 2
