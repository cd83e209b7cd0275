"""The players beside Splendor's table, and what is said beside the nobles."""

from __future__ import annotations

import re
from typing import Any

import pytest
from textual.pilot import Pilot

from tabletown.rules import splendor as game
from tabletown.rules.core.match import Match
from tabletown.rules.splendor.cards import CARDS, COLOURS, GOLD, NOBLES
from tabletown.rules.splendor.expansions import orient
from tabletown.rules.splendor.payment import need
from tabletown.rules.splendor.turn import legal
from tabletown.tui.games.splendor import player_panel
from tabletown.tui.games.splendor.last_moves import Run, in_words, plain, runs
from tabletown.tui.games.splendor.layout import GAP, NO_RESERVE, RESERVE, in_turn_order
from tabletown.tui.games.splendor.narrator import in_short
from tabletown.tui.games.splendor.requirements import bonuses_missing
from tabletown.tui.narration.summary import load_summary
from tabletown.tui.screens.replay import Replay
from tabletown.tui.screens.table import Table
from tabletown.tui.widgets.board import Board
from tabletown.tui.widgets.move_log import RECENT
from tests.rules.splendor.positions import bonuses, find, give, hold, lay
from tests.rules.splendor.positions import table as lay_table
from tests.rules.splendor.test_orient_payments import PRICE, golden
from tests.tui.app_driver import (
    MIDDLE,
    SMALL,
    current_table,
    make_app,
    press,
    put_cursor,
    run_app,
    screen_lines,
    screen_text,
    settle,
    status_text,
)
from tests.tui.sample_matches import (
    find_match,
    finished_match,
    make_seats,
    match_after,
    match_from_state,
    saved_table,
    whole_match,
)
from tests.tui.scenes_expansions import match_at

DEAR = find(cost="uuuuuuu", points=4)


def drawn(pilot: Pilot[Any], *part: Any) -> list[str]:
    """The rows of a tile."""
    board = pilot.app.screen.query_one(Board)
    tile = board.tile(part)
    assert board.state and tile, f"{part} is not on the board"
    return ["".join(char for char, _ in row) for row in board.paint(board.state, tile, False).rows]


@pytest.mark.parametrize("viewer", [0, 1, 2])
async def test_your_panel_is_at_the_bottom_and_the_next_player_at_the_top(viewer: int) -> None:
    names = ["greedy"] * 3
    names[viewer] = "You"
    match = Match("splendor", make_seats(*names), {"module": "base"}, 1)
    async with run_app(make_app(Table(match, None))) as pilot:
        board = current_table(pilot).board
        assert board.state
        order = in_turn_order(board.state)
        assert order == [(viewer + 1) % 3, (viewer + 2) % 3, viewer]
        tops = [tile.rect.y for seat in order if (tile := board.tile(("player", seat)))]
        below = board.tile(RESERVE)
        assert tops == sorted(tops) and below and below.rect.y > tops[-1]
        assert "Your reserve" in screen_text(pilot)


async def test_the_only_person_and_those_who_follow_have_the_same_colours_in_every_seat() -> None:
    colours = []
    for names in (("You", "greedy", "greedy"), ("greedy", "You", "greedy")):
        async with run_app(
            make_app(Table(Match("splendor", make_seats(*names), {"module": "base"}, 1), None))
        ) as pilot:
            palette = current_table(pilot).board.palette
            colours.append([palette.colour(f"seat-{seat}") for seat in (1, 2, 3)])
    (you, second, third), others = colours[0], colours[1]
    assert others == [third, you, second]


async def test_all_of_a_player_is_shown_by_enter_and_put_away_by_enter_or_escape() -> None:
    s = lay_table()
    hold(s, 1, DEAR)
    bonuses(s, 1, "wwr")
    s.players[1].nobles = (0,)
    async with run_app(make_app(Table(match_from_state(s), None))) as pilot:
        put_cursor(pilot, "player", 1)
        for close in ("enter", "escape"):
            assert status_text(pilot).endswith("Enter shows more.")
            await press(pilot, "enter")
            assert "shows more" not in status_text(pilot)
            text = "\n".join(drawn(pilot, "sheet", 1))
            assert "Cards" in text and "Reserved" in text and "U7" in text and "Nobles" in text
            assert all(f"{'WUGRB'[c]}{n}" in text for c, n in enumerate(NOBLES[0].cost) if n)
            await press(pilot, close)
            assert current_table(pilot).board.tile(("sheet", 1)) is None


