"""Reasons for moves of Metropolys, each when it is true and not when it is not."""

from __future__ import annotations

from typing import Any

from tabletown import rules
from tabletown.rules.analysis.explain import reason
from tabletown.rules.analysis.standing import standing
from tabletown.rules.bots.bot import Candidate, Choice
from tabletown.rules.core.game import total_points
from tabletown.rules.metropolys.ai.concessions import concession
from tabletown.rules.metropolys.ai.differences import differences
from tabletown.rules.metropolys.ai.faults import fault
from tabletown.rules.metropolys.ai.fortune import fortune
from tabletown.rules.metropolys.ai.scoring import gaining
from tabletown.rules.metropolys.ai.standing import facts, secret
from tabletown.rules.metropolys.ai.suspicions import map_card_chances, suspicion
from tabletown.rules.metropolys.ai.turn_words import together
from tabletown.rules.metropolys.board import NAMES, mask, places
from tabletown.rules.metropolys.objectives import MATCHING
from tabletown.rules.metropolys.observation import observe
from tabletown.rules.metropolys.score import score, worth
from tests.rules.analysis.explained_moves import contrast, phrases, reasons
from tests.rules.metropolys import positions as metropolys_positions
from tests.rules.metropolys.positions import card, erect


def metropolys(s: Any, *line: str) -> list[str]:
    return phrases(s, "metropolys", *line)


def test_a_bid_that_nobody_can_outbid() -> None:
    s = metropolys_positions.table(seats=2, tokens={"C9": "trendy"})
    metropolys_positions.hold(s, 1, 3, 7)
    phrases = metropolys(s, "bid 8 C9")
    assert "it cannot be outbid on C9: nobody can bid higher than 8" in phrases
    assert "C9 has a trendy token (3 points)" in phrases
    phrases = metropolys(s, "bid 4 C9")
    assert "only 7 or higher can outbid it" in phrases and not [text for text in phrases if "cannot be" in text]


def test_the_value_of_a_bid_between_lower_and_higher_ones() -> None:
    s = metropolys_positions.table(seats=3)
    metropolys_positions.hold(s, 0, 4, 6, 9, 12)
    metropolys_positions.hold(s, 1, 5, 8)
    metropolys_positions.hold(s, 2, 7, 13)
    assert "it keeps your 9 and 12 for later, and only 7 or higher can outbid it" in metropolys(s, "bid 6 C9")
    assert "it keeps your 12 for later, and only a 13 can outbid it" in metropolys(s, "bid 9 C9")
    assert not [text for text in metropolys(s, "bid 4 C9") if "so high" in text], "the lowest is no choice"
    assert "cannot be outbid" not in " ".join(metropolys(s, "bid 12 C9"))
    assert not [text for text in metropolys(s, "bid 12 C9") if "so high" in text], "9 costs as much"
    metropolys_positions.hold(s, 2, 7)
    assert not [text for text in metropolys(s, "bid 9 C9") if "so high" in text], "nobody can outbid it"


def test_a_bid_with_nothing_free_beside_it() -> None:
    s = metropolys_positions.table(seats=3)
    beside = metropolys_positions.column("C9", "land") + metropolys_positions.column("C9", "bridges")
    for name in beside:
        s.free &= ~(1 << metropolys_positions.NAMES.index(name))
    assert "it cannot be outbid: no free place is next to it" in metropolys(s, "bid 2 C9")


def test_the_subway_card_is_taken_from_its_holder() -> None:
    s = metropolys_positions.table(seats=2, tokens={"C9": "subway", "C5": "subway", "C6": "subway"})
    erect(s, 1, "3 C9")
    erect(s, 0, "4 C5")
    assert s.subway_card == 1
    assert "C6 is worth 7 points: +4 subway token and card from Hana, +3 bridges" in metropolys(s, "bid 2 C6")


def test_a_place_that_is_worth_more_only_by_the_subway_card_says_that_it_can_be_lost() -> None:
    s = metropolys_positions.table(seats=2, tokens={"C6": "subway", "C9": "trendy"})
    better = contrast(s, "metropolys", "bid 4 C9", "bid 4 C6")
    assert better == "C6 is worth 7 points (subway token and card, bridges) unless the card is lost, C9 3"


