"""The lines above and below the table: whole, true to the choice, and changed with it."""

from __future__ import annotations

import re
from random import Random

import pytest
from textual.containers import VerticalScroll

from tabletown import rules
from tabletown.rules.core.match import Match
from tabletown.rules.metropolys.board import NAMES
from tabletown.rules.sf1906.components.model import BUILD_GRANT
from tabletown.rules.sf1906.decision_facts import payable
from tabletown.rules.sf1906.state import SPEND
from tabletown.tui.model.actions import known_actions
from tabletown.tui.model.keymap import KeyLabels, Keymap, presets
from tabletown.tui.model.settings import LABELS
from tabletown.tui.screens.score_sheet import ScoreSheet
from tabletown.tui.screens.settings import SettingsScreen
from tabletown.tui.screens.table import Table
from tabletown.tui.widgets.form import LABEL
from tests.tui.app_driver import current_table, make_app, press, run_app, screen_text, status_text
from tests.tui.games.sf1906.test_board import fresh
from tests.tui.sample_matches import make_seats

ROOM = 78
"""Cells of the line below in the smallest window."""


def metropolys(version: str, *names: str) -> Match:
    return Match("metropolys", make_seats(*names), {"version": version, "memory": "on"}, 3)


def random_plies(match: Match, rng: Random, plies: int) -> None:
    for _ in range(plies):
        if match.player is not None:
            match.act(rng.choice(match.game.legal(match.state)))


@pytest.mark.parametrize("version", ["family", "expert"])
async def test_every_place_and_every_bid_of_metropolys_is_told_whole(version: str) -> None:
    match = metropolys(version, "Gertrud", "Hannelore", "Bartholo", "Chloe")
    rng = Random(5)
    async with run_app(make_app(Table(match, None))) as pilot:
        await press(pilot, "enter")
        table = current_table(pilot)
        for _ in range(6):
            random_plies(match, rng, 9)
            table.looking = match.player
            table.go_on()
            places = [tile for tile in table.board.tiles if tile.zone == "city"]
            assert len(places) == len(NAMES)
            for tile in places:
                detail = table.board.detail(table.board_state(), tile.part)
                assert len(detail) <= ROOM, detail
                if table.selection.pick(tile.part):
                    detail = table.board.detail(table.board_state(), tile.part)
                    assert len(detail) <= ROOM and detail.startswith("Enter bids"), detail
                    assert re.search(r"can(not be outbid| be outbid( by [^;]+)?)\.( Next to [A-Z0-9 ]+\.)?$", detail), (
                        detail
                    )
                    table.selection.clear()


async def test_what_is_lit_is_named_at_once() -> None:
    async with run_app(make_app(Table(metropolys("family", "You", "greedy"), None))) as pilot:
        assert status_text(pilot, "notice") == "Built of 13: You 0, Hana 0"
        await press(pilot, "t", "t")
        assert "Highlighted: statues" in screen_text(pilot)
        assert status_text(pilot, "notice") == "Built of 13: You 0, Hana 0", "the state of the race stays"
        await press(pilot, "T", "T")
        assert "Highlighted: statues" not in screen_text(pilot)


@pytest.mark.parametrize("seats", [("You", "Ada"), ("You", "Ada", "Ben")])
async def test_every_space_of_1906_says_its_price_whole(seats: tuple[str, ...]) -> None:
    match, rng = fresh(*seats), Random(2)
    async with run_app(make_app(Table(match, None))) as pilot:
        await press(pilot, "enter")
        table = current_table(pilot)
        for _ in range(25):
            random_plies(match, rng, 7)
            if match.player is None:
                break
            table.looking = match.player
            table.go_on()
            for part in sorted(part for part in table.board_state().options if part[0] == "slot"):
                detail = table.board.detail(table.board_state(), part)
                assert len(detail) <= ROOM, detail


async def test_a_permit_to_spend_names_the_plots_that_its_action_reaches() -> None:
    match, rng = fresh("You", "Ada"), Random(1)
    while match.state.step != SPEND or not match.state.grant:
        if match.player is None:
            match = fresh("You", "Ada", seed=rng.randrange(99))
        acts = match.game.legal(match.state)
        match.act(next((a for a in acts if a == ("act", BUILD_GRANT)), rng.choice(acts)))
    async with run_app(make_app(Table(match, None))) as pilot:
        await press(pilot, "enter")
        table, s = current_table(pilot), match.state
        table.looking = match.player
        table.go_on()
        for permit in s.players[match.player or 0].permits:
            detail = table.board.detail(table.board_state(), ("permit", permit))
            named = set(detail.rstrip(".").split(" fits ")[1].replace(",", "").replace(" and ", " ").split())
            reached = {
                s.city.names[plot] for plot in range(len(s.city.names)) if payable(s, (permit,), True) >> plot & 1
            }
            assert named == (reached or {"no", "plot", "on", "its", "own"})


def test_the_name_of_every_option_has_room_in_the_form() -> None:
    for name in rules.GAMES:
        assert all(len(option.title) <= LABEL for option in rules.load(name).OPTIONS)


@pytest.mark.parametrize("preset", presets())
def test_the_sentence_of_every_setting_and_every_tooltip_is_one_line(preset: str) -> None:
    remap = KeyLabels(Keymap(preset))["settings.keys"]
    sentences = [words.format(remap=remap) for _, words in LABELS.values()]
    tooltips = [action.tooltip for action in known_actions().values()]
    assert [text for text in (*sentences, *tooltips) if len(text) > ROOM] == []


async def test_the_end_is_paged_through() -> None:
    match = fresh("You", "Ada")
    random_plies(match, Random(4), 9999)
    screen = ScoreSheet(match, None)
    screen.rows *= 5
    async with run_app(make_app(screen)) as pilot:
        await press(pilot, "space", "pagedown")
        assert pilot.app.screen.query_one(VerticalScroll).scroll_y > 1
        await press(pilot, "pageup")
        assert pilot.app.screen.query_one(VerticalScroll).scroll_y == 0


async def test_help_names_no_key_twice() -> None:
    async with run_app(make_app(Table(metropolys("family", "You", "greedy"), None))) as pilot:
        await press(pilot, "question_mark")
        shown = str(pilot.app.screen.query_one("#keys").render()).splitlines()
        for line in shown[2:]:
            keys = line.strip().split("  ")[0].split()
            assert len(keys) == len(set(keys)), line


async def test_a_key_for_nothing_ends_what_was_said() -> None:
    async with run_app(make_app(Table(fresh("You", "greedy"), None))) as pilot:
        before = status_text(pilot)
        await press(pilot, "z")
        assert status_text(pilot) == "Nothing to undo."
        await press(pilot, "J")
        assert status_text(pilot) == before


@pytest.mark.parametrize("colours, glyphs", [("truecolor", "unicode"), ("16", "console"), ("none", "ascii")])
async def test_settings_preview_a_white_and_a_black_card(colours: str, glyphs: str) -> None:
    async with run_app(make_app(SettingsScreen(), colours=colours, glyphs=glyphs)) as pilot:
        text = screen_text(pilot)
        assert re.search(r"\bwhite\b.*\bblack\b.*\n(.*\n)?.*\bwhite\b.*\bblack\b", text) and "Saved in config" in text
