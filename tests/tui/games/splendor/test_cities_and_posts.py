"""The Cities and Trading Posts on screen, played by keys."""

from __future__ import annotations

import pytest

from tabletown.rules.core.match import Match
from tabletown.rules.splendor.cards import CARDS, GOLD, LETTERS
from tabletown.rules.splendor.expansions.cities import FACES, nearest
from tabletown.rules.splendor.payment import need
from tabletown.rules.splendor.turn import ORDER
from tabletown.tui.games.splendor.expansions.cities import brief_requirement
from tabletown.tui.screens.match_base import board_class
from tabletown.tui.screens.score_sheet import ScoreSheet
from tabletown.tui.screens.table import Table
from tests.rules.splendor.positions import posts
from tests.tui.app_driver import (
    LARGE,
    MIDDLE,
    current_table,
    make_app,
    press,
    put_cursor,
    run_app,
    screen_text,
    settle,
    status_text,
)
from tests.tui.sample_matches import make_seats, match_from_state, start_match
from tests.tui.scenes_expansions import match_at, taken
from tests.tui.screens.moves_by_keys import colour_letter, expansion, legal_arguments, play_by_keys, refusal_by_keys


def metropolis() -> Match:
    """The first player meets every city."""
    match = match_at("cities")
    s = match.states[-1]
    s.players[0].points, s.players[0].bonuses[:] = 20, [7] * 5
    s.step = next(i for i, step in enumerate(ORDER["cities"]) if ("city", expansion(s).table[0]) in step.legal(s))
    return match


async def test_a_city_is_chosen_of_several() -> None:
    match = metropolis()
    face = legal_arguments(match, "city")[1]
    action, _ = await play_by_keys(match, "enter", at=("city", face))
    assert action == ("city", face)


async def test_a_taken_city_bears_its_owner_and_the_last_round_is_said() -> None:
    async with run_app(make_app(Table(taken(), None))) as pilot:
        row = screen_text(pilot).splitlines()[3]
        assert "taken" in row and " Hana " in row
        assert "LAST ROUND" in status_text(pilot, "notice")


async def test_the_end_says_who_has_taken_which_city() -> None:
    match = taken()
    match.states[-1].over = True
    rows = board_class("splendor").revealed(match.game, match.state)
    assert rows == [("City", rows[0].title, (None, "", None, None))] and rows[0].title.startswith("11 points, W3")
    async with run_app(make_app(ScoreSheet(match, None))) as pilot:
        assert f"{match.seats[1].name}  City: {rows[0].title}" in screen_text(pilot)


async def test_the_prompt_asks_for_a_city_and_the_cursor_stands_on_one() -> None:
    async with run_app(make_app(Table(metropolis(), None))) as pilot:
        assert "choose your city" in status_text(pilot, "prompt")
        assert current_table(pilot).board.cursor in current_table(pilot).selection.options()
        await press(pilot, "right", "left")
        assert current_table(pilot).board.cursor in current_table(pilot).selection.options()
        assert "the city is yours" in status_text(pilot)


async def test_what_a_city_lacks_is_said() -> None:
    match = match_at("cities")
    match.states[-1].extra.table = (0, 2, 8)  # type: ignore[union-attr]
    match.states[-1].players[0].points, match.states[-1].players[0].bonuses[:] = 5, [1, 0, 0, 2, 3]
    async with run_app(make_app(Table(match, None))) as pilot:
        put_cursor(pilot, "city", 0)
        assert status_text(pilot) == "City: 13 points, R4 B3; you need 8 more points, R2."
        put_cursor(pilot, "city", 2 * 4)
        assert status_text(pilot) == "Nearest city: 12 points, 6 of one colour; you need 7 more points, 3 black."
        assert "need 8pt R2" in screen_text(pilot) and "need 7pt B3" in screen_text(pilot)


