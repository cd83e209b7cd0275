"""The Expert edition on screen: cards, and the leads of the districts."""

from __future__ import annotations

from dataclasses import replace

from tabletown.rules.core.match import Match, Seat
from tabletown.rules.metropolys.board import NAMES, mask
from tabletown.rules.metropolys.objectives import EXPERT_AREA, FACE_DOWN, OBJECTIVES
from tabletown.rules.metropolys.score import HIGHEST
from tabletown.rules.metropolys.state import Metropolys
from tabletown.rules.metropolys.wording import automatic_effects
from tabletown.tui.games.metropolys.auction_panel import AuctionPanel, choices, lowest_bids, worth
from tabletown.tui.games.metropolys.card_progress import progress
from tabletown.tui.games.metropolys.fields import PLAIN, SCORING, Look
from tabletown.tui.games.metropolys.highlights import Highlight, highlights, own_card
from tabletown.tui.games.metropolys.holdings import card_places, card_tasks, helping, tally
from tabletown.tui.games.metropolys.layout import SIDE
from tabletown.tui.games.metropolys.panel_lines import first_fitting
from tabletown.tui.games.metropolys.pieces import ground_sign
from tabletown.tui.games.metropolys.player_panel import PlayerPanel
from tabletown.tui.games.metropolys.preview import preview
from tabletown.tui.games.metropolys.prompts import MetropolysPrompts
from tabletown.tui.games.metropolys.recap import cannot_outbid
from tabletown.tui.games.metropolys.tallest import led_in_words
from tabletown.tui.widgets.board_state import BoardState
from tests.rules.metropolys.positions import card, erect, hold, table
from tests.tui.app_driver import SMALL, make_app

SEATS = tuple(Seat(name, None) for name in ("You", "Hana", "Bruno"))


def built() -> Metropolys:
    """Hana leads the North, you and Bruno the East."""
    s = table(3, "expert", use="CNE")
    for seat, buildings in enumerate((["7 N1", "6 E1"], ["10 N2"], ["9 E2", "1 N3"])):
        erect(s, seat, *buildings)
    return s


def state(view: Metropolys) -> BoardState:
    from tabletown.rules import metropolys

    legal = tuple(metropolys.legal(view))
    return BoardState(metropolys, view, view, 0, SEATS, left=legal, active=True)


def lit(highlight: Highlight) -> set[str]:
    return {name for place, name in enumerate(NAMES) if highlight.places >> place & 1}


def test_the_panel_of_a_player_names_the_districts_that_they_lead() -> None:
    view = built()
    assert led_in_words(view, 0)[0] == "shares East +5" and led_in_words(view, 1)[0] == "leads North +5"
    for columns in (20, 31):
        panels = [PlayerPanel(make_app().palette, state(view), seat, columns) for seat in range(2)]
        texts = ["".join(span.text for line in panel.lines() for span in line.left) for panel in panels]
        assert "shares East +5" in texts[0] and "leads North +5" in texts[1]
    assert led_in_words(table(3, "family", use="CNE"), 0) == ()


def test_the_panel_of_a_player_names_cards_like_all_other_texts() -> None:
    match = Match("metropolys", list(SEATS), {"version": "expert", "memory": "on"}, 3)
    lines = PlayerPanel(make_app().palette, state(match.view(0, 0)), 0, 31).lines()
    labels = [line.left[0].text for line in lines]
    assert "map card: " in labels and "type card: " in labels


def test_a_narrow_panel_names_the_districts_that_a_player_leads_and_those_shared() -> None:
    view = built()
    erect(view, 0, "8 C1")
    erect(view, 2, "3 C2")
    assert [words for words in led_in_words(view, 0) if len(words) <= SIDE - 3] == [
        "leads C, shares E",
        "leads, shares +10",
    ]


