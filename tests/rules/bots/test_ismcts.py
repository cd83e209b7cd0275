"""The sampling search: on games small enough to know the answer, within its limits, and on through a turn."""

from __future__ import annotations

import gc
import sys
from random import Random
from typing import Any

import pytest

from tabletown import rules
from tabletown.rules.bots.bot import Candidate, Choice, Limit
from tabletown.rules.bots.ismcts import POLL_ITERATIONS, Search, SearchTreeCache, collector_paused, ismcts
from tabletown.rules.bots.search_tree import Node, rank
from tabletown.rules.core.game import Game, apply, defaults
from tabletown.rules.core.search_params import MAX_CHILDREN, SAMPLES, VISITS_PER_WORLD
from tests.rules.bots.test_search import NIM, TREE, Heap, Path, plain

SPLENDOR = rules.load("splendor")


def middle(seed: int, plies: int = 25, game: Game[Any] = SPLENDOR) -> Any:
    rng = Random(seed)
    s = game.setup(2, defaults(game), rng)
    for _ in range(plies):
        legal = game.legal(s)
        game.advance(s, legal[int(rng.random() * len(legal))], rng)
    return s


@pytest.mark.parametrize("stones", [n for n in range(1, 15) if n % 4])
def test_two_players_leave_a_multiple_of_four(stones: int) -> None:
    assert ismcts(NIM, Heap(stones, 2), Random(1), Limit(nodes=6000)).action == ("take", stones % 4)


def test_three_players_each_seek_their_own() -> None:
    choice = ismcts(NIM, Heap(3, 3), Random(1), Limit(nodes=2000))
    assert choice.action == ("take", 3) and choice.value > 0.9


@pytest.mark.parametrize("seed", range(8))
def test_a_bare_tree_is_searched_to_its_value(seed: int) -> None:
    s = Path(2, 4, seed)
    search = Search(TREE, s, Random(1))
    search.run(Limit(nodes=20_000), thorough=True)
    best = max(search.root.edges.values(), key=rank)
    assert best.value == pytest.approx(plain(s)[0], abs=0.1)


def test_every_move_of_the_root_is_tried() -> None:
    s = middle(3)
    choice = ismcts(SPLENDOR, SPLENDOR.observe(s, SPLENDOR.turn(s)), Random(1), Limit(nodes=3000))
    assert len(choice.candidates) == len(SPLENDOR.legal(s)) and all(candidate.visits for candidate in choice.candidates)
    assert choice.candidates[0].action == choice.action
    assert all(0 <= candidate.value <= 1 for candidate in choice.candidates)


def test_what_was_never_tried_is_no_alternative() -> None:
    weighed = (Candidate(("a",), 0.5, 9), Candidate(("b",), 0.4, 1), Candidate(("c",), 0.0, 0))
    assert Choice(("a",), 0.5, candidates=weighed).alternatives == weighed[1:2]
    unsearched = tuple([candidate._replace(visits=0) for candidate in weighed])
    assert Choice(("a",), 0.5, candidates=unsearched).alternatives == unsearched[1:]


def test_alternatives_are_in_the_order_of_their_values_and_none_is_above_the_choice() -> None:
    """A search ranks by visits; less visited actions may have higher values."""
    ranked = [("a", 0.5, 90), ("b", 0.7, 50), ("c", 0.3, 30), ("d", 0.4, 20), ("e", 0.45, 1)]
    candidates = tuple([Candidate((name,), value, visits) for name, value, visits in ranked])
    assert [candidate.action[0] for candidate in Choice(("a",), 0.5, candidates=candidates).alternatives] == ["d", "c"]


def test_it_stops_when_nothing_can_overtake_the_best() -> None:
    choice = ismcts(NIM, Heap(3, 2), Random(1), Limit(nodes=50_000))
    assert choice.action == ("take", 3) and choice.nodes < 50_000


