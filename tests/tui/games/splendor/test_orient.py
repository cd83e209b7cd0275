"""The Orient on screen: every choice by keys, distinct kinds of cards, and secrets that stay secret."""

from __future__ import annotations

import re

import pytest

from tabletown.rules.core.match import Match
from tabletown.rules.splendor.cards import CARDS, GOLD
from tabletown.rules.splendor.expansions.orient import BAGS
from tabletown.tui.games.splendor.expansions.orient import ORIENT_EDGE
from tabletown.tui.screens.table import Table
from tests.rules.splendor.orient_positions import BAG, BLACKS, DOUBLE_GOLD, buying, discarding, east
from tests.rules.splendor.positions import every, find, hold, own
from tests.tui.app_driver import (
    LARGE,
    MIDDLE,
    SMALL,
    current_table,
    make_app,
    press,
    put_cursor,
    run_app,
    screen_text,
    settle,
    status_text,
)
from tests.tui.sample_matches import make_seats, match_from_state
from tests.tui.scenes_expansions import ALONE, match_at
from tests.tui.screens.moves_by_keys import colour_letter, expansion, legal_arguments, play_by_keys, refusal_by_keys


async def test_the_bonus_to_copy_is_chosen_by_a_letter() -> None:
    match = match_at("orient-bag")
    colour = legal_arguments(match, "associate")[-1]
    action, words = await play_by_keys(match, colour_letter(colour), "enter")
    assert action == ("associate", colour) and "copies a " in words


@pytest.mark.parametrize("typed", ["copy {}", "associate {}", "{}"])
async def test_the_bonus_to_copy_is_typed(typed: str) -> None:
    match = match_at("orient-bag")
    colour = legal_arguments(match, "associate")[0]
    before = len(match.log)
    async with run_app(make_app(Table(match, None))) as pilot:
        keys = typed.format("wugrb"[colour])
        await press(pilot, "colon", *("space" if key == " " else key for key in keys), "enter")
        await settle(pilot)
        assert ("associate", colour) in match.log[before:]


async def test_a_bonus_that_one_has_not_cannot_be_copied() -> None:
    match = match_at("orient-bag")
    other = next(colour for colour in range(GOLD) if colour not in legal_arguments(match, "associate"))
    assert "bonus to copy" in await refusal_by_keys(match, colour_letter(other))
    assert "Enter copies" not in await refusal_by_keys(match, colour_letter(other)), "no colour is suggested"


async def test_a_bag_gets_the_colour_under_the_cursor_by_one_enter() -> None:
    match = match_at("orient-bag")
    colour = legal_arguments(match, "associate")[0]
    assert (await play_by_keys(match, "enter", at=("gem", colour)))[0] == ("associate", colour)


async def test_a_card_is_taken_free() -> None:
    match = match_at("orient-free")
    card = legal_arguments(match, "free")[-1]
    assert (await play_by_keys(match, "enter", at=("card", card)))[0] == ("free", card)


async def test_a_card_of_another_level_is_not_free() -> None:
    match = match_at("orient-free")
    free = legal_arguments(match, "free")
    other = next(c for c in match.state.market if c < len(CARDS) and c not in free)
    assert "Choose a level" in await refusal_by_keys(match, "enter", at=("card", other))


async def test_a_noble_is_reserved_and_keeps_its_place_with_the_name() -> None:
    match = match_at("orient-noble")
    noble = legal_arguments(match, "reserve_noble")[0]
    assert (await play_by_keys(match, "enter", at=("noble", noble)))[0] == ("reserve_noble", noble)
    async with run_app(make_app(Table(match, None)), MIDDLE) as pilot:
        if noble in expansion(match.state).patrons[0]:
            put_cursor(pilot, "noble", noble)
            assert status_text(pilot).startswith("Noble, 3 points: requires ") and "reserved by you" in status_text(
                pilot
            )
            assert " You " in screen_text(pilot).splitlines()[1]


async def test_a_card_is_discarded() -> None:
    match = match_at("orient-discard")
    card = legal_arguments(match, "discard")[-1]
    async with run_app(make_app(Table(match, None))) as pilot:
        assert " red bonuses (choose a card, Enter)" in status_text(pilot, "prompt")
        board, options = current_table(pilot).board, current_table(pilot).selection.options()
        assert board.cursor in options and not CARDS[board.cursor[1]].points, "the cheapest one"
        assert len(options) < len(legal_arguments(match, "discard")), "equal cards are not asked apart"
        owed = len(match.log)
        await press(pilot, "enter")
        await settle(pilot)
        assert [a[0] for a in match.log[owed:][:1]] == ["discard"]
    match = match_at("orient-discard")
    action, words = await play_by_keys(match, "enter", at=("own", card))
    assert action == ("discard", card) and (not CARDS[card].points or f"{CARDS[card].points} points" in words)


