"""Splendor with The Cities (rules, section 3 and rulings C1 to C3)."""

from __future__ import annotations

from random import Random

import pytest

from tabletown.rules import splendor
from tabletown.rules.splendor.cards import COLOURS, GOLD
from tabletown.rules.splendor.expansions.cities import FACES, Cities, met, nearest, of
from tabletown.rules.splendor.score import stalemate
from tabletown.rules.splendor.state import Splendor
from tests.rules.splendor.positions import able, can, clear, counts, do, hold, own, spare, table


def face(points: int, cost: str = "", alike: int = 0) -> int:
    """The face that requires that number of points, those bonuses, and that number of one colour."""
    asked = [(f.points, list(f.cost), f.alike) for f in FACES]
    return asked.index((points, counts(cost)[:5], alike))


FOUR_RED = face(13, "rrrrbbb")
FOUR_BLUE = face(13, "wwwuuuu")
NOTHING_ELSE = face(17)
FIVE_ALIKE = face(15, alike=5)
GREEN_AND_ANOTHER = face(14, "gggg", alike=4)


def cities(*faces: int, seats: int = 2) -> Splendor:
    """A table with these cities."""
    s = table(seats, module="cities")
    s.extra = Cities(tuple(faces), [None] * seats)
    return s


def stand(s: Splendor, player: int, points: int, letters: str) -> None:
    """Give a player that number of points and these bonuses; the cards' own do not matter here."""
    s.players[player].points, s.players[player].bonuses = points, counts(letters)[:5]


def pass_by(s: Splendor) -> Splendor:
    """A turn that changes no points or bonuses."""
    return do(s, next(text for text in can(s) if text.startswith("take")))


def owners(s: Splendor) -> list[int | None]:
    return of(s).owned


# Setup


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_three_tiles_and_no_nobles(seats: int) -> None:
    """3, setup: for any number of players."""
    for seed in range(50):
        s = splendor.setup(seats, {"module": "cities"}, Random(seed))
        assert s.nobles == () and owners(s) == [None] * seats
        assert len({FACES[f].tile for f in of(s).table}) == len(of(s).table) == 3


def test_every_face_comes_with_the_same_chance() -> None:
    """3, setup: 3 of 7 tiles, either side up, and never both sides of one."""
    drawn = [f for seed in range(700) for f in of(splendor.setup(2, {"module": "cities"}, Random(seed))).table]
    assert set(drawn) == set(range(14))
    assert all(110 < drawn.count(f) < 190 for f in range(14))


def test_the_fourteen_faces() -> None:
    """3 and its table: two faces a tile; prestige, coloured bonuses, and three faces that want some of one colour."""
    assert [f.tile for f in FACES] == [tile for tile in range(7) for _ in range(2)]
    assert sorted(f.points for f in FACES) == [11, 11, 12, 13, 13, 13, 13, 13, 13, 14, 14, 15, 16, 17]
    assert [(f.points, f.alike) for f in FACES if f.alike] == [(12, 6), (15, 5), (14, 4)]
    assert sum(sum(f.cost) for f in FACES) == 5 * 7 + 5 + 12 + 12 + 4 + 8 + 10


# Requirements


@pytest.mark.parametrize(
    "points, letters, qualifies",
    [
        (13, "rrrrbbb", True),
        (12, "rrrrbbb", False),
        (13, "rrrbbb", False),
        (13, "rrrrbb", False),
        (20, "rrrrrrbbbbw", True),
    ],
)
def test_points_and_every_coloured_bonus(points: int, letters: str, qualifies: bool) -> None:
    """3: the rulebook's first example, 13 points, 4 red and 3 black."""
    s = cities(FOUR_RED)
    stand(s, 0, points, letters)
    assert met(s.players[0], FOUR_RED) is qualifies
    assert (owners(pass_by(s))[0] == FOUR_RED) is qualifies


@pytest.mark.parametrize("colour", "wugrb")
def test_bonuses_of_one_colour(colour: str) -> None:
    """3: the second example, 15 points and 5 of the same type, whichever."""
    s = cities(FIVE_ALIKE)
    stand(s, 0, 15, 5 * colour)
    assert met(s.players[0], FIVE_ALIKE)
    stand(s, 0, 15, 4 * "wugrb")
    assert not met(s.players[0], FIVE_ALIKE)


