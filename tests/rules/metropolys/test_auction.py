"""Metropolys: an auction, from the opening to the award (sections 3 to 6 of the rules)."""

from __future__ import annotations

import pytest

from tabletown.rules import metropolys
from tabletown.rules.metropolys.board import NAMES
from tabletown.rules.metropolys.state import NOBODY
from tests.rules.metropolys.positions import SITES, call, can, column, do, erect, hold, points, sites, table, values


def test_the_start_player_opens_anywhere_free_with_any_building() -> None:
    """3: any value, any neighbourhood in use."""
    s = table()
    assert len(can(s)) == 55 * 13 and sites(s) == set(NAMES) and values(s) == set(range(1, 14))


def test_the_start_player_may_not_pass() -> None:
    """3, opening."""
    s = table()
    assert "pass" not in can(s)
    assert metropolys.refusal(s, ("pass",)) == "The player who starts an auction cannot pass."


def test_a_neighbourhood_with_a_building_is_not_free() -> None:
    """3, opening: there is no building there."""
    s = erect(table(), 2, "7 C9")
    assert "C9" not in sites(s)
    assert metropolys.refusal(s, ("bid", NAMES.index("C9"), 3)) == "C9 already has a building."


@pytest.mark.parametrize("use", ["CNE", "CES", "CSW", "CWN"])
def test_nobody_bids_in_an_unused_district(use: str) -> None:
    """2.2: not to open, and not over a bridge."""
    s = table(2, use=use)
    assert {name[0] for name in sites(s)} == set(use)
    s = do(s, "bid 1 C1")
    assert {name[0] for name in sites(s)} <= set(use)
    closed = next(name for name in NAMES if name[0] not in use)
    assert "which is not in play" in metropolys.refusal(s, ("bid", NAMES.index(closed), 5))


def test_a_bid_must_exceed_the_latest() -> None:
    """3, outbid: strictly higher."""
    s = do(table(), "bid 7 C8")
    assert values(s) == {8, 9, 10, 11, 12, 13}
    for value in (7, 1):
        assert metropolys.refusal(s, ("bid", NAMES.index("C9"), value)) == "Bid higher than 7."


@pytest.mark.parametrize("name", NAMES)
def test_a_bid_must_be_adjacent_to_the_latest(name: str) -> None:
    """4: over land and bridges, as the board's table says."""
    s = do(table(), f"bid 1 {name}")
    assert sites(s) == {*column(name, "land"), *column(name, "bridges")}


def test_land_and_bridges_lead_both_ways() -> None:
    """4: 71 land edges within districts, 21 bridges between them."""
    land = [(a, b) for a in SITES for b in column(a, "land")]
    bridges = [(a, b) for a in SITES for b in column(a, "bridges")]
    assert len(land) == 2 * 71 and len(bridges) == 2 * 21
    assert {(b, a) for a, b in land} == set(land) and {(b, a) for a, b in bridges} == set(bridges)
    assert all(a[0] == b[0] for a, b in land) and all(a[0] != b[0] for a, b in bridges)


@pytest.mark.parametrize("pair", ["C5 C11", "C6 C10", "N2 N8", "N3 N6", "E1 E5", "E2 E3", "W6 W10", "W7 W9"])
def test_touching_at_a_corner_is_not_adjacent(pair: str) -> None:
    """4 and 9.4."""
    first, second = pair.split()
    for bid_on, touching in ((first, second), (second, first)):
        s = do(table(), f"bid 1 {bid_on}")
        assert touching not in sites(s)
        assert "corner" in metropolys.refusal(s, ("bid", NAMES.index(touching), 5))


def test_adjacency_counts_from_the_latest_bid_alone() -> None:
    """3, outbid: the most recently placed building."""
    s = do(table(), "bid 1 C8", "bid 2 C9", "bid 3 C10")
    assert sites(s) == {"C4", "C5", "C11"}


def test_a_bid_blocks_its_neighbourhood_to_the_end_of_the_auction() -> None:
    """3: the place must be unoccupied; the bidder's own old bids and those of players who passed count too."""
    s = table()
    s = do(s, "bid 1 C4", "bid 2 C5", "pass", "pass", "bid 3 C10")
    assert "C4" not in sites(s) and "C5" not in sites(s)
    assert metropolys.refusal(s, ("bid", NAMES.index("C4"), 9)) == "C4 already has a bid."
    s = do(s, "bid 4 C9", "bid 5 C8")
    assert sites(s) == {"C2", "C13", "W8"}