async def test_double_gold_is_among_the_payments() -> None:
    match = match_at("orient-gold")
    bought = [card for card, _ in legal_arguments(match, "buy")]
    card = max(bought, key=bought.count)
    payments = [paid for other, paid in legal_arguments(match, "buy") if other == card]
    assert len(payments) > 1 and any(paid[-1] for paid in payments)
    async with run_app(make_app(Table(match, None))) as pilot:
        put_cursor(pilot, "card", card)
        seen = []
        for _ in payments:
            await press(pilot, "p")
            seen.append(status_text(pilot))
        assert len(set(seen)) == len(payments) and any(" 1 double gold" in words for words in seen)
        picked_payment = next(paid for kind, paid in current_table(pilot).selection.picked if kind == "pay")
        ply = len(match.log)
        await press(pilot, "enter")
    assert match.log[ply] == ("buy", card, picked_payment)


async def test_the_top_card_of_an_orient_deck_is_reserved() -> None:
    match = Match("splendor", make_seats(*ALONE), {"module": "orient"}, 1)
    assert (await play_by_keys(match, "v", "enter", at=("deck", 4)))[0] == ("reserve_blind", 4)


async def test_a_bag_without_a_card_to_attach_it_to_is_refused() -> None:
    """Though one could pay for it, and the card says so on its edge."""
    match = Match("splendor", make_seats(*ALONE), {"module": "orient"}, 2)
    s = match.states[0]
    bag = next(c for c in s.market if CARDS[c].kind == "associate")
    for colour, n in enumerate(CARDS[bag].cost):
        s.players[0].tokens[colour] += n
        s.bank[colour] -= n
    words = await refusal_by_keys(match, "enter", at=("card", bag))
    assert "need a card with a bonus first" in words
    async with run_app(make_app(Table(match, None))) as pilot:
        assert "need bonus" in screen_text(pilot)


@pytest.mark.parametrize("size", [SMALL, MIDDLE, LARGE], ids=str)
async def test_every_kind_of_card_is_told_apart_on_the_table(size: tuple[int, int]) -> None:
    """By words, not by colour alone."""
    match = Match("splendor", make_seats(*ALONE), {"module": "orient"}, 1)
    s = match.states[0]
    kinds = {c.kind: card for card, c in enumerate(CARDS) if c.kind != "base"}
    for slot, kind in zip((12, 13, 14, 15, 16, 17), sorted(kinds)[:6], strict=True):
        s.market[slot] = kinds[kind]
    async with run_app(make_app(Table(match, None)), size) as pilot:
        board = current_table(pilot).board
        labels = {
            kind: "".join(char for row in board.paint(board.state, tile, False).rows for char, _ in row)
            for kind, card in kinds.items()
            if board.state and (tile := board.tile(("card", card)))
        }
    signs = {
        "associate": "a bonus",
        "associate_take1": "free L1",
        "discard2": "bonuses",
        "double_bonus": "bonus",
        "double_gold": "2 gold",
        "reserve_noble": "noble",
    }
    assert len(labels) == 6 and all(signs[kind] in look for kind, look in labels.items()), labels


async def test_tokens_picked_are_counted_apart_from_those_held_in_a_narrow_panel() -> None:
    match = Match("splendor", make_seats(*ALONE), {"module": "orient"}, 1)
    async with run_app(make_app(Table(match, None))) as pilot:
        await press(pilot, "w", "u")
        rows = screen_text(pilot).splitlines()
        assert any(row.endswith(" 0+2") for row in rows) and not any("2/10" in row for row in rows)


@pytest.mark.parametrize("bonuses", [[9] * 5, [1, 9, 9, 9, 9], [1, 1, 0, 0, 0]], ids=str)
async def test_a_small_card_with_four_costs_keeps_each_printed_one(bonuses: list[int]) -> None:
    match = match_at("orient")
    card = next(card for card, data in enumerate(CARDS) if data.kind == "base" and min(data.cost[:4]) > 1)
    match.states[-1].market[0], match.states[-1].players[0].bonuses[:] = card, bonuses
    async with run_app(make_app(Table(match, None))) as pilot:
        board = current_table(pilot).board
        tile = board.tile(("card", card))
        assert board.state and tile
        text = "".join(char for row in board.paint(board.state, tile, False).rows[1:-1] for char, _ in row)
        costs = [f"{'WUGRB'[colour]}{n}" for colour, n in enumerate(CARDS[card].cost[:5]) if n]
        assert len(costs) == 4 and all(cost in text for cost in costs), text