def test_the_subway_card_that_nobody_holds_is_about_the_bid() -> None:
    s = metropolys_positions.table(seats=2, tokens={"C9": "subway"})
    [won] = [term for term in reasons(s, "metropolys", "bid 2 C9") if "subway card" in term.phrase]
    assert won.phrase == "C9 has a subway token that wins the subway card (4 points)" and won.theme == "bid"


def test_an_archaeology_token_is_named_beside_what_a_place_brings() -> None:
    s = metropolys_positions.table(seats=2, version="family", tokens={"C5": "archaeology", "C9": "archaeology"})
    s.players[0].cards = (metropolys_positions.card("family area", "statues"),)
    assert "C5 scores nothing now: +3 statues, -3 archaeology" in metropolys(s, "bid 2 C5")
    s.archaeology_card = 0
    assert "C5 is worth 2 points: +3 statues, -1 archaeology" in metropolys(s, "bid 2 C5")
    better = contrast(s, "metropolys", "bid 2 C8", "bid 2 C5")
    assert "C5 is worth 2 points (+3 statues, -1 archaeology), C8 nothing" in better
    assert not [text for text in metropolys(s, "bid 2 C9") if "has an archaeology" in text], "the cost says it"


def test_an_objective_that_a_bid_fits_or_completes() -> None:
    s = metropolys_positions.table(seats=2, version="expert")
    statue = next(names for names in metropolys_positions.around("statues").values())
    first, second, third = sorted(statue)
    s.players[0].cards = (metropolys_positions.card("expert area", "statues"), s.players[0].cards[1])
    erect(s, 0, f"3 {first}")
    nearly = [text for text in metropolys(s, f"bid 2 {second}") if "statues" in text]
    assert nearly == [f"it prepares a statues group, which {third} would complete"]
    erect(s, 0, f"4 {second}")
    assert f"{third} completes a group for your map card (statues, 7 points)" in metropolys(s, f"bid 2 {third}")


def test_a_pass_leaves_the_archaeology_token() -> None:
    s = metropolys_positions.table(seats=2, tokens={"C9": "archaeology"})
    s = metropolys_positions.do(s, "bid 5 C9")
    assert "it leaves you the archaeology token on C9" in metropolys(s, "pass")


def test_a_bid_that_costs_points_says_so_first() -> None:
    s = metropolys_positions.table(seats=2, tokens={"C9": "archaeology"})
    metropolys_positions.hold(s, 0, 2, 9)
    rid = "gets rid of your 2, your lowest, and the winner opens the next auction"
    assert metropolys(s, "bid 2 C9")[0] == f"it costs 3 points now (archaeology), but {rid}"


def test_the_buildings_of_a_rival_suggest_a_map_card() -> None:
    s = metropolys_positions.table(seats=2)
    bridges, statues, lakes = (
        metropolys_positions.card("family area", name) for name in ("bridges", "statues", "lakes")
    )
    s.players[0].cards, s.players[1].cards = (lakes,), (statues,)
    at_bridges = [NAMES[place] for place in places(MATCHING[bridges] & ~MATCHING[statues])]
    for value, name in zip((2, 3, 5), at_bridges, strict=False):
        erect(s, 1, f"{value} {name}")
    chances = map_card_chances(observe(s, 0), 1)
    assert chances.keys() == {bridges, statues} and chances[bridges] > 0.6 > 0.4 > chances[statues]
    assert not suspicion(observe(s, 0), ("you", "Hana")), "nobody leads"
    seen = [total_points(points) for points in score(observe(s, 0))]
    s.players[0].tokens = [1 + max(0, seen[1]), 0, 0]
    text = suspicion(observe(s, 0), ("you", "Hana"))
    assert "3 of Hana's 3 buildings fit bridges: 9 more points if that is the secret map card" in text


