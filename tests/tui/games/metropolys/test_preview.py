"""Points that the choices of Metropolys promise."""

from __future__ import annotations

from tabletown.rules.core.match import Match
from tabletown.rules.metropolys.board import places
from tabletown.rules.metropolys.score import HIGHEST, LEADS
from tabletown.tui.games.metropolys.auction_panel import INDENT, AuctionPanel
from tabletown.tui.games.metropolys.preview import Preview, in_brief, preview, reasons
from tabletown.tui.games.metropolys.prompts import MetropolysPrompts
from tabletown.tui.widgets.board_state import BoardState
from tests.tui.app_driver import make_app
from tests.tui.sample_matches import make_seats
from tests.tui.scenes_metropolys import FOUR, THREE, city


def test_the_first_building_of_a_district_is_not_promised_the_points_of_the_highest() -> None:
    """A 1 that anybody can top leads its district, and is paid for it only if it still does at the end."""
    match = Match("metropolys", make_seats(*THREE), {"version": "expert", "memory": "on"}, 3)
    view, paid = match.view(0, 0), []
    state = BoardState(match.game, view, view, 0, match.seats, left=tuple(match.legal()), active=True)
    for place in range(len(view.values)):
        if view.free >> place & 1:
            outcome = preview(view, 0, place, 1)
            paid.append(outcome.sure)
            assert outcome.leads and outcome.is_brief and LEADS not in dict(outcome.parts)
            text = MetropolysPrompts(160).consequences(state, place, 1)[0]
            sure, _, so_far = text.partition("for now ")
            assert f"; leads {outcome.leads} (+{HIGHEST}) until outbuilt; " in text
            assert ("subway card" in so_far) == (outcome.so_far > 0) and "card" not in sure.replace("type card", "")
    assert len(set(paid)) > 1 and max(paid) < HIGHEST + 5


def test_what_a_choice_pays_is_what_the_score_gains_when_it_is_built() -> None:
    match = city(10**6)
    seen = 0
    for ply, s in enumerate(match.states[:-1]):
        action = match.log[ply]
        after = match.states[ply + 1]
        if action[0] == "bid" and not after.bids:
            who = s.player
            outcome = preview(match.view(ply, who), who, action[1], action[2])
            old, new = (dict(match.game.score(state)[who]) for state in (s, after))
            gained = {label: new[label] - old[label] for label in new if new[label] != old[label]}
            assert dict(outcome.parts) == {label: n for label, n in gained.items() if label != LEADS}
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
    assert named(subway, 51) == ["+5 East lead, +4 subway, +4 map card"], "the card together with its token"
    assert named(subway, 25, 2) == ["+5 East lead, +4 subway", "+4 map card"]
    assert named(subway, 30) == ["+5 East lead, +4 subway, ..."] and named(subway, 14) == ["+5 East lead"]
    assert named(Preview((("Archaeology tokens", -1), ("Archaeology card", -2), ("Map card", 3)), ""), 14, 2) == [
        "+3 map card", "-3 archaeology",
    ]  # fmt: skip
    assert named(Preview((), ""), 25) == []


def test_rivals_are_counted_before_reasons_are_left_out() -> None:
    match = Match("metropolys", make_seats(*FOUR), {"version": "family", "memory": "on"}, 3)
    view = match.view(0, 0)
    state = BoardState(match.game, view, view, 0, match.seats, left=tuple(match.legal()), active=True)
    texts = MetropolysPrompts(160).consequences(state, places(view.tokens[1])[0], 1)
    assert texts[0].endswith("; Hana, Bruno or Ines could outbid you.") and "+3 subway card" in texts[0]
    assert texts[1] == texts[0].replace("Hana, Bruno or Ines", "3 rivals")
    assert texts[-1].endswith("; can be outbid.")


def test_a_lead_that_does_not_count_is_left_out_of_the_panel() -> None:
    subway = Preview((("Subway tokens", 1), ("Subway card", 3)), "West", is_brief=True)
    assert subway.so_far == 3 and reasons(subway) == ["+3 subway card", "+1 subway"]
    assert in_brief(subway) == [["+4 subway"]]


def test_a_bid_warns_of_what_rivals_could_do_once_it_has_won() -> None:
    match = Match("metropolys", make_seats("You", "greedy"), {"version": "family", "memory": "on"}, 3)
    view = match.view(0, 0)
    view.players[0].hand = hand_of(2, 9, 13)
    state = BoardState(match.game, view, view, 0, match.seats, left=tuple(match.legal()), active=True)
    texts = MetropolysPrompts(160).consequences(state, 0, 13)
    assert texts[0].endswith("; your highest is then 9: you cannot outbid Hana's 10-13.")
    assert "; cannot be outbid; then you cannot outbid Hana's 10-13." in " ".join(texts)
    assert not any("then" in text for text in MetropolysPrompts(160).consequences(state, 0, 9))
    assert not any("then" in text for text in MetropolysPrompts(160).consequences(state, 0, 2))


def hand_of(*hand: int) -> int:
    return sum(1 << value - 1 for value in hand)