@pytest.mark.parametrize("bonuses", [[9] * 5, [1, 9, 9, 1, 9], [1, 9, 9, 9, 1], [2, 9, 9, 9, 9]], ids=str)
async def test_a_small_card_to_buy_keeps_its_edges_beside_two_columns_of_costs(bonuses: list[int]) -> None:
    match = match_at("orient")
    card = next(card for card, data in enumerate(CARDS) if data.kind == "base" and sum(map(bool, data.cost)) == 4)
    player = match.states[-1].players[0]
    match.states[-1].market[0], player.bonuses[:], player.tokens[:] = card, bonuses, [9] * 6
    async with run_app(make_app(Table(match, None))) as pilot:
        board = current_table(pilot).board
        tile = board.tile(("card", card))
        assert board.state and tile
        rows, edges = board.paint(board.state, tile, False).rows[1:-1], board.palette["strong"]
        assert all((row[0][0], row[-1][0]) == (edges[3], edges[7]) for row in rows)
        text = "".join(char for row in rows for char, _ in row)
        assert all(f"{'WUGRB'[colour]}{n}" in text for colour, n in enumerate(CARDS[card].cost) if n), text


async def test_a_small_window_names_each_deck_above_its_cards_and_each_noble() -> None:
    match = Match("splendor", make_seats("You", "greedy", "greedy", "greedy"), {"module": "orient"}, 1)
    async with run_app(make_app(Table(match, None))) as pilot:
        board = current_table(pilot).board
        decks, text = [board.tile(("deck", deck)) for deck in range(6)], screen_text(pilot)
        assert all(tile and tile.rect.h == 1 for tile in decks)
        assert all(f" Level {level} " in text for level in (1, 2, 3))
        assert text.count("Orient ") == 3 and text.count("noble +3") == 5


async def test_the_cursor_leaves_a_pile_its_colour_where_a_yellow_one_would_look_like_gold() -> None:
    async with run_app(make_app(Table(match_at("orient"), None))) as pilot:
        board = current_table(pilot).board
        tile = board.tile(("gem", 1))
        assert tile and tile.rect.h == 1 and board.state
        plain, marked = (board.paint(board.state, tile, at_cursor).rows[0] for at_cursor in (False, True))
        assert plain[1:-1] == marked[1:-1]
        assert "".join(char for char, _ in marked).startswith(f"{board.palette['here']}blue ")
        await press(pilot, "u")
        assert f"U {board.state.view.bank[1]}" in screen_text(pilot) and "+1" in screen_text(pilot), "the number stays"


async def test_a_low_bank_says_return_and_keeps_its_numbers() -> None:
    for module in ("orient", "trading_posts"):
        match = Match("splendor", make_seats("You", "greedy"), {"module": module}, 3)
        match.states[0].players[0].tokens[:] = [2, 2, 2, 2, 2, 0]
        match.states[0].bank[:] = [2, 2, 2, 2, 2, 5]
        match.act(next(a for a in match.legal() if a[0] == "reserve"))
        async with run_app(make_app(Table(match, None))) as pilot:
            assert screen_text(pilot).count("return  ") >= 5
            await press(pilot, "w")
            assert re.search(r"W 2 +-1", screen_text(pilot)), "what the bank has, and what it gets"


async def test_what_a_player_has_of_the_orient_is_said() -> None:
    match = match_at("orient")
    async with run_app(make_app(Table(match, None))) as pilot:
        details = []
        for seat in range(4):
            put_cursor(pilot, "player", seat)
            details.append(current_table(pilot).board.detail(current_table(pilot).board_state(), ("player", seat)))
    orient = expansion(match.state)
    for seat, words in enumerate(details):
        assert ("copied" in words) == bool(orient.bags[seat]) and ("noble" in words) == bool(
            orient.patrons[seat] or match.state.players[seat].nobles
        )