def test_a_player_may_bid_several_times() -> None:
    """3: each time with another building; those already bid are not available."""
    s = do(table(2), "bid 3 C8", "bid 4 C9", "bid 5 C10", "bid 6 C5")
    assert s.player == 0 and values(s) == set(range(7, 14))
    assert "already bid your 5 in this auction" in metropolys.refusal(s, ("bid", NAMES.index("C6"), 5))
    s = do(s, "bid 9 C6", "pass")
    assert s.players[0].places == 1 << NAMES.index("C6")


def test_a_pass_is_final() -> None:
    """3: no re-entry in this auction."""
    s = do(table(3), "bid 1 C8", "pass", "bid 2 C9", "bid 3 C10")
    assert s.player == 2
    s = do(s, "bid 4 C5", "bid 5 C6")
    assert s.player == 2
    s = do(s, "pass")
    assert s.bids == () and s.player == 0


def test_a_player_without_a_higher_building_must_pass() -> None:
    """3: while another player can still outbid."""
    s = table(3)
    hold(s, 1, 2)
    s = do(s, "bid 5 C8")
    assert s.player == 1 and can(s) == ["pass"]
    assert do(s, "pass").player == 2


def test_the_auction_ends_when_all_others_have_passed() -> None:
    """3, end 1."""
    s = do(table(), "bid 5 C8", "pass", "bid 6 C9", "pass", "pass")
    assert s.bids == () and s.players[2].places == 1 << NAMES.index("C9") and s.player == 2


def test_the_auction_ends_when_the_latest_bid_has_no_free_neighbour() -> None:
    """3, end 2: without asking anybody."""
    s = erect(table(), 1, "7 C11")
    s = do(s, "bid 1 C12")
    assert s.bids == () and s.players[0].places == 1 << NAMES.index("C12") and s.player == 0


def test_a_neighbour_in_an_unused_district_is_not_free() -> None:
    """4: S10 leads to S9 and over a bridge to the East."""
    s = erect(table(2, use="CSW"), 1, "7 S9")
    assert do(s, "bid 1 S10").bids == ()
    assert do(erect(table(3, use="CESW"), 1, "7 S9"), "bid 1 S10").bids != ()


def test_a_thirteen_ends_the_auction() -> None:
    """3, end 3: cannot be outbid it."""
    s = do(table(), "bid 5 C8", "bid 13 C9")
    assert s.bids == () and s.player == 1 and s.players[1].places == 1 << NAMES.index("C9")


def test_the_auction_ends_when_nobody_left_can_outbid() -> None:
    """3, end 3: those who passed and the bidder do not count."""
    s = table(3)
    hold(s, 1, 1, 13)
    hold(s, 2, 4, 6)
    s = do(s, "bid 5 C8", "pass")
    assert s.player == 2 and s.bids
    s = do(s, "bid 6 C9", "bid 12 C10")
    assert s.bids == () and s.player == 0 and s.players[0].places == 1 << NAMES.index("C10")


def test_a_pass_can_leave_nobody_who_could_outbid() -> None:
    """3, end 3: after a pass too, even if others are still in the auction."""
    s = table(3)
    hold(s, 2, 4)
    s = do(s, "bid 5 C8", "pass")
    assert s.bids == () and s.player == 0


def test_only_the_latest_bid_is_built() -> None:
    """3, award 1 and 3: all others go home, the winner's own too."""
    s = call(table(2), "bid 3 C8", "bid 4 C9", "bid 5 C10")
    assert [p.places for p in s.players] == [1 << NAMES.index("C10"), 0]
    assert s.players[0].hand.bit_count() == 12 and s.players[0].hand >> 2 & 1 and not s.players[0].hand >> 4 & 1
    assert s.players[1].hand.bit_count() == 13
    assert sites(s) == set(NAMES) - {"C10"} and s.values[NAMES.index("C10")] == 5
    assert "Your 5 is already built." in metropolys.refusal(s, ("bid", 0, 5))


def test_the_winner_starts_the_next_auction() -> None:
    """3, award 5."""
    s = call(table(4), "bid 3 C8", "pass", "bid 4 C9")
    assert s.player == 2 and s.passed == 0 and "pass" not in can(s)


def test_the_winner_takes_the_token() -> None:
    """3, award 2; 5."""
    s = call(table(tokens={"C8": "subway", "C9": "trendy"}), "bid 3 C8", "bid 4 C9")
    assert s.players[1].tokens == [1, 0, 0] and points(s, 1)["Trendy tokens"] == 3
    assert s.tokens == [0, 1 << NAMES.index("C8"), 0], "a token under a losing bid stays"
    assert s.subway_card == NOBODY


