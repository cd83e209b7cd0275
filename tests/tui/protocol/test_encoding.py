"""Positions as JSON: what comes back is what was sent, for every game, module, number of players and seat."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletown import rules
from tabletown.tui.protocol import encoding
from tabletown.tui.protocol.message_limits import SERVER_LINE
from tests.rules.random_play import configurations, played_once, sample_states

POSITIONS = 12
"""Positions sampled from each game played, besides those with rare actions."""


def there_and_back(game: str, view: Any) -> Any:
    return encoding.decode(game, msgspec.json.decode(msgspec.json.encode(encoding.encode(game, view))))


@pytest.mark.parametrize(("name", "seats", "options"), configurations())
def test_every_view_comes_back_as_it_was(name: str, seats: int, options: tuple[tuple[str, str], ...]) -> None:
    """For every seat and a spectator; also the type of every part, and the legal actions in it."""
    run = played_once(name, seats, options, seed=4)
    for s in [*sample_states(run, POSITIONS), run.states[-1]]:
        for player in run.views:
            view = run.game.observe(s, player)
            back = there_and_back(name, view)
            assert back == view and repr(back) == repr(view)
            assert len(msgspec.json.encode(encoding.encode(name, view))) < SERVER_LINE / 4
        if run.game.turn(s) is not None:
            view = run.game.observe(s, run.game.turn(s))
            legal = run.game.legal(view)
            sent = msgspec.json.encode(legal)
            assert (
                [encoding.action(a) for a in msgspec.json.decode(sent)]
                == legal
                == run.game.legal(there_and_back(name, view))
            )
            assert len(sent) < SERVER_LINE / 4


@settings(deadline=None)
@given(seed=st.integers(0, 30), ply=st.integers(0, 4000), at=st.data())
def test_any_position_of_any_game(seed: int, ply: int, at: st.DataObject) -> None:
    name, seats, options = at.draw(st.sampled_from(list(configurations())))
    game = rules.load(name)
    run = played_once(name, seats, options, seed % 3)
    s = run.states[ply % len(run.states)]
    view = game.observe(game.determinize(game.observe(s, None), Random(seed)), at.draw(st.sampled_from(run.views)))
    assert there_and_back(name, view) == view


@pytest.mark.parametrize(
    "value",
    [
        {"os.system": ["true"]},
        {"state.Random": [1]},
        {"state.nothing": []},
        {"..match.Match": []},
        {"state.Player": [], "": []},
        {"Player": []},
    ],
)
def test_nothing_from_outside_the_game_is_made(value: Any) -> None:
    with pytest.raises(ValueError, match=r"nothing called|expected a single name"):
        encoding.decode("splendor", value)


def test_the_map_of_a_city_is_sent_by_what_it_is_made_of() -> None:
    """Hundreds of bytes, not tens of thousands; and the client has one map for all positions of a game."""
    run = played_once("sf1906", 2, (("components", "stand-in"),), 1)
    first, last = (there_and_back("sf1906", run.game.observe(s, 0)) for s in (run.states[0], run.states[-1]))
    assert first.city is last.city
    assert repr(first.city) == repr(run.states[0].city)
    assert len(msgspec.json.encode(encoding.encode("sf1906", run.states[0].city))) < 200
