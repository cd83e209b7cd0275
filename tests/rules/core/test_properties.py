"""Properties for hypothesis: payments, and matches that are saved, torn and loaded in any order."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tabletown.rules.bots.level_descriptions import BOTS
from tabletown.rules.core.match import Match, Seat
from tabletown.rules.core.save_file import Record
from tabletown.rules.splendor.cards import BACK, BASE_CARDS, CARDS, EMPTY
from tabletown.rules.splendor.payment import missing, need, payments, purchases
from tabletown.rules.splendor.state import Player
from tests.rules.random_play import configurations
from tests.rules.splendor.test_buying import every_payment

PLAYERS = st.builds(
    lambda tokens, bonuses: Player(tokens, bonuses, 0, (), (), (), ()),
    st.lists(st.integers(0, 5), min_size=6, max_size=6).filter(lambda tokens: sum(tokens) <= 13),
    st.lists(st.integers(0, 7), min_size=5, max_size=5),
)


@settings(max_examples=300, deadline=None)
@given(PLAYERS, st.integers(0, len(CARDS) - 1))
def test_payments_equal_brute_force(p: Player, card: int) -> None:
    """Rule 1.2 D: exactly the vectors of the formula, each once, the least gold first."""
    legal, expected = payments(p, card), every_payment(p, card)
    assert set(legal) == expected and len(legal) == len(expected)
    assert [paid[5] for paid in legal] == sorted(paid[5] for paid in legal)
    assert bool(legal) == (sum(missing(p, card)) <= p.tokens[5])
    assert all(sum(paid) == sum(need(p, card)) for paid in legal)


@settings(max_examples=100, deadline=None)
@given(PLAYERS, st.sets(st.integers(0, len(BASE_CARDS) - 1), max_size=15))
def test_purchases_are_the_payments_of_all_cards(p: Player, cards: set[int]) -> None:
    """Rule 1.2 D: no card is overlooked by the quick test, and empty slots and backs are never bought."""
    bought = purchases(p, [*cards, *range(BACK, EMPTY + 1)])
    assert {(card, paid) for _, card, paid in bought} == {
        (card, paid) for card in cards for paid in every_payment(p, card)
    }


class MatchAndRecord(RuleBasedStateMachine):
    """A match and its file, used as people and accidents use them; after a save, the file is the match."""

    folder: tempfile.TemporaryDirectory[str]

    @initialize(which=st.sampled_from(list(configurations())), seed=st.integers(-5, 10**12))
    def begin(self, which: tuple[str, int, Any], seed: int) -> None:
        name, seats, options = which
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "match.jsonl"
        self.match = Match(name, [Seat(f"{n}") for n in range(seats)], dict(options), seed)
        self.record = Record(self.path)
        self.redoable: list[Any] = []
        self.save()

    def save(self) -> None:
        self.record.save(self.match)
        self.saved = self.match.log[:]

    @precondition(lambda self: self.match.player is not None)
    @rule(choices=st.lists(st.integers(0, 10**6), min_size=1, max_size=12), each=st.booleans())
    def act(self, choices: list[int], each: bool) -> None:
        """Play on; saved after every action, or only at the end."""
        for n in choices:
            if self.match.player is not None:
                legal = self.match.game.legal(self.match.state)
                self.match.act(legal[n % len(legal)])
                self.redoable = []
                if each:
                    self.save()
        self.save()

    @precondition(lambda self: self.match.log)
    @rule(times=st.integers(1, 5), save=st.booleans())
    def undo(self, times: int, save: bool) -> None:
        for _ in range(min(times, len(self.match.log))):
            self.redoable.append(self.match.undo())
        if save:
            self.save()

    @precondition(lambda self: self.redoable)
    @rule(save=st.booleans())
    def redo(self, save: bool) -> None:
        assert self.match.redo() == self.redoable.pop()
        if save:
            self.save()

    @rule()
    def reload(self) -> None:
        """The program starts again from the file; what could be redone is forgotten."""
        self.match, self.record = Record.load(self.path, BOTS)
        self.redoable = []

    @rule(tail=st.binary(max_size=30).filter(lambda tail: b"\n" not in tail))
    def tear(self, tail: bytes) -> None:
        """The program is killed in the middle of a line."""
        with open(self.path, "ab") as file:
            file.write(tail)
        self.reload()

    @precondition(lambda self: self.saved)
    @rule(data=st.data())
    def lose_the_end(self, data: st.DataObject) -> None:
        """The last line was not wholly on the disk."""
        self.reload()
        self.save()
        whole = self.path.read_bytes().rstrip(b"\n")
        last = whole.rfind(b"\n") + 1
        # A tail torn earlier may still follow the last whole line: cut that line, no matter what follows it.
        end = self.path.read_bytes()[: data.draw(st.integers(last, len(whole)))]
        lines = end.count(b"\n")
        self.path.write_bytes(end)
        self.saved = self.saved[: lines - 1]
        self.reload()

    @invariant()
    def the_file_is_the_match_as_saved(self) -> None:
        again, _ = Record.load(self.path, BOTS)
        assert again.log == self.saved
        assert (again.name, again.seats, again.options, again.seed) == (
            *(self.match.name, self.match.seats),
            *(self.match.options, self.match.seed),
        )
        if self.saved == self.match.log:
            assert [repr(s) for s in again.states] == [repr(s) for s in self.match.states]
        assert self.match.undone == self.redoable

    def teardown(self) -> None:
        if hasattr(self, "folder"):
            self.folder.cleanup()


TestMatchAndRecord = MatchAndRecord.TestCase
TestMatchAndRecord.settings = settings(max_examples=40, stateful_step_count=20, deadline=None)