async def test_picked_gems_are_played_though_the_cursor_is_on_a_player() -> None:
    match = match_from_state(lay_table())
    async with run_app(make_app(Table(match, None))) as pilot:
        put_cursor(pilot, "player", 1)
        await press(pilot, "w", "u", "g", "enter")
    assert match.log[0] == ("take", (0, 1, 2))


async def test_what_nobles_give_is_said_beside_them_and_the_last_moves_below_the_others() -> None:
    match = match_from_state(lay_table())
    match.act(("take", (0, 1, 2)))
    match.act(("take", (0, 1, 3)))
    async with run_app(make_app(Table(match, None))) as pilot:
        heading, *moves = map(str.strip, drawn(pilot, *RECENT))
        assert heading.startswith("─ Last moves") and moves[:2] == ["You take W U G", "Hana takes W U R"]
        assert "noble" in " ".join(drawn(pilot, *GAP))
        for noble in match.state.nobles:
            assert drawn(pilot, "noble", noble)[0] == "╭noble─+3╮"
    async with run_app(make_app(Table(match, None)), MIDDLE) as pilot:
        assert "A noble visits if you own these cards" in " ".join(drawn(pilot, *GAP))


async def test_the_letters_of_gems_are_explained_where_they_first_appear() -> None:
    async with run_app(make_app(Table(match_from_state(lay_table()), None))) as pilot:
        for colour, name in enumerate(COLOURS):
            assert name in drawn(pilot, "gem", colour)[0]
    async with run_app(make_app(Table(match_from_state(lay_table()), None)), MIDDLE) as pilot:
        text = " ".join(drawn(pilot, *GAP))
        assert all(f"{letter} {name}" in text for letter, name in zip("WUGRB*", COLOURS, strict=True))


async def test_a_noble_shows_what_is_left_and_who_is_closer() -> None:
    s = lay_table()
    noble = next(n for n, tile in enumerate(NOBLES) if tile.cost[0] == tile.cost[1] == 4)
    s.nobles = (noble,)
    bonuses(s, 0, "w")
    bonuses(s, 1, "wwwu")
    async with run_app(make_app(Table(match_from_state(s), None))) as pilot:
        assert "W4\u203a3 U4" in drawn(pilot, "noble", noble)[1] and "need 7" in drawn(pilot, "noble", noble)[2]
        put_cursor(pilot, "noble", noble)
        assert status_text(pilot).endswith("you need 7 more: W3 U4; Hana needs 4.")
    async with run_app(make_app(Table(match_from_state(s), None)), MIDDLE) as pilot:
        assert "need 7, Hana 4" in drawn(pilot, "noble", noble)[-1]


async def test_your_own_count_keeps_its_colour_on_an_empty_pile() -> None:
    s = lay_table()
    give(s, 0, "rrrr")
    s.bank[3] = 0
    async with run_app(make_app(Table(match_from_state(s), None))) as pilot:
        board = current_table(pilot).board
        tile = board.tile(("gem", 3))
        assert board.state and tile
        row = board.paint(board.state, tile, False).rows[-1]
        inks = {style.color for char, style in row if char in "you4"}
        assert inks == {board.palette.style("ink").color}


@pytest.mark.parametrize("size", [SMALL, MIDDLE], ids=str)
async def test_picked_tokens_are_apart_from_those_you_hold(size: tuple[int, int]) -> None:
    s = lay_table()
    give(s, 0, "w")
    async with run_app(make_app(Table(match_from_state(s), None)), size) as pilot:
        await press(pilot, "w", "b")
        rows = [row.replace("W 1", "W1").replace("  ", " ") for row in drawn(pilot, "player", 0)]
        held = next(row for row in rows if "W1" in row)
        assert "+" not in held.replace("1+2/10", "") and "1+2/10" in held
        [picked] = [row for row in drawn(pilot, "player", 0) if row.endswith("taking")]
        assert picked.split() == ["\u2588", "+1", "+1", "taking"]
        whole = next(row for row in drawn(pilot, "player", 0) if "1+2/10" in row)
        assert [whole.index("W"), whole.index("B")] == [
            at.start() - (size == MIDDLE) for at in re.finditer(r"\+1", picked)
        ]


async def test_wide_holdings_add_tokens_and_bonuses() -> None:
    s = lay_table()
    give(s, 0, "uuu")
    bonuses(s, 0, "uu")
    async with run_app(make_app(Table(match_from_state(s), None)), MIDDLE) as pilot:
        rows = drawn(pilot, "player", 0)
        at = next(row for row in rows if "U 3" in row).index("U 3")
        column = [row[at : at + 4].strip() for row in rows]
        assert column[column.index("U 3") :][:3] == ["U 3", "▌+2", "=5"]


