"""A game as text has no secrets while it is in progress."""

from __future__ import annotations

from random import Random

import pytest

from tabletown import rules
from tabletown.rules.core.game import defaults, totals
from tabletown.rules.core.match import Match, Seat
from tabletown.tui.narration.transcript import position, transcript
from tabletown.tui.plain import move_log
from tests.tui.sample_matches import finished_match


def unfinished(game: str, *names: str, plies: int, seed: int) -> Match:
    seats = [Seat(name, "greedy" if name == "Hana" else "") for name in names]
    match, rng = Match(game, seats, defaults(rules.load(game)), seed), Random(seed)
    while len(match.log) < plies and match.player is not None:
        legal = match.legal()
        match.act(legal[int(rng.random() * len(legal))])
    assert match.player is not None
    return match


def printed(match: Match) -> list[int]:
    """The totals at the end of the text."""
    lines = transcript(match).splitlines()
    return [int(line.split(": ")[1].split()[0]) for line in lines[-len(match.seats) - 1 : -1]]


@pytest.mark.parametrize(("game", "plies"), [("metropolys", 22), ("sf1906", 60)])
def test_scores_of_secret_objectives_are_left_out_of_an_unfinished_game(game: str, plies: int) -> None:
    """With several people no one's objectives are shown; with one person alone that person's are."""
    hidden = False
    for seed in range(12):
        match = unfinished(game, "Ada", "Ben", plies=plies, seed=seed)
        visible, true = totals(match.game, match.view(plies, None)), totals(match.game, match.state)
        assert printed(match) == visible
        hidden |= visible != true
        alone = unfinished(game, "Ada", "Hana", plies=plies, seed=seed)
        assert printed(alone) == totals(alone.game, alone.view(plies, 0))
        assert position(match, plies) == position(match, plies)
    assert hidden, "nothing was secret, so nothing is shown by this"


def test_hidden_values_are_in_no_text_once_an_auction_is_over() -> None:
    """Neither in the log of text mode nor in the text of an unfinished game; those of the current auction are."""
    match = Match("metropolys", [Seat("Ada"), Seat("Ben")], defaults(rules.load("metropolys")) | {"memory": "off"}, 3)
    while len(match.log) < 12 or not match.state.bids:
        match.act(match.legal()[0])
    current = len(match.log) - len(match.state.bids)
    for lines in (move_log.lines(match, len(match.log), "all"), transcript(match).splitlines()[3:]):
        for line, text in zip(map(match.line, range(len(match.log))), lines, strict=False):
            assert (line.notation in text) == (line.ply >= current), text
            assert (line.text.partition(" ")[2] in text) == (line.ply >= current), text
            assert ("building on" in text) == (line.ply < current), text


def test_a_finished_game_of_splendor_is_in_no_round_any_more() -> None:
    match = finished_match()
    text = position(match, len(match.log))
    assert f"{match.state.turns // 2} rounds, top score " in text and "Last round" not in text