async def test_bars_and_header_lead_to_the_city_that_is_closest() -> None:
    """Not to the city that requires the fewest points."""
    match = match_at("cities")
    s = match.states[-1]
    cheapest = min(expansion(s).table, key=lambda face: FACES[face].points)
    dear = max(expansion(s).table, key=lambda face: FACES[face].points)
    s.players[0].points, s.players[0].bonuses[:] = FACES[dear].points - 1, list(FACES[dear].cost)
    assert nearest(s, 0) == dear != cheapest
    async with run_app(make_app(Table(match, None))) as pilot:
        had, goal = FACES[dear].points - 1, FACES[dear].points
        assert status_text(pilot, "notice") == brief_requirement(dear)
        assert f"city {goal} points " in screen_text(pilot) and "nearest" not in screen_text(pilot)
        assert f"{had}/{goal}" in "\n".join(screen_text(pilot).splitlines()[1:])


async def test_the_bar_says_which_bonuses_are_needed_besides_the_points() -> None:
    match = match_at("cities")
    s = match.states[-1]
    expansion(s).table = (2 * 4, 0, 2)
    s.players[0].points, s.players[0].bonuses[:] = 9, [0, 0, 0, 0, 4]
    async with run_app(make_app(Table(match, None))) as pilot:
        assert "9/12 + B2" in screen_text(pilot)
    async with run_app(make_app(Table(match, None)), LARGE) as pilot:
        assert "9/12 points, need B2" in screen_text(pilot)
    s.players[0].bonuses[:] = [0, 0, 0, 0, 6]
    async with run_app(make_app(Table(match, None))) as pilot:
        assert "9/12" in screen_text(pilot) and "9/12 +" not in screen_text(pilot)


async def test_the_header_and_bar_do_not_lead_to_seventeen_points_where_thirteen_will_do() -> None:
    """Ten bonuses come with the cards that give the points, and a tile shows what is left of them."""
    match = match_at("cities")
    s = match.states[-1]
    far = next(face for face, city in enumerate(FACES) if city.points == 17)
    near = next(face for face, city in enumerate(FACES) if city.points == 13 and set(city.cost) == {2})
    expansion(s).table = (near, far, far)
    s.players[0].points, s.players[0].bonuses[:] = 0, [0] * 5
    async with run_app(make_app(Table(match, None)), LARGE) as pilot:
        assert status_text(pilot, "notice").endswith("nearest city: 13 points, 2 of each colour")
    async with run_app(make_app(Table(match, None))) as pilot:
        assert "0/13" in screen_text(pilot) and "13pt + 10 cards" in screen_text(pilot)
    s.players[0].bonuses[:] = [1, 0, 0, 2, 0]
    async with run_app(make_app(Table(match, None))) as pilot:
        assert "W1 U2 G2 R0 B2" in screen_text(pilot) and "13pt + 7 cards" in screen_text(pilot)
        assert "0/13 + 7 cards" in screen_text(pilot)
    s.players[0].bonuses[:] = [1, 1, 1, 2, 0]
    async with run_app(make_app(Table(match, None))) as pilot:
        assert "W1 U1 G1 R0 B2" in screen_text(pilot) and "13pt + 5 cards" in screen_text(pilot)
        board = current_table(pilot).board
        tile = board.tile(("city", near))
        assert board.state and tile
        row = board.paint(board.state, tile, False).rows[1]
        inks = [style.color for char, style in row if char in "012"]
        assert inks[0] == inks[3] == board.palette.style("good").color != inks[4], "what is left has one colour"
    s.players[0].bonuses[:] = [1, 0, 0, 2, 0]
    async with run_app(make_app(Table(match, None)), LARGE) as pilot:
        assert "W2\u203a1 U2 G2 R2\u203a0 B2" in screen_text(pilot)


