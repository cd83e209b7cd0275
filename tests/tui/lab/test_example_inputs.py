"""The inputs of the laboratory's example: what it works out agrees with the rules, and renaming changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import numpy as np
import pytest

from tabletown.rules.splendor.cards import BACK, GOLD, NOBLES
from tabletown.rules.splendor.encoding.action_places import TAKES
from tabletown.rules.splendor.payment import missing, payments
from tabletown.tui.lab.episode import EncodedGame, Episode
from tabletown.tui.lab.example_inputs import THERE, Counts, Inputs, Renaming

pytestmark = pytest.mark.slow


@cache
def inputs() -> Inputs:
    return Inputs(EncodedGame("splendor", 2, {}))


def positions() -> Iterator[tuple[Episode, Counts]]:
    """Positions of a random game, each with its row for the player to move."""
    episode, rng = Episode(inputs().coded, 7), Random(7)
    while (seat := episode.player) is not None:
        observation = {"observation": episode.observation(seat), "action_mask": episode.mask(seat)}
        yield episode, inputs().row(observation)
        episode.play(rng.choice(list(episode.legal())))


def test_a_move_is_an_action_with_its_usual_payment() -> None:
    for episode, counts in positions():
        marks = counts[len(inputs().columns) :]
        assert set(np.flatnonzero(marks)) == {inputs().move_of[number] for number in episode.legal()}
        for move in np.flatnonzero(marks):
            action = episode.legal()[int(inputs().actions[move])]
            if action[0] == "buy":
                view = episode.view(episode.player or 0)
                assert action[2] == payments(view.players[view.player], action[1])[0]


def test_what_is_missing_is_what_the_rules_say() -> None:
    for episode, counts in positions():
        view = episode.view(episode.player or 0)
        p = view.players[view.player]
        numbers = counts[None, : len(inputs().columns)].astype(np.float32)
        _, lack, short = inputs().needs(numbers, 0)
        for spot, card in enumerate((*view.market, *p.hand)):
            if card < BACK:
                assert lack[0, spot].tolist() == missing(p, card)
                assert short[0, spot] == max(0, sum(missing(p, card)) - p.tokens[GOLD])
        _, near = inputs().nearness(numbers, 1)
        rival = view.players[1 - view.player]
        for noble in view.nobles:
            asked = sum(max(0, n - held) for n, held in zip(NOBLES[noble].cost, rival.bonuses, strict=True))
            assert near[0, noble] == pytest.approx(1 / (1 + asked))


def test_five_changes_of_the_colours_are_none() -> None:
    nothing = renaming = inputs().unchanged()
    for step in range(GOLD):
        assert step == 0 or not any(same(renaming, nothing))
        renaming = renaming.then(inputs().next_colours)
    assert all(same(renaming, nothing))


def same(renaming: Renaming, other: Renaming) -> tuple[bool, bool]:
    return np.array_equal(renaming.sources, other.sources), np.array_equal(renaming.moves, other.moves)


def test_nobles_change_with_the_colours_that_they_ask_for() -> None:
    sources, moves = inputs().next_colours
    first = inputs().move_of[inputs().coded.table.number(("noble", (0,)))]
    place = inputs().slices["nobles"].start
    for n, noble in enumerate(NOBLES):
        after = moves[first + n] - first
        assert sources[place + after] == place + n
        assert NOBLES[after].cost == (*noble.cost[-1:], *noble.cost[:-1])


def test_a_renamed_position_has_the_same_sums_and_legal_moves_that_fit_it() -> None:
    rng, size = np.random.default_rng(1), len(inputs().columns)
    for _, counts in positions():
        sources, moves = inputs().random_renaming(rng)
        renamed = counts[sources]
        assert renamed[size:][moves].tolist() == counts[size:].tolist()
        before, after = (np.sort(inputs().numbers(of[None])[0]) for of in (counts, renamed))
        assert after == pytest.approx(before, abs=1e-5)
        numbers = renamed[None, :size].astype(np.float32)
        cards, _, short = inputs().needs(numbers, 0)
        for move in np.flatnonzero(renamed[size:]):
            match inputs().coded.table.place(int(inputs().actions[move])):
                case "buy", (spot, _):
                    assert cards[0, spot, THERE] and not short[0, spot]
                case "take", (n,):
                    assert inputs().part(numbers, "bank")[0, list(TAKES[n])].all()
                case "noble", (n,):
                    assert inputs().part(numbers, "nobles")[0, n]
