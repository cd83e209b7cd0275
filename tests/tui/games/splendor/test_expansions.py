"""Rules on screen for every module of Splendor."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from tabletown import rules
from tabletown.rules.core.match import Match
from tabletown.rules.splendor import legal, observe, turn
from tabletown.rules.splendor.cards import CARDS
from tabletown.rules.splendor.expansions.registry import MODULES
from tabletown.rules.splendor.expansions.strongholds import occupier
from tabletown.rules.splendor.state import Splendor
from tabletown.tui import games
from tabletown.tui.games.splendor.expansions.registry import MODULE_UIS
from tabletown.tui.games.splendor.expansions.trading_posts import unpaid
from tabletown.tui.games.splendor.selection import different, parts
from tabletown.tui.model.selection import Selection
from tabletown.tui.screens.help import Help
from tabletown.tui.screens.new_game import NewGame, meaning
from tabletown.tui.screens.replay import Replay
from tabletown.tui.screens.table import Table
from tabletown.tui.widgets.board_state import BoardState
from tabletown.tui.widgets.canvas import Rect
from tests.tui.app_driver import (
    LARGE,
    MIDDLE,
    SMALL,
    current_table,
    make_app,
    play_by_picks,
    press,
    run_app,
    screen_text,
)
from tests.tui.sample_matches import make_seats, saved_table
from tests.tui.scenes_expansions import ALONE, FOUR, careless_action, match_at, whole_match

EXPANSIONS = [module for module in MODULES if module != "base"]
PROMPT, DETAIL = 78, 78
"""Cells of the upper line, with what the game says beside it, and of the lower one, in the smallest window."""


@pytest.mark.slow
@pytest.mark.parametrize("module", ["strongholds"])  # tests/e2e/test_modules.py plays a game of each by keys
async def test_a_whole_game_is_played_by_picks_and_enter(module: str) -> None:
    """The parts highlighted on the board lead to an action, until the game is over."""
    match = Match("splendor", make_seats("You", "random"), {"module": module}, 4)
    async with run_app(make_app(saved_table(match))) as pilot:
        await play_by_picks(pilot)
        assert type(pilot.app.screen).__name__ == "ScoreSheet"


def asked(module: str, seats: tuple[str, ...], seed: int) -> list[tuple[Match, BoardState]]:
    """Every decision of the first player in a careless game, as its board is given it."""
    match, decisions = whole_match(module, seats, seed), []
    for s in match.states[:-1]:
        if turn(s) == 0:
            view = observe(s, 0)
            choices = legal(view)
            selection = Selection(different(choices) if choices[0][0] == "discard" else choices, parts)
            state = BoardState(match.game, view, view, 0, match.seats, selection.options(), (), tuple(selection.left()))
            decisions.append((match, replace(state, active=True)))
    return decisions


@pytest.mark.parametrize("seats", [ALONE, FOUR], ids=["two", "four"])
@pytest.mark.parametrize("module", MODULES)
def test_every_action_is_spelled_out_by_parts_of_its_own(module: str, seats: tuple[str, ...]) -> None:
    """No two legal actions have the same picks, and every part to pick is on the table or has a key."""
    keyed = {"do", "pay"}
    for _, state in asked(module, seats, 5):
        spelt = Counter(frozenset(Counter(parts(a)).items()) for a in state.left)
        assert max(spelt.values()) == 1
        tiles = {tile.part for tile in MODULE_UIS[module].lay_out(state, 80, 21) if tile.zone}
        for kind, *which in state.options:
            if kind == "reserve":
                kind, *which = which
            source = ("card", *which) if kind == "lift" and (kind, *which) not in tiles else (kind, *which)
            assert kind in keyed or source in tiles or ("lift", *which) in tiles, (kind, which)


@pytest.mark.parametrize("size", [SMALL, (100, 30), MIDDLE, LARGE], ids=str)
@pytest.mark.parametrize("module", MODULES)
def test_tiles_lie_in_the_window_and_apart(module: str, size: tuple[int, int]) -> None:
    width, height = size[0], size[1] - 3
    for seats in (ALONE, FOUR):
        for _, state in asked(module, seats, 6)[::5]:
            tiles = [tile.rect for tile in MODULE_UIS[module].lay_out(state, width, height) if tile.zone]
            assert all(r.x >= 0 and r.y >= 0 and r.x + r.w <= width and r.y + r.h <= height for r in tiles)
            cells = Counter((x, y) for r in tiles for x, y in covered(r))
            assert max(cells.values()) == 1, "two tiles lie on one another"


def covered(rect: Rect) -> list[tuple[int, int]]:
    return [(x, y) for x in range(rect.x, rect.x + rect.w) for y in range(rect.y, rect.y + rect.h)]


@pytest.mark.parametrize("module", EXPANSIONS)
async def test_what_is_asked_fits_into_the_line(module: str) -> None:
    """In the smallest window: the prompt beside the notice, and what a choice of the expansion leads to."""
    async with run_app(make_app(Table(whole_match(module, FOUR, 7), None))) as pilot:
        words = MODULE_UIS[module].prompts(pilot.app.palette, 80)  # type: ignore[attr-defined]
    for _, state in asked(module, FOUR, 7):
        prompt = f"Your turn: {words.prompt(state)}  {words.alarm(state) or words.notice(state)}"
        assert len(prompt) <= PROMPT, prompt
        for kind in ("post", "city", "own", "lift"):
            for tile in MODULE_UIS[module].lay_out(state, 80, 21):
                if tile.part[0] == kind:
                    assert len(words.detail(state, tile.part)) <= DETAIL, words.detail(state, tile.part)


@pytest.mark.slow_unless(seats=(FOUR,))
@pytest.mark.parametrize("seats", [ALONE, FOUR], ids=["two", "four"])
@pytest.mark.parametrize("module", MODULES)
async def test_no_line_is_cut_off_in_the_smallest_window(module: str, seats: tuple[str, ...]) -> None:
    """The prompt, the progress, and the texts about every part of the table and about one pick."""
    async with run_app(make_app(Table(whole_match(module, ALONE, 7), None))) as pilot:
        words = MODULE_UIS[module].prompts(pilot.app.palette, 80)  # type: ignore[attr-defined]
    for _, state in asked(module, seats, 7)[::3]:
        prompt = f"Your turn: {words.prompt(state)}  {words.alarm(state) or words.notice(state)}"
        assert len(prompt) <= PROMPT, prompt
        for tile in MODULE_UIS[module].lay_out(state, 80, 21):
            if tile.zone:
                assert len(words.full_detail(state, tile.part)) <= DETAIL, words.full_detail(state, tile.part)
        for part in state.options:
            selection = Selection(state.left, parts)
            selection.pick(part)
            picked = replace(state, picked=(part,), left=tuple(selection.left()), options=selection.options())
            assert len(words.full_detail(picked, part)) <= DETAIL, words.full_detail(picked, part)


@pytest.mark.parametrize("module", MODULES)
async def test_what_a_card_too_dear_needs_fits_into_the_line(module: str) -> None:
    async with run_app(make_app(Table(whole_match(module, ALONE, 7), None))) as pilot:
        words = MODULE_UIS[module].prompts(pilot.app.palette, 80)  # type: ignore[attr-defined]
    lacking = 0
    for _, state in asked(module, ALONE, 7):
        for card in (part[1:] for part in state.options if part[:2] == ("reserve", "card")):
            detail = words.full_detail(state, card)
            lacking += "need" in detail
            assert len(detail) <= DETAIL, detail
    assert lacking > 20


@pytest.mark.parametrize("module", MODULES)
async def test_a_card_is_short_of_nothing_when_it_can_be_bought(module: str) -> None:
    """The word on a card's edge agrees with the rules."""
    async with run_app(make_app(Table(whole_match(module, ALONE, 8), None))) as pilot:
        words = MODULE_UIS[module].prompts(pilot.app.palette, 80)  # type: ignore[attr-defined]
    seen = set()
    for seats in (ALONE, FOUR):
        for _, state in asked(module, seats, 8):
            if state.left[0][0] in ("take", "buy"):
                view: Splendor = state.view
                bought = {a[1] for a in state.left if a[0] == "buy"}
                cards = {c for c in (*view.market, *view.players[0].hand) if c < len(CARDS)}
                if module == "strongholds":
                    cards -= {card for card in cards if occupier(view, card)}
                assert {card for card in cards if words.short(state, card) <= 0} == bought
                seen |= bought
    assert len(seen) > 20


