"""Points and prices on Splendor's table where there is little room."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest

from tabletown.rules import load
from tabletown.rules.core.game import Action
from tabletown.rules.core.match import LogLine
from tabletown.rules.splendor.cards import BLUE, CARDS, GOLD, GREEN, NOBLES, RED, WHITE
from tabletown.rules.splendor.expansions.registry import MODULES
from tabletown.tui.games.splendor.last_moves import Run, condensed, fitted, in_words, plain, runs
from tabletown.tui.games.splendor.painter import SplendorPainter
from tabletown.tui.games.splendor.selection import MAIN
from tabletown.tui.screens.table import Table
from tabletown.tui.widgets.canvas import Rect
from tabletown.tui.widgets.move_log import LOG
from tabletown.tui.widgets.tiles import Tile
from tests.rules.splendor.positions import bonuses, hold, spare
from tests.rules.splendor.positions import table as lay_table
from tests.tui.app_driver import MIDDLE, current_table, make_app, run_app, screen_text, status_text
from tests.tui.golden_cases import middle
from tests.tui.sample_matches import match_after, match_from_state, saved_table


async def test_the_head_says_whose_points_and_is_whole() -> None:
    match = match_after(plies=26)
    best = max(p.points for p in match.state.players)
    async with run_app(make_app(saved_table(match))) as pilot:
        assert re.search(rf"(: |have |at ){best}/15$", status_text(pilot, "notice"))
        assert len(status_text(pilot, "prompt")) + len(status_text(pilot, "notice")) + 4 <= 80
        assert status_text(pilot, "notice") in screen_text(pilot) and status_text(pilot, "prompt") in screen_text(pilot)
    async with run_app(make_app(Table(match, None)), MIDDLE) as pilot:
        notice = status_text(pilot, "notice")
        assert notice.startswith(f"Round {match.state.turns // 2 + 1}, ")
        assert notice.endswith((f" lead: {best} of 15 points", f" leads: {best} of 15 points", f"level at {best}/15"))


@pytest.mark.parametrize("held, width", [(1, 11), (3, 8)])
async def test_a_reserved_card_shows_what_is_left_to_pay(held: int, width: int) -> None:
    s = lay_table()
    cards = spare(s, level=0, points=1, number=held)
    hold(s, 0, *cards)
    card = cards[0]
    colour = max(range(5), key=CARDS[card].cost.__getitem__)
    bonuses(s, 0, "wugrb"[colour])
    async with run_app(make_app(saved_table(match_from_state(s)))) as pilot:
        cost = CARDS[card].cost[colour]
        price = f"{'WUGRB'[colour]}{cost}\u203a{cost - 1}"
        tile = current_table(pilot).board.tile(("card", card))
        assert tile is not None and tile.rect.w == width
        rows = screen_text(pilot).splitlines()[tile.rect.y :][: tile.rect.h + 2]
        assert any(price in row[tile.rect.x :] for row in rows)


async def test_the_last_turn_of_a_player_is_told_with_all_its_steps() -> None:
    match = middle()
    lines = [match.line(ply) for ply in range(len(match.log))]
    assert [line.player for line in lines[-3:]] == [0, 1, 1] and lines[-1].action[0] == "return"
    took, returned = (plain(step) for step in runs(lines[-2:], you=False))
    async with run_app(make_app(saved_table(match))) as pilot:
        rows = screen_text(pilot).splitlines()
        y = next(y for y, row in enumerate(rows) if f"Hana {took}" in row)
        assert returned in rows[y] + rows[y + 1]
        palette = pilot.app.palette  # type: ignore[attr-defined]
        state = current_table(pilot).board_state()
        painter = SplendorPainter(palette, state, Tile(LOG, Rect(0, 0, 9, 9), ""), False)
    assert painter.last_turn(1) == lines[-2:] and painter.last_turn(0) == lines[-3:-2]
    assert SplendorPainter(painter.p, replace(state, ply=0), painter.tile, False).last_turn(1) == []


def test_a_turn_is_cut_after_its_first_step_or_left_out_where_room_is_short() -> None:
    turn = [line(("reserve", 0)), line(("return", 1)), line(("return", 1))]
    assert CARDS[0].bonus == WHITE
    whole = [[Run("reserves"), Run("2-3"), Run("white", WHITE)], [Run("returns"), Run("U", BLUE), Run("U", BLUE)]]
    room = len("reserves 2-3 white, returns U U")
    assert fitted(turn, room, False) == whole
    assert fitted(turn, room - 1, False) == whole[:1]
    assert fitted(turn, len("reserves white") - 1, False) == [] == fitted([], 0, False)


def test_a_card_loses_its_points_before_its_colour_where_room_is_short() -> None:
    turn = [line(("buy", next(n for n, card in enumerate(CARDS) if card.points == 3 and card.bonus == BLUE)))]
    assert fitted(turn, len("buys 2-3 blue 3pt"), False) == [[Run("buys"), Run("2-3"), Run("blue 3pt", BLUE)]]
    assert fitted(turn, len("buys 2-3 blue 3pt") - 1, False) == [[Run("buys"), Run("2-3"), Run("blue", BLUE)]]


@pytest.mark.parametrize("action, words", [
    (("take", (WHITE, BLUE, GREEN)), "takes W U G"),
    (("take", (RED, RED)), "takes R R"),
    (("return", GOLD), "returns gold"),
    (("reserve_blind", 1), "reserves a level 2 card"),
    (("buy", 0, ()), "buys 2-3 (white)"),
    (("free", 0), "takes free 2-3 (white)"),
    (("reserve", next(n for n, card in enumerate(CARDS) if card.points == 1)), "reserves 2-3 (white, 1 point)"),
    (("noble", next(n for n, noble in enumerate(NOBLES) if noble.cost == (4, 4, 0, 0, 0))), "gains noble W4 U4"),
    (("pass",), "passes"),
])  # fmt: skip
def test_a_move_is_told_in_the_present_with_tokens_as_the_table_writes_them(action: Action, words: str) -> None:
    assert in_words(line(action), you=False) == words
    assert in_words(line(("take", (WHITE, BLUE))), you=True) == "take W U"


def test_tokens_returned_one_by_one_are_in_one_line() -> None:
    took = [LogLine(0, 0, ("take", (0, 1, 2)), "", "take white, blue and green")]
    back = [LogLine(n, 0, ("return", 0), "", "return a white token") for n in (1, 2)]
    assert [(at.ply, at.notation, at.text) for at in condensed([*took, *back], ("Hana",))] == [
        (0, "takes W U G", "take white, blue and green"),
        (2, "returns W W", "return 2 white"),
    ]
    assert condensed(back[:1], ("Hana",))[0].text == "return a white token"


@pytest.mark.parametrize("module", MODULES)
def test_every_verb_has_words(module: str) -> None:
    game = load("splendor")
    rng = Random(3)
    s = game.setup(3, {"module": module}, rng)
    for _ in range(400):
        if game.turn(s) is None:
            break
        legal = game.legal(s)
        a = next((a for a in legal if a[0] not in MAIN), legal[int(rng.random() * len(legal))])
        assert in_words(line(a), you=False)
        game.advance(s, a, rng)


def line(action: Action) -> LogLine:
    return LogLine(0, 0, action, f"{action[0]} 2-3", "")