def returning() -> Any:
    """A position in which taking three leads to returning one."""
    s = SPLENDOR.setup(2, defaults(SPLENDOR), Random(2))
    s.players[0].tokens[:] = [2, 2, 2, 1, 1, 0]
    s.bank[:] = [4, 4, 4, 4, 4, 5]
    return s


def test_the_tree_is_kept_for_the_next_step_of_the_turn() -> None:
    s = returning()
    action = ("take", (0, 1, 2))
    search = Search(SPLENDOR, SPLENDOR.observe(s, 0), Random(1))
    search.run(Limit(nodes=3000), thorough=True)
    before = search.root.edges[action].visits
    assert before > 5
    after = SPLENDOR.observe(apply(SPLENDOR, s, action, Random(1)), 0)
    trees = SearchTreeCache()
    trees.keep(SPLENDOR, action, search)
    choice = ismcts(SPLENDOR, after, Random(1), Limit(nodes=1), trees)
    assert choice.action in SPLENDOR.legal(after)
    assert choice.nodes in (before - 1, before), "the first visit of an action only judges what it leads to"


def test_nothing_is_kept_where_chance_or_another_player_came_between() -> None:
    s = returning()
    search = Search(SPLENDOR, SPLENDOR.observe(s, 0), Random(1))
    search.run(Limit(nodes=500))
    reserve = ("reserve", s.market[0])
    for action in (reserve, ("take", (0, 0))):
        after = apply(SPLENDOR, s, action, Random(5))
        assert not search.advance_root(action, SPLENDOR.observe(after, SPLENDOR.turn(after)))
    elsewhere = apply(SPLENDOR, middle(9), SPLENDOR.legal(middle(9))[0], Random(1))
    assert not search.advance_root(("take", (0, 1, 2)), SPLENDOR.observe(elsewhere, SPLENDOR.turn(elsewhere)))


def test_below_the_root_only_the_likeliest_are_looked_at() -> None:
    """And all of them again where a world has no others, or where such a position becomes the root."""
    game = rules.load("metropolys")
    s = game.setup(2, defaults(game), Random(1))
    search = Search(game, game.observe(s, 0), Random(1))
    assert len(search.root.edges) == len(game.legal(s)) > MAX_CHILDREN
    below, world = Node(), search.root.world_states[0]
    search.expand(below, world)
    assert len(world.edges) == len(below.edges) == MAX_CHILDREN
    below.edges, below.first_legal = {}, []
    below.pruned = set(game.legal(s))
    search.expand(below, world)
    assert len(world.edges) == MAX_CHILDREN, "of what was passed over, where there is nothing else"
    below.world_states[0] = world
    search.set_root(below)
    assert len(below.edges) == len(game.legal(s)) and not below.pruned


def test_a_longer_search_takes_more_samples_of_what_is_unseen() -> None:
    """Or it would trust in what a few of them have in store. All agree with what is seen, on into the turn."""
    s, first, rounds = returning(), ("take", (0, 1, 2)), VISITS_PER_WORLD * SAMPLES
    search = Search(SPLENDOR, SPLENDOR.observe(s, 0), Random(1))
    search.run(Limit(nodes=rounds), thorough=True)
    assert len(search.samples) == SAMPLES
    search.run(Limit(nodes=3 * VISITS_PER_WORLD), thorough=True)
    assert len(search.samples) == len(search.root.world_states) == SAMPLES + 3
    assert len({tuple(luck.table) for _, luck in search.samples}) == SAMPLES + 3
    assert all(SPLENDOR.observe(world, 0) == SPLENDOR.observe(s, 0) for world, _ in search.samples)
    after = SPLENDOR.observe(apply(SPLENDOR, s, first, Random(1)), 0)
    assert search.advance_root(first, after)
    sampled = len(search.samples)
    search.run(Limit(nodes=VISITS_PER_WORLD * sampled + 1), thorough=True)
    assert len(search.samples) == sampled + 1
    assert all(SPLENDOR.observe(world.s, 0) == after for world in search.root.world_states.values())