async def test_an_orient_card_reserved_unseen_is_for_its_holder_alone() -> None:
    """Not a word of it on the screen of another player, nor in what is said of its holder."""
    match = Match("splendor", make_seats("Ada", "Bea"), {"module": "orient"}, 3)
    match.act(("reserve_blind", 5))
    (card,) = match.state.players[0].blind
    async with run_app(make_app(Table(match, None))) as pilot:
        await press(pilot, "enter")  # Bea takes over
        assert ("card", card) not in {tile.part for tile in current_table(pilot).board.tiles}
        assert "Ori3 face down" in screen_text(pilot)
        put_cursor(pilot, "player", 0)
        assert status_text(pilot) == "Ada: 0 cards; reserved: a level 3 card face down. Enter shows more."
        await press(pilot, "w", "u", "g", "enter", "enter")  # and Ada again
        assert ("card", card) in {tile.part for tile in current_table(pilot).board.tiles}


async def test_every_card_with_a_gem_beside_its_price_shows_its_gem_in_a_window_of_middle_size() -> None:
    async with run_app(make_app(Table(match_at("orient"), None)), MIDDLE) as pilot:
        board = current_table(pilot).board
        shown = [tile for tile in board.tiles if tile.part[0] == "card"]
        cards = [tile for tile in shown if CARDS[tile.part[1]].kind not in (*BAGS, "discard2")]
        crowded = [tile for tile in cards if sum(n > 0 for n in CARDS[tile.part[1]].cost) == 4]
        for tile in cards:
            x, y, w, h = tile.rect
            rows = [row[x + 1 : x + w - 1] for row in board.canvas.rows[y + 2 : y + h - 1]]
            assert {*"▛▜▙▟▀▘▝"} & {char for row in rows for char, _ in row}, tile.part
        assert crowded


async def test_the_letters_to_jump_leave_the_names_of_narrow_cards_alone() -> None:
    async with run_app(make_app(Table(match_at("orient"), None))) as pilot:
        await press(pilot, "f")
        board = current_table(pilot).board
        cards = [tile for tile in board.tiles if tile.zone == "cards" and tile.part[0] == "card"]
        assert cards
        for tile in cards:
            x, y, *_ = tile.rect
            row = "".join(char for char, _ in board.canvas.rows[y])
            assert re.match(r"[ \u25b8]?\d-\d", row[x:]), row


async def test_a_copy_without_a_choice_says_its_colour() -> None:
    s = buying(BAG[0], bonus="b")
    match = match_from_state(s)
    buy = next(a for a in match.legal() if a[:2] == ("buy", BAG[0]))
    async with run_app(make_app(Table(match, None))) as pilot:
        put_cursor(pilot, "card", BAG[0])
        await press(pilot, "enter")
        await settle(pilot)
        assert match.log[0][:2] == buy[:2] and match.line(0).text.endswith(", copying a black bonus")
        assert "Your copy card copies a black bonus." in status_text(pilot)


async def test_a_card_to_buy_has_bright_edges_and_prices_have_one_look() -> None:
    match = match_at("orient")
    async with run_app(make_app(Table(match, None))) as pilot:
        board = current_table(pilot).board
        assert board.state
        bought = {action[1] for action in match.legal() if action[0] == "buy"}
        edge, looks = board.palette["strong"][7], dict[str, set[str]]()
        for tile in (tile for tile in board.tiles if tile.zone == "cards" and tile.part[0] == "card"):
            rows, card = board.paint(board.state, tile, False).rows, tile.part[1]
            assert (rows[2][-1][0] == edge) == (card in bought), card
            for char, style in (cell for row in rows[1:-1] for cell in row if cell[0] in "WUGRB"):
                looks.setdefault(char, set()).add(str(style))
        assert set(looks) == set("WUGRB") and all(len(styles) == 1 for styles in looks.values())


@pytest.mark.parametrize("size", [SMALL, MIDDLE], ids=str)
async def test_the_line_below_asks_for_the_bonus_to_copy_and_the_bank_marks_the_choices(
    size: tuple[int, int],
) -> None:
    match = match_at("orient-bag")
    colours = legal_arguments(match, "associate")
    async with run_app(make_app(Table(match, None)), size) as pilot:
        asked = status_text(pilot)
        assert asked.startswith("Choose the bonus to copy: ") and asked.endswith(", then Enter.")
        marked = "".join(char for row in current_table(pilot).board.canvas.rows[-5:] for char, _ in row)
        assert marked.count("copy") == len(colours)
        await press(pilot, "enter")
        assert status_text(pilot) == asked, "not a word about the card under the cursor"


async def test_a_card_that_costs_bonuses_is_previewed_with_its_net_points() -> None:
    """A card of 3 points takes one of 0 and at least one of 1 point."""
    s = discarding("", find(bonus="b", points=0), *every(bonus="b", points=1)[:2])
    async with run_app(make_app(Table(match_from_state(s), None)), LARGE) as pilot:
        put_cursor(pilot, "card", BLACKS)
        await settle(pilot)
        text = status_text(pilot)
        assert "discarding 2 black bonuses" in text and "2 points (4 in all)" in text and "1 point lost" in text
        await press(pilot, "enter")
        assert status_text(pilot, "prompt").startswith("Your turn: discard")
        assert status_text(pilot, "notice").endswith("4 of 15 points"), "what will be left"


