"""Encodings: every action has one number, every observation keeps its shape and range, and both need only a view."""

from __future__ import annotations

from itertools import product
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import patch

import pytest

from tabletown import rules
from tabletown.rules.core.encoding import ActionTable, Encoding, row
from tabletown.rules.core.registry import game_module
from tabletown.rules.splendor.cards import BASE_CARDS, CARDS, Card
from tabletown.rules.splendor.encoding.action_places import CONQUEST_WAYS, WAYS
from tabletown.rules.splendor.expansions import orient, trading_posts
from tabletown.rules.splendor.limits import TOKEN_LIMIT
from tabletown.rules.splendor.payment import swapped
from tabletown.rules.splendor.state import GOLD_TOKENS
from tests.rules.random_play import PlayedGame, configurations, played_once, sample_states


def encoding_of(name: str) -> Encoding:
    return cast(Encoding, game_module(name, "encoding"))


def states(run: PlayedGame, n: int = 12) -> list[Any]:
    return [*sample_states(run, n), run.states[-1]]


@pytest.mark.slow_unless(seats=(2, 4))
@pytest.mark.parametrize("name, seats, options", configurations())
def test_every_legal_action_has_a_number_of_its_own(
    name: str, seats: int, options: tuple[tuple[str, str], ...]
) -> None:
    """The view of the player to move is enough, and a number leads back to its place and action."""
    run, encoding = played_once(name, seats, options, 0), encoding_of(name)
    table = ActionTable(encoding.action_groups(run.states[0]))
    for s in states(run):
        player = run.game.turn(s)
        view = s if player is None else run.game.observe(s, player)
        assert ActionTable(encoding.action_groups(view)).groups == table.groups
        legal = run.game.legal(s)
        numbered = table.numbered(encoding, view, legal)
        assert list(numbered.values()) == legal
        assert [table.place(number) for number in numbered] == encoding.places(view, legal)


@pytest.mark.slow_unless(seats=(2, 4))
@pytest.mark.parametrize("name, seats, options", configurations())
def test_observations_keep_their_shape_and_range(name: str, seats: int, options: tuple[tuple[str, str], ...]) -> None:
    run, encoding = played_once(name, seats, options, 0), encoding_of(name)
    segments = encoding.segments(run.states[0])
    for s, seat in product(states(run, 6), range(seats)):
        view = run.game.observe(s, seat)
        numbers = encoding.numbers(view, seat)
        assert encoding.segments(view) == segments and set(numbers) == {segment.name for segment in segments}
        for segment in segments:
            assert len(numbers[segment.name]) == segment.size, segment.name
            assert segment.low <= min(numbers[segment.name]) <= max(numbers[segment.name]) <= segment.high, segment.name
        assert len(row(segments, numbers)) == sum(segment.size for segment in segments)


@pytest.mark.parametrize("name", rules.GAMES)
def test_a_table_numbers_all_its_places(name: str) -> None:
    run = played_once(name, 2, next(options for game, _, options in configurations() if game == name), 0)
    table = ActionTable(encoding_of(name).action_groups(run.states[0]))
    assert [table.number(table.place(number)) for number in range(table.size)] == list(range(table.size))
    for number in (-1, table.size):
        with pytest.raises(ValueError):
            table.place(number)
    with pytest.raises(ValueError):
        table.number((table.groups[0].name, table.groups[0].shape))


def needs(cards: tuple[Card, ...]) -> set[tuple[int, ...]]:
    """All costs after bonuses, without regard to colours."""
    costs = {card.cost for card in cards}
    return {tuple(sorted(owed, reverse=True)) for cost in costs for owed in product(*(range(n + 1) for n in cost))}


def purses(cards: tuple[Card, ...], most: int) -> set[tuple[tuple[int, ...], tuple[int, ...], int]]:
    """What a card costs, the tokens held of each colour as far as it needs them, and gold; `most` tokens in all."""
    return {
        (owed, held, gold)
        for owed in needs(cards)
        for held in product(*(range(n + 1) for n in owed))
        for gold in range(GOLD_TOKENS + 1)
        if sum(held) + gold <= most
    }


@pytest.mark.slow
@pytest.mark.parametrize("most, expected", [(TOKEN_LIMIT, WAYS["base"]), (TOKEN_LIMIT + 3, CONQUEST_WAYS)])
def test_the_table_has_room_for_every_payment(most: int, expected: int) -> None:
    ways = {len(swapped(held, lack, gold - lack)) for owed, held, gold in purses(BASE_CARDS, most)
            if (lack := sum(owed) - sum(held)) <= gold}  # fmt: skip
    assert max(ways) == expected


@pytest.mark.slow
def test_the_table_has_room_for_every_payment_with_double_gold_cards() -> None:
    doubles = sum(card.kind == "double_gold" for card in CARDS)
    least = {(tuple(sorted(held)), sum(owed) - sum(held), gold) for owed, held, gold in purses(CARDS, TOKEN_LIMIT)}
    ways = {
        len(orient.ways(held, lack, gold, cards))
        for (held, lack, gold), cards in product(least, range(doubles + 1))
        if lack <= gold + orient.UNITS * cards
    }
    assert max(ways) == WAYS["orient"]


@pytest.mark.slow
def test_the_table_has_room_for_every_payment_with_a_trading_post() -> None:
    """Without the post's double gold the payments are those of the base game."""
    ways = set()
    with patch.object(trading_posts, "need", lambda player, card: player.owed):
        for owed, held, gold in purses(BASE_CARDS, TOKEN_LIMIT):
            player: Any = SimpleNamespace(tokens=(*held, gold), owed=owed)
            ways.add(len(trading_posts.doubled(player, 0)))
    assert max(ways) <= WAYS["trading_posts"] == WAYS["base"]