def test_a_narrow_panel_says_what_each_group_of_a_map_card_is() -> None:
    for number in EXPERT_AREA:
        task = first_fitting(tally(number), SIDE - 3)
        assert " 0 x +" in task, task
        view = table(3, "expert", use="CNE")
        view.players[0].cards = (number, *view.players[0].cards[1:])
        lines = PlayerPanel(make_app().palette, state(view), 0, SIDE - 3).lines()
        assert task in ["".join(span.text for span in line.left) for line in lines]


def test_each_task_of_a_card_fits_below_a_small_map() -> None:
    assert all(min(map(len, card_tasks(n))) <= SMALL[0] - SIDE - 2 for n in range(len(OBJECTIVES)))


def test_the_best_places_include_the_points_for_leading_a_district() -> None:
    start = state(built())
    listed = [worth(start.view, bid) for bid in choices(start, 40)]
    assert listed[0] == max(worth(start.view, bid) for bid in lowest_bids(start))
    assert listed == sorted(listed, reverse=True) and listed[0] > (0, 0)


def test_in_the_family_edition_the_sign_and_ground_of_a_place_say_that_it_scores_for_the_viewers_card() -> None:
    palette, view = make_app().palette, table(3, "family", use="CNE")
    view.players[0].cards = (card("family area", "lakes"),)
    scoring = card_places(view, 0)
    look = Look(view.in_use, view.free, (), False, scoring)
    for name, sign, tones in (("C10", palette["counts"], SCORING), ("C1", "", PLAIN)):
        assert sign == ground_sign(palette, scoring, NAMES.index(name))
        assert look.ground(NAMES.index(name)) in tones
    assert card_places(view, None) == 0 and card_places(table(3, "expert"), 0) is None


def test_a_preview_names_the_rivals_who_lose_a_lead_or_share_it() -> None:
    view, north = built(), NAMES.index("N5")
    passed, level = (preview(view, 0, north, value) for value in (12, 8))
    assert (passed.leads, passed.rivals, passed.level) == ("North", ((1, -HIGHEST),), ())
    assert not level.leads and not level.rivals
    erect(view, 0, "8 N6")
    shared = preview(view, 0, north, 12)
    assert (shared.leads, shared.rivals) == ("North", ((1, -HIGHEST),))
    texts = MetropolysPrompts(160).consequences(state(view), north, 12)
    assert shared.is_brief and "for now +5 North lead (one building could take it); Hana -5; can be outbid" in texts[0]
    hold(view, 1, 5)
    hold(view, 2, 5)
    texts = MetropolysPrompts(160).consequences(state(view.copy()), north, 12)
    assert "+5 North lead (as many tall buildings, more medium ones); Hana -5; " in texts[0] and "now" not in texts[0]
    assert any("+5 North lead; Hana -5; " in text for text in texts)


def test_a_building_that_ends_a_shared_lead_costs_the_rival_points_and_brings_none() -> None:
    view = table(2, "expert", use="CNE")
    view.players[0].cards = (card("expert area", "statues"), card("neighbourhood", "mall"))
    view.players[1].cards = (FACE_DOWN, FACE_DOWN)
    erect(view, 0, "12 N1")
    erect(view, 1, "12 N2")
    gains = preview(view, 0, NAMES.index("N5"), 13)
    assert gains.points == 0 and gains.rivals == ((1, -HIGHEST),)
    panel = AuctionPanel(make_app().palette, replace(state(view), seats=(Seat("You"), Seat("Hana"))), 24)
    assert panel.reasons(gains, 1) == ["Hana -5"]
    texts = MetropolysPrompts(160).consequences(state(view), NAMES.index("N5"), 13)
    assert texts[0] == "no points; Hana -5; cannot be outbid."


def test_the_log_says_which_lead_a_building_takes() -> None:
    view = built()
    assert automatic_effects(view, ("bid", NAMES.index("N5"), 13)) == "taking the lead in the North"
    view.bids = ((0, NAMES.index("N5"), 13),)
    assert automatic_effects(view, ("bid", NAMES.index("N6"), 5)) == "", "an auction that goes on"


