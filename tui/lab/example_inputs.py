"""Inputs of the example's network: the position of Splendor in counts, and sums that players do in their heads."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tabletown.rules.core.encoding import Place
from tabletown.rules.splendor.cards import GOLD, LEVELS, NOBLES
from tabletown.rules.splendor.encoding.action_places import TAKES
from tabletown.rules.splendor.state import BASE_MARKET, SLOTS

from .aec import Observation
from .episode import EncodedGame

LEFT_OUT = ("unseen", "cards")
"""Segments of the observation that name each card: a small network learns more from fewer games without them."""
COLOURED = {"bank": (0,), "tokens": (0,), "bonuses": (0,), "market": (2, 7), "hands": (2, 7)}
"""Segments with a number for each colour, and where in their rows the first colour is."""
THERE, POINTS, BONUSES, COST = 0, 1, slice(2, 7), slice(7, 12)
"""Places of the numbers of a card: 1 for a card and 0 for none, its points, its bonus and its cost by colour."""
LARGE = {"passes": 2, "bank": 7, "deck_sizes": 40, "tokens": 4, "bonuses": 4, "points": 15, "market": 3, "hands": 3}
"""Counts that become an input of 1, by segment; in others a count of 1 does."""
NOBLE_COSTS = np.array([noble.cost for noble in NOBLES], np.float32)

Places: TypeAlias = NDArray[np.int64]
Counts: TypeAlias = NDArray[np.uint8]
Numbers: TypeAlias = NDArray[np.float32]


class Renaming(NamedTuple):
    """The same position with its colours or its cards in other places."""

    sources: Places
    """The place in a row from which each count comes."""
    moves: Places
    """The move that each move becomes."""

    def then(self, other: Renaming) -> Renaming:
        return Renaming(self.sources[other.sources], other.moves[self.moves])


class Inputs:
    """Rows of counts, a game for two: the observation without some segments, then 1 for each legal move, else 0.

    A move is an action, except that all payments for a card are one move: the usual payment, the first in the table.
    """

    def __init__(self, coded: EncodedGame) -> None:
        self.coded, size = coded, coded.table.size
        places = [coded.table.place(number) for number in range(size)]
        self.actions = np.array([number for number, (verb, at) in enumerate(places) if verb != "buy" or not at[1]])
        """The action of each move."""
        self.move_of = np.searchsorted(self.actions, np.arange(size), side="right") - 1
        """The move of each action."""
        kept = [segment for segment in coded.segments if segment.name not in LEFT_OUT]
        observed = np.arange(sum(segment.size for segment in coded.segments))
        self.columns = np.concatenate([observed[coded.slices[segment.name]] for segment in kept])
        self.shapes = {segment.name: segment.shape for segment in kept}
        starts = np.cumsum([0, *(segment.size for segment in kept)]).tolist()
        self.slices = {of.name: slice(start, start + of.size) for of, start in zip(kept, starts, strict=False)}
        self.scale = np.ones(len(self.columns), np.float32)
        for name, count in LARGE.items():
            self.scale[self.slices[name]] = count

    def row(self, observation: Observation) -> Counts:
        parts = [observation["observation"][self.columns], observation["action_mask"][self.actions]]
        row: Counts = np.concatenate(parts).astype(np.uint8)
        return row

    def unchanged(self) -> Renaming:
        return Renaming(np.arange(len(self.columns) + len(self.actions)), np.arange(len(self.actions)))

    def renaming(self, sources: Places, moved: Callable[[Place], Place]) -> Renaming:
        """The renaming for these sources of the observation and this change of the actions."""
        table, size = self.coded.table, len(self.columns)
        moves = self.move_of[[table.number(moved(table.place(number))) for number in self.actions]]
        return Renaming(np.concatenate([sources, size + np.argsort(moves)]), moves)

    @cached_property
    def next_colours(self) -> Renaming:
        """Every colour becomes the next one: white blue, and so on, black white."""
        sources, nobles = np.arange(len(self.columns)), next_nobles()
        for name, shape in self.shapes.items():
            part = sources[self.slices[name]].reshape(shape)
            for first in COLOURED.get(name, ()):
                part[..., first : first + GOLD] = np.roll(part[..., first : first + GOLD], 1, axis=-1)
            if name in ("nobles", "visits"):
                part[...] = part[..., np.argsort(nobles)]

        def moved(place: Place) -> Place:
            match place:
                case "take", (n,):
                    return "take", (TAKES.index(tuple(sorted((colour + 1) % GOLD for colour in TAKES[n]))),)
                case "return", (colour,) if colour < GOLD:
                    return "return", ((colour + 1) % GOLD,)
                case "noble", (n,):
                    return "noble", (nobles[n],)
            return place

        return self.renaming(sources, moved)

    def other_slots(self, rng: np.random.Generator) -> Renaming:
        """The cards of each level change their slots at random."""
        origins = np.concatenate([level * SLOTS + rng.permutation(SLOTS) for level in LEVELS])
        slots, sources = np.argsort(origins).tolist(), np.arange(len(self.columns))
        part = sources[self.slices["market"]].reshape(self.shapes["market"])
        part[...] = part[origins]

        def moved(place: Place) -> Place:
            match place:
                case "reserve" | "buy" as verb, (slot, *way) if slot < BASE_MARKET:
                    return verb, (slots[slot], *way)
            return place

        return self.renaming(sources, moved)

    def random_renaming(self, rng: np.random.Generator) -> Renaming:
        renaming = self.other_slots(rng)
        for _ in range(rng.integers(GOLD)):
            renaming = renaming.then(self.next_colours)
        return renaming

    def numbers(self, rows: Counts) -> Numbers:
        """Inputs of the network, about 0 to 1: what can be worked out from the counts, the counts, the legal moves."""
        size = len(self.columns)
        counts = rows[:, :size].astype(np.float32)
        parts = [*self.own_needs(counts), *self.nearness(counts, 1), counts / self.scale, rows[:, size:]]
        return np.concatenate([part.reshape(len(rows), -1) for part in parts], axis=1, dtype=np.float32)

    def own_needs(self, counts: Numbers) -> list[Numbers]:
        """Gems that the player to move lacks for each card, and how much each colour helps towards cards and nobles."""
        cards, lack, missing = self.needs(counts, 0)
        near, near_nobles = self.nearness(counts, 0)
        demand = ((near * (missing > 0))[..., None] * (lack > 0)).sum(axis=1) / 3
        asked = np.maximum(NOBLE_COSTS - self.part(counts, "bonuses")[:, :1], 0)
        invited = (near_nobles[..., None] * (asked > 0)).sum(axis=1)
        bonuses = cards[..., BONUSES]
        uses = [(bonuses * helped[:, None]).sum(axis=-1) for helped in (demand, invited)]
        return [lack / 3, missing * cards[..., THERE] / 4, near, near_nobles, demand, invited, *uses]

    def nearness(self, counts: Numbers, player: int) -> list[Numbers]:
        """Attraction of each card and noble for a player: more with more points and less that is missing."""
        cards, _, missing = self.needs(counts, player)
        asked = np.maximum(NOBLE_COSTS - self.part(counts, "bonuses")[:, player, None], 0).sum(axis=-1)
        near = cards[..., THERE] * (1 + cards[..., POINTS]) / (2 + missing)
        return [near, self.part(counts, "nobles") / (1 + asked)]

    def needs(self, counts: Numbers, player: int) -> tuple[Numbers, Numbers, Numbers]:
        """The market and a player's hand, the gems of each colour that the player lacks, and in all after gold."""
        market, hand = self.part(counts, "market"), self.part(counts, "hands")[:, player]
        cards = np.concatenate([market, hand[..., : market.shape[-1]]], axis=1)
        tokens, bonuses = self.part(counts, "tokens")[:, player], self.part(counts, "bonuses")[:, player]
        lack = np.maximum(cards[..., COST] - (tokens[:, :GOLD] + bonuses)[:, None], 0)
        return cards, lack, np.maximum(lack.sum(axis=-1) - tokens[:, GOLD:], 0)

    def part(self, counts: Numbers, name: str) -> Numbers:
        """A segment of each row, in its own shape."""
        return counts[:, self.slices[name]].reshape(len(counts), *self.shapes[name])


def next_nobles() -> list[int]:
    """The noble that each noble becomes when every colour becomes the next one."""
    costs = [noble.cost for noble in NOBLES]
    return [costs.index((*cost[-1:], *cost[:-1])) for cost in costs]
