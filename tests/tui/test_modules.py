"""The expansions of Splendor, played by keys: every new choice, why one cannot be, and what is said of the pieces."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from textual.pilot import Pilot

from rules.game import Action
from rules.match import Match
from rules.splendor import legal, observe, turn
from rules.splendor.cards import CARDS, GOLD
from rules.splendor.modules import MODULES
from rules.splendor.payment import need
from rules.splendor.state import Splendor
from rules.splendor.strongholds import occupier
from rules.splendor.turn import ORDER
from tests.tui import scenes
from tests.tui.scenes import LARGE, MIDDLE, SMALL, app, opened, press, said, seated, settle, stand, text, the_table
from tests.tui.shots_modules import ALONE, FOUR, careless, course, position, taken
from tui.games.splendor.looks import LOOKS
from tui.games.splendor.parts import parts
from tui.games.splendor.trading_posts import unpaid
from tui.screens.help import Help, game_help
from tui.screens.setup import Setup, meaning
from tui.screens.table import Table
from tui.selection import Selection
from tui.widgets.canvas import Rect
from tui.widgets.scene import Scene

EXPANSIONS = [module for module in MODULES if module != "base"]
PROMPT, DETAIL = 78, 78
"""Cells of the upper line, with what the game says beside it, and of the lower one, in the smallest window."""


def found(match: Match, verb: str) -> list[Any]:
    """The arguments of the legal actions with a verb."""
    return [a[1] if len(a) == 2 else a[1:] for a in match.game.legal(match.state) if a[0] == verb]


def extra(s: Splendor) -> Any:
    """What the expansion adds to the table."""
    return s.extra


def letter(colour: int) -> str:
    return "wugrb"[colour]


async def played(match: Match, *keys: str, at: Any = None) -> tuple[Action, str]:
    """The action that keys lead to, with the cursor first taken to a part; and what was said before the last key."""
    ply = len(match.log)
    async with opened(app(Table(match, None))) as pilot:
        if at:
            stand(pilot, *at)
        await press(pilot, *keys[:-1])
        words = said(pilot)
        assert len(match.log) == ply, "it is played too early"
        await press(pilot, keys[-1])
    assert len(match.log) > ply, f"nothing was played: {words}"
    return match.log[ply], words


async def refused(match: Match, *keys: str, at: Any = None) -> str:
    """Why keys lead to nothing."""
    ply = len(match.log)
    async with opened(app(Table(match, None))) as pilot:
        if at:
            stand(pilot, *at)
        await press(pilot, *keys)
        assert len(match.log) == ply, "it was played"
        return said(pilot)


# The Cities


def metropolis() -> Match:
    """The first player meets every city."""
    match = position("cities")
    s = match.states[-1]
    s.players[0].points, s.players[0].bonuses[:] = 20, [7] * 5
    s.step = next(i for i, step in enumerate(ORDER["cities"]) if ("city", extra(s).table[0]) in step.legal(s))
    return match


async def test_a_city_is_chosen_of_several() -> None:
    match = metropolis()
    face = found(match, "city")[1]
    action, _ = await played(match, "enter", at=("city", face))
    assert action == ("city", face)


async def test_a_taken_city_bears_its_owner_and_the_last_round_is_said() -> None:
    async with opened(app(Table(taken(), None))) as pilot:
        row = text(pilot).splitlines()[3]
        assert "taken" in row and " Hana " in row
        assert "LAST ROUND" in said(pilot, "notice")


async def test_the_prompt_asks_for_a_city_and_the_cursor_stands_on_one() -> None:
    async with opened(app(Table(metropolis(), None))) as pilot:
        assert "choose yours" in said(pilot, "prompt")
        assert the_table(pilot).board.cursor in the_table(pilot).selection.options()
        assert "the city is yours" in said(pilot)


async def test_what_a_city_lacks_is_said() -> None:
    match = position("cities")
    match.states[-1].extra.table = (0, 2, 8)  # type: ignore[union-attr]
    match.states[-1].players[0].points, match.states[-1].players[0].bonuses[:] = 5, [1, 0, 0, 2, 3]
    async with opened(app(Table(match, None))) as pilot:
        stand(pilot, "city", 0)
        assert said(pilot) == "City: 13 points, R4 B3; you lack 8 points, R2."
        stand(pilot, "city", 2 * 4)
        assert said(pilot) == "City: 12 points, 6 of one colour; you lack 7 points, 3 more black."
        assert "8p R2" in text(pilot) and "7p 3 of B" in text(pilot)


async def test_a_city_that_is_not_met_cannot_be_picked() -> None:
    match = position("cities")
    assert "you lack" in await refused(match, "enter", at=("city", extra(match.state).table[0]))


async def test_a_taken_city_says_whose_it_is() -> None:
    match = taken()
    owned = extra(match.state).owned[1]
    async with opened(app(Table(match, None))) as pilot:
        stand(pilot, "city", owned)
        assert "Hana has it. Owners alone can win." in said(pilot)


# Trading Posts


async def test_the_gem_of_a_post_is_taken_by_its_letter() -> None:
    match = position("posts-token")
    colour = found(match, "token")[-1]
    action, words = await played(match, letter(colour), "enter")
    assert action == ("token", colour) and words.startswith("Enter takes a")


async def test_the_gem_of_a_post_is_taken_with_the_cursor() -> None:
    match = position("posts-token")
    colour = found(match, "token")[0]
    assert (await played(match, "enter", "enter", at=("gem", colour)))[0] == ("token", colour)


async def test_the_gem_of_a_post_is_never_gold() -> None:
    assert await refused(position("posts-token"), "asterisk") == "The gem is never gold."


async def test_the_third_gem_is_of_another_colour() -> None:
    match = position("posts-token")
    s = match.states[-1]
    extra(s).barred = barred = found(match, "token")[0]
    assert await refused(match, letter(barred)) == "It must be of another colour than the two."


async def test_gold_that_counts_double_is_among_the_payments() -> None:
    match = position("posts-gold")
    s, card = match.state, found(match, "buy")[0][0]
    payments = [paid for one, paid in found(match, "buy") if one == card]
    owed = sum(need(s.players[0], card))
    assert any(sum(paid) < owed for paid in payments), "gold stands for two"
    async with opened(app(Table(match, None))) as pilot:
        stand(pilot, "card", card)
        seen = []
        for _ in payments:
            await press(pilot, "p" if len(payments) > 1 else "space")
            seen.append(said(pilot))
        assert len(set(seen)) == len(payments)
        assert any(f"for *{paid[GOLD]}" in words for words in seen for paid in payments)
        await press(pilot, "enter")
    assert match.log[-1][0] == "buy" or match.log[-2][0] == "buy"


async def test_a_card_too_dear_counts_gold_double() -> None:
    match = position("posts-gold")
    s = match.state
    dear = next(c for c in s.market if c < len(CARDS) and c not in [card for card, _ in found(match, "buy")])
    async with opened(app(Table(match, None))) as pilot:
        stand(pilot, "card", dear)
        assert "that count double" in said(pilot)


async def test_a_post_says_what_it_gives_what_is_lacking_and_who_has_it() -> None:
    match = position("posts")
    s = match.states[-1]
    extra(s).coats[:] = [(1,), (0, 1), (), (0,)]
    s.players[0].bonuses[:] = [1, 0, 0, 1, 0]
    async with opened(app(Table(match, None))) as pilot:
        stand(pilot, "post", 0)
        assert said(pilot) == "W1 R3: a gem with every card you buy; you lack R2. Hana, Ines: there."
        stand(pilot, "post", 1)
        assert said(pilot).endswith("You have it.")
        stand(pilot, "post", 3)
        assert said(pilot) == "G5 +noble: 5 points; you lack G5 +noble."
        row = next(line for line in text(pilot).splitlines() if "W1R3" in line)
        assert row.index("HI") < row.index("YH"), "everybody's coats of arms, in the order of the seats"


async def test_a_post_is_not_picked() -> None:
    assert "by themselves" in await refused(position("posts"), "enter", at=("post", 2))


# The Orient


async def test_a_bag_gets_its_colour_by_a_letter() -> None:
    match = position("orient-bag")
    colour = found(match, "associate")[-1]
    action, words = await played(match, letter(colour), "enter")
    assert action == ("associate", colour) and "makes the bag a" in words


async def test_a_colour_without_a_bonus_is_refused_for_a_bag() -> None:
    match = position("orient-bag")
    other = next(colour for colour in range(GOLD) if colour not in found(match, "associate"))
    assert "for the bag to copy" in await refused(match, letter(other))
    assert "makes the bag" in await refused(match, letter(other), "enter"), "one Enter after a slip plays nothing"


async def test_a_card_is_taken_free() -> None:
    match = position("orient-free")
    card = found(match, "free")[-1]
    assert (await played(match, "enter", at=("card", card)))[0] == ("free", card)


async def test_a_card_of_another_level_is_not_free() -> None:
    match = position("orient-free")
    free = found(match, "free")
    other = next(c for c in match.state.market if c < len(CARDS) and c not in free)
    assert "is free now" in await refused(match, "enter", at=("card", other))


async def test_a_noble_is_reserved_and_keeps_its_place_with_the_name() -> None:
    match = position("orient-noble")
    noble = found(match, "reserve_noble")[0]
    assert (await played(match, "enter", at=("noble", noble)))[0] == ("reserve_noble", noble)
    async with opened(app(Table(match, None)), MIDDLE) as pilot:
        if noble in extra(match.state).patrons[0]:
            stand(pilot, "noble", noble)
            assert said(pilot).startswith("For You alone: A noble worth 3 points")
            assert " You " in text(pilot).splitlines()[1]


async def test_a_card_is_discarded() -> None:
    match = position("orient-discard")
    card = found(match, "discard")[-1]
    async with opened(app(Table(match, None))) as pilot:
        assert "to go: choose a card" in said(pilot, "prompt")
        assert the_table(pilot).board.cursor in the_table(pilot).selection.options()
    action, words = await played(match, "enter", at=("own", card))
    assert action == ("discard", card) and (not CARDS[card].points or f"{CARDS[card].points} points" in words)


async def test_double_gold_is_among_the_payments() -> None:
    match = position("orient-gold")
    bought = [card for card, _ in found(match, "buy")]
    card = max(bought, key=bought.count)
    payments = [paid for one, paid in found(match, "buy") if one == card]
    assert len(payments) > 1 and any(paid[-1] for paid in payments)
    async with opened(app(Table(match, None))) as pilot:
        stand(pilot, "card", card)
        seen = []
        for _ in payments:
            await press(pilot, "p")
            seen.append(said(pilot))
        assert len(set(seen)) == len(payments) and any(" D1" in words for words in seen)
        wanted = next(paid for kind, paid in the_table(pilot).selection.picked if kind == "pay")
        ply = len(match.log)
        await press(pilot, "enter")
    assert match.log[ply] == ("buy", card, wanted)


async def test_the_top_card_of_an_orient_deck_is_reserved() -> None:
    match = Match("splendor", seated(*ALONE), {"module": "orient"}, 1)
    assert (await played(match, "v", "enter", at=("deck", 4)))[0] == ("reserve_blind", 4)


async def test_a_bag_without_a_card_to_attach_it_to_is_refused() -> None:
    """Though one could pay for it, and the card says so on its edge."""
    match = Match("splendor", seated(*ALONE), {"module": "orient"}, 2)
    s = match.states[0]
    bag = next(c for c in s.market if CARDS[c].kind == "associate")
    for colour, n in enumerate(CARDS[bag].cost):
        s.players[0].tokens[colour] += n
        s.bank[colour] -= n
    words = await refused(match, "enter", at=("card", bag))
    assert "You have no card with a bonus to attach it to." in words
    async with opened(app(Table(match, None))) as pilot:
        assert "wait" in text(pilot)


@pytest.mark.parametrize("size", [SMALL, MIDDLE, LARGE], ids=str)
async def test_every_kind_of_card_is_told_apart_on_the_table(size: tuple[int, int]) -> None:
    """By words, not by colour alone."""
    match = Match("splendor", seated(*ALONE), {"module": "orient"}, 1)
    s = match.states[0]
    kinds = {c.kind: card for card, c in enumerate(CARDS) if c.kind != "base"}
    for slot, kind in zip((12, 13, 14, 15, 16, 17), sorted(kinds)[:6], strict=True):
        s.market[slot] = kinds[kind]
    async with opened(app(Table(match, None)), size) as pilot:
        board = the_table(pilot).board
        looks = {
            kind: "".join(char for row in board.paint(board.scene, tile, False).rows for char, _ in row)
            for kind, card in kinds.items()
            if board.scene and (tile := board.tile(("card", card)))
        }
    signs = {
        "associate": "bag",
        "associate_take1": "L1",
        "discard2": "swap" if size == SMALL else "-2",
        "double_bonus": "two" if size == LARGE else "double",
        "double_gold": "2 gold",
        "reserve_noble": "noble",
    }
    assert len(looks) == 6 and all(signs[kind] in look for kind, look in looks.items()), looks


async def test_what_a_player_has_of_the_orient_is_said() -> None:
    match = position("orient")
    async with opened(app(Table(match, None))) as pilot:
        told = []
        for seat in range(4):
            stand(pilot, "player", seat)
            told.append(the_table(pilot).board.detail(the_table(pilot).scene(), ("player", seat)))
    orient = extra(match.state)
    for seat, words in enumerate(told):
        assert ("bags" in words) == bool(orient.bags[seat]) and ("reserved;" in words) == bool(orient.patrons[seat])


async def test_an_orient_card_reserved_unseen_is_for_its_holder_alone() -> None:
    """Not a word of it on the screen of another player, nor in what is said of its holder."""
    match = Match("splendor", seated("Ada", "Bea"), {"module": "orient"}, 3)
    match.act(("reserve_blind", 5))
    (card,) = match.state.players[0].blind
    async with opened(app(Table(match, None))) as pilot:
        await press(pilot, "enter")  # Bea takes over
        assert ("card", card) not in {tile.part for tile in the_table(pilot).board.tiles}
        assert "held 1/3 O3" in text(pilot)
        stand(pilot, "player", 0)
        assert said(pilot) == "Ada: 0 cards; reserved: level 3."
        await press(pilot, "w", "u", "g", "enter", "enter")  # and Ada again
        assert ("card", card) in {tile.part for tile in the_table(pilot).board.tiles}


# The Strongholds


async def test_a_stronghold_is_placed() -> None:
    match = position("strongholds-place")
    card = found(match, "place")[0]
    action, _ = await played(match, "enter", at=("card", card))
    assert action == ("place", card) and occupier(match.states[-1], card) == 0


async def test_a_stronghold_is_removed() -> None:
    match = position("strongholds-place")
    card = found(match, "remove")[0]
    async with opened(app(Table(match, None))) as pilot:
        stand(pilot, "card", card)
        assert said(pilot).startswith("Enter gives a stronghold on") and "back to Hana" in said(pilot)
    assert (await played(match, "enter", at=("card", card)))[0] == ("remove", card)


async def test_a_stronghold_is_moved_with_m() -> None:
    match = position("strongholds-place")
    one, other = found(match, "move")[-1]
    ply = len(match.log)
    async with opened(app(Table(match, None))) as pilot:
        stand(pilot, "card", one)
        await press(pilot, "m")
        assert "is lifted from" in said(pilot) and "Esc puts it back" in said(pilot, "prompt")
        stand(pilot, "card", other)
        await press(pilot, "enter")
    assert match.log[ply] == ("move", one, other)


async def test_a_lifted_stronghold_is_put_back() -> None:
    match = position("strongholds-place")
    one, _ = found(match, "move")[0]
    async with opened(app(Table(match, None))) as pilot:
        stand(pilot, "card", one)
        await press(pilot, "m", "escape")
        assert the_table(pilot).selection.picked == []


async def test_with_none_left_enter_lifts_a_stronghold() -> None:
    match = position("strongholds-move")
    one, other = next(pair for pair in found(match, "move") if occupier(match.state, pair[1]) is None)
    ply = len(match.log)
    async with opened(app(Table(match, None))) as pilot:
        stand(pilot, "lift", one)
        await press(pilot, "enter")
        assert match.log[ply:] == []
        stand(pilot, "card", other)
        await press(pilot, "enter")
    assert match.log[ply] == ("move", one, other)


async def test_with_none_left_the_place_may_be_picked_first() -> None:
    match = position("strongholds-move")
    one, other = next(pair for pair in found(match, "move") if occupier(match.state, pair[1]) is None)
    ply = len(match.log)
    async with opened(app(Table(match, None))) as pilot:
        stand(pilot, "card", other)
        await press(pilot, "enter")
        assert "choose which" in said(pilot)
        stand(pilot, "lift", one)
        await press(pilot, "enter")
    assert match.log[ply] == ("move", one, other)


async def test_a_card_is_conquered() -> None:
    match = position("strongholds-conquest")
    card = found(match, "conquer")[0][0]
    async with opened(app(Table(match, None))) as pilot:
        assert said(pilot, "prompt").startswith("Your turn: conquer") and "decline (d)" in said(pilot, "prompt")
        assert the_table(pilot).board.cursor == ("card", card)
    action, _ = await played(match, "enter", at=("card", card))
    assert action[:2] == ("conquer", card)


async def test_a_conquest_is_declined() -> None:
    match = position("strongholds-conquest")
    action, words = await played(match, "d", "enter")
    assert action == ("decline",) and words.startswith("Enter declines")


async def test_the_payments_of_a_conquest_are_gone_through() -> None:
    match = position("strongholds-conquest")
    s, card = match.states[-1], found(match, "conquer")[0][0]
    s.players[0].tokens[GOLD] += 2
    s.bank[GOLD] -= 2
    payments = [paid for _, paid in found(match, "conquer")]
    assert len(payments) > 1
    action, _ = await played(match, "p", "enter", at=("card", card))
    assert action == ("conquer", card, payments[1])


@pytest.mark.parametrize("keys", [("enter",), ("v",)], ids=["buy", "reserve"])
async def test_a_card_of_another_player_is_refused_with_the_reason(keys: tuple[str, ...]) -> None:
    match = position("strongholds")
    card = next(card for card in extra(match.state).placed[1] if card in match.state.market)
    words = await refused(match, *keys, at=("card", card))
    assert "stronghold keeps you off" in words or "Another player's stronghold" in words


def drawn(pilot: Pilot[Any], card: int) -> list[list[Any]]:
    """The cells of a card."""
    board = the_table(pilot).board
    tile = board.tile(("card", card))
    assert board.scene and tile
    return board.paint(board.scene, tile, False).rows


async def test_whose_strongholds_stand_on_a_card_and_who_has_some_left() -> None:
    match = position("strongholds")
    s = match.states[-1]
    one, other = s.market[4], s.market[5]
    extra(s).placed[:] = [(one, one), (other,), (), ()]
    async with opened(app(Table(match, None))) as pilot:
        assert "Y⌂⌂" in text(pilot) and "H⌂╮" in text(pilot)
        assert "Y⌂∙∙" in text(pilot) and "H⌂⌂∙" in text(pilot), "what is left of them"
        stand(pilot, "card", other)
        assert said(pilot).endswith("Hana's stronghold keeps you off.")
        assert "Hana's" in text(pilot), "on the edge of the card"
        dim = {card: any(style.dim for row in drawn(pilot, card)[1:] for _, style in row) for card in (one, other)}
        assert dim == {one: False, other: True}, "what is barred is dim"
        stand(pilot, "player", 0)
        assert "strongholds 2 on 2-1 and 1 left" in said(pilot)


# All of them


@pytest.mark.parametrize("module", EXPANSIONS)
async def test_a_whole_game_is_played_by_picks_and_enter(module: str) -> None:
    """What the board lights up leads to an action, until the game is over."""
    match = Match("splendor", seated("You", "random"), {"module": module}, 4)
    async with opened(app(screen := scenes.table(match))) as pilot:
        for count in range(4000):
            if match.player is None:
                break
            ply = len(match.log)
            while not screen.selection.action():
                options = sorted(screen.selection.options(), key=repr)
                screen.picked(options[(7 * count) % len(options)])
            screen.action_confirm()
            await settle(pilot)
            assert len(match.log) > ply, "the picks were not played"
        await pilot.pause(0.05)
        assert type(pilot.app.screen).__name__ == "Over"


def asked(module: str, seats: tuple[str, ...], seed: int) -> list[tuple[Match, Scene]]:
    """Every decision of the first player in a careless game, as its board is given it."""
    match, found = course(module, seats, seed), []
    for s in match.states[:-1]:
        if turn(s) == 0:
            view = observe(s, 0)
            selection = Selection(legal(view), parts)
            scene = Scene(match.game, view, view, 0, match.seats, selection.options(), (), tuple(selection.left()))
            found.append((match, Scene(**{**vars(scene), "active": True})))
    return found


@pytest.mark.parametrize("seats", [ALONE, FOUR], ids=["two", "four"])
@pytest.mark.parametrize("module", MODULES)
def test_every_action_is_spelled_out_by_parts_of_its_own(module: str, seats: tuple[str, ...]) -> None:
    """No two legal actions are the same picks, and all that is picked lies on the table or has a key."""
    keyed = {"do", "pay"}
    for _, scene in asked(module, seats, 5):
        spelt = Counter(frozenset(Counter(parts(a)).items()) for a in scene.left)
        assert max(spelt.values()) == 1
        tiles = {tile.part for tile in LOOKS[module].place(scene, 80, 21) if tile.zone}
        for kind, *which in scene.options:
            here = ("card", *which) if kind == "lift" and (kind, *which) not in tiles else (kind, *which)
            assert kind in keyed or here in tiles or ("lift", *which) in tiles, (kind, which)


@pytest.mark.parametrize("size", [SMALL, (100, 30), MIDDLE, LARGE], ids=str)
@pytest.mark.parametrize("module", MODULES)
def test_tiles_lie_in_the_window_and_apart(module: str, size: tuple[int, int]) -> None:
    width, height = size[0], size[1] - 3
    for seats in (ALONE, FOUR):
        for _, scene in asked(module, seats, 6)[::5]:
            tiles = [tile.rect for tile in LOOKS[module].place(scene, width, height) if tile.zone]
            assert all(r.x >= 0 and r.y >= 0 and r.x + r.w <= width and r.y + r.h <= height for r in tiles)
            cells = Counter((x, y) for r in tiles for x, y in covered(r))
            assert max(cells.values()) == 1, "two tiles lie on one another"


def covered(rect: Rect) -> list[tuple[int, int]]:
    return [(x, y) for x in range(rect.x, rect.x + rect.w) for y in range(rect.y, rect.y + rect.h)]


@pytest.mark.parametrize("module", EXPANSIONS)
async def test_what_is_asked_fits_into_the_line(module: str) -> None:
    """In the smallest window: the prompt beside the notice, and what a choice of the expansion leads to."""
    async with opened(app(Table(course(module, FOUR, 7), None))) as pilot:
        words = LOOKS[module].words(pilot.app.palette)  # type: ignore[attr-defined]
    for _, scene in asked(module, FOUR, 7):
        prompt = f"Your turn: {words.prompt(scene)}  {words.alarm(scene) or words.notice(scene)}"
        assert len(prompt) <= PROMPT, prompt
        for kind in ("post", "city", "own", "lift"):
            for tile in LOOKS[module].place(scene, 80, 21):
                if tile.part[0] == kind:
                    assert len(words.detail(scene, tile.part)) <= DETAIL, words.detail(scene, tile.part)


@pytest.mark.parametrize("module", MODULES)
async def test_a_card_is_short_of_nothing_when_it_can_be_bought(module: str) -> None:
    """What a card says on its edge is what the rules allow."""
    async with opened(app(Table(course(module, ALONE, 8), None))) as pilot:
        words = LOOKS[module].words(pilot.app.palette)  # type: ignore[attr-defined]
    seen = set()
    for seats in (ALONE, FOUR):
        for _, scene in asked(module, seats, 8):
            if scene.left[0][0] in ("take", "buy"):
                view: Splendor = scene.view
                bought = {a[1] for a in scene.left if a[0] == "buy"}
                cards = {c for c in (*view.market, *view.players[0].hand) if c < len(CARDS)}
                if module == "strongholds":
                    cards -= {card for card in cards if occupier(view, card)}
                assert {card for card in cards if words.short(scene, card) <= 0} == bought
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
           for _, scene in asked(module, seats, seed) for a in scene.left}  # fmt: skip
    assert met >= {"token", "associate", "free", "reserve_noble", "discard", "place", "move", "remove"}
    assert careless(position("strongholds-conquest").state, None)[0] == "conquer"  # type: ignore[arg-type]


@pytest.mark.parametrize("module", EXPANSIONS)
async def test_the_help_of_a_module_comes_first(module: str) -> None:
    match = Match("splendor", seated(*ALONE), {"module": module}, 1)
    async with opened(app(Table(match, None))) as pilot:
        await press(pilot, "question_mark")
        assert isinstance(pilot.app.screen, Help)
        title = pilot.app.screen.text().splitlines()[0]
        assert title == f"# Splendor: {MODULES[module].title}"
        assert "## After your action" in pilot.app.screen.text(), "and the base game after it"


def test_the_help_of_the_base_game_is_its_own() -> None:
    assert game_help("splendor", {"module": "base"}) == game_help("splendor")
    assert game_help("splendor").startswith("# Splendor\n")


async def test_setup_offers_every_module_with_a_sentence() -> None:
    async with opened(app(Setup())) as pilot:
        await press(pilot, "down")
        seen = []
        for _ in MODULES:
            await press(pilot, "right")
            seen.append(text(pilot))
    for module, data in MODULES.items():
        words = meaning("splendor", "module", module)
        assert words and any(data.title in screen and " ".join(words.split()[:6]) in screen for screen in seen)


@pytest.mark.parametrize("module", EXPANSIONS)
async def test_a_cursor_key_repaints_little(module: str) -> None:
    """Two tiles and the line below, no more."""
    match = Match("splendor", seated(*FOUR), {"module": module}, 1)
    async with opened(app(Table(match, None)), MIDDLE) as pilot:
        board = the_table(pilot).board
        tiles = [tile for tile in board.tiles if tile.part in (board.cursor,)]
        painted: list[Any] = []
        refresh = board.refresh
        board.refresh = lambda *regions, **how: painted.extend(regions) or refresh(*regions, **how)  # type: ignore
        await press(pilot, "right")
        tiles += [tile for tile in board.tiles if tile.part == board.cursor]
        cells = sum(tile.rect.w * tile.rect.h for tile in tiles)
        assert painted and sum(region.area for region in painted) <= cells
