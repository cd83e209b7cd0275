"""1906 San Francisco: who knows which objective, and nothing of the decks (R28 and section 7 of the rules)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tabletown.rules import sf1906
from tabletown.rules.sf1906.decision_facts import estimate
from tabletown.rules.sf1906.state import FACE_DOWN, Sf1906, deck_size
from tests.rules.random_play import play_random
from tests.rules.sf1906.positions import OPTIONS, do, table


def midgame(seats: int = 3) -> Sf1906:
    """A state in the middle of a random game in which a player has drawn an objective from the deck."""
    for seed in range(20):
        run = play_random(sf1906, seats, OPTIONS, seed)
        for s in run.undecided[len(run.undecided) // 2 :]:
            if sum(len(p.secret) for p in s.players) > seats + 1:
                return s
    raise AssertionError("nobody draws")


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_secret_objectives_are_their_owner_s(viewer: int | None) -> None:
    """R28: dealt or from the deck they are secret until scoring; how many there are is open."""
    s = midgame()
    for seat, (p, seen) in enumerate(zip(s.players, sf1906.observe(s, viewer).players, strict=True)):
        assert seen.secret == (p.secret if seat == viewer else (FACE_DOWN,) * len(p.secret))


def test_all_else_is_open() -> None:
    """R28: objectives from the row, permits, money, buildings, rubble, urban cards, rows and the numbers of cards."""
    s = midgame()
    view = sf1906.observe(s, None)
    assert deck_size(view) == deck_size(s) == len(s.objective_deck)
    for t in (s, view):
        t.objective_deck = []
        for p in t.players:
            p.secret = ()
    assert view == s


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_the_view_is_the_same_whatever_others_hold(viewer: int | None) -> None:
    s = midgame()
    other = s.copy()
    for seat, p in enumerate(other.players):
        if seat != viewer:
            for n, card in enumerate(p.secret):
                p.secret = (*p.secret[:n], other.objective_deck[n], *p.secret[n + 1 :])
                other.objective_deck[n] = card
    other.objective_deck.reverse()
    other.permit_deck.reverse()
    assert repr(s) != repr(other) and repr(sf1906.observe(s, viewer)) == repr(sf1906.observe(other, viewer))


def test_a_view_has_no_order_of_decks() -> None:
    s = midgame()
    s.permit_deck.reverse(), s.objective_deck.reverse()
    view = sf1906.observe(s, 0)
    assert view.permit_deck == sorted(view.permit_deck) and view.objective_deck == sorted(view.objective_deck)


def test_all_is_revealed_at_the_end() -> None:
    s = play_random(sf1906, 2, OPTIONS, 5).states[-1]
    assert s.over and sf1906.observe(s, 0) == sf1906.observe(s, None) == s


def test_others_are_dealt_any_objective_that_is_not_seen() -> None:
    """Every card is equally likely; the player's own stay."""
    s = sf1906.setup(3, OPTIONS, Random(3))
    view = sf1906.observe(s, 0)
    dealt = [sf1906.determinize(view, Random(seed)) for seed in range(800)]
    counts = Counter(world.players[1].secret[0] for world in dealt)
    assert set(counts) == set(range(24)) - {*s.common, *s.objective_row, *s.players[0].secret}
    assert min(counts.values()) > 0.6 * 800 / len(counts)
    assert all(len({p.secret for p in world.players}) == 3 for world in dealt)
    assert all(world.players[0].secret == s.players[0].secret for world in dealt)


def test_an_unknown_objective_counts_nothing() -> None:
    s = table(2)
    s.common = ()
    s.players[1].secret = (next(n for n, o in enumerate(s.city.kit.objectives) if o.kind == "per_building"),)
    s.players[1].built = 3
    assert dict(sf1906.score(s)[1])["Personal objectives"] == 2
    view = sf1906.observe(s, 0)
    assert dict(sf1906.score(view)[1])["Personal objectives"] == 0
    assert dict(estimate(view, 1))["Secret objective"] == 0


def test_the_words_for_a_draw_tell_nothing() -> None:
    """The sentence that all players read does not name the card."""
    s = do(table(3, card="AC6"), "space 3", "act 3")
    other = s.copy()
    other.objective_deck.reverse()
    assert sf1906.describe(s, ("objective_deck",)) == sf1906.describe(other, ("objective_deck",))


def test_a_deck_of_hidden_cards_alone_is_empty() -> None:
    """In a view the pool holds what others have; nothing of it can be drawn."""
    s = table(3, card="AC6")
    s.objective_deck, s.objective_row = [], ()
    view = sf1906.observe(s, 0)
    assert view.objective_deck and deck_size(view) == 0
    assert sf1906.legal(do(view, "space 3")) == sf1906.legal(do(s, "space 3"))