def test_a_player_hears_which_buildings_of_a_rival_can_no_longer_be_outbid() -> None:
    view, poorer = built(), built()
    poorer.players[0].hand &= (1 << 7) - 1
    sentences = cannot_outbid(state(poorer), view, 0)
    assert sentences[0] == "Your highest building is now 5: you cannot outbid Hana's 6-9 11-13."
    assert (
        len(sentences) == 2 and not cannot_outbid(state(poorer), poorer, 0) and not cannot_outbid(state(view), view, 0)
    )


def test_the_buildings_that_lead_are_highlighted_with_their_owners() -> None:
    highlight = highlights(state(built()))["district leads"]()
    assert lit(highlight) == {"E1", "E2", "N2"}
    assert highlight.title[0].endswith(": Centre nobody, North Hana, East You and Bruno")


def test_an_area_card_highlights_the_places_that_complete_a_group_or_else_those_that_help() -> None:
    view = table(3, "expert", use="CNE")
    chains, districts = card("expert area", "chains"), card("expert area", "districts")
    erect(view, 0, "7 N1")
    assert lit(own_card(view, 0, chains)) == {"N1", "N2", "N5", "N3", "N6", "C1"}, "a chain with the own building"
    assert lit(own_card(view, 0, districts)) == {name for name in NAMES if name[0] == "N"}, "the district begun"
    erect(view, 0, "8 N2")
    assert lit(own_card(view, 0, chains)) == {"N1", "N2", "N5", "N3", "N6"}, "those that complete a chain"
    assert lit(own_card(view, 0, districts)) == {name for name in NAMES if name[0] == "N"}
    erect(view, 0, "9 N5")
    assert own_card(view, 0, chains).note[0].startswith("4 points so far")
    assert not lit(own_card(view, 0, districts)) & {"N3", "N4", "N6"}, "a district scores once"


def test_a_map_card_marks_the_places_that_score_now_alone() -> None:
    view = table(3, "expert", use="CNE")
    view.players[0].cards = (card("expert area", "bridges"), card("neighbourhood", "park"))
    assert not helping(view, 0) and not helping(view, None)
    erect(view, 0, "7 C1")
    assert helping(view, 0) == mask(("N5", "N8")), "the other ends of its bridges"
    erect(view, 1, "8 N5", "9 N8")
    assert not helping(view, 0), "nothing scores at once"
    view.players[0].cards = (card("expert area", "districts"), card("neighbourhood", "park"))
    erect(view, 0, "8 C2")
    assert helping(view, 0) == mask(tuple(name for name in NAMES if name[0] == "C" and name not in ("C1", "C2")))


def test_a_card_of_single_buildings_highlights_no_places_of_others() -> None:
    view = table(3, "expert", use="CNE")
    park = card("neighbourhood", "park")
    assert lit(own_card(view, 0, park)) == {"C6", "C8", "C10", "N4", "N5", "E5", "E10"}
    erect(view, 1, "7 C6")
    erect(view, 0, "7 C8")
    assert own_card(view, 0, park).places == mask(("C8", "C10", "N4", "N5", "E5", "E10"))


def test_the_points_of_a_player_are_broken_down_by_source() -> None:
    view = table(3, "expert", tokens={"N5": "trendy", "N6": "archaeology"}, use="CNE")
    erect(view, 1, "8 N5", "3 N6", "2 C1")
    text = MetropolysPrompts(120).about_player(replace(state(view), viewer=None), 1)
    assert "5 points" not in text and ": 10 points" in text
    assert "(+3 trendy, -1 archaeology, -2 archaeology card, +10 for leading Centre and North)" in text


def test_progress_names_the_buildings_of_the_groups_that_need_fewest_more() -> None:
    """A group that is no longer possible does not count."""
    s, lakes = table(2, "expert", use="CS"), card("expert area", "lakes")
    assert progress(s, 0, lakes) is None
    erect(s, 0, "1 S3", "2 S4")
    assert (nearest := progress(s, 0, lakes)) and nearest.full == "2 of 3 built (S3 S4)"
    erect(s, 1, "1 S7", "2 S8")
    assert progress(s, 0, lakes) is None