def test_subway_tokens_and_the_card() -> None:
    """5: the first takes it, then only strictly more; 1 each and 3."""
    s = table(2, tokens=dict.fromkeys(("C8", "C9", "C10", "C11"), "subway"))
    s = erect(s, 0, "1 C8")
    assert s.subway_card == 0 and points(s, 0)["Subway card"] == 3 and points(s, 0)["Subway tokens"] == 1
    assert erect(s, 1, "1 C9").subway_card == 0
    assert erect(s, 1, "2 C10").subway_card == 1
    assert erect(s, 0, "2 C11").subway_card == 1
    assert points(s, 0)["Subway card"] == 0 and points(s, 0)["Subway tokens"] == 2


def test_archaeology_tokens_and_the_card() -> None:
    """5: always to the last taker; -1 each and -2."""
    s = table(2, tokens=dict.fromkeys(("C8", "C9", "C10"), "archaeology"))
    s = erect(s, 0, "1 C8", "2 C9")
    assert points(s, 0)["Archaeology tokens"] == -2 and points(s, 0)["Archaeology card"] == -2
    s = erect(s, 1, "1 C10")
    assert s.archaeology_card == 1 and points(s, 1)["Archaeology card"] == -2 and points(s, 0)["Archaeology card"] == 0


def test_nobody_has_the_cards_before_a_token_is_taken() -> None:
    """5."""
    s = erect(table(), 0, "1 C8")
    assert s.subway_card == s.archaeology_card == NOBODY
    assert all(sum(points(s, seat).values()) == points(s, seat)["Map card"] for seat in range(4))


def test_the_game_ends_with_a_player_s_last_building() -> None:
    """6: at once, no last round."""
    s = table(3)
    s = erect(s, 1, *(f"{value} N{value}" for value in range(1, 11)), "11 E1", "12 E2")
    s = do(s, "bid 5 C8", "bid 13 C9")
    assert s.over and metropolys.turn(s) is None and metropolys.legal(s) == []
    assert metropolys.refusal(s, ("bid", 0, 1)) == "Game over."


def test_the_game_goes_on_after_a_twelfth_building() -> None:
    """6."""
    s = erect(table(3), 1, *(f"{value} N{value}" for value in range(1, 11)), "11 E1")
    s = do(s, "bid 5 C8", "bid 13 C9")
    assert not s.over and s.player == 1 and values(s) == {12}


def test_a_last_building_that_is_outbid_comes_home() -> None:
    """3 and 6: bidding it is not building it."""
    s = erect(table(2), 0, *(f"{value} N{value}" for value in range(1, 11)), "12 E1", "13 E2")
    s = do(s, "bid 11 C8", "bid 12 C9")
    assert not s.over and s.bids == () and s.players[0].hand == 1 << 10 and s.player == 1


@pytest.mark.parametrize(
    "there, why",
    [
        ("W3", "W3 is not adjacent to C8 (the latest bid)."),
        ("C10", "A lake separates C10 from C8"),
        ("C5", "C5 is not adjacent to C8"),
        ("C8", "C8 already has a bid."),
    ],
)
def test_why_a_place_is_refused(there: str, why: str) -> None:
    s = do(table(), "bid 3 C8")
    assert why in metropolys.refusal(s, ("bid", NAMES.index(there), 9))


def test_a_bid_too_low_is_told_what_to_do_instead() -> None:
    s = do(table(2), "bid 12 C8")
    near = NAMES.index("C9")
    assert metropolys.refusal(s, ("bid", near, 9)) == "Bid higher than 12."
    s.players[s.player].hand &= (1 << 12) - 1
    assert metropolys.refusal(s, ("bid", near, 9)) == "None of your buildings is higher than 12, so you must pass."
    assert metropolys.legal(s) == [("pass",)]


@pytest.mark.parametrize("value", [0, -1, 14, 99])
def test_there_are_thirteen_buildings(value: int) -> None:
    assert metropolys.refusal(table(), ("bid", 0, value)) == "Buildings range from 1 to 13."


@pytest.mark.parametrize("a", [("bid",), ("bid", 0), ("bid", -1, 5), ("bid", 55, 5), ("bid", 0.5, 5), ("bid", 0, 5, 5)])
def test_what_is_no_bid_is_no_move(a: tuple[object, ...]) -> None:
    assert metropolys.refusal(table(), a) == "That move is not available now."


def test_words() -> None:
    s = table()
    a = ("bid", NAMES.index("C9"), 7)
    assert (metropolys.notation(s, a), metropolys.describe(s, a)) == ("bid 7 C9", "opens with 7 on C9")
    s = do(s, "bid 7 C9")
    a = ("bid", NAMES.index("C8"), 9)
    assert (metropolys.notation(s, a), metropolys.describe(s, a)) == ("bid 9 C8", "bids 9 on C8")
    assert (metropolys.notation(s, ("pass",)), metropolys.describe(s, ("pass",))) == ("pass", "passes")
