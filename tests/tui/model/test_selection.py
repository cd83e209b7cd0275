"""Choosing an action by its parts: narrowing, putting back, and that nothing illegal can be composed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletown import rules
from tabletown.rules.core.game import Action
from tabletown.rules.core.match import Match
from tabletown.tui.model.selection import Part, Selection
from tabletown.tui.screens.match_base import board_class
from tabletown.tui.widgets.board import Board
from tabletown.tui.widgets.board_controller import BoardController
from tests.rules.random_play import first_match, play_match
from tests.tui.app_driver import make_app
from tests.tui.sample_matches import find_match, legal_verbs, match_after, payment_ways

TAKES: list[Action] = [("take", (0, 1, 2)), ("take", (0, 1, 3)), ("take", (0, 0))]
BUYS: list[Action] = [("buy", 7, "gem"), ("buy", 7, "gold")]
RESERVE: Action = ("reserve", 7)


def parts(a: Action) -> list[Part]:
    """A small game of gems and one card."""
    match a:
        case ("take", gems):
            return [("gem", gem) for gem in gems]
        case ("reserve", card):
            return [("card", card), ("do", "reserve")]
        case ("buy", card, paid):
            return [("card", card), ("do", "buy"), ("pay", paid)]
    raise AssertionError(a)


@pytest.fixture
def small() -> Selection:
    return Selection([*TAKES, *BUYS, RESERVE], parts)


def gems(*colours: int) -> set[Part]:
    return {("gem", colour) for colour in colours}


def test_everything_that_begins_an_action_is_an_option(small: Selection) -> None:
    assert small.options() == gems(0, 1, 2, 3) | {
        ("card", 7),
        ("do", "reserve"),
        ("do", "buy"),
        ("pay", "gem"),
        ("pay", "gold"),
    }
    assert small.action() is None and len(small.left()) == 6


def test_a_pick_narrows_what_is_left(small: Selection) -> None:
    assert small.pick(("gem", 1))
    assert small.options() == gems(0, 2, 3) and small.left() == TAKES[:2]
    assert small.pick(("gem", 3))
    assert small.options() == gems(0) and small.action() is None
    assert small.pick(("gem", 0))
    assert small.action() == ("take", (0, 1, 3)) and small.options() == frozenset()


def test_parts_are_picked_in_any_order(small: Selection) -> None:
    for part in (("gem", 2), ("gem", 0), ("gem", 1)):
        assert small.pick(part)
    assert small.action() == ("take", (0, 1, 2))


def test_the_same_gem_twice_is_a_pair(small: Selection) -> None:
    assert small.pick(("gem", 0)) and ("gem", 0) in small.options()
    assert small.pick(("gem", 0))
    assert small.action() == ("take", (0, 0)) and small.picked == [("gem", 0)] * 2


def test_a_gem_without_a_pair_is_put_back_by_a_second_pick(small: Selection) -> None:
    assert small.pick(("gem", 1)) and small.pick(("gem", 1))
    assert small.picked == [] and len(small.left()) == 6


def test_a_second_gem_of_a_pile_without_a_pair_is_refused_and_the_first_stays() -> None:
    selection = Selection(TAKES, parts, ("gem",))
    assert selection.pick(("gem", 1)) and not selection.pick(("gem", 1)) and selection.picked == [("gem", 1)]
    assert selection.pick(("gem", 0)) and selection.pick(("gem", 1)) and selection.picked == [("gem", 0)]


def test_one_of_a_pair_is_put_back_by_a_third_pick(small: Selection) -> None:
    for _ in range(3):
        assert small.pick(("gem", 0))
    assert small.picked == [("gem", 0)]


def test_a_gem_that_does_not_fit_is_refused(small: Selection) -> None:
    assert small.pick(("gem", 2)) and small.pick(("gem", 0))
    assert not small.pick(("gem", 3)) and small.picked == [("gem", 2), ("gem", 0)]


def test_a_part_of_no_action_is_refused(small: Selection) -> None:
    assert not small.pick(("gem", 5)) and not small.pick(("card", 8)) and small.picked == []


def test_a_part_of_another_kind_begins_a_new_choice(small: Selection) -> None:
    assert small.pick(("gem", 0)) and small.pick(("card", 7))
    assert small.picked == [("card", 7)] and small.left() == [*BUYS, RESERVE]
    assert small.pick(("gem", 3)) and small.picked == [("gem", 3)]


def test_another_part_takes_the_place_of_the_only_pick_that_is_asked_for() -> None:
    """One of two gems to return; but of gems to take, another one is refused."""
    selection = Selection([("take", (0,)), ("take", (3,))], parts)
    assert selection.pick(("gem", 0)) and selection.pick(("gem", 3))
    assert selection.picked == [("gem", 3)]
    selection = Selection([("take", (0, 1)), ("take", (2, 3))], parts)
    assert selection.pick(("gem", 0)) and selection.pick(("gem", 1)) and not selection.pick(("gem", 2))


def test_a_payment_is_chosen_after_the_card(small: Selection) -> None:
    assert small.pick(("card", 7)) and small.action() is None
    assert small.pick(("pay", "gold")) and small.left() == [("buy", 7, "gold")] and small.action() is None
    assert not small.pick(("pay", "gem"))
    assert small.pick(("do", "buy")) and small.action() == ("buy", 7, "gold")


def test_choose_picks_every_part(small: Selection) -> None:
    small.pick(("card", 7))
    small.choose(("take", (0, 0)))
    assert small.picked == [("gem", 0)] * 2 and small.action() == ("take", (0, 0))
    with pytest.raises(KeyError):
        small.choose(("take", (4, 4)))


def test_clear_begins_again(small: Selection) -> None:
    small.choose(RESERVE)
    small.clear()
    assert small.picked == [] and small.action() is None and len(small.left()) == 6


def test_without_actions_nothing_can_be_picked() -> None:
    nothing = Selection()
    assert nothing.options() == frozenset() and not nothing.pick(("gem", 0)) and nothing.action() is None


# Real positions


@cache
def board(name: str) -> Board:
    return board_class(name)(make_app().palette, cast(BoardController, None))  # no one picks


def spelling(match: Match) -> Callable[[Action], Sequence[Part]]:
    """The function of the game's board that returns the parts of an action."""
    return board(match.name).parts


