"""Practice tables: marked for everyone, unrated, with hints; other tables have none."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tabletown import rules
from tabletown.rules.analysis.coach import Advice, Objection
from tabletown.rules.bots.levels import choose
from tabletown.tui.protocol import encoding
from tabletown.tui.protocol.client_messages import Act, Answer, Ask, Join, Open, Resign, Start
from tabletown.tui.protocol.daily_messages import AskCoach, AskHint, CoachWarnings, Hint, SetCoach
from tabletown.tui.protocol.server_messages import Asked, Begun, Lobby, Note, Room, Undone
from tabletown.tui.server.limits import Limits
from tabletown.tui.server.tables import hints
from tests.tui.server.desk import Server


def started(server: Server, practice: bool, game: str = "splendor") -> tuple[int, int, int]:
    """Hana and Bruno play, Hana to move, and Wim watches."""
    hana, bruno, wim = (server.enter(name) for name in ("Hana", "Bruno", "Wim"))
    server.send(hana, Open(game, {}, ["", ""], practice=practice))
    code = server.got(hana, Room).code
    server.send(bruno, Join(code))
    server.send(hana, Start())
    server.send(wim, Join(code, watch=True))
    return hana, bruno, wim


def test_a_practice_table_is_marked_in_the_lobby_and_for_everyone_there(tmp_path: Path) -> None:
    server = Server(tmp_path)
    players = started(server, True)
    assert all(server.got(number, Room).practice for number in players)
    ines = server.enter("Ines")
    assert [row.practice for row in server.got(ines, Lobby).tables] == [True]
    again = Server(tmp_path)
    [table] = again.service.tables.values()
    assert table.practice


def test_a_player_gets_a_hint_from_what_the_player_may_know(tmp_path: Path) -> None:
    server = Server(tmp_path)
    hana, bruno, _ = started(server, True, "sf1906")
    server.send(hana, AskHint(0))
    [thought] = server.thoughts
    match = server.service.resumed(server.table_of(hana))
    assert repr(thought.view) == repr(match.game.observe(match.state, 0)) != repr(match.state)
    assert thought.table not in server.service.tables, "no table waits for it"
    server.think()
    hint = server.got(hana, Hint)
    assert encoding.action(hint.action) in match.game.legal(match.state) and not server.all_got(bruno, Hint)
    hints.answered(server.service, thought, None)
    assert server.got(hana, Hint).action == []


def test_hints_are_refused_to_others_and_to_spectators(tmp_path: Path) -> None:
    server = Server(tmp_path)
    hana, bruno, wim = started(server, True)
    assert "when it is your turn" in server.refusal(bruno, AskHint(0))
    assert "when it is your turn" in server.refusal(hana, AskHint(1))
    assert "watching" in server.refusal(wim, AskHint(0))
    assert not server.thoughts


def test_there_are_no_hints_at_ordinary_tables(tmp_path: Path) -> None:
    server = Server(tmp_path)
    for number in started(server, False):
        assert server.refusal(number, AskHint(0)) == "Hints are for practice tables only."
        assert server.refusal(number, SetCoach(True)) == "A coach is for practice tables only."
        assert server.refusal(number, AskCoach(0)) == "A coach is for practice tables only."
    assert not server.thoughts


def test_hints_are_limited(tmp_path: Path) -> None:
    server = Server(tmp_path, Limits(slow_burst=3.0))
    hana, *_ = started(server, True)
    refusals = [server.refusal(hana, AskHint(0)) for _ in range(4)]
    assert "Too fast" in refusals[-1] and refusals[0] == ""


def test_a_coach_is_turned_on_openly_and_warns_only_its_player(tmp_path: Path) -> None:
    """From what that player may know, also after a restart."""
    server = Server(tmp_path)
    hana, bruno, wim = started(server, True, "sf1906")
    assert server.refusal(hana, AskCoach(0)) == "Your coach is off."
    server.send(hana, SetCoach(True))
    for number in (hana, bruno, wim):
        assert server.got(number, Note).text == "Hana has turned the coach on."
        assert [seat.coached for seat in server.got(number, Room).seats] == [True, False]
    assert "watching" in server.refusal(wim, SetCoach(True)) and "your turn" in server.refusal(bruno, AskCoach(0))
    server.send(hana, AskCoach(0))
    [thought] = server.thoughts
    match = server.service.resumed(server.table_of(hana))
    assert thought.coach and repr(thought.coach.view) == repr(match.game.observe(match.state, 0)) != repr(match.state)
    assert thought.table not in server.service.tables, "no table waits for it"
    action = match.legal()[0]
    best = choose("sf1906", thought.view, "random", "1")
    advice = Advice(best, {action: 0.2}, {action: Objection(0.2, "it costs $2", True, 0.6)})
    hints.warned(server.service, thought, advice)
    [warning] = server.got(hana, CoachWarnings).warnings
    assert encoding.action(warning.action) == action and warning.names_best
    assert warning.text == "This lowers your winning chances from 60% to 40%. It costs $2."
    hints.warned(server.service, thought, None)
    assert server.got(hana, CoachWarnings).warnings == [] and not server.all_got(bruno, CoachWarnings)
    again = Server(tmp_path)
    again.enter("Hana")
    assert again.got(hana, Room).seats[0].coached


@pytest.mark.parametrize("practice", [True, False])
def test_practice_is_never_rated(tmp_path: Path, practice: bool) -> None:
    server = Server(tmp_path)
    hana, bruno, _ = started(server, practice)
    server.send(hana, Resign())
    note = next(note.text for note in server.all_got(bruno, Note) if "resigns" in note.text)
    assert ("Ratings:" in note) is not practice
    assert bool(server.store.ratings("splendor", [hana, bruno])) is not practice


def test_a_whole_game_of_practice_leaves_ratings_alone(tmp_path: Path) -> None:
    server = Server(tmp_path)
    hana, bruno, _ = started(server, True, "metropolys")
    table, rng = server.table_of(hana), Random(3)
    while table.stage == "playing":
        server.move(hana if table.to_move == 0 else bruno, rng)
    assert table.stage == "over" and not table.rated
    table.seats[0].coached = True
    assert server.store.ratings("metropolys", [hana, bruno]) == {}
    server.send(hana, Ask("rematch"))
    server.send(bruno, Answer(server.got(bruno, Asked).number, True))
    assert server.got(bruno, Room).practice and server.got(bruno, Room).code != table.code
    assert server.got(bruno, Room).seats[1].coached


def test_undo_needs_the_others_as_at_any_table(tmp_path: Path) -> None:
    server = Server(tmp_path)
    hana, bruno, _ = started(server, True)
    match = server.service.resumed(server.table_of(hana))
    take = next(action for action in rules.load("splendor").legal(match.state) if action[0] == "take")
    server.send(hana, Act(0, [*take]))
    server.send(hana, Ask("undo"))
    assert not server.all_got(hana, Undone)
    server.send(bruno, Answer(server.got(bruno, Asked).number, True))
    assert server.got(hana, Undone).ply == 0 and server.got(hana, Begun).ply == 0
