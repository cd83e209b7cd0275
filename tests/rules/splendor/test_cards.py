"""Splendor: the tables of cards and nobles are those of the rulebook (section 9)."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

import pytest

from tabletown.rules.splendor.cards import BACK, BASE_CARDS, COLOURS, EMPTY, LETTERS, NOBLES, level_of

SHA256 = "417d650b072d783121cbb910ac3aa5bbce0f533fffb05a34c3645ed68d5c6401"


def test_the_90_cards_are_the_verified_list() -> None:
    """Section 9: the published sum over all lines."""
    lines = sorted(f"{c.level + 1}|{COLOURS[c.bonus]}|{c.points}|{','.join(map(str, c.cost))}" for c in BASE_CARDS)
    assert sha256("\n".join(lines).encode()).hexdigest() == SHA256


@pytest.mark.parametrize(
    "level, number, each, tokens, points", [(0, 40, 8, 33, 5), (1, 30, 6, 41, 55), (2, 20, 4, 43, 80)]
)
def test_totals_of_each_level(level: int, number: int, each: int, tokens: int, points: int) -> None:
    """Section 9: colours are demanded and given equally."""
    cards = [c for c in BASE_CARDS if c.level == level]
    assert len(cards) == number
    assert Counter(c.bonus for c in cards) == {colour: each for colour in range(5)}
    assert [sum(c.cost[colour] for c in cards) for colour in range(5)] == [tokens] * 5
    assert sum(c.points for c in cards) == points


def test_nobles_are_neighbours_on_the_wheel() -> None:
    """Section 9: the five pairs of 4 + 4 and the five triples of 3 + 3 + 3 on white, blue, green, red, black."""
    wheel = range(5)
    pairs = {tuple(4 * ((c - start) % 5 < 2) for c in wheel) for start in wheel}
    triples = {tuple(3 * ((c - start) % 5 < 3) for c in wheel) for start in wheel}
    assert len(NOBLES) == 10 and {noble.cost for noble in NOBLES} == pairs | triples
    assert {noble.points for noble in NOBLES} == {3}


def test_colours_have_a_letter_each() -> None:
    assert len(set(LETTERS)) == len(LETTERS) == len(COLOURS) == 6


def test_a_back_shows_its_level() -> None:
    """1.2 C: the number and level of reserved cards are always seen."""
    assert [level_of(card) for card in (0, 39, 40, 69, 70, 89)] == [0, 0, 1, 1, 2, 2]
    assert [level_of(BACK + deck) for deck in range(6)] == [0, 1, 2, 0, 1, 2]
    assert EMPTY not in range(BACK + 6)
