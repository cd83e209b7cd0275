"""Puzzles: positions from games of strong bots with one clearly best move, each with a theme and a rating.

`python -m tabletown.rules.arena.mine_puzzles` makes the file of them. A puzzle keeps the seed and the moves of its
game, so that the position can be reached by the rules alone.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from functools import cache, cached_property
from hashlib import sha256
from importlib.resources import files
from random import Random
from typing import Any, NamedTuple

from ..bots.bot import Choice, never
from ..bots.ismcts import Search, collector_paused
from ..bots.search_tree import Node, rank
from ..core.game import Action, Game, apply, freeze
from ..core.match import Match, Seat
from ..core.registry import load
from .explain import DEALS, joined, strongest

FILE = "puzzles.jsonl.gz"
CONSEQUENCE_NODES = 1500
"""Positions searched for what follows a wrong answer."""
ID_LENGTH = 8
"""Hexadecimal digits of a puzzle's name."""


@dataclass(frozen=True)
class Puzzle:
    """A position, and the move that is best there for the player to move."""

    game: str
    version: int
    """Version of the rules in which it was found."""
    options: dict[str, str]
    seats: int
    seed: int
    moves: tuple[Action, ...]
    """The game so far."""
    best: Action
    line: tuple[Action, ...]
    """The likely play, starting with the best move."""
    value: float
    """The mover's winning chance with the best move, 0 to 1: the mean of several searches."""
    lead: float
    """The winning chance that any other move costs at least."""
    theme: str
    rating: int
    """Rating in the Elo points of the ladder of this game's levels, the weakest at 0."""

    @cached_property
    def name(self) -> str:
        """A name that stays the same when other puzzles come or go."""
        text = json.dumps([self.game, self.options, self.seats, self.seed, self.moves], sort_keys=True)
        return sha256(text.encode()).hexdigest()[:ID_LENGTH]

    def match(self, seats: Sequence[Seat]) -> Match:
        """The game up to the position; raises Illegal where a move is not legal."""
        match = Match(self.game, seats, self.options, self.seed)
        for action in self.moves:
            match.act(action)
        return match

    def usable(self) -> bool:
        """Return whether the rules are still those in which the puzzle was found."""
        return self.version == load(self.game).VERSION


def to_line(puzzle: Puzzle) -> bytes:
    """A puzzle as a line of JSON."""
    return json.dumps(asdict(puzzle), separators=(",", ":")).encode() + b"\n"


def from_data(data: dict[str, Any]) -> Puzzle:
    """The puzzle that `to_line` turned into JSON, read again."""
    return Puzzle(**{field.name: freeze(data[field.name]) for field in fields(Puzzle)})


def pack(puzzles: Iterable[Puzzle]) -> bytes:
    """The file of these puzzles: compressed lines of JSON, the same bytes for the same puzzles."""
    return gzip.compress(b"".join(map(to_line, puzzles)), 9, mtime=0)


def unpack(data: bytes) -> Iterator[Puzzle]:
    """The puzzles of a file."""
    return (from_data(json.loads(line)) for line in gzip.decompress(data).splitlines())


@cache
def load_puzzles() -> tuple[Puzzle, ...]:
    """The puzzles of this package that the rules still allow, in the order of the file."""
    data = files(__package__).joinpath(FILE).read_bytes()
    return tuple(puzzle for puzzle in unpack(data) if puzzle.usable())


def consequence(game: str, view: Any, action: Action, stop: Callable[[], bool] = never) -> Choice:
    """The mover's winning chance after an action and the likely play, by a search of nothing else.

    It starts from the mover's view and searches all worlds that agree with it, so it reveals nothing. When `stop`
    ends it early, the result rests on fewer positions.
    """
    search = Search(load(game), view, Random(0))
    search.restrict({action})
    with collector_paused():
        while search.iterations < CONSEQUENCE_NODES and not (search.iterations and stop()):
            search.iterate()
    edge = search.root.edges[action]
    return Choice(action, edge.value, search.iterations, tuple(possible_line(search.game, view, search)))


def possible_line(game: Game[Any], view: Any, search: Search) -> Iterator[Action]:
    """The likely play without moves that need a lucky deal: at each node the most visited edge that is legal in a few
    deals of the hidden cards.
    """
    node: Node | None = search.root
    worlds = [(game.determinize(view, Random(n)), Random(n)) for n in range(DEALS)]
    while node and node.visits:
        legal = set[Action].intersection(*(set(game.legal(s)) for s, _ in worlds))
        edges = [edge for edge in node.edges.values() if edge.visits and edge.action in legal]
        if not edges:
            break
        best = max(edges, key=rank)
        yield best.action
        worlds = [(apply(game, s, best.action, rng), rng) for s, rng in worlds]
        node = best.node


class Reply(NamedTuple):
    """A move of another player, with the state before it and its reasons, which may be empty."""

    player: int
    state: Any
    action: Action
    why: str
    number: int
    """Number of moves before it in the line."""


def reply(game: Game[Any], view: Any, line: Sequence[Action], names: Sequence[str]) -> Reply | None:
    """The first move of another player in a line; None if there is none.

    Everything is as the player to move in `view` sees it, with one random deal of the hidden cards. Reasons that
    address the one who moves as "you" are left out: it is not the reader.
    """
    player, s = game.turn(view), game.determinize(view, Random(0))
    for number, action in enumerate(line):
        mover = game.turn(s)
        if mover is None or action not in game.legal(s):
            break
        if mover != player:
            choice = Choice(action, line=tuple(line[number:]))
            reasons = strongest(game, game.observe(s, player), choice, names)
            why = joined([reason for reason in reasons if not reason.template])
            return Reply(mover, s, action, why, number)
        s = apply(game, s, action, Random(0))
    return None