async def test_a_city_that_asks_for_one_colour_says_which_counts_and_that_it_is_a_city() -> None:
    match = match_at("cities")
    s = match.states[-1]
    expansion(s).table = (2 * 4, 0, 2)
    s.players[0].points, s.players[0].bonuses[:] = 9, [0, 0, 0, 0, 4]
    async with run_app(make_app(Table(match, None))) as pilot:
        assert " 6 alike" in screen_text(pilot) and "city 12 points " in screen_text(pilot)
        assert screen_text(pilot).splitlines()[1].count("city") == 3 and "need 3pt B2" in screen_text(pilot)
    async with run_app(make_app(Table(match, None)), MIDDLE) as pilot:
        assert " 6 alike" in screen_text(pilot) and "best: B 4/6" in screen_text(pilot)


@pytest.mark.parametrize("bonuses", [[0] * 5, [1, 0, 0, 0, 1]], ids=["none", "tied"])
async def test_bonuses_of_one_colour_have_no_colour_until_one_leads(bonuses: list[int]) -> None:
    match = match_at("cities")
    s, left = match.states[-1], 6 - max(bonuses)
    expansion(s).table = (2 * 4, 0, 2)
    for player in s.players:
        player.points, player.bonuses[:] = 0, bonuses
    async with run_app(make_app(Table(match, None))) as pilot:
        assert f"12pt + {left} alike" in screen_text(pilot) and f"0/12 + {left} alike" in screen_text(pilot)
        assert status_text(pilot, "notice") == "12pt, 6 alike"
        put_cursor(pilot, "city", 2 * 4)
        assert status_text(pilot).endswith(f"you need 12 more points, {left} alike.")
    async with run_app(make_app(Table(match, None)), MIDDLE) as pilot:
        assert ("best: 1/6" in screen_text(pilot)) == any(bonuses)
        assert f"0/12 points, need {left} alike" in screen_text(pilot)


async def test_a_city_with_two_requirements_says_both_as_they_are_and_what_is_left_apart() -> None:
    match = match_at("cities")
    s = match.states[-1]
    expansion(s).table = (10, 0, 2)
    s.players[0].points, s.players[0].bonuses[:] = 12, [0, 0, 4, 0, 1]
    async with run_app(make_app(Table(match, None))) as pilot:
        assert "G4\u203a0 + 4 other" in screen_text(pilot) and "need 2pt B3" in screen_text(pilot)
        assert status_text(pilot, "notice") == "14pt G4, 4 alike"
    async with run_app(make_app(Table(match, None)), MIDDLE) as pilot:
        assert "+ 4 other alike " in screen_text(pilot) and "best: B 1/4" in screen_text(pilot)


async def test_a_bank_in_one_row_has_the_cursor_before_its_text_under_the_cards() -> None:
    async with run_app(make_app(Table(match_at("posts"), None))) as pilot:
        board = current_table(pilot).board
        named, lettered = ("white 6", "blue 6", "gold 5"), ("W 6", "U 6", "* 5")
        put_cursor(pilot, "gem", 0)
        card = board.tile(("card", board.state.view.market[8])) if board.state else None
        [row] = [row for row in screen_text(pilot).splitlines() if "white 6" in row]
        assert all(text in row for text in named) and card and row.index("\u25b8white 6") + 1 == card.rect.x
        await press(pilot, "w")
        [row] = [row for row in screen_text(pilot).splitlines() if "W 6" in row and "+1" in row]
        assert all(text in row for text in lettered) and "blue" not in row
        assert board.cursor == ("gem", 0)


async def test_a_city_that_is_not_met_cannot_be_picked() -> None:
    match = match_at("cities")
    assert "need 12 more points" in await refusal_by_keys(match, "enter", at=("city", expansion(match.state).table[0]))


async def test_a_taken_city_says_whose_it_is() -> None:
    match = taken()
    owned = expansion(match.state).owned[1]
    async with run_app(make_app(Table(match, None))) as pilot:
        put_cursor(pilot, "city", owned)
        assert "owned by Hana. Only city owners can win." in status_text(pilot)