def test_gold_that_counts_double_goes_where_most_is_missing() -> None:
    assert unpaid((3, 0, 1, 0, 0), 0) == 4
    assert unpaid((3, 0, 1, 0, 0), 1) == 2
    assert unpaid((3, 0, 1, 0, 0), 2) == 1
    assert unpaid((3, 0, 1, 0, 0), 3) == 0, "half of it is lost on the last of three"


def test_careless_players_meet_every_choice() -> None:
    """The control of the tests above: what they look at has all the new verbs in it."""
    met = {a[0] for module in EXPANSIONS for seed in (5, 6, 7) for seats in (ALONE, FOUR)
           for _, state in asked(module, seats, seed) for a in state.left}  # fmt: skip
    assert met >= {"token", "associate", "free", "reserve_noble", "discard", "place", "move", "remove"}
    assert careless_action(match_at("strongholds-conquest").state, None)[0] == "conquer"  # type: ignore[arg-type]


@pytest.mark.parametrize("module", EXPANSIONS)
async def test_the_help_of_a_module_comes_first(module: str) -> None:
    match = Match("splendor", make_seats(*ALONE), {"module": module}, 1)
    async with run_app(make_app(Table(match, None))) as pilot:
        await press(pilot, "question_mark")
        assert isinstance(pilot.app.screen, Help)
        [page] = pilot.app.screen.pages()
        assert pilot.app.screen.opening().splitlines()[0] == f"# Splendor: {MODULES[module].title}"
        assert "## The end of your turn" in page, "and the base game after it"


