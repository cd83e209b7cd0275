"""Bots in every module of Splendor: legal, fair, and knowing what the new pieces are for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

import pytest

from tabletown.rules import splendor
from tabletown.rules.arena.series import SeriesTerms, play_one
from tabletown.rules.bots.bot import Choice, Limit
from tabletown.rules.bots.evaluation import evaluator_for
from tabletown.rules.bots.levels import BOT_FUNCTIONS
from tabletown.rules.bots.networks import load_weights
from tabletown.rules.core.game import apply
from tabletown.rules.splendor.ai import action_features, features
from tabletown.rules.splendor.ai.expansion_features import PIECES
from tabletown.rules.splendor.cards import CARDS
from tabletown.rules.splendor.expansions import cities, orient, strongholds, trading_posts
from tests.rules.splendor.positions import bonuses, do, give, lay, noble, own, table
from tests.rules.splendor.positions import find as card_of

MODULES = [value for value, _ in splendor.OPTIONS[0].choices]
EXPANSIONS = MODULES[1:]


def positions(module: str, seats: int, seed: int, every: int) -> Iterator[Any]:
    """Every so-manieth position of a random game, and every one in which something special is decided."""
    rng = Random(f"{seed}/{seats}")
    s = splendor.setup(seats, {"module": module}, rng)
    for ply in count():
        if splendor.turn(s) is None:
            return
        legal = splendor.legal(s)
        special = legal[0][0] not in ("take", "reserve", "buy", "return", "place", "move", "pass")
        if special or ply % every == every - 1:
            yield s
        s = apply(splendor, s, legal[int(rng.random() * len(legal))], rng)


def ask(view: Any, level: str, seed: str, nodes: float = 150) -> Choice:
    return BOT_FUNCTIONS[level](splendor, view, Random(seed), Limit(seconds=20, nodes=nodes))


@pytest.mark.slow_unless(seats=(2, 3))
@pytest.mark.parametrize("level", ["easy", "greedy", "minimax"])
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("module", EXPANSIONS)
def test_an_action_is_legal_and_hidden_cards_change_nothing(module: str, seats: int, level: str) -> None:
    """The seat sees the same in a world dealt again: the same seed must give the same choice."""
    for s in positions(module, seats, 1, every=23):
        player = splendor.turn(s)
        view = splendor.observe(s, player)
        before, again = view.copy(), splendor.observe(splendor.determinize(view, Random("other")), player)
        choice, other = ask(view, level, "a"), ask(again, level, "a")
        assert choice.action in splendor.legal(s) and view == before == again
        assert (choice.action, choice.value, choice.line) == (other.action, other.value, other.line)


@pytest.mark.slow
@pytest.mark.parametrize("module", EXPANSIONS)
def test_greedy_beats_random(module: str) -> None:
    """The arena's 100 games in small: six on swapped seats, none lost."""
    terms = SeriesTerms("splendor", {"module": module}, 2, 1, None, None)
    games = [play_one(terms, ("greedy", "random"), number) for number in range(6)]
    assert all(game.victory_shares[number % 2] == 1 for number, game in enumerate(games))
    assert not any(game.capped for game in games)


@pytest.mark.parametrize("module", EXPANSIONS)
def test_minimax_searches_on_through_the_new_decisions(module: str) -> None:
    """The search continues its line after a decision that only the module has, and keeps to its nodes."""
    states = (s for seed in count() for s in positions(module, 2, seed, every=10**6))
    s = next(s for s in states if splendor.turn(s) == 0 and splendor.legal(s)[0][0] not in ("noble", "take"))
    choice = ask(splendor.observe(s, splendor.turn(s)), "minimax", "b", nodes=800)
    assert 1 < choice.nodes <= 800 and len(choice.line) > 1


@pytest.mark.parametrize("module", EXPANSIONS)
def test_evaluation_works_on_every_view(module: str) -> None:
    for s in positions(module, 3, 2, every=9):
        know = evaluator_for(splendor, s)
        for viewer in (None, 0, 1, 2):
            view = splendor.observe(s, viewer)
            assert all(abs(know.evaluate(view, player)) < 50 for player in range(3))
        assert len(know.logits(s, splendor.legal(s))) == len(splendor.legal(s))


