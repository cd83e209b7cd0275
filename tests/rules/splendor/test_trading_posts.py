"""Splendor with Trading Posts (rules, section 4 and rulings T1 to T4)."""

from __future__ import annotations

import pytest

from tabletown.rules import splendor
from tabletown.rules.core.game import total_points
from tabletown.rules.splendor.expansions.trading_posts import POSTS, of
from tabletown.rules.splendor.state import Splendor
from tests.rules.splendor.positions import (
    COATS,
    DOUBLE,
    FIVE,
    LEVEL_1,
    PAIR,
    TOKEN,
    able,
    bonuses,
    can,
    counts,
    do,
    find,
    give,
    hold,
    lay,
    leave,
    noble,
    own,
    posts,
    spare,
)


def coats(s: Splendor, player: int = 0) -> tuple[int, ...]:
    return of(s).coats[player]


def points(s: Splendor, player: int = 0) -> int:
    return total_points(splendor.score(s)[player])


# Requirements and claiming


@pytest.mark.parametrize(
    "post, cost, nobles",
    [(TOKEN, "wrrr", 0), (PAIR, "ww", 0), (DOUBLE, "uuub", 0), (FIVE, "ggggg", 1), (COATS, "bbb", 0)],
)
def test_what_each_post_asks_for(post: int, cost: str, nobles: int) -> None:
    """4: the five requirements; a coat of arms is placed automatically at the end of a turn, and not with one less."""
    assert (list(POSTS[post].cost), POSTS[post].nobles) == (counts(cost)[:5], nobles)
    for letters in (cost, *(cost.replace(letter, "", 1) for letter in sorted(set(cost)))):
        s = posts()
        bonuses(s, 0, letters)
        s.players[0].nobles = (3,) * nobles
        assert (post in coats(do(s, "take wug"))) is (letters == cost)


def test_a_coat_stays_and_is_placed_once() -> None:
    """4: permanent, and one a post."""
    s = posts()
    bonuses(s, 0, "ww")
    s = do(s, "take wug", "take wug", "take urb")
    assert coats(s) == (PAIR,) and coats(s, 1) == ()


def test_posts_are_not_exclusive() -> None:
    """4: both players can have a coat of arms on the same post."""
    s = posts()
    bonuses(s, 0, "ww")
    bonuses(s, 1, "ww")
    s = do(s, "take wug", "take wug")
    assert coats(s) == coats(s, 1) == (PAIR,)


def test_t1_several_posts_in_one_turn() -> None:
    """T1: no limit to the claims of a turn."""
    s = posts()
    bonuses(s, 0, "wwwrrruuubbb")
    assert coats(do(s, "take wug")) == (TOKEN, PAIR, DOUBLE, COATS)


def test_the_five_points_need_a_noble() -> None:
    """4: 5 green are not enough; the noble of this very turn counts, for nobles come first."""
    s = posts()
    bonuses(s, 0, "gggggww")
    assert coats(do(s, "take wug")) == (PAIR,)
    s.nobles = (noble("uuugggrrr"),)
    bonuses(s, 0, "uuurr")
    after = do(s, "take wug")
    assert after.players[0].nobles == () and FIVE not in coats(after)
    bonuses(s, 0, "r")
    after = do(s, "take wug")
    assert after.players[0].nobles and FIVE in coats(after)


def test_a_noble_of_several_comes_before_the_posts() -> None:
    """4 and 7: the choice of a noble, then the coats."""
    s = posts()
    s.nobles = (noble("uuugggrrr"), noble("uuuugggg"))
    bonuses(s, 0, "uuuugggggrrr")
    s = do(s, "take wug")
    assert coats(s) == () and {a[0] for a in splendor.legal(s)} == {"noble"}
    assert FIVE in coats(do(s, "noble 1"))


# Points