def test_the_last_building_ends_the_game() -> None:
    s = metropolys_positions.table(seats=2)
    metropolys_positions.hold(s, 0, 5)
    assert "your 5 is your last building: if it wins, the game ends" in metropolys(s, "bid 5 C9")


def test_a_better_value_on_the_same_place() -> None:
    s = metropolys_positions.table(seats=2)
    metropolys_positions.hold(s, 0, 4, 6, 13)
    metropolys_positions.hold(s, 1, 5, 10)

    def better(played: str, best: str) -> str:
        return contrast(s, "metropolys", played, best)

    assert better("bid 6 C10", "bid 13 C10").startswith("13 cannot be outbid, while 6 can, by Hana's 10")
    assert "C10 is not worth your 13: it scores nothing now" in better("bid 13 C10", "bid 4 C10")
    assert "only 10 or higher can outbid 6, while Hana's 5 beats 4" in better("bid 4 C10", "bid 6 C10")
    metropolys_positions.hold(s, 1, 3)
    assert "4 cannot be outbid either, and keeps your 6" in better("bid 6 C10", "bid 4 C10")


def test_a_better_place_and_a_pass() -> None:
    s = metropolys_positions.table(seats=2, tokens={"C9": "trendy"})
    metropolys_positions.hold(s, 0, 4, 12)
    metropolys_positions.hold(s, 1, 3)
    assert "C9 is worth 3 points (trendy token), N2 nothing" in contrast(s, "metropolys", "bid 4 N2", "bid 4 C9")
    metropolys_positions.hold(s, 1, 3, 6)
    s = metropolys_positions.do(s, "bid 4 C10")
    s = metropolys_positions.do(s, "bid 6 C9")
    assert "keeps your 12 for a better place" in contrast(s, "metropolys", f"bid 12 {beside(s)}", "pass")


def test_two_buildings_on_the_same_place_are_compared_in_a_whole_sentence() -> None:
    s = metropolys_positions.table(seats=2, version="expert", tokens={"C9": "trendy"})
    s.players[0].cards = (card("expert area", "bridges"), card("neighbourhood", "park"))
    erect(s, 1, "10 C1")
    best, other = (("bid", NAMES.index("C9"), value) for value in (13, 6))
    for points, rest in ((8, "is worth only 3"), (5, "is worth nothing")):
        better = [each.phrase for each in differences(s, other, (best,), ("you", "Hana"))]
        assert f"13 is worth {points} points on C9, while 6 {rest}" in better
        s.tokens = [0, 0, 0]


def test_a_lead_to_be_shared_is_called_that() -> None:
    s = metropolys_positions.table(seats=3, version="expert")
    erect(s, 1, "13 W1")
    texts = metropolys(s, "bid 12 W9")
    assert "W9 is worth 7 points: +2 park, +5 shared lead in the West for now" in texts
    assert not [text for text in metropolys(s, "bid 12 N1") if "shared" in text]


def test_that_nobody_can_outbid_is_among_the_reasons_of_a_hint() -> None:
    s = metropolys_positions.table(seats=2, version="expert", tokens={"C9": "trendy"})
    s.players[0].cards = (card("expert area", "bridges"), card("neighbourhood", "park"))
    erect(s, 1, "7 C1")
    metropolys_positions.hold(s, 0, 1, 2, 12)
    metropolys_positions.hold(s, 1, 3, 11)
    bids = [Candidate(("bid", NAMES.index(name), 12), 0.5) for name in ("C9", "C8", "N2")]
    texts = reason(rules.load("metropolys"), s, Choice(bids[0].action, 0.5, candidates=tuple(bids)), ("You", "Hana"))
    assert "it cannot be outbid on C9: nobody can bid higher than 12" in texts, texts


def test_bids_that_nobody_can_outbid_build_at_once_in_what_follows() -> None:
    s = metropolys_positions.table(seats=2)
    metropolys_positions.hold(s, 0, 2, 9, 10, 12)
    metropolys_positions.hold(s, 1, 3, 8, 11)
    later = metropolys_positions.do(s, "bid 12 C9")
    first, opening = (("bid", NAMES.index(name), value) for name, value in (("C9", 12), ("S4", 9)))
    assert together([(s, first), (later, opening)]) == ["build 12 on C9 (nobody can outbid it)", "open with 9 on S4"]