def positions() -> list[Match]:
    """Matches of every game at random points, and those in which a choice of its own kind is due."""
    random = [
        play_match(first_match(name, seats, seed), plies, seed)
        for name in rules.GAMES
        for seats in rules.load(name).SEATS
        for seed, plies in ((1, 0), (2, 7), (3, 25), (4, 60))
    ]
    undecided = [match for match in random if match.player is not None]
    return [
        *undecided,
        find_match(lambda s: "return" in legal_verbs(s)),
        find_match(lambda s: "noble" in legal_verbs(s)),
        find_match(lambda s: payment_ways(s) > 3),
    ]


POSITIONS = positions()
ANY = st.sampled_from(POSITIONS)


def test_positions_offer_every_kind_of_choice() -> None:
    """The control of the properties below: they meet payments, returns, nobles and blind reserves."""
    offered = {a[0] for match in POSITIONS for a in match.game.legal(match.state)}
    assert offered >= {"take", "buy", "reserve", "reserve_blind", "return", "noble"}


@settings(max_examples=60, deadline=None)
@given(ANY, st.randoms(use_true_random=False))
def test_options_always_lead_to_a_legal_action(match: Match, rng: Random) -> None:
    legal, spell = match.game.legal(match.state), spelling(match)
    selection = Selection(legal, spell)
    while options := sorted(selection.options(), key=repr):
        assert selection.pick(options[int(rng.random() * len(options))])
        picked = Counter(selection.picked)
        assert any(picked <= Counter(spell(a)) for a in legal), f"{selection.picked} begins no action"
    assert selection.action() in legal


@settings(max_examples=60, deadline=None)
@given(ANY, st.lists(st.integers(0, 99), max_size=12))
def test_no_picks_compose_an_illegal_action(match: Match, numbers: list[int]) -> None:
    legal, spell = match.game.legal(match.state), spelling(match)
    selection = Selection(legal, spell)
    anything = sorted({part for a in legal for part in spell(a)} | {("gem", c) for c in range(6)}, key=repr)
    for number in numbers:
        selection.pick(anything[number % len(anything)])
        action = selection.action()
        assert action is None or action in legal
        assert selection.left(), f"{selection.picked} begins no action"
        assert action is None or Counter(spell(action)) == Counter(selection.picked)


def test_distinct_actions_have_distinct_parts() -> None:
    """Otherwise picks could not distinguish two of them."""
    for seed in range(40):
        match = play_match(first_match("splendor", 2 + seed % 3, seed), 3 * seed, seed)
        if match.player is not None:
            spelled = [frozenset(Counter(spelling(match)(a)).items()) for a in match.game.legal(match.state)]
            assert len(set(spelled)) == len(spelled)


def test_every_action_of_a_game_can_be_spelled() -> None:
    match = match_after(plies=-1)
    for s in match.states[::4]:
        legal = match.game.legal(s)
        for a in legal:
            selection = Selection(legal, spelling(match))
            for part in spelling(match)(a):
                assert selection.pick(part), f"{part} of {a} cannot be picked after {selection.picked}"
            assert selection.action() == a
