"""Splendor: what holds of all modules together, and that their checks can fail."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tabletown.rules import splendor
from tabletown.rules.core.game import apply
from tabletown.rules.splendor.expansions.registry import MODULES
from tabletown.rules.splendor.invariants import CHECKS, conserved
from tabletown.rules.splendor.turn import ORDER
from tests.rules.contract_checks import check_history
from tests.rules.random_play import PlayedGame, play_random
from tests.rules.splendor.positions import table

NAMES = [value for value, _ in splendor.OPTIONS[0].choices]


def test_a1_modules_are_played_singly() -> None:
    """A1: one choice, of which the base game is the first; every table knows them all."""
    assert NAMES == ["base", "cities", "trading_posts", "orient", "strongholds"]
    assert list(MODULES) == list(ORDER) == list(CHECKS) == NAMES
    assert len(splendor.OPTIONS) == 1


@pytest.mark.parametrize("module", NAMES)
def test_only_a_modules_own_pieces_are_on_the_table(module: str) -> None:
    """2: everything in section 1 holds unless overridden."""
    s = splendor.setup(3, {"module": module}, Random(1))
    assert (s.extra is None) is (module == "base")
    assert len(s.nobles) == (0 if module == "cities" else 4)
    assert (len(s.decks), len(s.market)) == ((6, 18) if module == "orient" else (3, 12))
    assert s.bank == [5] * 6


@pytest.mark.parametrize("module", NAMES)
def test_the_token_limit_comes_before_nobles_and_cities(module: str) -> None:
    """7: the order of the steps, as the table has it."""
    names = [step.due.__name__ for step in ORDER[module]]
    assert names.index("above_limit") < names.index("claim" if module == "cities" else "visit")
    assert names[0] == "act" and names[-1] == "end" and names[names.index("above_limit") - 1] == "refilled"


@pytest.mark.parametrize("module", NAMES)
def test_a_base_action_means_the_same_in_every_module(module: str) -> None:
    """2: taking tokens and reserving."""
    s = table(module=module)
    after = apply(splendor, s, ("take", (0, 1, 2)), Random(0))
    assert after.players[0].tokens == [1, 1, 1, 0, 0, 0] and splendor.turn(after) == 1
    after = apply(splendor, s, ("reserve", s.market[5]), Random(0))
    assert after.players[0].reserved == (s.market[5],) and after.players[0].tokens[5] == 1


# Planted faults


def two_tiles(s: Any) -> None:
    s.extra.table = s.extra.table[1:]


def both_faces(s: Any) -> None:
    first = s.extra.table[0]
    s.extra.table = (first, first ^ 1, *s.extra.table[2:])


def a_noble_in_a_city(s: Any) -> None:
    s.nobles = (1,)


def a_coat_too_early(s: Any) -> None:
    s.extra.coats[0] = (0,)


def points_of_a_post(s: Any) -> None:
    s.extra.coats[0] = (4,)


def a_fourth_stronghold(s: Any) -> None:
    s.extra.placed[0] = (s.market[0],) * 4


def a_stronghold_on_a_deck(s: Any) -> None:
    s.extra.placed[1] = (s.decks[0][0],)


def a_shared_card(s: Any) -> None:
    s.extra.placed[:] = [(s.market[0],), (s.market[0],)]


def a_lost_card(s: Any) -> None:
    s.decks[4] = s.decks[4][1:]


def a_card_back_from_the_box(s: Any) -> None:
    s.extra.gone = (s.market[0],)


def a_noble_reserved_twice(s: Any) -> None:
    s.extra.patrons[0] = s.nobles[:1]


def a_bag_without_a_card(s: Any) -> None:
    s.extra.bags[0] = ((95, 1),)


FAULTS: dict[Callable[[Any], None], tuple[str, str]] = {
    two_tiles: ("cities", "city is missing"),
    both_faces: ("cities", "city is missing or duplicated"),
    a_noble_in_a_city: ("cities", "noble is in a game without nobles"),
    a_coat_too_early: ("trading_posts", "coat of arms"),
    points_of_a_post: ("trading_posts", "points do not match"),
    a_fourth_stronghold: ("strongholds", "too many"),
    a_stronghold_on_a_deck: ("strongholds", "not on any card"),
    a_shared_card: ("strongholds", "two players"),
    a_lost_card: ("orient", "card is missing"),
    a_card_back_from_the_box: ("orient", "card is missing or duplicated"),
    a_noble_reserved_twice: ("orient", "noble is missing or duplicated"),
    a_bag_without_a_card: ("orient", "bag"),
}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_the_check_sees_a_fault_of_the_module(fault: Callable[[Any], None]) -> None:
    module, message = FAULTS[fault]
    s = splendor.setup(2, {"module": module}, Random(1))
    assert conserved(s) == ""
    fault(s)
    assert message in conserved(s)


@pytest.mark.parametrize("module", NAMES[1:])
def test_a_copy_that_shares_the_modules_pieces_is_found(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control of the contract's check that no past state changes."""
    seed = next(seed for seed in range(0, 200, 2) if changes(play_random(splendor, 2, {"module": module}, seed)))
    run = play_random(splendor, 2, {"module": module}, seed)
    check_history(run)
    monkeypatch.setattr(type(run.states[0].extra), "copy", lambda self: self)
    with pytest.raises((AssertionError, ValueError)):
        check_history(run)


def changes(run: PlayedGame) -> bool:
    """Do the pieces of the module change in this game?"""
    return len({repr(s.extra) for s in run.states}) > 1
