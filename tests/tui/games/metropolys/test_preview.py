"""Points that the choices of Metropolys promise."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tabletown import rules
from tabletown.rules.core.game import total_points
from tabletown.rules.core.match import Match, Seat
from tabletown.rules.metropolys.ai.endgame import ends_after
from tabletown.rules.metropolys.board import NAMES, places
from tabletown.rules.metropolys.objectives import FACE_DOWN
from tabletown.rules.metropolys.score import HIGHEST, LEADS
from tabletown.tui.games.metropolys.auction_panel import INDENT, NARROW, AuctionPanel
from tabletown.tui.games.metropolys.preview import Preview, preview, reasons
from tabletown.tui.games.metropolys.prompts import MetropolysPrompts
from tabletown.tui.widgets.board_state import BoardState
from tests.rules.metropolys.positions import erect, hold, table
from tests.tui.app_driver import make_app
from tests.tui.sample_matches import make_seats
from tests.tui.scenes_metropolys import FOUR, THREE, city


def test_the_first_building_of_a_district_leads_it_for_now() -> None:
    """A 1 that anybody can top leads its district, and is paid for it only if it still does at the end."""
    match = Match("metropolys", make_seats(*THREE), {"version": "expert", "memory": "on"}, 3)
    view = match.view(0, 0)
    state = BoardState(match.game, view, view, 0, match.seats, left=tuple(match.legal()), active=True)
    for place in places(view.free):
        outcome = preview(view, 0, place, 1)
        assert outcome.leads and outcome.is_brief and LEADS not in dict(outcome.parts)
        assert f"{HIGHEST:+} {outcome.leads} lead for now" in reasons(outcome)
        text = MetropolysPrompts(160).consequences(state, place, 1)[0]
        lasting, _, for_now = text.partition("for now ")
        assert f"{HIGHEST:+} {outcome.leads} lead (one building could take it)" in for_now
        assert "card" not in lasting.replace("type card", "").replace("map card", "")


@pytest.mark.parametrize("version", ["family", "expert"])
def test_what_a_choice_pays_is_what_every_score_gains_when_it_is_built(version: str) -> None:
    match = city(10**6, version=version)
    seen = 0
    for ply, s in enumerate(match.states[:-1]):
        action, after = match.log[ply], match.states[ply + 1]
        if action[0] == "bid" and not after.bids:
            who, view = s.player, match.view(ply, s.player)
            outcome = preview(view, who, action[1], action[2])
            old, new = (dict(match.game.score(state)[who]) for state in (s, after))
            gained = {label: new[label] - old[label] for label in new if new[label] != old[label]}
            assert dict(outcome.parts) == {label: n for label, n in gained.items() if label != LEADS}
            seen_after = match.game.observe(after, who) if not after.over else None
            if seen_after:
                totals = [[total_points(parts) for parts in match.game.score(each)] for each in (view, seen_after)]
                changes = {seat: b - a for seat, (a, b) in enumerate(zip(*totals, strict=True))}
                assert outcome.points == changes.pop(who)
                assert dict(outcome.rivals) == {seat: n for seat, n in changes.items() if n}
            seen += 1
    assert seen > 5


def test_a_choice_names_reasons_in_whole_words_those_of_most_points_first() -> None:
    match = Match("metropolys", make_seats(*THREE), {"version": "expert", "memory": "on"}, 3)
    view = match.view(0, 0)
    state = BoardState(match.game, view, view, 0, match.seats, left=tuple(match.legal()), active=True)

    def named(gains: Preview, columns: int, rows: int = 1) -> list[str]:
        panel = AuctionPanel(make_app().palette, state, columns + INDENT + 1 + len("+7"))
        return panel.reasons(gains, rows)

    subway = Preview((("Subway tokens", 1), ("Subway card", 3), ("Map card", 4)), "East")
    assert named(subway, 99) == ["+5 East lead, +4 map card, +3 subway card, +1 subway"]
    assert named(subway, 51) == ["+5 lead, +4 subway, +4 map card"], "the card together with its token"
    assert named(subway, 20, 2) == ["+5 lead, +4 subway", "+4 map card"]
    assert named(subway, 25) == ["+5 lead, +4 subway, ..."]
    assert named(subway, 13) == ["+5 lead +4+4"] and named(subway, 12) == ["+5+4+4"], "numbers before dots"
    taken = subway._replace(rivals=((1, -8),))
    assert named(taken, 99) == ["+5 East lead, +4 map card, +3 subway card, +1 subway, Hana -8"]
    assert named(taken, 24) == ["+5 lead, Hana -8, ..."]
    assert named(Preview((("Archaeology tokens", -1), ("Archaeology card", -2), ("Map card", 3)), ""), 14, 2) == [
        "+3 map card", "-3 archaeology",
    ]  # fmt: skip
    cost = Preview((("Archaeology tokens", -1), ("Archaeology card", -2)), "South", is_brief=True, rivals=((1, 2),))
    assert named(cost, 13, 2) == ["+5 lead now", "-3 arch., ..."], "a loss is not left out"
    assert named(cost, 13) == ["+5-3, Hana +2"] and named(cost._replace(rivals=()), 10) == ["+5-3"]
    assert named(Preview((), ""), 25) == []
    both = Preview((), "East", level=(1,), is_brief=True)
    assert named(both, 99) == ["+5 shared East lead for now"] and named(both, 14) == ["+5 shared now"]


def test_a_narrow_panel_calls_every_lead_the_same() -> None:
    match = Match("metropolys", make_seats(*THREE), {"version": "expert", "memory": "on"}, 3)
    view = match.view(0, 0)
    state = BoardState(match.game, view, view, 0, match.seats, left=tuple(match.legal()), active=True)
    panel = AuctionPanel(make_app().palette, state, NARROW)
    assert panel.reasons(Preview((), "East"), 2) == ["+5 lead"]
    assert panel.reasons(Preview((("Type card", 2),), "North"), 2) == ["+5 lead", "+2 type card"]


def test_rivals_are_counted_before_reasons_are_left_out() -> None:
    match = Match("metropolys", make_seats(*FOUR), {"version": "family", "memory": "on"}, 3)
    view = match.view(0, 0)
    state = BoardState(match.game, view, view, 0, match.seats, left=tuple(match.legal()), active=True)
    texts = MetropolysPrompts(160).consequences(state, places(view.tokens[1])[0], 1)
    assert texts[0].endswith("; can be outbid by Hana, Bruno or Ines.") and "+3 subway card" in texts[0]
    assert texts[1] == texts[0].replace("Hana, Bruno or Ines", "3 rivals")
    assert texts[-1].endswith("; can be outbid.")


def test_a_bid_warns_of_what_rivals_could_do_once_it_has_won() -> None:
    match = Match("metropolys", make_seats("You", "greedy"), {"version": "family", "memory": "on"}, 3)
    view = match.view(0, 0)
    view.players[0].hand = hand_of(2, 9, 13)
    state = BoardState(match.game, view, view, 0, match.seats, left=tuple(match.legal()), active=True)
    texts = MetropolysPrompts(160).consequences(state, 0, 13)
    assert texts[0].endswith("; in later auctions your highest is 9: you cannot outbid Hana's 10-13.")
    assert "; cannot be outbid; you cannot outbid Hana's 10-13 later." in " ".join(texts)
    assert not any("later" in text for text in MetropolysPrompts(160).consequences(state, 0, 9))
    assert not any("later" in text for text in MetropolysPrompts(160).consequences(state, 0, 2))


def test_a_bid_warns_of_a_rival_who_could_then_end_the_game_in_one_go() -> None:
    """Hana outbids with a building that nobody can outbid, and builds the rest alone."""
    view = table(2, "expert", use="CNE")
    erect(view, 1, "12 C1")
    erect(view, 0, "13 C9")
    hold(view, 0, 2, 5)
    hold(view, 1, 6, 7)
    view.players[1].cards = (FACE_DOWN, FACE_DOWN)
    seats, game = (Seat("You"), Seat("Hana", "greedy")), rules.load("metropolys")
    state = BoardState(game, view, view, 0, seats, left=tuple(game.legal(view)), active=True)
    place = NAMES.index("E3")
    ends = ends_after(view, place, 2)
    assert [*ends] == [1] and ends[1].end.over and not ends[1].end.players[1].hand
    texts = MetropolysPrompts(160).consequences(state, place, 2)
    own, theirs = (total_points(parts) for parts in game.score(ends[1].end))
    assert f"; Hana can outbid it and end the game (you {own}, Hana {theirs} + up to " in texts[0]
    assert "Hana can outbid it and end the game." in texts and texts[-1].endswith("can be outbid.")
    hold(view, 1, 3, 4)
    assert not ends_after(view, place, 2), "the viewer's 5 can outbid"


def test_a_pass_warns_of_a_rival_whom_nobody_can_then_outbid() -> None:
    """Your 2 can still outbid the 1 that Hana has bid, but not the 2 and 6 that she then has left."""
    view = table(2, "expert", use="CNE")
    erect(view, 1, "12 C1")
    erect(view, 0, "13 C9")
    hold(view, 0, 1, 2)
    hold(view, 1, 1, 2, 6)
    view.bids, view.player = ((1, NAMES.index("E3"), 1),), 0
    seats, game = (Seat("You"), Seat("Hana", "greedy")), rules.load("metropolys")
    state = BoardState(game, view, view, 0, seats, picked=(("do", "pass"),), left=(("pass",),), active=True)
    assert MetropolysPrompts(80).detail(state, None).endswith("; if 1 wins, Hana can end the game.")
    hold(view, 0, 2, 9)
    assert MetropolysPrompts(80).detail(replace(state, view=view.copy()), None).endswith("drop out of this auction.")


def test_a_bid_warns_of_a_rival_who_could_end_the_game_once_the_bid_has_won() -> None:
    view = table(2, "expert", use="CNE")
    erect(view, 1, "12 C1")
    erect(view, 0, "13 C9")
    hold(view, 0, 2, 9)
    hold(view, 1, 3, 8)
    seats, game = (Seat("You"), Seat("Hana", "greedy")), rules.load("metropolys")
    state = BoardState(game, view, view, 0, seats, left=tuple(game.legal(view)), active=True)
    texts = MetropolysPrompts(160).consequences(state, NAMES.index("E3"), 9)
    assert "; once it wins, Hana can end the game (you " in texts[0]


def test_a_bid_warns_of_an_end_that_only_another_rival_could_prevent() -> None:
    view = table(3, "expert", use="CNE")
    erect(view, 1, "12 C1")
    hold(view, 0, 2, 5)
    hold(view, 1, 6, 7)
    hold(view, 2, 9)
    seats, game = (Seat("You"), Seat("Hana", "greedy"), Seat("Bruno", "greedy")), rules.load("metropolys")
    state = BoardState(game, view, view, 0, seats, left=tuple(game.legal(view)), active=True)
    place = NAMES.index("E3")
    assert ends_after(view, place, 2)[1].unless == (2,)
    texts = MetropolysPrompts(160).consequences(state, place, 2)
    assert "; Hana can outbid it and end the game unless Bruno outbids (you " in texts[0]
    hold(view, 1, 6, 7, 8, 10)
    assert 1 not in ends_after(view, place, 2), "Bruno will not pass so often"


def hand_of(*hand: int) -> int:
    return sum(1 << value - 1 for value in hand)