@pytest.mark.parametrize("module", MODULES)
def test_weights_fit_what_they_weigh(module: str) -> None:
    """No number is without its weight, and no weight without its number."""
    weights = load_weights("splendor", module)
    s = splendor.setup(2, {"module": module}, Random(1))
    assert weights and len(weights.value.direct) == len(features(s, 0))
    for s in positions(module, 2, 5, every=3):
        for kind, numbers in action_features(s, splendor.legal(s)):
            assert len(weights.policy.get(kind, numbers)) == len(numbers)


# What the pieces are in numbers


def numbers(s: Any, player: int = 0) -> tuple[float, ...]:
    return PIECES[s.module](s, player).numbers


def test_the_way_to_a_city_counts() -> None:
    s = table(module="cities")
    s.extra = cities.Cities((0,), [None, None])  # 13 points, 4 red, 3 black
    values = []
    for letters in ("", "rr", "rrrr", "rrrrbbb"):
        s.players[0].bonuses = [0, 0, 0, letters.count("r"), letters.count("b")]
        owner, nearest, *_ = numbers(s)
        values.append(nearest)
        assert not owner
    assert values == sorted(set(values))
    s.extra.owned[0] = 0
    assert numbers(s)[0] == 1


def test_the_way_to_a_post_counts() -> None:
    s = table(module="trading_posts")
    before = sum(numbers(s))
    bonuses(s, 0, "rrr")
    assert before < sum(numbers(s))
    trading_posts.of(s).coats[0] = (trading_posts.TOKEN_AFTER_PURCHASE,)
    post = trading_posts.TOKEN_AFTER_PURCHASE
    assert numbers(s)[2 * post : 2 * post + 2] == (1, 0)


def test_double_gold_and_reserved_nobles_count() -> None:
    s = table(module="orient")
    assert not any(numbers(s))
    own(s, 0, 90)
    assert CARDS[90].kind == "double_gold" and numbers(s)[0] > 0
    orient.of(s).patrons[1] = (noble("wwwwuuuu"),)
    far = numbers(s, 1)[1]
    bonuses(s, 1, "wwww")
    assert numbers(s, 1)[1] > far > 0
    assert PIECES["orient"](s, 1).nobles == orient.of(s).patrons[1]


def test_an_own_stronghold_keeps_a_card_and_anothers_bars_it() -> None:
    s = table(module="strongholds")
    card = s.market[0]
    s.extra = strongholds.Strongholds([(card,), ()])
    kept, _, barred_value, *_ = numbers(s, 0)
    assert kept > 0 == barred_value and card not in PIECES["strongholds"](s, 0).barred
    kept, _, barred_value, *_ = numbers(s, 1)
    assert barred_value > 0 == kept and card in PIECES["strongholds"](s, 1).barred
    s.extra = strongholds.Strongholds([(card,) * 3, ()])
    assert numbers(s, 0)[4] > 0


def test_greedy_conquers_a_dear_card() -> None:
    """A card of five points that is paid for is taken when it can be."""
    s = table(module="strongholds")
    dear = lay(s, 8, card_of(level=2, points=5, bonus="w"))
    s.extra = strongholds.Strongholds([(dear,) * 3, ()])
    s.players[0].bonuses = [7] * 5
    s = do(s, "take wug")
    assert ask(splendor.observe(s, 0), "greedy", "c").action[0] == "conquer"


def test_greedy_takes_the_better_free_card() -> None:
    """Of the cards of level 2 it never takes one that is worth nothing beside one of three points."""
    s = table(module="orient")
    take2 = next(card for card in range(90, 120) if CARDS[card].kind == "take2")
    lay(s, 16, take2)
    dear = lay(s, 4, card_of(level=1, points=3))
    s.players[0].bonuses = [7] * 5
    give(s, 0, "w")
    s = do(s, "buy 3-5")
    assert ask(splendor.observe(s, 0), "greedy", "d").action == ("free", dear)