# Trading Posts


async def test_posts_and_last_moves_are_in_view_together() -> None:
    match = match_from_state(posts())
    match.act(("take", (0, 1, 2)))
    async with run_app(make_app(Table(match, None))) as pilot:
        text = screen_text(pilot)
        assert "You take W U G" in text and all(f"Post {n}" in text for n in range(1, 6))


async def test_the_gem_of_a_post_is_taken_by_its_letter() -> None:
    match = match_at("posts-token")
    colour = legal_arguments(match, "token")[-1]
    action, words = await play_by_keys(match, colour_letter(colour), "enter")
    assert action == ("token", colour) and words.startswith("Enter takes a")


async def test_the_gem_of_a_post_is_taken_with_the_cursor() -> None:
    match = match_at("posts-token")
    colour = legal_arguments(match, "token")[0]
    assert (await play_by_keys(match, "enter", "enter", at=("gem", colour)))[0] == ("token", colour)


async def test_the_gem_of_a_post_is_never_gold() -> None:
    assert await refusal_by_keys(match_at("posts-token"), "asterisk") == "A post does not give gold."


async def test_the_third_gem_is_of_another_colour() -> None:
    match = match_at("posts-token")
    s = match.states[-1]
    expansion(s).barred = barred = legal_arguments(match, "token")[0]
    assert await refusal_by_keys(match, colour_letter(barred)) == "It must be a different colour from the pair."


async def test_gold_that_counts_double_is_among_the_payments() -> None:
    match = match_at("posts-gold")
    s, card = match.state, legal_arguments(match, "buy")[0][0]
    payments = [paid for bought, paid in legal_arguments(match, "buy") if bought == card]
    owed = sum(need(s.players[0], card))
    assert any(sum(paid) < owed for paid in payments), "gold stands for two"
    async with run_app(make_app(Table(match, None))) as pilot:
        put_cursor(pilot, "card", card)
        seen = []
        for _ in payments:
            await press(pilot, "p" if len(payments) > 1 else "space")
            seen.append(status_text(pilot))
        assert len(set(seen)) == len(payments)
        assert any(f" *{paid[GOLD]}" in words for words in seen for paid in payments)
        await press(pilot, "enter")
    assert match.log[-1][0] == "buy" or match.log[-2][0] == "buy"


async def test_a_card_too_dear_counts_gold_double() -> None:
    match = match_at("posts-gold")
    s = match.state
    dear = next(c for c in s.market if c < len(CARDS) and c not in [card for card, _ in legal_arguments(match, "buy")])
    async with run_app(make_app(Table(match, None))) as pilot:
        put_cursor(pilot, "card", dear)
        assert " more even with gold: " in status_text(pilot)


async def test_text_mode_does_not_overstate_a_shortage_when_gold_counts_double() -> None:
    match = match_at("posts-gold")
    s = match.state
    p = s.players[0]
    p.tokens[:], p.bonuses[:] = [0, 0, 0, 0, 0, 1], [0] * 5
    card = next(c for c in s.market if sorted(CARDS[c].cost)[-1] > 2)
    need_without_gold = sum(CARDS[card].cost)
    assert match.game.refusal(s, ("buy", card)).startswith(
        f"You need {need_without_gold - 2} more even with your gold: "
    )
    async with run_app(make_app(Table(match, None))) as pilot:
        put_cursor(pilot, "card", card)
        assert f"need {need_without_gold - 2} more even with gold: " in status_text(pilot)


async def test_the_power_of_the_fifth_post_is_said_on_its_tile() -> None:
    async with run_app(make_app(Table(match_at("posts"), None))) as pilot:
        assert "per post" in screen_text(pilot)
        put_cursor(pilot, "post", 4)
        assert "1 point for each post you own" in status_text(pilot)