def test_a_bid_that_nobody_outbid_went_well() -> None:
    s = metropolys_positions.table(seats=2)
    metropolys_positions.hold(s, 0, 4, 6, 13)
    metropolys_positions.hold(s, 1, 5, 10)
    bid = metropolys_positions.do(s, "bid 6 C10")
    place = NAMES.index("C10")
    played, better = ("bid", place, 6), ("bid", place, 13)
    assert fortune(s, played, better, [bid, metropolys_positions.do(bid, "pass")]) == "nobody outbid it"
    assert not fortune(s, played, ("bid", place, 4), [bid, metropolys_positions.do(bid, "pass")]), "4 is no safer"
    outbid = metropolys_positions.do(bid, f"bid 10 {beside(bid)}")
    assert not fortune(s, played, better, [bid, outbid, metropolys_positions.do(outbid, "pass")])


def test_a_bid_that_a_rival_will_outbid_is_not_called_hard_to_outbid() -> None:
    s = metropolys_positions.table(seats=2)
    metropolys_positions.hold(s, 0, 4, 6)
    metropolys_positions.hold(s, 1, 9)
    bid = metropolys_positions.do(s, "bid 4 C10")
    assert "only 9 or higher can outbid it" in metropolys(s, "bid 4 C10")
    lured = " ".join(metropolys(s, "bid 4 C10", f"bid 9 {beside(bid)}"))
    assert "it may make Hana spend 9 on" in lured and "only 9" not in lured
    assert "it is bait, which need not score: it may make Hana spend 9 on" in lured


def beside(s: Any) -> str:
    """A place where the player to move may bid."""
    return next(text.split()[2] for text in metropolys_positions.can(s) if text.startswith("bid"))


def test_a_lead_that_one_building_could_take_is_counted_for_now() -> None:
    s = metropolys_positions.table(seats=2, version="expert")
    texts = metropolys(s, "bid 1 N1")
    assert "it takes the lead in the North (5 points) for now, but one building could take that" in texts
    assert "it takes the lead in the North (5 points)" in metropolys(s, "bid 10 N1")


def test_a_building_that_closes_in_a_place_for_a_low_one() -> None:
    s = metropolys_positions.table(seats=2, tokens={"C9": "trendy"})
    s.free = mask(["C8", "C9", "S6", "S7"])
    text = "it leaves no free place next to C9, where nobody can then outbid your 1 (3 points)"
    assert text in metropolys(s, "bid 13 C8")
    assert text in metropolys(s, "bid 2 C8") and text not in metropolys(s, "bid 2 C8", "bid 9 C9"), (
        "Hana is to outbid it"
    )
    s.free |= mask(["C10"])
    assert text not in metropolys(s, "bid 13 C8"), "C10 is next to it too"


def test_a_place_that_is_closed_in_is_told_with_all_that_it_scores_then() -> None:
    s = metropolys_positions.table(seats=2, version="expert")
    s.players[0].cards = (card("expert area", "bridges"), card("neighbourhood", "park"))
    s.free = mask(["C8", "W8", "S6", "S7"])
    [text] = [text for text in metropolys(s, "bid 13 W8") if "leaves no free place" in text]
    assert text.endswith("your 1 (11 points: +4 bridges, +2 park, +5 lead in the Centre)"), text


def test_the_last_building_on_a_place_where_nobody_can_outbid_it() -> None:
    s = metropolys_positions.table(seats=2)
    metropolys_positions.hold(s, 0, 6)
    assert "your 6 is your last building: if it wins, the game ends" in metropolys(s, "bid 6 C9")
    s.free = mask(["C9", "S6"])
    end = "your 6 is your last building and cannot be outbid on C9, as no free place is next to it: the game ends"
    assert end in metropolys(s, "bid 6 C9")