async def test_rivals_have_the_number_of_cards_beside_double_gold() -> None:
    match = match_at("orient")
    async with run_app(make_app(Table(match, None))) as pilot:
        for player in match.states[-1].players:
            assert f"{len(player.cards)} cards" in screen_text(pilot)


async def test_the_number_of_cards_stays_beside_double_gold() -> None:
    s = east()
    own(s, 0, *DOUBLE_GOLD[2:4])
    own(s, 1, DOUBLE_GOLD[4])
    async with run_app(make_app(Table(match_from_state(s), None)), (90, 26)) as pilot:
        assert "+4 2 cards" in screen_text(pilot) and "+2  1 card" in screen_text(pilot)


async def test_a_rivals_reserve_says_what_three_colours_still_need() -> None:
    s = east()
    hold(s, 1, next(card for card in every(level=0) if sum(map(bool, CARDS[card].cost)) == 3))
    async with run_app(make_app(Table(match_from_state(s), None))) as pilot:
        assert any("r1" in row and "needs" in row for row in screen_text(pilot).splitlines())


async def painted(match: Match, card: int, size: tuple[int, int] = SMALL) -> list[str]:
    """The rows of a card on the table."""
    async with run_app(make_app(Table(match, None)), size) as pilot:
        board = current_table(pilot).board
        tile = board.tile(("card", card))
        assert board.state and tile
        return ["".join(char for char, _ in row) for row in board.paint(board.state, tile, False).rows]


@pytest.mark.parametrize("size", [SMALL, (80, 30), MIDDLE], ids=str)
async def test_words_are_first_and_costs_last_on_cards_of_the_orient(size: tuple[int, int]) -> None:
    match = Match("splendor", make_seats(*ALONE), {"module": "orient"}, 1)
    kinds = {c.kind: card for card, c in enumerate(CARDS) if c.kind not in ("base", "discard2")}
    for kind, card in kinds.items():
        match.states[0].market[12] = card
        rows = await painted(match, card, size)
        costs = [f"{'WUGRB'[colour]}{n}" for colour, n in enumerate(CARDS[card].cost[:5]) if n]
        priced = [y for y, row in enumerate(rows) if any(cost in row for cost in costs)]
        assert priced[-1] == len(rows) - 2 and priced == [*range(priced[0], len(rows) - 1)], (kind, rows)
        assert "reserve" not in kind or any(word in "".join(rows) for word in ("reserve", "res. noble"))


async def test_a_price_in_bonuses_says_how_many_the_player_has() -> None:
    """As "need 2" would look like gems."""
    match = Match("splendor", make_seats(*ALONE), {"module": "orient"}, 1)
    match.states[0] = discarding("b")
    assert any("have 1/2" in row for row in await painted(match, BLACKS))
    assert any("need 1 card" in row for row in await painted(match, BLACKS, (200, 60)))


async def test_an_edge_sets_the_cards_of_the_orient_apart_where_cards_have_no_frames() -> None:
    async with run_app(make_app(Table(match_at("orient"), None))) as pilot:
        board = current_table(pilot).board
        cards = [tile.rect for tile in board.tiles if tile.zone == "cards" and tile.part[0] == "card"]
        edges = [tile.rect for tile in board.tiles if tile.part[0] == ORIENT_EDGE]
        assert len(edges) == 3
        for x, y, _, h in edges:
            beside = [card for card in cards if y <= card.y < y + h]
            assert [card.x < x for card in beside] == [True] * 4 + [False] * (len(beside) - 4)
            assert all(board.canvas.rows[row][x][0] == board.palette["half"] for row in range(y, y + h))


async def test_letters_to_jump_stand_before_the_names_of_cards_without_frames() -> None:
    async with run_app(make_app(Table(match_at("orient"), None))) as pilot:
        await press(pilot, "f")
        board = current_table(pilot).board
        letters = {part: letter for letter, part in (board._jumps or {}).items() if part[0] == "card"}
        rects = {part: tile.rect for part in letters if (tile := board.tile(part)) and tile.zone == "cards"}
        assert len(rects) > 10
        assert all(board.canvas.rows[rect.y][rect.x - 1][0] == letters[part] for part, rect in rects.items())