@pytest.mark.parametrize("module", ["base", "cities", "trading_posts", "orient", "strongholds"])
async def test_a_shortage_is_written_one_way(module: str) -> None:
    name = {"base": None, "trading_posts": "posts"}.get(module, module)
    match = match_at(name) if name else finished_prefix()
    for size in (SMALL, MIDDLE):
        async with run_app(make_app(Table(match, None)), size) as pilot:
            text = screen_text(pilot)
            assert re.search(r"need ?\d", text)
            assert not re.search(r"\d short|\black\b|╰─*-\d|-[WUGRB]\d", text)


def finished_prefix() -> Match:
    whole = whole_match(("You", "greedy"), 1)
    match = Match(whole.name, whole.seats, whole.options, whole.seed)
    for a in whole.log[:20]:
        match.act(a)
    return match


async def test_no_card_is_a_letter_and_a_number_in_a_panel() -> None:
    """As prices are: a reserved card is its points on a field of its colour."""
    s = lay_table()
    card = find(cost="rrrrr", points=2)
    hold(s, 1, card)
    async with run_app(make_app(Table(match_from_state(s), None))) as pilot:
        letter = "WUGRB"[CARDS[card].bonus]
        assert f"{letter}2" not in " ".join(drawn(pilot, "player", 1)[4:])


async def test_after_the_end_the_rounds_played_are_said() -> None:
    match = finished_match()
    rounds = match.state.turns // 2
    async with run_app(make_app(Replay(match))) as pilot:
        pilot.app.screen.go(len(match.log))  # type: ignore[attr-defined]
        await pilot.pause()
        screen = pilot.app.screen
        assert isinstance(screen, Replay)
        assert screen.board.notice(screen.board_state()).startswith(f"{rounds} rounds")
        cards = [row for card in match.state.market if card < len(CARDS) for row in drawn(pilot, "card", card)]
        assert not [row for row in cards if any(word in row for word in ("need", "buy", "free", "next"))]
        assert not any(corner in row for row in cards for corner in "┏┗"), "nothing can be bought any more"


async def test_a_narrow_orient_card_shows_what_it_costs_and_what_is_left_to_pay() -> None:
    match = match_at("orient")
    async with run_app(make_app(Table(match, None))) as pilot:
        for card in (c for c in match.state.market if c < len(CARDS)):
            rows = drawn(pilot, "card", card)
            owed = enumerate(need(match.state.players[0], card))
            prices = [(c, n) for c, n in owed if CARDS[card].cost[c]]
            texts = [
                f"{'WUGRB'[c]}{CARDS[card].cost[c]}" + f"\u203a{n}" * (n != CARDS[card].cost[c]) for c, n in prices
            ]
            assert all(any(price in row for row in rows) for price in texts), rows
        assert " Orient " in drawn(pilot, "deck", 5)[0]


async def test_four_prices_that_bonuses_reduce_keep_their_arrows_in_the_narrowest_card() -> None:
    s = lay_table(module="orient")
    card = lay(s, 8, find(level=2, cost="uuugggrrrrrbbb"))
    bonuses(s, 0, "ugrb")
    async with run_app(make_app(Table(match_from_state(s), None))) as pilot:
        rows = drawn(pilot, "card", card)
        assert [row.strip() for row in rows[1:4]] == ["U3\u203a2", "G3\u203a2", "R\u203a4 B\u203a2"]
        assert "W3\u203a1 you pay only 1" in drawn(pilot, *NO_RESERVE)[-1]


async def test_double_gold_that_a_purchase_spends_is_told_in_the_last_moves_and_by_hints() -> None:
    s = golden("ww", 1, PRICE)
    [buy] = [action for action in game.legal(s) if action[:2] == ("buy", PRICE)]
    assert in_short(s, buy) == "buy 1-1 (" + in_short(s, buy).partition("(")[2]
    assert in_short(s, buy).endswith("for 2 white and 1 double gold card")
    match = match_from_state(s)
    match.act(buy)
    line = match.line(0)
    assert plain(runs([line], True)[1]) == "spend double gold"
    facts = dict(load_summary("splendor").facts(match))
    assert facts["Cards discarded"][0] == "0" and facts["Gold used"][0] == "2"
    assert in_words(line, False).endswith(", spends double gold")


