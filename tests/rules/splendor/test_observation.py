"""Splendor: who knows which card (rule 1.2 C, information)."""

from __future__ import annotations

from random import Random

import pytest

from tabletown.rules import splendor
from tabletown.rules.splendor.cards import BACK, level_of
from tabletown.rules.splendor.state import Splendor, deck_size
from tests.rules.splendor.positions import can, do, find, give, hold, table


def blind_table() -> Splendor:
    """The first of three has two blind reserves and one from the table."""
    s = table(3)
    hold(s, 0, find(cost="bbb"), find(level=2, points=5), blind=True)
    hold(s, 0, find(level=1, points=3))
    return s


@pytest.mark.parametrize("viewer", [1, 2, None])
def test_a_blind_reserve_is_hidden_from_everyone_else(viewer: int | None) -> None:
    """1.2 C: from the other seats and from spectators; number and level can be seen."""
    s = blind_table()
    hand = splendor.observe(s, viewer).players[0]
    assert hand.blind == (BACK, BACK + 2) and [level_of(card) for card in hand.blind] == [0, 2]
    assert hand.reserved == s.players[0].reserved


def test_a_blind_reserve_is_known_to_its_holder() -> None:
    """1.2 C."""
    s = blind_table()
    assert splendor.observe(s, 0).players[0] == s.players[0]


@pytest.mark.parametrize("viewer", [1, 2, None])
def test_the_view_is_the_same_whichever_card_is_hidden(viewer: int | None) -> None:
    """1.2 C: nothing else in the view tells what the card is."""
    s, other = table(3), table(3)
    hold(s, 0, s.decks[0][4], blind=True)
    hold(other, 0, other.decks[0][20], blind=True)
    assert repr(s) != repr(other)
    assert repr(splendor.observe(s, viewer)) == repr(splendor.observe(other, viewer))
    assert repr(splendor.observe(s, 0)) != repr(splendor.observe(other, 0))


def test_a_deck_shows_its_size_and_not_its_order() -> None:
    """1.1 and 1.2 C: the hidden card is among those that can still come, but the deck is one smaller."""
    s = blind_table()
    view = splendor.observe(s, 1)
    assert [deck_size(view, level) for level in range(3)] == [len(deck) for deck in s.decks]
    assert [len(deck) for deck in s.decks] == [35, 25, 15]
    assert view.decks[0] == tuple(sorted([*s.decks[0], s.players[0].blind[0]]))
    assert view.decks[1] == s.decks[1]


def test_a_deck_that_is_empty_looks_empty() -> None:
    """1.2 C: the last card of a deck is in a hand; no one can reserve from that deck."""
    s = table()
    s.decks[2] = s.decks[2][:1]
    s = do(s, "reserve 3")
    assert "reserve 3" not in can(s) and "reserve 3" not in can(splendor.observe(s, 1))
    assert splendor.legal(splendor.observe(s, 1)) == splendor.legal(s)


def test_every_possible_card_is_dealt_in_some_world() -> None:
    """A sampled world deals a back any unseen card of its level, each with the same chance."""
    s = table()
    s.decks[0] = s.decks[0][:4]
    hold(s, 0, s.decks[0][0], blind=True)
    view = splendor.observe(s, 1)
    dealt = [splendor.determinize(view, Random(seed)).players[0].blind[0] for seed in range(400)]
    assert set(dealt) == set(view.decks[0]) and len(view.decks[0]) == 4
    assert min(dealt.count(card) for card in set(dealt)) > 60


def test_a_card_reserved_from_the_table_stays_known() -> None:
    """1.2 C: everyone watched it leave."""
    s = table()
    card = s.market[9]
    s = do(s, "reserve 3-2")
    assert splendor.observe(s, 1).players[0].reserved == (card,)
    assert splendor.observe(s, None).players[0].reserved == (card,)


def test_a_blind_card_becomes_public_when_it_is_bought() -> None:
    """1.2 C: until bought."""
    s = table()
    card = find(cost="bbb")
    hold(s, 0, card, blind=True)
    give(s, 0, "bbb")
    assert card in splendor.observe(s, 1).decks[0]
    s = do(s, "buy r1")
    view = splendor.observe(s, 1)
    assert view.players[0].cards == (card,) and card not in view.decks[0] and view == s


def test_backs_in_two_hands_are_dealt_different_cards() -> None:
    s = table(3)
    hold(s, 0, *s.decks[0][:2], blind=True)
    hold(s, 1, *s.decks[0][:2], blind=True)
    s.decks[0] = ()
    for seed in range(20):
        world = splendor.determinize(splendor.observe(s, 2), Random(seed))
        dealt = [*world.players[0].blind, *world.players[1].blind]
        assert sorted(dealt) == sorted([*s.players[0].blind, *s.players[1].blind]) and world.decks[0] == ()
