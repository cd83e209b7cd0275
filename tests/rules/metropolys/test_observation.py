"""Metropolys: who knows which objective, and what the sizes of buildings tell (sections 2, 3 and 6 of the rules)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tabletown.rules import metropolys
from tabletown.rules.metropolys.board import BUILDINGS, NAMES, places, size, values
from tabletown.rules.metropolys.objectives import EXPERT_AREA, FACE_DOWN, FAMILY_AREA, NEIGHBOURHOOD
from tabletown.rules.metropolys.state import UNSEEN, Metropolys
from tests.rules.metropolys.positions import call, card, do, erect, points, table
from tests.rules.random_play import play_random


def midgame(version: str, memory: str, seats: int = 3) -> Metropolys:
    """A state in the middle of a random game, with bids on the board."""
    run = play_random(metropolys, seats, {"version": version, "memory": memory}, 11)
    return next(s for s in run.states[len(run.states) // 2 :] if s.bids)


@pytest.mark.parametrize("version", ["family", "expert"])
def test_objectives_are_secret_until_the_end(version: str) -> None:
    """2: each player knows only their own; a spectator knows none."""
    s = midgame(version, "on")
    for viewer in (0, 1, 2, None):
        for seat, p in enumerate(metropolys.observe(s, viewer).players):
            assert p.cards == (s.players[seat].cards if seat == viewer else (FACE_DOWN,) * len(p.cards))


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_the_view_is_the_same_whatever_others_hold(viewer: int | None) -> None:
    """2: nothing else tells."""
    s = midgame("expert", "on")
    other = s.copy()
    for seat, p in enumerate(other.players):
        if seat != viewer:
            p.cards = next(cards for cards in ((4, 9), (5, 10)) if cards != p.cards)
    assert repr(s) != repr(other) and repr(metropolys.observe(s, viewer)) == repr(metropolys.observe(other, viewer))


def test_objectives_are_revealed_at_the_end() -> None:
    """6."""
    s = play_random(metropolys, 2, {"version": "expert", "memory": "on"}, 5).states[-1]
    assert s.over and metropolys.observe(s, 0) == metropolys.observe(s, None) == s


def test_an_unknown_card_scores_nothing() -> None:
    s = erect(table(2), 1, "1 S2")
    s.players[1].cards = (card("family area", "bridges"),)
    assert points(s, 1)["Map card"] == 3 and points(metropolys.observe(s, 0), 1)["Map card"] == 0


def test_everything_else_is_open() -> None:
    """2 and 3: tokens, special cards, hands and bids."""
    s = midgame("family", "on")
    view = metropolys.observe(s, None)
    for p in view.players:
        p.cards = ()
    bare = s.copy()
    for p in bare.players:
        p.cards = ()
    assert view == bare


@pytest.mark.parametrize(
    "seats, version, own, pool",
    [
        (2, "family", 0, {card for card in FAMILY_AREA if card != 3}),
        (3, "family", 0, set(FAMILY_AREA)),
        (4, "family", 0, set(FAMILY_AREA)),
        (2, "expert", 0, set(EXPERT_AREA)),
        (4, "expert", 1, set(NEIGHBOURHOOD)),
    ],
)
def test_others_are_dealt_any_card_that_is_not_one_s_own(seats: int, version: str, own: int, pool: set[int]) -> None:
    """2.5: left-over cards are unseen too, so they could be in a hand; every card is equally likely."""
    s = metropolys.setup(seats, {"version": version, "memory": "on"}, Random(3))
    view = metropolys.observe(s, 0)
    dealt = [metropolys.determinize(view, Random(seed)) for seed in range(600)]
    counts = Counter(world.players[1].cards[own] for world in dealt)
    assert set(counts) == pool - {s.players[0].cards[own]}
    assert min(counts.values()) > 0.7 * 600 / len(counts)
    assert all(len({p.cards[own] for p in world.players}) == seats for world in dealt)
    assert all(world.players[0].cards == s.players[0].cards for world in dealt)


def test_with_memory_everybody_sees_the_values() -> None:
    """3, values: they can be worked out, for every bid was open."""
    s = call(table(), "bid 7 C9")
    for viewer in (0, 1, None):
        assert metropolys.observe(s, viewer).values[NAMES.index("C9")] == 7


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_without_memory_only_the_size_is_seen(viewer: int | None) -> None:
    """3, values: a building is face down; bids and hands stay open."""
    s = do(call(table(memory="off"), "bid 7 C9"), "bid 3 C8")
    view = metropolys.observe(s, viewer)
    assert view.values[NAMES.index("C9")] == UNSEEN and set(view.values) == {0, UNSEEN}
    assert view.players[0].built == [0, 1 << NAMES.index("C9"), 0]
    assert view.bids == s.bids and [p.hand for p in view.players] == [p.hand for p in s.players]


def test_values_stay_hidden_at_the_end() -> None:
    """3: a built building never shows a number again."""
    s = play_random(metropolys, 2, {"version": "family", "memory": "off"}, 5).states[-1]
    assert set(metropolys.observe(s, 0).values) == {0, UNSEEN}


def test_without_memory_the_view_does_not_tell_which_value_is_where() -> None:
    state = erect(table(memory="off"), 0, "6 C9", "8 N1")
    other = erect(table(memory="off"), 0, "8 C9", "6 N1")
    assert state != other and metropolys.observe(state, 0) == metropolys.observe(other, 0)


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_worlds_put_the_missing_values_where_their_size_stands(viewer: int | None) -> None:
    """3: what is built is what is missing from hand and bids."""
    s = midgame("expert", "off")
    view, dealt = metropolys.observe(s, viewer), set()
    for seed in range(50):
        world = metropolys.determinize(view, Random(seed))
        dealt.add(tuple(world.values))
        for seat, p in enumerate(world.players):
            built = [world.values[place] for place in places(p.places)]
            lying = [value for bidder, _, value in world.bids if bidder == seat]
            assert sorted([*values(p.hand), *lying, *built]) == list(BUILDINGS)
            assert all(size(world.values[place]) == which for which in range(3) for place in places(p.built[which]))
    assert len(dealt) > 10


def test_every_value_that_is_possible_is_dealt() -> None:
    s = erect(table(memory="off"), 0, "6 C9", "8 N1", "9 N2", "3 S1")
    view = metropolys.observe(s, 1)
    dealt = [metropolys.determinize(view, Random(seed)).values for seed in range(300)]
    counts = Counter(world[NAMES.index("C9")] for world in dealt)
    assert set(counts) == {6, 8, 9} and min(counts.values()) > 60
    assert {world[NAMES.index("S1")] for world in dealt} == {3}


def test_a_building_won_in_an_imagined_game_is_known_there() -> None:
    """A view can be played on; a building seen being built keeps its value in the next world."""
    view = metropolys.observe(erect(table(2, memory="off"), 0, "6 C9", "8 N1"), 0)
    view = call(view, "bid 9 C1")
    for seed in range(10):
        world = metropolys.determinize(view, Random(seed))
        assert world.values[NAMES.index("C1")] == 9
        assert {world.values[NAMES.index("C9")], world.values[NAMES.index("N1")]} == {6, 8}