def test_prestige_alone() -> None:
    """3: a face that requires nothing else."""
    s = cities(NOTHING_ELSE)
    stand(s, 0, 17, "")
    assert owners(pass_by(s)) == [NOTHING_ELSE, None]


def test_c2_the_other_colour_is_not_the_first() -> None:
    """C2: 4 green and 4 of another colour: eight green are not enough."""
    s = cities(GREEN_AND_ANOTHER)
    for letters, qualifies in (("gggggggg", False), ("ggggwww", False), ("gggbbbb", False), ("ggggbbbb", True)):
        stand(s, 0, 14, letters)
        assert met(s.players[0], GREEN_AND_ANOTHER) is qualifies
    assert FACES[GREEN_AND_ANOTHER].alike_not == COLOURS.index("green")


def test_tokens_and_the_hand_do_not_count() -> None:
    """3: bonuses, as for nobles."""
    s = cities(FOUR_RED)
    hold(s, 0, *spare(s, bonus="r", number=3))
    stand(s, 0, 13, "rrrrbb")
    s.players[0].tokens = [0, 0, 0, 4, 4, 0]
    assert not met(s.players[0], FOUR_RED)


# Taking a city


def test_a_city_is_taken_by_itself() -> None:
    """3: at the end of the turn; the tile leaves the table, gives no points and stays."""
    s = cities(FOUR_RED, FIVE_ALIKE)
    stand(s, 0, 13, "rrrrbbb")
    assert all(
        ", taking the city (13 points with 4 red and 3 black bonuses)" in splendor.describe(s, a)
        for a in splendor.legal(s)
    )
    after = pass_by(s)
    assert owners(after) == [FOUR_RED, None] and of(after).table == (FIVE_ALIKE,)
    assert after.players[0].points == 13 and splendor.turn(after) == 1


def test_of_several_the_player_chooses_one() -> None:
    """3: one and only one."""
    s = cities(FOUR_BLUE, FOUR_RED, FIVE_ALIKE)
    stand(s, 0, 15, "rrrrrbbb")
    s = pass_by(s)
    assert splendor.turn(s) == 0 and able(s, "city") == [FOUR_RED, FIVE_ALIKE] and can(s) == ["city 2", "city 3"]
    assert splendor.refusal(s, ("take", (0, 1, 2))) == "First choose which city to take."
    assert splendor.refusal(s, ("city", FOUR_BLUE)) == "That city needs 13 points with W3 U4 bonuses."
    assert "15 points" in splendor.describe(s, ("city", FIVE_ALIKE))
    after = do(s, "city 3")
    assert owners(after) == [FIVE_ALIKE, None] and of(after).table == (FOUR_BLUE, FOUR_RED)


@pytest.mark.parametrize("others", [(FOUR_RED,), (FOUR_RED, FIVE_ALIKE)])
def test_one_city_for_the_whole_game(others: tuple[int, ...]) -> None:
    """3: never more than one a player, and no choice of a second."""
    s = cities(*others, seats=3)
    of(s).owned[0] = FOUR_BLUE
    stand(s, 0, 20, "rrrrrbbb")
    after = pass_by(s)
    assert owners(after) == [FOUR_BLUE, None, None] and of(after).table == others and splendor.turn(after) == 1


def test_a_city_comes_after_the_token_limit() -> None:
    """3 and 7: tokens are returned first."""
    s = cities(FOUR_RED, FIVE_ALIKE)
    stand(s, 0, 15, "rrrrrbbb")
    s.bank, s.players[0].tokens = [2, 2, 2, 4, 4, 0], [2, 2, 2, 0, 0, 4]
    s = do(s, "take wug")
    assert {a[0] for a in splendor.legal(s)} == {"return"}
    s = do(s, "return *", "return *", "return *")
    assert {a[0] for a in splendor.legal(s)} == {"city"}


