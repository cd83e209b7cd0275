"""Suggest a move, at the table."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from random import Random
from typing import Any, ClassVar

import pytest
from textual.geometry import Region

from tabletown.rules.analysis.decision import questions
from tabletown.rules.analysis.explain import advantages, strongest, terms
from tabletown.rules.analysis.review_depth import full_depth
from tabletown.rules.analysis.searches import judge
from tabletown.rules.bots.bot import Candidate, Choice
from tabletown.rules.bots.levels import choose
from tabletown.rules.core.game import apply
from tabletown.rules.core.reason import Reason
from tabletown.rules.core.registry import load
from tabletown.rules.metropolys.ai.scoring import gaining
from tabletown.rules.metropolys.board import NAMES, places
from tabletown.rules.metropolys.objectives import MATCHING
from tabletown.rules.splendor.cards import CARDS, COLOURS
from tabletown.tui.model import hint
from tabletown.tui.model.hint import (
    HINT_LEVEL,
    HINT_SECONDS,
    KnownHint,
    aimed_at,
    change_of_plan,
    followed_decisions,
    followed_last_turn,
    hint_nodes,
    hint_seed,
    own_way_cost,
    rest_of_hint,
    steady,
)
from tabletown.tui.model.reviews import TERMS
from tabletown.tui.narration import reasons as narrated_reasons
from tabletown.tui.narration.likely_play import likely_play
from tabletown.tui.screens import hint_alternatives, hint_panel
from tabletown.tui.screens.hint_alternatives import alternatives, as_good, others
from tabletown.tui.screens.hint_panel import (
    HintPanel,
    continued,
    head,
    hidden,
    hint_lines,
    leading,
    revised,
    settled,
    summary,
    worded,
)
from tabletown.tui.screens.table import Table
from tests.rules.metropolys import positions
from tests.tui import scenes_sf1906
from tests.tui.app_driver import (
    MIDDLE,
    SMALL,
    InstantBots,
    current_table,
    make_app,
    press,
    run_app,
    screen_text,
    settle,
    status_text,
)
from tests.tui.sample_matches import find_match, legal_verbs, match_after, saved_table, start_match
from tests.tui.screens.test_lesson_table import halves


async def test_a_hint_tells_what_speaks_for_it_and_again_what_may_follow() -> None:
    async with run_app(make_app(saved_table(match_after(plies=26)))) as pilot:
        await press(pilot, "i")
        advice = pilot.app.screen.query_one(HintPanel)
        said_first = status_text(pilot)
        assert advice.lines[0].endswith(".") and advice.size.height
        *_, other, standing, more = advice.lines
        assert standing == "Ahead: 4 bonuses to Hana's 2." and more == "i again: think longer, show what follows."
        assert re.fullmatch(r"Or .*: (about \d+%|about as good(; .*)?|a little weaker)", other)
        await press(pilot, "i")
        head, reason, follows, *rest = advice.lines
        assert re.match(r"[A-Z].*: still about \d+% to win after a longer search\.", head)
        assert status_text(pilot) == said_first
        assert re.match(r"Then perhaps Hana .*\.", follows) and len(rest) == 2 and rest[1].startswith("Or ")
        assert rest[0] == "Ahead: 4 bonuses to Hana's 2."
        assert reason.startswith("It "), "a reason after the reply would be read as Hana's"


async def test_a_hint_stays_on_the_board_in_a_window_that_shrinks() -> None:
    async with run_app(make_app(saved_table(match_after(plies=26))), MIDDLE) as pilot:
        await press(pilot, "i")
        await pilot.resize_terminal(*SMALL)
        await settle(pilot)
        screen = current_table(pilot)
        box, board = screen.query_one(HintPanel), screen.board
        assert box.region.area and board.region.contains_region(box.region), "all of it"
        assert box.lines[0].split(":")[0] in screen_text(pilot)


async def test_a_hint_asked_for_again_thinks_longer() -> None:
    class Patient(InstantBots):
        limits: ClassVar[list[float]] = []

        async def choose(self, game: str, view: Any, level: str, seed: str, *terms: Any, **more: Any) -> Choice:
            self.limits.append(terms[-1])
            return await super().choose(game, view, level, seed, *terms, **more)

    match = match_after(plies=26)
    async with run_app(make_app(saved_table(match), bot_pool=Patient())) as pilot:
        await press(pilot, "i", "i")
        first, again = Patient.limits[-2:]
        assert [first, again] == [hint_nodes(match), hint_nodes(match, longer=True)] and again > first
        panel = pilot.app.screen.query_one(HintPanel)
        longer, figure = panel.lines, status_text(pilot)
        await press(pilot, "escape", "i")
        assert status_text(pilot) == figure, "the longer search counts until the position changes"
        await press(pilot, "i")
        assert panel.lines == longer and Patient.limits[-2:] == [first, again]


def test_a_longer_search_suggests_another_move_only_if_that_is_clearly_better() -> None:
    first, other = start_match().legal()[:2]
    before = Choice(first, 0.5)
    for value, kept in ((0.49, True), (0.3, False)):
        longer = Choice(other, 0.5, 4000, candidates=(Candidate(other, 0.5, 9), Candidate(first, value, 9)))
        assert settled(longer, before).action == (first if kept else other)
        assert as_good(settled(longer, before)) == [other] * kept


def test_the_next_hint_of_a_turn_keeps_to_the_plan_unless_another_move_is_clearly_better() -> None:
    match = start_match(game="sf1906")
    first = match.legal()[0]
    match.act(first)
    second, other = match.legal()[:2]
    rest = rest_of_hint(match, 0, Choice(first, 0.5, line=(first, second)))
    assert rest and (rest.action, rest.value) == (second, 0.5)

    def searched(value: float) -> Choice:
        candidates = (Candidate(other, value, 500), Candidate(second, 0.55, 400))
        return continued(match, 0, rest, Choice(other, value, 1000, candidates=candidates))

    assert (searched(0.56).action, searched(0.56).value) == (second, 0.5), "with the same chances"
    assert (searched(0.7).action, searched(0.7).value) == (other, 0.7)
    match.act(other)
    assert rest_of_hint(match, 0, Choice(first, 0.5, line=(first, second))) is None


def test_a_hint_after_one_that_was_followed_names_a_clear_fall() -> None:
    match = match_after(plies=26)
    first, mover = match.legal()[0], match.player
    earlier, since = Choice(first, 0.8), len(match.log)
    match.act(first)
    assert not followed_last_turn(match, since, earlier), "before the others have moved"
    while match.player != mover or len(match.log) == since + 1:
        match.act(match.legal()[0])
    assert followed_last_turn(match, since, earlier)
    assert not followed_last_turn(match, since, replace(earlier, action=("pass",)))
    chosen = match.legal()[0]
    choice = Choice(chosen, 0.67)
    assert head(match, match.state, choice, earlier.value).endswith(": about 65% to win (80% before the others moved).")
    assert head(match, match.state, choice, 0.7).endswith(": about 65% to win.")
    assert head(match, match.state, replace(choice, value=0.56), 0.6).endswith(": about 50% to win.")


def test_passing_is_beside_a_bid_where_it_is_nearly_as_good() -> None:
    bid, other, third, passing = ("bid", 3, 9), ("bid", 4, 9), ("bid", 5, 10), ("pass",)
    for worse, listed in ((0.08, [other, passing]), (0.2, [other, third])):
        values = ((bid, 0.5), (other, 0.48), (third, 0.45), (passing, 0.5 - worse))
        choice = Choice(bid, 0.5, 1000, candidates=tuple(Candidate(action, value, 200) for action, value in values))
        assert [each.action for each in others(choice)] == listed


def test_a_move_in_place_of_a_hint_is_known_to_have_cost_chances() -> None:
    match = match_after(plies=26)
    hinted, other, mover = *match.legal()[:2], match.player
    candidates = Candidate(hinted, 0.5, 900), Candidate(other, 0.3, 100)
    earlier, since = Choice(hinted, 0.5, candidates=candidates), len(match.log)
    match.act(other)
    while match.player != mover or len(match.log) == since + 1:
        match.act(match.legal()[0])
    assert round(own_way_cost(match, since, earlier), 2) == 0.2
    assert own_way_cost(match, since, replace(earlier, action=other)) == 0, "it was followed"
    assert own_way_cost(match, since, replace(earlier, candidates=())) == 0, "it did not look at the move"


def test_a_review_does_not_blame_the_move_of_a_hint() -> None:
    """Both search the same positions in the same order."""
    match = scenes_sf1906.match_at(until=lambda s: s.year == 3)
    game, view = match.game, match.view(len(match.log), match.player)
    seed, nodes = hint_seed(match, len(match.log)), hint_nodes(match)
    choice = choose(match.name, view, HINT_LEVEL, seed, HINT_SECONDS, nodes=nodes)
    match.suggest(choice.action)
    match.act(choice.action)
    question = questions(match, TERMS._replace(nodes=full_depth(match)))[-1]
    assert judge(question).better is None and match.followed_hint(len(match.log) - 1)
    assert game.notation(view, choice.action) == judge(question).move
    longer = replace(choice, value=0.61, nodes=4 * nodes)
    hints = [KnownHint((*match.log[:-1],), [], view, longer, ["longer"])]
    [decision] = followed_decisions(match, hints).values()
    assert (decision.chance, decision.better, decision.loss) == (0.61, None, 0), "the review has the hint's figure"
    match.act(match.legal()[0])
    assert followed_decisions(match, hints).keys() == {len(match.log) - 2}
    match.undo(), match.undo()
    assert not followed_decisions(match, hints)


def test_the_likely_play_is_told_in_words() -> None:
    match = start_match()
    first = match.legal()[0]
    after = apply(match.game, match.state, first, Random(0))
    second = match.game.legal(after)[0]
    moves = likely_play(match, match.state, [first, second], 2)
    assert moves == ["Take white, blue and green", "Hana takes white, blue and green"]


@pytest.mark.parametrize("key", ["right", "escape", "w", "enter", "left_square_bracket", "u"])
async def test_the_next_key_takes_the_hint_away(key: str) -> None:
    async with run_app(make_app(saved_table(match_after(plies=26)))) as pilot:
        cursor = current_table(pilot).board.cursor
        await press(pilot, "i")
        assert pilot.app.screen.query_one(HintPanel).size.height and current_table(pilot).selection.picked
        await press(pilot, key)
        assert pilot.app.screen.query_one(HintPanel).has_class("hidden")
        if key == "escape":
            assert not current_table(pilot).selection.picked, "nothing was picked before the hint"
            assert current_table(pilot).board.cursor == cursor


async def test_the_move_of_a_hint_is_dropped_when_the_cursor_leaves_it() -> None:
    """Enter would play it unseen, wherever the cursor is."""
    async with run_app(make_app(saved_table(match_after(plies=26)))) as pilot:
        table = current_table(pilot)
        await press(pilot, "i")
        hinted, plies, move = table.board.cursor, len(table.match.log), table.selection.action()
        assert table.selection.picked and table.board.cursor == hinted
        await press(pilot, *["up"] * 3, *["left"] * 6)
        assert table.board.cursor != hinted and not table.selection.picked
        await press(pilot, "enter")
        assert len(table.match.log) == plies or table.match.line(plies).action != move


async def test_once_its_box_is_closed_the_first_gem_begins_a_move_of_your_own() -> None:
    """The gems of the hint would otherwise be unpicked one by one by the same letters."""
    async with run_app(make_app(saved_table(start_match()))) as pilot:
        selection = current_table(pilot).selection
        await press(pilot, "i")
        hinted = [*selection.picked]
        assert len(hinted) == 3
        letter = "wugrb"[hinted[0][1]]
        await press(pilot, "escape", letter)
        assert selection.picked == hinted[:1]
        await press(pilot, letter)
        assert selection.picked in ([], hinted[:1] * 2)


async def test_a_hint_comes_before_what_enter_plays() -> None:
    """A player who types "i, Enter" at once sees the hint, and nothing is picked or played in the meantime."""

    class Slow(InstantBots):
        async def choose(self, *asked: Any, **more: Any) -> Choice:
            await asyncio.sleep(0.3)
            return await super().choose(*asked, **more)

    match = match_after(plies=26)
    async with run_app(make_app(saved_table(match), bot_pool=Slow())) as pilot:
        before = len(match.log)
        await pilot.press("i", "i", "enter")
        await pilot.pause(0.4)
        await settle(pilot)
        assert status_text(pilot).startswith("Hint: ") and len(match.log) == before
        await press(pilot, "enter")
        assert len(match.log) > before and match.followed_hint(before)


def test_an_alternative_does_not_repeat_the_reason_for_the_hint() -> None:
    """Two places for the 13, which nobody can outbid, with a subway token each."""
    match = start_match(game="metropolys")
    seats = [seat.name for seat in match.seats]
    bids = [action for action in match.legal() if action[0] == "bid" and action[2] == 13]
    pairs = ((first, other) for first in bids for other in bids if first != other)
    for first, other in pairs:
        hinted = strongest(match.game, match.state, Choice(first, 0.5), seats)
        main = advantages(match.game, match.state, first, Choice(other, 0.5), seats)[:1]
        if main and any((term.theme, term.weight) == (main[0].theme, main[0].weight) for term in hinted):
            choice = Choice(first, 0.5, 1000, candidates=(Candidate(first, 0.5), Candidate(other, 0.49)))
            lines = alternatives(match, match.state, choice)
            assert lines and main[0].phrase not in lines[0]
            break
    else:
        raise AssertionError("no two places have the same reason")


@pytest.mark.parametrize("width", [90, 30])
def test_a_hint_is_always_in_words(width: int) -> None:
    match = start_match()
    first, other = match.game.legal(match.state)[:2]
    choice = Choice(first, 0.5, candidates=(Candidate(first, 0.5), Candidate(other, 0.4)))
    hint = summary(match, match.state, choice, width)
    assert hint.startswith("Hint: take white, blue and green, about 50% to win"), "a figure beside a figure"
    assert "Or take white, blue and red: about 40%" in hint_lines(match, match.state, choice, "i")
    near = Choice(first, 0.5, 10**6, candidates=(Candidate(first, 0.5), Candidate(other, 0.44)))
    assert "about 50% to win" in summary(match, match.state, near, width)
    assert "Or take white, blue and red: a little weaker" in hint_lines(match, match.state, near, "i")
    level = Choice(first, 0.5, 1000, candidates=(Candidate(first, 0.5), Candidate(other, 0.48)))
    assert "Or take white, blue and red: about as good" in " ".join(hint_lines(match, match.state, level, "i"))


@pytest.fixture
def no_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (hint_panel, narrated_reasons):
        monkeypatch.setattr(module, "strongest", lambda *asked: [])


@pytest.mark.usefixtures("no_reasons")
def test_a_hint_says_so_where_no_reason_can_be_named() -> None:
    match = start_match(game="metropolys")
    view, silent, (other, *_) = match.state, gaining(match.state)[0], match.legal()
    choice = Choice(silent, 0.5, candidates=(Candidate(silent, 0.5), Candidate(other, 0.4)))
    reason, alternative = hint_lines(match, view, choice, "i")[1:3]
    assert reason == "No single gain stands out; the search finds most in what follows it."
    assert alternative.startswith(f"Or {worded(match, view, other, True)}: about 40%")


@pytest.mark.usefixtures("no_reasons")
async def test_a_hint_without_a_reason_still_has_a_continuation() -> None:
    match = start_match(game="metropolys")
    silent = *gaining(match.state)[0][:2], 1  # a rival can outbid it

    class Silent(InstantBots):
        async def choose(self, *question: Any, **terms: Any) -> Choice:
            return Choice(silent, 0.5)

    async with run_app(make_app(Table(match, None), bot_pool=Silent())) as pilot:
        await press(pilot, "i")
        advice = pilot.app.screen.query_one(HintPanel)
        assert status_text(pilot).endswith("about 50% to win the game (50% would be even)")
        assert advice.lines[1].startswith("No single gain stands out")
        await press(pilot, "i")
        assert advice.lines[0].endswith(": still about 50% to win the game after a longer search.")
        assert advice.lines[2].startswith("Then perhaps Hana ") and advice.lines[3] == "Nobody is clearly ahead."


def test_a_longer_search_says_what_it_has_changed_by_the_figures_that_were_shown() -> None:
    """Near an even share 0.53 and 0.47 are both told as 50%, so that neither has changed."""
    match = start_match()
    first, other = match.legal()[:2]
    earlier = Choice(first, 0.53)
    assert revised(match, Choice(first, 0.47), earlier) == "still about 50% to win after a longer search"
    assert (
        revised(match, Choice(first, 0.65), earlier)
        == "about 50% to about 65% to win, by the first search and a longer one"
    )
    assert revised(match, Choice(first, 0.35), earlier).startswith("about 35% to about 50% to win, by a longer search")
    assert revised(match, Choice(first, 0.6), earlier) == "about 60% to win after a longer search (about 50% before)"
    better = revised(match, Choice(other, 0.65), earlier)
    assert better == "about 65% to win after a longer search, better than the first hint"


@pytest.mark.parametrize("value, kept", [(0.495, True), (0.45, False)])
def test_a_hint_goes_on_with_the_plan_of_the_last_one_where_moves_are_about_as_good(value: float, kept: bool) -> None:
    match = start_match()
    view = match.game.observe(match.state, 0)
    takes = [a for a in match.legal() if a[0] == "take"]
    aims = {a: {p for r in terms(match.game, view, (a,), ("You", "Hana")) for p in aimed_at(r)} for a in takes}
    first, other = next((a, b) for a in takes for b in takes if aims[a] and aims[b] and not aims[a] & aims[b])
    ranked = (Candidate(first, 0.5, 9), Candidate(other, value, 8))
    choice = Choice(first, 0.5, candidates=ranked)
    level = [each.action for each in ranked[1:] if choice.value - each.value <= hint_panel.STEADY]
    assert steady(match, view, choice, level, 0, Choice(first, 0.5)).action == first
    assert steady(match, view, choice, level, 0, Choice(other, 0.5)).action == (other if kept else first)


def test_a_hint_that_gives_up_the_plan_of_the_last_one_says_why() -> None:
    """Another player has bought the card that the plan was for."""
    match = start_match()
    first, card = match.legal()[0], match.state.market[0]
    match.act(first)
    match.state.players[1].cards += (card,)
    match.state.market[0] = match.state.decks[0][0]
    match.state.player = 0
    view, reserve = match.state, next(a for a in match.legal() if a[0] == "reserve_blind")
    reasons = {0: [Reason(1.0, "it brings 1-1 near", about=(("card", card),))]}
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(hint, "strongest", lambda game, s, choice, names: reasons[choice.nodes])
        reasons[1] = []
        clause = change_of_plan(match, view, Choice(reserve, nodes=1), 0, Choice(first, nodes=0))
        assert clause == f"Hana bought the {COLOURS[CARDS[card].bonus]} card at 1-1"
        reasons[1] = reasons[0]
        assert not change_of_plan(match, view, Choice(reserve, nodes=1), 0, Choice(first, nodes=0)), (
            "it is still for it"
        )


def test_a_move_that_wins_needs_no_chances_and_no_alternatives() -> None:
    match = start_match()
    s, card = match.state, match.state.market[0]
    s.players[0].points, s.players[0].bonuses, s.last_round = 15, [9] * 5, True
    s.player = s.turns = 1
    s.players[1].points, s.players[1].bonuses = 20, [9] * 5
    buy = next(a for a in match.game.legal(s) if a[:2] == ("buy", card))
    choice = Choice(buy, 0.97, candidates=(Candidate(buy, 0.97), Candidate(match.game.legal(s)[0], 0.9)))
    [line] = hint_lines(match, s, choice, "i")
    assert line.startswith("Buy 1-1 (") and line.endswith("): it wins the game.")
    assert summary(match, s, choice, 80).endswith(", which wins the game")


def test_the_order_of_alternatives_agrees_with_their_numbers() -> None:
    match = start_match()
    first, second, third, fourth = match.game.legal(match.state)[:4]
    ranked = (Candidate(first, 0.5, 9), Candidate(second, 0.6, 8), Candidate(third, 0.3, 7), Candidate(fourth, 0.4, 6))
    lines = hint_lines(match, match.state, Choice(first, 0.5, candidates=ranked), "i")
    assert re.findall(r"\d+%", " ".join(lines)) == ["50%", "40%", "30%"]


def test_a_hint_names_the_noble_to_gain() -> None:
    match = start_match()
    first = match.state.nobles[0]
    assert worded(match, match.state, ("noble", first)).startswith("gain the noble (")


def test_a_hint_leaves_out_first_what_follows_from_the_move() -> None:
    match = start_match()
    reserve = next(a for a in match.legal() if a[0] == "reserve")
    short = worded(match, match.state, reserve, brief=True)
    assert worded(match, match.state, reserve) == f"{short}, taking 1 gold"
    choice = Choice(reserve, 0.5)
    assert summary(match, match.state, choice, len(short) + 30) == f"Hint: {short}, about 50% to win"
    assert summary(match, match.state, choice, 40) == "Hint: reserve 1-1 (blue), about 50% to win"


@pytest.mark.parametrize("value", [0.25, 0.5])
def test_a_hint_tells_the_points_once_where_a_secret_card_may_explain_the_chances(value: float) -> None:
    s = positions.table(seats=2)
    s.players[0].cards, s.players[1].cards = ((positions.card("family area", name),) for name in ("lakes", "bridges"))
    bridges, statues = (MATCHING[positions.card("family area", name)] for name in ("bridges", "statues"))
    for number, place in enumerate(places(bridges & ~statues)[:8], 1):
        positions.erect(s, 1, f"{number} {NAMES[place]}")
    s.players[0].tokens = [5, 2, 0]
    positions.hold(s, 0, 1, 2, 3)
    match = start_match(game="metropolys")
    view = match.game.observe(s, 0)
    choice = Choice(match.game.legal(view)[0], value)
    lines = [line for line in (*leading(match, view, choice), *hidden(match, view, choice)) if "secret" in line]
    assert len(lines) == 1 and "if that is the secret map card" in lines[0], lines


@pytest.mark.parametrize("verb", ["take", "buy"])
async def test_a_hint_does_not_lie_over_what_it_tells_to_pick(verb: str) -> None:
    match = find_match(lambda s: verb in legal_verbs(s))
    action = next(a for a in match.legal() if a[0] == verb)

    class Sure(InstantBots):
        async def choose(self, *question: Any, **terms: Any) -> Choice:
            return Choice(action, 0.5)

    async with run_app(make_app(saved_table(match), bot_pool=Sure())) as pilot:
        await press(pilot, "i")
        screen = current_table(pilot)
        advice, board = screen.query_one(HintPanel).region, screen.board
        parts = {*board.parts(action), *screen.pieces}
        tiles = [tile.rect for part in parts if (tile := board.tile(part))]
        regions = [Region(*rect).translate(board.region.offset) for rect in tiles]
        assert advice.area and regions and not any(advice.overlaps(region) for region in regions)
        assert not halves(board, advice.translate(-board.region.offset))


async def test_the_cursor_goes_to_the_suggested_place() -> None:
    match = start_match(game="metropolys")
    hint = match.legal()[-1]

    class Sure(InstantBots):
        async def choose(self, *question: Any, **terms: Any) -> Choice:
            return Choice(hint, 0.5)

    async with run_app(make_app(Table(match, None), bot_pool=Sure())) as pilot:
        table = current_table(pilot)
        assert table.board.cursor != table.place(hint)
        await press(pilot, "i")
        assert table.board.cursor == table.place(hint) and "Hint: " in status_text(pilot)
        await press(pilot, "enter")
        assert match.log[0] == hint


def test_the_end_of_the_game_is_told_once() -> None:
    """As the reason for the last building, not as a warning too."""
    match = start_match(game="metropolys")
    for player in match.state.players:
        player.hand = 1 << 12
    [bid, *_] = [action for action in match.legal() if action[0] == "bid"]
    lines = hint_lines(match, match.state, Choice(bid, 0.8), "i")
    assert sum("game ends" in line for line in lines) == 1


def test_weaker_moves_have_the_reason_and_not_the_same_one_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    match = start_match()
    best, *others = match.legal()[:3]
    monkeypatch.setattr(hint_alternatives, "against", lambda *_: ["the hinted move is nearer"])
    candidates = Candidate(best, 0.6, 9), Candidate(others[0], 0.5, 9), Candidate(others[1], 0.4, 9)
    lines = alternatives(match, match.state, Choice(best, 0.6, 4000, candidates=candidates))
    assert [line.endswith(", because the hinted move is nearer.") for line in lines] == [True, False]


async def test_a_hint_has_all_steps_of_its_turn_up_to_what_is_still_hidden() -> None:
    class FirstMove(InstantBots):
        async def choose(self, game: str, view: Any, *question: Any, **terms: Any) -> Choice:
            return Choice(load(game).legal(view)[0], 0.5, 100)

    match = scenes_sf1906.match_at(until=scenes_sf1906.may_choose_space)
    space = match.legal()[0]
    choice = await hint_panel.completed(FirstMove(), match, match.state, Choice(space, 0.5), 100)
    player = match.player
    for step in choice.line:
        assert match.player == player
        match.act(step)
    assert choice.line[0] == space and len(choice.line) > 1
    assert match.player != player