def test_five_points_once() -> None:
    """4: however many nobles."""
    s = posts(FIVE)
    s.players[0].nobles, s.players[0].points = (0, 1), 11
    assert dict(splendor.score(s)[0])["Post 4"] == 5
    s.nobles = (noble("wwwuuuggg"),)
    bonuses(s, 0, "wwwuuuggg")
    s = do(s, "take wug")
    assert len(s.players[0].nobles) == 3 and dict(splendor.score(s)[0])["Post 4"] == 5
    assert points(s) == s.players[0].points


def test_a_point_a_coat_grows() -> None:
    """4: its own coat counts, and those placed before and after."""
    s = posts()
    bonuses(s, 0, "bbb")
    s = do(s, "take wug", "take wug")
    assert coats(s) == (COATS,) and dict(splendor.score(s)[0])["Post 5"] == 1 and points(s) == 1
    bonuses(s, 0, "ww")
    s = do(s, "take ugr")
    assert coats(s) == (COATS, PAIR) and dict(splendor.score(s)[0])["Post 5"] == 2
    assert points(s) == s.players[0].points == 2


def test_without_the_fifth_post_coats_are_worth_nothing() -> None:
    """4."""
    s = posts(TOKEN, PAIR, DOUBLE)
    assert points(s) == 0


def test_the_red_players_15_points() -> None:
    """The rulebook's example: noble 3, cards 5, the power before last 5, the last one 2 with two coats of arms."""
    s = posts(FIVE, COATS)
    p = s.players[0]
    own(s, 0, *spare(s, points=5))
    p.nobles, p.points = (0,), 3 + 5 + 5 + 2
    assert [n for _, n in splendor.score(s)[0]] == [0, 0, 5, 3, 5, 2] and points(s) == 15


@pytest.mark.parametrize("before, flagged", [(9, False), (10, True)])
def test_points_of_posts_end_the_game_in_the_same_turn(before: int, flagged: bool) -> None:
    """4: the 15-point check comes after the posts."""
    s = posts()
    bonuses(s, 0, "ggggg")
    for points in (5, 4, 3, 2, 1):
        while before - s.players[0].points - 3 >= points and (cards := spare(s, bonus="g", points=points)):
            own(s, 0, *cards)
    s.players[0].nobles, s.players[0].points = (0,), s.players[0].points + 3
    assert s.players[0].points == before
    after = do(s, "take wug")
    assert after.players[0].points == before + 5 and after.last_round is flagged


# The token after a purchase


def buyer(*claimed: int, tokens: str = "bbb") -> Splendor:
    """A table where the first player can buy a card for three black, which is on the first slot."""
    s = posts(*claimed)
    lay(s, 0, find(cost="bbb"))
    give(s, 0, tokens)
    return s


def test_a_token_after_a_purchase() -> None:
    """4, slot 1: a step before the refill; never gold; refused before it is done."""
    s = do(buyer(TOKEN), "buy 1-1")
    assert splendor.turn(s) == 0 and can(s) == ["token w", "token u", "token g", "token r", "token b"]
    assert s.market[0] >= 120, "the slot is refilled after the token"
    assert "trading post" in splendor.refusal(s, ("take", (0, 1, 2)))
    assert splendor.refusal(s, ("token", 5)) and "red gem" in splendor.describe(s, ("token", 3))
    after = do(s, "token r")
    assert after.players[0].tokens == counts("r") and after.market[0] < 90 and splendor.turn(after) == 1


def test_a_token_just_spent_may_be_taken() -> None:
    """4, slot 1: the payment has been returned before."""
    s = buyer(TOKEN)
    s.bank[4], s.players[1].tokens[4] = 0, 1
    assert do(s, "buy 1-1", "token b").players[0].tokens == counts("b")


def test_a_purchase_from_the_hand_brings_a_token_too() -> None:
    """4, slot 1."""
    s = posts(TOKEN)
    hold(s, 0, find(cost="bbb"))
    give(s, 0, "bbb")
    assert able(do(s, "buy r1"), "token") == [0, 1, 2, 3, 4]