async def test_letters_stand_in_the_same_corner_of_every_post_and_cover_no_word() -> None:
    async with run_app(make_app(Table(match_at("posts"), None))) as pilot:
        await press(pilot, "f")
        table = current_table(pilot).board
        corners = [tile.rect for tile in table.tiles if tile.zone == "posts"]
        assert all(table.canvas.rows[y + h - 1][x][0].isalnum() for x, y, _, h in corners)
        row = screen_text(pilot).splitlines()[7]
        assert [words in row for words in ("get a gem", "get 3", "pays two", "5 points", "per post")] == [True] * 5


async def test_a_low_card_that_is_new_has_its_name_in_the_colour_of_new_cards() -> None:
    async with run_app(make_app(Table(match_at("posts"), None))) as pilot:
        board, state = current_table(pilot).board, current_table(pilot).board_state()
        fresh = [card for card in state.view.market if card < len(CARDS) and card not in state.before.market]
        assert fresh
        for card in (card for card in state.view.market if board.tile(("card", card))):
            x, y, _, h = board.tile(("card", card)).rect  # type: ignore[union-attr]
            name, style = board.canvas.rows[y][x]
            assert name.isdigit() and board.canvas.rows[y + h - 1][x][0] in "\u2570\u255a\u2517", "no edge is covered"
            assert (style.color == board.palette.style("fresh", bold=True, reverse=True).color) == (card in fresh)


async def test_what_decides_where_everyone_owns_a_city_is_in_the_headline() -> None:
    match = match_at("cities")
    s = match.states[-1]
    expansion(s).owned[:], s.over = [8, 10], True
    s.players[0].points = s.players[1].points + 1
    async with run_app(make_app(ScoreSheet(match, None)), MIDDLE) as pilot:
        assert "1 ahead; both own a city, so points decide" in screen_text(pilot)


async def test_the_first_rounds_say_which_pieces_are_posts_and_strongholds() -> None:
    for module, words in (("trading_posts", "trading post"), ("strongholds", "stronghold (⌂)")):
        match = start_match("You", "greedy")
        match.options["module"] = module
        fresh = Match(match.name, match.seats, match.options, match.seed)
        async with run_app(make_app(Table(fresh, None))) as pilot:
            assert words in screen_text(pilot)
        async with run_app(make_app(Table(fresh, None)), MIDDLE) as pilot:
            assert words.split()[0] in screen_text(pilot)


async def test_a_post_says_what_it_gives_what_is_lacking_and_who_has_it() -> None:
    match = match_at("posts")
    s = match.states[-1]
    expansion(s).coats[:] = [(1,), (0, 1, 4), (), (0,)]
    s.players[0].bonuses[:] = [1, 0, 0, 1, 0]
    async with run_app(make_app(Table(match, None))) as pilot:
        put_cursor(pilot, "post", 0)
        assert status_text(pilot) == "Post 1, for W1 R3 in bonuses: a gem with every card you buy; you need R2."
        put_cursor(pilot, "post", 1)
        assert status_text(pilot) == "Post 2, yours: a third gem with every pair you take."
        put_cursor(pilot, "post", 3)
        assert status_text(pilot) == "Post 4, for G5 in bonuses and a noble: 5 points; you need G5 and a noble."
        lines = screen_text(pilot).splitlines()
        name, asked, edge = lines[4], lines[5], lines[8]
        assert name.startswith("╭Post 1───╮╭Post 2──╮╭Post 3───╮╔Post 4══╗╭Post 5──╮")
        needed = "│W1>0 R3>2││W2      ││U3 B1    │║G5      ║│B3      │"
        assert asked.replace("\u203a", ">").startswith(needed), (
            "what is still needed, as of nobles, of a post that is not yours"
        )
        assert edge.startswith("╰Ha─In───2╯╰Ha─yours╯╰───need 4╯╚══need 6╝╰Ha─────3╯"), "the owners, with a gap"