def test_a_bid_about_as_good_says_what_it_brings_less() -> None:
    s = metropolys_positions.table(seats=2, tokens={"C9": "trendy"})
    s.players[0].cards = (card("family area", "statues"),)
    rich, poor = (("bid", NAMES.index(name), 5) for name in ("C9", "C8"))
    fewer = worth(s, 0, *rich[1:]) - worth(s, 0, *poor[1:])
    assert fewer > 0 and concession(s, rich, poor).startswith(f"it brings {fewer} points less now")
    assert concession(s, poor, rich) == concession(s, rich, ("pass",)) == ""


def test_points_in_sight_are_told_with_the_most_that_a_secret_card_can_be_worth() -> None:
    s = metropolys_positions.table(seats=2)
    assert secret(observe(s, 0)) == "without cards"
    erect(s, 1, "7 N2")
    assert secret(observe(s, 0)) == "without cards: yours 0, the rival's up to 3 so far, 39 by the end"
    assert secret(s) == ""


def test_points_in_sight_leave_out_your_own_card_as_long_as_others_are_secret() -> None:
    s = metropolys_positions.table(seats=2)
    s.players[0].cards = (card("family area", "statues"),)
    erect(s, 0, "7 C5")
    view = observe(s, 0)
    assert total_points(score(view)[0]) == 3 and facts(view)[0].values == [0, 0]
    assert secret(view).startswith("without cards: yours 3, ")
    assert facts(s)[0].values == [3, 0], "at the end all cards are seen"


def test_points_are_told_beside_chances_near_even_with_what_a_secret_card_may_be_worth() -> None:
    s = metropolys_positions.table(seats=2, tokens={"C9": "trendy"})
    game, even = rules.load("metropolys"), Choice(("bid", 0, 1), 0.5)
    assert not standing(game, observe(s, 0), even, ("You", "Hana")), "nobody leads"
    s.players[0].tokens = [2, 1, 0]
    erect(s, 1, "7 N2")
    text = standing(game, observe(s, 0), even, ("You", "Hana"))
    assert (
        text == "ahead so far: 7 points to Hana's 0 (without cards: yours 0, the rival's up to 3 so far, 39 by the end)"
    )


def test_an_auction_is_opened_elsewhere_than_where_most_points_are_and_the_difference_can_be_lost() -> None:
    s = metropolys_positions.table(seats=2, tokens={"C9": "subway", "C5": "trendy"})
    assert [NAMES[place] for _, place, _ in gaining(s)] == ["C9"]
    why = contrast(s, "metropolys", "bid 5 C9", "bid 5 C5")
    assert "3 of the 4 points on C9 are the subway card, which goes to the player with more subway tokens" in why
    assert "subway card, which" not in contrast(s, "metropolys", "bid 5 C5", "bid 5 C9")
    assert not gaining(metropolys_positions.do(s, "bid 5 C5")), "in an auction few places can be bid on"


def test_what_a_wrong_move_gives_up_is_said_without_a_better_one() -> None:
    s = metropolys_positions.table(seats=2, tokens={"C9": "trendy"})
    metropolys_positions.hold(s, 0, 4, 8, 9)
    metropolys_positions.hold(s, 1, 3, 7)
    place = NAMES.index("C9")
    best, names = ("bid", place, 8), ("you", "Hana")
    assert fault(s, ("bid", place, 4), best, names) == "Hana can outbid it with 7"
    assert fault(s, best, best, names) == ""
    assert fault(s, ("bid", place, 9), best, names) == "nobody could outbid a lower building of yours there either"
    poor = next(NAMES[at] for at in places(s.free) if not worth(s, 0, at, 4))
    bid = ("bid", NAMES.index(poor), 4)
    assert fault(s, bid, best, names).startswith(f"{poor} scores nothing now for your 4, and Hana can outbid it with ")
    assert fault(s, bid, ("bid", place, 4), names) == f"{poor} scores nothing now for your 4", "both can be outbid"
    assert fault(s, ("bid", place, 4), bid, names) == "", "the best bid brings no more and can be outbid as well"