def test_not_on_the_turn_of_the_coat() -> None:
    """4, slot 1: the purchase that fulfils the requirement brings no token; the next one does."""
    s = posts()
    card = lay(s, 0, find(level=LEVEL_1, bonus="w", cost="uuu"))
    bonuses(s, 0, "rrr")
    give(s, 0, "uuu")
    s = do(s, "buy 1-1")
    assert card in s.players[0].cards and coats(s) == (TOKEN,) and splendor.turn(s) == 1


def test_t2_the_token_is_mandatory_and_never_gold() -> None:
    """T2: the only options are gems; a single colour is taken automatically, and with none left nothing is."""
    s = buyer(TOKEN)
    assert not [text for text in can(do(s, "buy 1-1")) if not text.startswith("token")]
    s = buyer(TOKEN)
    leave(s, "*****")
    after = do(s, "buy 1-1")
    assert after.players[0].tokens == counts("b") and splendor.turn(after) == 1
    s = posts(TOKEN)
    card = find(cost="bbb")
    hold(s, 0, card)
    bonuses(s, 0, "bbb")
    leave(s, "*****")
    after = do(s, "buy r1")
    assert after.players[0].tokens == [0] * 6 and splendor.turn(after) == 1


def test_the_token_may_exceed_the_limit() -> None:
    """4, slot 1: then the token limit applies."""
    s = posts(TOKEN)
    hold(s, 0, find(cost="bbb"))
    bonuses(s, 0, "bbb")
    give(s, 0, "wwwuuugggr")
    s = do(s, "buy r1", "token r")
    assert sum(s.players[0].tokens) == 11 and {a[0] for a in splendor.legal(s)} == {"return"}


def test_other_actions_bring_no_token() -> None:
    """4, slot 1: only purchases."""
    for text in ("take wug", "take ww", "reserve 1-1", "reserve 2"):
        assert splendor.turn(do(posts(TOKEN), text)) == 1


def test_another_players_coat_gives_me_nothing() -> None:
    """4: the power is its owner's."""
    s = buyer()
    of(s).coats[1] = (TOKEN, PAIR, DOUBLE)
    assert splendor.turn(do(s, "buy 1-1")) == 1
    assert splendor.turn(do(s, "take ww")) == 1


# The third token


def test_two_of_a_kind_and_one_of_another_colour() -> None:
    """4, slot 2."""
    s = do(posts(PAIR), "take ww")
    assert splendor.turn(s) == 0 and can(s) == ["token u", "token g", "token r", "token b"]
    after = do(s, "token b")
    assert after.players[0].tokens == counts("wwb") and after.bank == counts("ww" + 4 * "ugr" + "bbb*****")
    assert splendor.turn(after) == 1


def test_the_pair_still_needs_a_pile_of_four() -> None:
    """4, slot 2: the condition of the base game is unchanged."""
    s = posts(PAIR)
    leave(s, "wwwuuuug*****")
    assert "take ww" not in can(s) and "take uu" in can(s)
    assert can(do(s, "take uu")) == ["token w", "token g"]


def test_three_colours_bring_nothing_more() -> None:
    """4, slot 2: not with action A."""
    assert splendor.turn(do(posts(PAIR), "take wug")) == 1


def test_no_other_colour_no_third_token() -> None:
    """4, slot 2: only if any is available; a single colour is taken automatically."""
    s = posts(PAIR)
    leave(s, "wwww*****")
    after = do(s, "take ww")
    assert after.players[0].tokens == counts("ww") and splendor.turn(after) == 1
    s = posts(PAIR)
    leave(s, "wwwwr*****")
    after = do(s, "take ww")
    assert after.players[0].tokens == counts("wwr") and splendor.turn(after) == 1


def test_t4_powers_are_never_lost() -> None:
    """T4: a claimed post stays, even if the requirement is no longer met."""
    s = posts(PAIR)
    assert s.players[0].bonuses == [0] * 5
    s = do(s, "take wug", "take wug", "take rr")
    assert coats(s) == (PAIR,) and {a[0] for a in splendor.legal(s)} == {"token"}