async def test_a_post_that_waits_for_a_noble_says_so() -> None:
    match = match_at("posts")
    s = match.states[-1]
    s.players[0].bonuses[:], expansion(s).coats[0] = [2, 0, 5, 0, 0], ()
    async with run_app(make_app(Table(match, None))) as pilot:
        lines = screen_text(pilot).splitlines()
        assert "G5\u203a0" in lines[5] and "ready" in lines[8] and "+ noble" in lines[6]
    async with run_app(make_app(Table(match, None)), MIDDLE) as pilot:
        lines = screen_text(pilot).splitlines()
        assert "G5\u203a0 + noble" in lines[6] and "you score" in lines[7], "what it requires in one row"


async def test_a_jump_leaves_the_bank_to_the_letters_of_its_colours() -> None:
    async with run_app(make_app(Table(match_at("posts"), None))) as pilot:
        await press(pilot, "f")
        kinds = {part[0] for part in (current_table(pilot).board._jumps or {}).values()}
        assert "gem" not in kinds and {"post", "noble", "card"} <= kinds


async def test_a_post_is_not_picked() -> None:
    assert "at the end of your turn" in await refusal_by_keys(match_at("posts"), "enter", at=("post", 2))


async def test_a_pair_and_the_gem_of_a_post_are_picked_and_typed_as_one_move() -> None:
    match = match_at("posts")
    s, before = match.states[-1], len(match.log)
    expansion(s).coats[0], s.bank[:5], s.players[0].tokens[:] = (1,), [4] * 5, [0] * 6
    async with run_app(make_app(Table(match, None))) as pilot:
        await press(pilot, "b", "b", "u")
        assert status_text(pilot).startswith("Enter takes two black and a blue gem")
        await press(pilot, "escape", "colon", *"take", "space", *"bbu", "enter")
        await settle(pilot)
        assert match.log[before : before + 2] == [("take", (4, 4)), ("token", 1)]


@pytest.mark.parametrize("typed", ["take {}", "{}"])
async def test_the_gem_of_a_post_is_typed_by_its_letter_and_never_under_the_cursor(typed: str) -> None:
    match = match_at("posts-token")
    letter = next(LETTERS[a[1]] for a in match.game.legal(match.state) if a[0] == "token")
    before = len(match.log)
    async with run_app(make_app(Table(match, None))) as pilot:
        cursor, rows = current_table(pilot).board.cursor, screen_text(pilot).splitlines()
        assert cursor and cursor[0] != "gem"
        await press(pilot, "colon")
        assert screen_text(pilot).splitlines()[1:22] == rows[1:22], "the line of typed moves covers only the keys"
        await press(pilot, *("space" if key == " " else key for key in typed.format(letter)), "enter")
        await settle(pilot)
        assert ("token", LETTERS.index(letter)) in match.log[before:]


async def test_a_low_card_that_needs_ten_gems_and_more_keeps_the_word() -> None:
    match = match_at("posts")
    s = match.states[-1]
    s.market[8] = next(card for card, data in enumerate(CARDS) if data.kind == "base" and sum(data.cost) == 14)
    s.players[0].tokens[:], s.players[0].bonuses[:] = [0] * 6, [0] * 5
    async with run_app(make_app(Table(match, None))) as pilot:
        text = screen_text(pilot)
        assert "\u2550need 14\u255d" in text and "3-1" in text, "both corners and the name are free"


async def test_a_window_of_36_rows_lists_all_gems_beside_the_nobles_and_says_what_posts_are() -> None:
    match = Match("splendor", make_seats("You", "greedy"), {"module": "trading_posts"}, 1)
    async with run_app(make_app(Table(match, None)), MIDDLE) as pilot:
        rows = screen_text(pilot).splitlines()[1:5]
        assert all(name in "\n".join(rows) for name in ("W white", "U blue", "G green", "R red", "B black", "* gold"))
        assert "post" in rows[-1]