def test_the_help_of_the_base_game_is_its_own() -> None:
    assert games.load("splendor").help({"module": "base"}) == games.load("splendor").help()
    assert games.load("splendor").help().startswith("# Splendor\n")


async def test_setup_offers_every_module_with_a_sentence() -> None:
    async with run_app(make_app(NewGame())) as pilot:
        await press(pilot, "down")
        seen = []
        for _ in MODULES:
            await press(pilot, "right")
            seen.append(screen_text(pilot))
    for module, data in MODULES.items():
        words = meaning("splendor", "module", module)
        assert words and any(data.title in screen and " ".join(words.split()[:6]) in screen for screen in seen)


@pytest.mark.parametrize("game", rules.GAMES)
def test_every_choice_of_an_option_is_explained(game: str) -> None:
    """In Setup by a sentence, and in the help by its name."""
    for option in rules.load(game).OPTIONS:
        for value, title in option.choices if len(option.choices) > 1 else ():
            words = meaning(game, option.key, value)
            assert words.endswith(".") and len(words) > 30, (option.key, value)
            assert value == "base" or title.lower() in games.load(game).help({option.key: value}).lower(), title


@pytest.mark.parametrize("module", EXPANSIONS)
async def test_a_cursor_key_repaints_little(module: str) -> None:
    """Two tiles and the line below, no more."""
    match = Match("splendor", make_seats(*FOUR), {"module": module}, 1)
    async with run_app(make_app(Table(match, None)), MIDDLE) as pilot:
        board = current_table(pilot).board
        tiles = [tile for tile in board.tiles if tile.part in (board.cursor,)]
        painted: list[Any] = []
        refresh = board.refresh
        board.refresh = lambda *regions, **how: painted.extend(regions) or refresh(*regions, **how)  # type: ignore
        await press(pilot, "right")
        tiles += [tile for tile in board.tiles if tile.part == board.cursor]
        cells = sum(tile.rect.w * tile.rect.h for tile in tiles)
        assert painted and sum(region.area for region in painted) <= cells


@pytest.mark.slow_unless(size=[SMALL])
@pytest.mark.parametrize("size", [SMALL, MIDDLE, LARGE], ids=str)
@pytest.mark.parametrize("module", EXPANSIONS)
async def test_a_recorded_game_is_looked_through(module: str, size: tuple[int, int]) -> None:
    """A spectator, who sees no secrets: every position is painted, and every part of it has a text."""
    screen = Replay(whole_match(module, FOUR, 9))
    screen.winning_chances = [[0.25] * len(screen.match.states)] * 4
    async with run_app(make_app(screen), size) as pilot:
        for ply in range(0, len(screen.match.log), 9):
            screen.go(ply)
            await pilot.pause()
            board = screen.board
            assert all(board.detail(screen.board_state(), tile.part) for tile in board.tiles if tile.zone)
