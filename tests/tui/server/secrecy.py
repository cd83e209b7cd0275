"""The knowledge of each seat, defined independently of the games' `observe`, and checks that messages to clients keep
to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import pytest

from tabletown.rules.core.match import Match
from tabletown.rules.metropolys.objectives import FACE_DOWN as HIDDEN_CARD
from tabletown.rules.metropolys.state import UNSEEN
from tabletown.rules.sf1906.state import FACE_DOWN as HIDDEN_OBJECTIVE
from tabletown.rules.splendor.cards import BACK, DECK
from tabletown.tui.protocol import encoding
from tabletown.tui.protocol.client_messages import line
from tabletown.tui.protocol.server_messages import (
    Begun,
    Entry,
    FromServer,
    GameFile,
    Looked,
    Moved,
    Over,
    Room,
    Story,
    Undone,
    from_server,
)
from tabletown.tui.server.tables import views as showing
from tabletown.tui.server.tables.table import Table

WORLDS = 25
"""Number of moves for which other hidden cards are tried: the lines about them must stay the same."""


def splendor(s: Any, seat: int | None) -> Any:
    """A card reserved face down is its owner's secret; for all others it could still be in its deck."""
    v, hidden = s.copy(), [card for n, p in enumerate(s.players) if n != seat for card in p.blind]
    v.decks = [
        tuple(sorted([*pool, *(card for card in hidden if DECK[card] == deck)])) for deck, pool in enumerate(s.decks)
    ]
    v.backs = tuple(sum(DECK[card] == deck for card in hidden) for deck in range(len(s.decks)))
    v.players = [
        p if n == seat else replace(p, blind=tuple(BACK + DECK[card] for card in p.blind))
        for n, p in enumerate(s.players)
    ]
    return v


def metropolys(s: Any, seat: int | None) -> Any:
    """Objectives are secret to the end; with hidden values no one sees the value of a building again."""
    v = s.copy()
    v.players = [
        p if n == seat or s.over else replace(p, cards=tuple(HIDDEN_CARD for _ in p.cards))
        for n, p in enumerate(s.players)
    ]
    v.values = [UNSEEN if s.memory == "off" and value else value for value in s.values]
    return v


def sf1906(s: Any, seat: int | None) -> Any:
    """The same for objectives that are face down: they could be in the deck."""
    v, hidden = s.copy(), [card for n, p in enumerate(s.players) if n != seat and not s.over for card in p.secret]
    v.players = [
        p if n == seat or s.over else replace(p, secret=tuple(HIDDEN_OBJECTIVE for _ in p.secret))
        for n, p in enumerate(s.players)
    ]
    v.objective_deck, v.permit_deck = sorted([*s.objective_deck, *hidden]), sorted(s.permit_deck)
    return v


MASKS = {"splendor": splendor, "metropolys": metropolys, "sf1906": sf1906}


def secrets(game: str, s: Any, seat: int | None) -> int:
    """Number of cards that other players hide from a seat."""
    own = {"splendor": "blind", "metropolys": "cards", "sf1906": "secret"}[game]
    return sum(len(getattr(p, own)) for n, p in enumerate(s.players) if n != seat)


@dataclass
class Truth:
    """The true state of the table after each change."""

    times: list[list[Any]] = field(default_factory=list)
    """The states of the match then; the last one is the position."""
    table: Table | None = None
    match: Match | None = None
    story: list[Entry] = field(default_factory=list)

    def watch(self, patch: pytest.MonkeyPatch) -> None:
        """Note what any table does from now on."""
        for name in ("begin", "play", "undo"):
            patch.setattr(Table, name, self._noting(getattr(Table, name)))

    def _noting(self, describe_move: Any) -> Any:
        def noted(table: Table, *args: Any) -> Any:
            actual = describe_move(table, *args)
            assert table.match and self.table in (None, table)
            self.table, self.match = table, table.match
            self.story = table.story
            self.times.append(table.match.states[:])
            return actual

        return noted


def audit(truth: Truth, raw: Sequence[bytes], seat: int | None) -> int:
    """Fail if these lines reveal a secret to the seat; return the number of hidden cards that they could reveal.

    A player who resigns knows no more than a spectator from then on.
    """
    match = truth.match
    assert match
    game, mask, seed, hidden = match.game, MASKS[match.name], str(match.seed).encode(), 0
    times = iter(truth.times)
    states: list[Any] = next(times)
    for got in raw:
        message = from_server(got)
        record = isinstance(message, Over | GameFile)
        assert record or seed not in got, "the seed was told"
        assert not record or game.turn(states[-1]) is None, "the record was told too early"
        if isinstance(message, Moved | Undone):
            states = next(times)
        if isinstance(message, Room) and message.yours is None:
            seat = None
        for ply, view in views(message):
            actual, right = encoding.decode(match.name, view), mask(states[ply], seat)
            assert actual == right and repr(actual) == repr(right), f"more than {seat} may know at {ply}"
            hidden += secrets(match.name, states[ply], seat)
        if isinstance(message, Begun | Moved | Undone):
            assert message.ply == len(states) - 1
            expected = game.legal(mask(states[-1], seat)) if game.turn(states[-1]) == seat is not None else []
            assert [encoding.action(a) for a in message.legal] == expected
    return hidden


def views(message: FromServer) -> Iterator[tuple[int, Any]]:
    """Every view in a message, and of which ply."""
    match message:
        case Begun():
            yield from ((message.ply, message.view), (message.since, message.before))
        case Moved() | Undone() | Looked():
            yield message.ply, message.view


def check_same_view(truth: Truth, raw: Sequence[bytes], seat: int | None) -> int:
    """Fail unless the same bytes were sent if what is hidden from the seat were something else; how often it was."""
    table, match = truth.table, truth.match
    assert table and match
    game, different = match.game, 0
    moves = {message.ply: got for got in raw if isinstance(message := from_server(got), Moved)}
    for ply in sorted(moves)[:: max(1, len(moves) // WORLDS)]:
        s = match.states[ply]
        if game.turn(s) is None:
            continue
        other = game.determinize(game.observe(s, seat), Random(ply))
        different += repr(other) != repr(s)
        ours = Table(table.code, table.game, table.options, table.seats, table.host, stage=table.stage)
        ours.match = type(match)(match.name, match.seats, match.options, match.seed)
        ours.match.log, ours.match.states = match.log[:ply], [*match.states[:ply], other]
        ours.story = truth.story[:ply]
        assert line(showing.moved(ours, ours.match, seat)) == moves[ply], f"what is hidden from {seat} shows at {ply}"
    return different


def check_same_log(everyone: Sequence[Sequence[bytes]]) -> None:
    """Fail unless the lines of the log are the same for all, so that they hold no secrets."""
    logs = []
    for raw in everyone:
        lines: dict[int, Any] = {}
        for message in map(from_server, raw):
            if isinstance(message, Story):
                lines |= {message.ply + n: line for n, line in enumerate(message.lines)}
            elif isinstance(message, Moved):
                lines[message.ply - 1] = message.line
            elif isinstance(message, Undone):
                lines = {ply: line for ply, line in lines.items() if ply < message.ply}
        logs.append(lines)
    assert all(lines == logs[0] for lines in logs) and logs[0]