def test_the_card_of_the_turn_counts() -> None:
    """3: at the end of the turn."""
    s = cities(FOUR_RED)
    hold(s, 0, *(cards := spare(s, level=2, bonus="r")))
    stand(s, 0, 10, "rrrbbb")
    s.players[0].tokens = [7, 7, 7, 7, 7, 0]
    s = do(s, "buy r1")
    while can(s)[0].startswith("return"):
        s = do(s, can(s)[0])
    assert cards[0] in s.players[0].cards and owners(s) == [FOUR_RED, None]


# The end


def test_fifteen_points_trigger_nothing() -> None:
    """3: the goal is a city."""
    s = cities(FOUR_RED)
    stand(s, 0, 16, "")
    after = pass_by(s)
    assert not after.last_round and not after.over


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_city_makes_the_round_the_last(seats: int) -> None:
    """3: all have equal turns, and the only owner wins with any score."""
    for who in range(seats):
        s = cities(FOUR_RED, seats=seats)
        for player in range(seats):
            stand(s, player, 30, "")
        stand(s, who, 13, "rrrrbbb")
        turns = [0] * seats
        while (player := splendor.turn(s)) is not None:
            turns[player] += 1
            s = pass_by(s)
        assert turns == [1] * seats and splendor.winners(s) == (who,)


def test_of_several_owners_the_one_with_most_prestige_wins() -> None:
    """3: those without a city cannot win."""
    s = cities(FOUR_RED, FIVE_ALIKE, seats=3)
    stand(s, 0, 13, "rrrrbbb")
    stand(s, 1, 15, "wwwww")
    stand(s, 2, 30, "")
    s = pass_by(pass_by(pass_by(s)))
    assert s.over and owners(s) == [FOUR_RED, FIVE_ALIKE, None] and splendor.winners(s) == (1,)


def test_c1_a_tie_among_owners_goes_to_the_fewest_cards() -> None:
    """C1: the tie-break of the base game, then the victory is shared."""
    s = cities()
    of(s).owned[:] = [FOUR_RED, FIVE_ALIKE]
    own(s, 0, *spare(s, points=0, number=2))
    own(s, 1, *spare(s, points=0))
    assert splendor.winners(s) == (1,)
    own(s, 1, *spare(s, points=0))
    assert splendor.winners(s) == (0, 1)


def test_c3_a_city_taken_in_the_last_round_is_gone() -> None:
    """C3: players later in the round cannot take the same tile."""
    s = cities(FOUR_RED)
    stand(s, 0, 13, "rrrrbbb")
    stand(s, 1, 20, "rrrrbbb")
    s = pass_by(pass_by(s))
    assert s.over and owners(s) == [FOUR_RED, None] and splendor.winners(s) == (0,)


def test_a_stalemate_without_any_city_goes_to_the_most_prestige() -> None:
    """3, fallback: all players pass, none owns a city."""
    s = cities(FOUR_RED)
    clear(s)
    s.bank = [0] * (GOLD + 1)
    stand(s, 1, 2, "")
    s = do(s, "pass", "pass")
    assert s.over and stalemate(s) and splendor.winners(s) == (1,)


def test_everybody_sees_the_cities() -> None:
    """3: nothing about them is hidden."""
    s = cities(FOUR_RED, FIVE_ALIKE)
    assert all(splendor.observe(s, viewer).extra == s.extra for viewer in (None, 0, 1))


ONE_OF_EACH, TWO_OF_EACH = face(16, "wugrb"), face(13, "wwuuggrrbb")
FOUR_COLOURS = face(11, "wwwuuurrrbbb")


@pytest.mark.parametrize(("near", "far", "points", "letters"), [
    (FOUR_RED, FOUR_COLOURS, 0, ""),
    (ONE_OF_EACH, FOUR_RED, 8, "wugr"),
    (TWO_OF_EACH, NOTHING_ELSE, 0, ""),
    (FOUR_RED, FOUR_BLUE, 0, "r"),
])  # fmt: skip
def test_the_nearest_city_needs_the_fewest_further_cards(near: int, far: int, points: int, letters: str) -> None:
    """Neither the fewest points nor the fewest bonuses alone."""
    s = cities(*sorted((near, far)))
    stand(s, 0, points, letters)
    assert nearest(s, 0) == near