async def test_picked_tokens_count_towards_the_limit_and_the_sums() -> None:
    s = lay_table()
    give(s, 0, "w")
    async with run_app(make_app(Table(match_from_state(s), None))) as pilot:
        assert "1/10" in drawn(pilot, "player", 0)[2]
        await press(pilot, "w", "u")
        rows = drawn(pilot, "player", 0)
        assert "1+2/10" in rows[2] and "=2 =1" in rows[4]


async def test_double_gold_is_a_bonus_of_gold_in_the_holdings() -> None:
    match = match_at("orient-gold")
    for size in (SMALL, MIDDLE):
        async with run_app(make_app(Table(match, None)), size) as pilot:
            assert "+2" in drawn(pilot, "player", 0)[3][-14:]


async def test_ten_cards_keep_their_word_beside_double_gold() -> None:
    match = match_at("orient-gold")
    assert len(match.state.players[0].cards) >= 10
    async with run_app(make_app(Table(match, None)), MIDDLE) as pilot:
        assert drawn(pilot, "player", 0)[3].endswith(f" {len(match.state.players[0].cards)} cards")


async def test_a_reserved_noble_names_its_player() -> None:
    match = match_at("orient-noble")
    s = match.states[-1]
    noble, *others = s.nobles
    orient.of(s).patrons[1], s.nobles = (noble,), tuple(others)
    for size in (SMALL, MIDDLE):
        async with run_app(make_app(Table(match, None)), size) as pilot:
            assert "Hana" in drawn(pilot, "noble", noble)[0]


async def test_a_noble_reserved_by_a_long_name_shows_it_beside_the_bonuses_that_its_player_needs() -> None:
    match = match_at("orient-noble")
    s = match.states[-1]
    noble, *others = s.nobles
    orient.of(s).patrons[1], s.nobles = (noble,), tuple(others)
    match.seats = (match.seats[0], match.seats[1]._replace(name="Bruno"))
    needed = sum(bonuses_missing(s.players[1], noble))
    async with run_app(make_app(Table(match, None))) as pilot:
        assert f"Bruno needs {needed}" in drawn(pilot, "noble", noble)[0]


async def test_a_replay_does_not_say_how_to_reserve() -> None:
    match = match_after("You", "greedy", plies=6)
    async with run_app(make_app(Replay(match, ply=4))) as pilot:
        assert "nothing reserved" in screen_text(pilot) and "under the cursor" not in screen_text(pilot)


async def test_in_a_roomy_window_a_player_has_a_page_with_gems_small_cards_and_portraits() -> None:
    s = lay_table()
    s.players[1].cards = (0, 1, 8, 40, 80)
    s.players[1].nobles = (2,)
    hold(s, 1, s.market[0])
    async with run_app(make_app(Table(match_from_state(s), None)), MIDDLE) as pilot:
        put_cursor(pilot, "player", 1)
        await press(pilot, "enter")
        rows = drawn(pilot, "sheet", 1)
        for card in s.players[1].cards:
            points = CARDS[card].points or ""
            assert any(f" {points:<2}{COLOURS[CARDS[card].bonus]:>5} " in row for row in rows)
        assert all(rows[1][2 + 11 * n : 8 + 11 * n].strip() for n in range(GOLD + 1)), "a gem for each colour"
        assert rows[-2].strip() != rows[-1].strip() != "" and any("Reserved" in row for row in rows)


async def test_of_a_last_turn_with_more_steps_than_rows_the_first_ones_are_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(player_panel, "wrapped", lambda *_: [[[Run(f"step {n}")]] for n in range(9)])
    async with run_app(make_app(Table(match_after(plies=4), None))) as pilot:
        title, first, *_ = drawn(pilot, *RECENT)
        assert "Last moves" in title and "step 0" in first


async def test_tokens_to_spend_are_those_held_while_a_payment_is_picked() -> None:
    """The row of tokens shows the same moment."""
    match = find_match(lambda s: any(a[0] == "buy" and any(a[2]) for a in legal(s)))
    buying = next(a for a in match.legal() if a[0] == "buy" and any(a[2]))
    async with run_app(make_app(saved_table(match))) as pilot:
        spending = [row for row in screen_lines(pilot) if "to spend" in row]
        current_table(pilot).selection.choose(buying)
        current_table(pilot).show()
        await settle(pilot)
        assert spending and [row for row in screen_lines(pilot) if "to spend" in row] == spending
        assert "paying" in screen_text(pilot)
