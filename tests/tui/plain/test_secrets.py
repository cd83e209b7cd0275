"""No one reads another seat's secrets: hot-seat games of every game, and the lines that each player reads."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tabletown.rules.core.match import Match
from tabletown.rules.metropolys.objectives import OBJECTIVES
from tabletown.rules.sf1906.notation import objective_names
from tabletown.rules.splendor.names import name as card_name
from tabletown.tui.games.splendor.narrator import price
from tabletown.tui.plain.commands import Reading
from tests.rules.random_play import configurations
from tests.tui.plain.text_player import Typist, hot_seat, talk, used_chance

SECRETIVE = {"splendor": "reserve", "metropolys": "", "sf1906": "objective"}
"""A word of the moves by which one comes to have secrets."""
QUESTIONS = ("table", "players", "me", "moves", "score", "log all")


def secrets(name: str, s: Any, seat: int) -> Iterator[str]:
    """Words that reveal a seat's secrets, and that describe nothing else on the table."""
    if name == "splendor":
        yield from (f"{card_name(card)}, {price(card)}" for card in s.players[seat].blind)
        yield from (f"{card_name(card)}, which nobody else has seen" for card in s.players[seat].blind)
    elif name == "metropolys":
        yield from (f"the {OBJECTIVES[card].kind} {OBJECTIVES[card].name}:" for card in s.players[seat].cards)
    else:
        yield from (f"objective: {objective_names(s.city.kit)[card]}," for card in s.players[seat].secret)


def curious(seed: int, preferred: str) -> Any:
    """Player that enters every command in every turn, then a random move."""
    play, asked = used_chance(Random(seed), preferred), [0]

    def answer(typist: Typist) -> str | None:
        if "Press Enter" in typist.lines[-1]:
            return ""
        asked[0] += 1
        turn, question = divmod(asked[0], len(QUESTIONS) + 1)
        assert typist.playing is not None
        if turn > 30:
            return None
        return QUESTIONS[question] if question < len(QUESTIONS) else play(typist)

    return answer


def spied(match: Match, typist: Typist) -> tuple[int, int]:
    """Number of times that a viewer read a secret of another seat, and of their own."""
    others = own = 0
    for ply, viewer, lines in typist.heard:
        s, text = match.states[ply], "\n".join(lines)
        if s.over:
            continue
        for seat in range(len(match.seats)):
            read = sum(words in text for words in secrets(match.name, s, seat))
            others, own = (others, own + read) if seat == viewer else (others + read, own)
    return others, own


@pytest.mark.parametrize(("name", "options"), [(n, dict(o)) for n, seats, o in configurations() if seats == 3])
def test_nobody_reads_what_another_has_secret(name: str, options: dict[str, str]) -> None:
    match = hot_seat(name, options, 7)
    typist = talk(match, curious(3, SECRETIVE[name]))
    others, own = spied(match, typist)
    assert others == 0
    assert own > 3, "a test that finds nothing finds no leak either"


@pytest.mark.parametrize("name", SECRETIVE)
def test_a_leak_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Reading, "view", property(lambda self: self.match.states[self.ply]))
    options = next(dict(o) for n, seats, o in configurations() if n == name)
    match = hot_seat(name, options, 7)
    assert spied(match, talk(match, curious(3, SECRETIVE[name])))[0] > 0