def test_branches_are_sorted_and_those_visited_are_counted() -> None:
    """The choice of a branch relies on it, in every world, also after the first step of a turn."""
    s, first = returning(), ("take", (0, 1, 2))
    search = Search(SPLENDOR, SPLENDOR.observe(s, 0), Random(1))
    search.run(Limit(nodes=1500), thorough=True)
    assert search.advance_root(first, SPLENDOR.observe(apply(SPLENDOR, s, first, Random(1)), 0))
    search.run(Limit(nodes=500), thorough=True)
    nodes = [search.root]
    for node in nodes:
        assert node.expanded_edges == len([edge for edge in node.edges.values() if edge.visits])
        for world in node.world_states.values():
            priors = [edge.prior for edge in world.edges]
            assert priors == sorted(priors, reverse=True)
        nodes += [edge.node for edge in node.edges.values() if edge.node]
    assert len(nodes) > 400


def test_no_garbage_is_looked_for_while_it_searches() -> None:
    asked: list[bool] = []

    def stop() -> bool:
        asked.append(gc.isenabled())
        if len(asked) == 3:
            raise KeyboardInterrupt
        return False

    s = middle(3)
    search = Search(SPLENDOR, SPLENDOR.observe(s, SPLENDOR.turn(s)), Random(1))
    with pytest.raises(KeyboardInterrupt):
        search.run(Limit(nodes=100, stop=stop))
    assert asked == [sys.implementation.name != "cpython"] * 3 and gc.isenabled()


def test_a_tree_that_is_no_longer_wanted_needs_no_collector() -> None:
    def nodes() -> int:
        return sum([isinstance(obj, Node) for obj in gc.get_objects()])

    s, before = middle(3), nodes()
    with collector_paused():
        search = Search(SPLENDOR, SPLENDOR.observe(s, SPLENDOR.turn(s)), Random(1))
        for _ in range(300):
            search.iterate()
        assert nodes() > before + 200
        del search
        assert nodes() == before


def test_the_collector_passes_over_the_tree_that_was_searched() -> None:
    s = middle(3)
    search = Search(SPLENDOR, SPLENDOR.observe(s, SPLENDOR.turn(s)), Random(1))
    search.run(Limit(nodes=300), thorough=True)
    assert not any(isinstance(obj, Node) for obj in gc.get_objects()) and search.iterations == 300


def visits(search: Search) -> list[int]:
    return sorted([edge.visits for edge in search.root.edges.values()], reverse=True)


@pytest.mark.slow_unless(seed=(0, 2))
@pytest.mark.parametrize("seed", range(6))
def test_a_search_stops_early_when_and_only_when_the_leader_cannot_be_caught(seed: int) -> None:
    """It finds the same move as the whole search."""
    nodes, step = 1500, 8 * POLL_ITERATIONS
    s = middle(seed, 8 + 5 * seed)
    view = SPLENDOR.observe(s, SPLENDOR.turn(s))
    early, whole = Search(SPLENDOR, view, Random(seed)), Search(SPLENDOR, view, Random(seed))
    early.run(Limit(nodes=nodes))
    whole.run(Limit(nodes=nodes), thorough=True)
    best = [max(search.root.edges.values(), key=rank).action for search in (early, whole)]
    assert best[0] == best[1] and whole.iterations == nodes
    done = early.iterations
    first, second = visits(early)[:2]
    assert done == nodes or first - second > nodes - done
    for earlier in range(step, done, step):
        before = Search(SPLENDOR, view, Random(seed))
        before.run(Limit(nodes=earlier), thorough=True)
        first, second = visits(before)[:2]
        assert first - second <= nodes - earlier


def test_some_searches_stop_early() -> None:
    """Or the test above would prove nothing."""
    iterations = []
    for seed in range(6):
        s = middle(seed, 8 + 5 * seed)
        search = Search(SPLENDOR, SPLENDOR.observe(s, SPLENDOR.turn(s)), Random(seed))
        search.run(Limit(nodes=1500))
        iterations.append(search.iterations)
    assert min(iterations) < 1400
