"""A hint in a window of few columns."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from tabletown import rules
from tabletown.rules.bots.bot import Candidate, Choice
from tabletown.rules.splendor.cards import CARDS
from tabletown.tui.screens import hint_alternatives
from tabletown.tui.screens.brief_hint import Following, Instead, in_few, names_what_follows
from tests.tui.app_driver import InstantBots, make_app, press, run_app, screen_lines, status_text
from tests.tui.sample_matches import find_match, legal_verbs, saved_table
from tests.tui.scenes_expansions import at_table as expansion_table
from tests.tui.scenes_expansions import match_at
from tests.tui.scenes_sf1906 import fresh


def buys(s: Any) -> list[Any]:
    return [a for a in rules.load("splendor").legal(s) if a[0] == "buy"]


def test_in_few_columns_a_hint_is_the_move_its_best_reason_and_how_to_learn_more() -> None:
    lines = ["Take red: about 50% to win.", "It brings 1-1 near; it does more.", "Or take white: about 40%.", "i again"]
    assert in_few(lines, 1) == [lines[0], "It brings 1-1 near.", "i again"]
    longer = [*lines[:2], Following("Then perhaps Hana buys 1-2.", "You take red."), lines[2]]
    assert in_few(longer, 0) == [lines[0], "It brings 1-1 near.", "Then perhaps Hana buys 1-2."]
    assert names_what_follows(in_few(longer, 0), longer) and not names_what_follows(lines, longer)
    assert names_what_follows(lines[:1], lines), "nothing follows"


def test_a_hint_that_is_one_line_is_said_once() -> None:
    assert in_few(["Buy 3-3: it wins the game."], 1) == ["Buy 3-3: it wins the game."]


def test_in_few_columns_a_hint_still_says_why_not_to_buy_now() -> None:
    instead = Instead("Why not buy 1-1? It can wait; it is dear.")
    assert in_few(["Take red.", "It brings 1-2 near.", "Or take white: about 40%", instead], 0)[1:] == [
        "It brings 1-2 near.",
        instead,
    ]


async def test_beside_a_purchase_that_waits_a_hint_tells_why_and_its_keys_take_no_rows() -> None:
    match = find_match(lambda s: "buy" in legal_verbs(s) and not any(CARDS[a[1]].points for a in buys(s)))
    take = next(a for a in match.legal() if a[0] == "take")

    class Sure(InstantBots):
        async def choose(self, *question: Any, **terms: Any) -> Choice:
            ranked = (Candidate(take, 0.6, 600), Candidate(buys(match.state)[0], 0.4, 300))
            return Choice(take, 0.6, 1000, candidates=ranked)

    async with run_app(make_app(saved_table(match), bot_pool=Sure())) as pilot:
        await press(pilot, "i")
        text = " ".join(line[53:].strip() for line in screen_lines(pilot))
        assert "Hint: i more, Esc closes" in text and re.search(r"(Why not|Or) buy .*about 40%", text)
        assert "i again" not in text and status_text(pilot).endswith("; Enter plays it")


async def test_in_the_narrowest_box_the_title_of_a_hint_keeps_its_keys() -> None:
    async with run_app(expansion_table(match_at("orient"))) as pilot:
        await press(pilot, "i")
        assert any(line.endswith("▌─ Hint (i more, Esc) ──") for line in screen_lines(pilot))


def test_of_two_sure_wins_the_points_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    match, best, other = fresh("You", "greedy"), ("space", 0), Candidate(("space", 1), 0.99, 20)
    choice = Choice(best, 0.99, 90, (best,), 0, (Candidate(best, 0.99, 40), other))
    points = {best: 5, other.action: 3}
    monkeypatch.setattr(hint_alternatives, "points_gained", lambda game, view, action: points[action])
    assert hint_alternatives.instead(match, match.state, choice, other).endswith("; +3 points this turn instead of +5.")
    points[other.action] = 5
    assert "instead of" not in hint_alternatives.fewer_points(match, match.state, choice, other)
    assert not hint_alternatives.fewer_points(match, match.state, replace(choice, value=0.6), other)
