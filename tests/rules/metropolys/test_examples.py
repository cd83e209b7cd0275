"""Metropolys: the worked examples of the rulebook, the cards and the player aids, in `data/metropolys.json`."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tabletown.rules import metropolys
from tabletown.rules.metropolys.board import DISTRICT_PLACES, NAMES, mask
from tabletown.rules.metropolys.objectives import FACE_DOWN, grouping, paid
from tabletown.rules.metropolys.score import highest_in
from tabletown.rules.metropolys.state import NOBODY, TOKENS, Metropolys
from tabletown.rules.metropolys.turn import move_card
from tests.rules.metropolys.positions import can, card, do, erect, named, sites, table
from tests.rules.metropolys.positions import values as biddable

CASES = {case["id"]: case for case in json.loads((Path(__file__).parent / "examples.json").read_text())}


def laid(given: dict[str, Any]) -> Metropolys:
    """The table before the call of an example; the seats in the order given."""
    s = table(len(given["order"]), tokens=given["tokens"])
    for number, (name, colour) in enumerate(given["built"]):
        erect(s, given["order"].index(colour), f"{number + 1} {name}")
    assert given["order"][s.player] == given["start"]
    return s


def played(given: dict[str, Any]) -> list[Metropolys]:
    """The tables before each move of an example, and after the last."""
    states = [laid(given)]
    for colour, *move in given["moves"]:
        s = states[-1]
        assert given["order"][s.player] == colour
        states.append(do(s, "pass" if move == ["pass"] else f"bid {move[1]} {move[0]}"))
    return states


def check_call(given: dict[str, Any], expect: dict[str, Any]) -> None:
    states, order = played(given), given["order"]
    end = states[-1]
    name, value = expect["built"]
    winner = order.index(expect["winner"])
    assert end.bids == () and end.player == winner == order.index(expect["next_start"])
    assert end.values[NAMES.index(name)] == value and end.players[winner].places >> NAMES.index(name) & 1
    taken = [kind for kind, count in zip(TOKENS, end.players[winner].tokens, strict=True) if count]
    assert taken == [kind for kind in (expect["token_taken"],) if kind]
    for colour, returned in expect.get("returned", {}).items():
        hand = end.players[order.index(colour)].hand
        assert all(hand >> value - 1 & 1 for value in returned)
    assert end.players[winner].hand.bit_count() == 12 - sum(colour == expect["winner"] for _, colour in given["built"])


def check_call_end(given: dict[str, Any], expect: dict[str, Any]) -> None:
    end = played(CASES[given["after"]]["given"])[-1]
    order = CASES[given["after"]]["given"]["order"]
    built = [NAMES[place] for place, value in enumerate(end.values) if value]
    assert built == expect["face_down"] and list(end.bids) == expect["bids_left_on_board"]
    assert order[end.player] == expect["start"]
    assert sites(end) == set(NAMES) - set(built) and "pass" not in can(end)


def check_highest(given: dict[str, Any], expect: dict[str, Any]) -> None:
    colours, s = list(given["buildings"]), table(2, "expert", use="CNE")
    north = iter(named(DISTRICT_PLACES[1]))
    for seat, colour in enumerate(colours):
        erect(s, seat, *(f"{value} {next(north)}" for value in given["buildings"][colour]))
    assert [colours[seat] for seat in highest_in(s, 1)] == expect["tokens"]


def check_area(deck: str) -> Callable[[dict[str, Any], dict[str, Any]], None]:
    def check(given: dict[str, Any], expect: dict[str, Any]) -> None:
        own, which = mask(given["own"]), card(deck, given["card"])
        assert paid(which, own) == expect["points"]
        if deck == "expert area":
            groups = grouping(which, own)
            assert sum(groups) == sum(groups) & own and all(group.bit_count() >= 2 for group in groups)

    return check


def check_special_card(kind: int, holder: str) -> Callable[[dict[str, Any], dict[str, Any]], None]:
    def check(given: dict[str, Any], expect: dict[str, Any]) -> None:
        seats, s = ["blue", "red", "gray"], table(3, use="CNES")
        assert getattr(s, holder) == NOBODY
        for colour, after in zip(given["takes"], expect["holder_after_each"], strict=True):
            seat = seats.index(colour)
            s.players[seat].tokens[kind] += 1
            move_card(s, seat, kind)
            assert seats[getattr(s, holder)] == after

    return check


def check_winner(given: dict[str, Any], expect: dict[str, Any]) -> None:
    """Totals made of subway tokens, and a card that pays nothing."""
    colours, spare = list(given["totals"]), iter(NAMES)
    s = table(len(colours))
    for seat, colour in enumerate(colours):
        p, built = s.players[seat], given["built"][colour]
        p.cards, p.tokens[1] = (FACE_DOWN,), given["totals"][colour]
        erect(s, seat, *(f"{value} {next(spare)}" for value in range(1, built + 1)))
    assert [colours[seat] for seat in metropolys.winners(s)] == expect["winners"]


def check_setup(given: dict[str, Any], expect: dict[str, Any]) -> None:
    for seed in range(50):
        s = metropolys.setup(given["players"], {"version": "family", "memory": "on"}, Random(seed))
        laid = Counter(NAMES[place][0] for tokens in s.tokens for place in range(55) if tokens >> place & 1)
        assert [tokens.bit_count() for tokens in s.tokens] == [expect[kind] for kind in TOKENS]
        assert sum(laid.values()) == expect["placed"] and laid.pop("C") == expect["center"]
        used = given["players"]
        assert list(laid.values()) == [expect["each_peripheral"]] * used
        unused = "".join(letter for letter in "NESW" if not s.in_use & mask([f"{letter}1"]))
        words = {0: [], 1: ["one peripheral"], 2: ["two adjacent peripheral"]}
        assert words[len(unused)] == expect["unused"]
        assert unused not in ("NS", "EW")
        assert all(p.hand.bit_count() == expect["buildings_each"] for p in s.players)


CHECKS: dict[str, Callable[[dict[str, Any], dict[str, Any]], None]] = {
    "call": check_call,
    "call_end": check_call_end,
    "highest": check_highest,
    "expert_area": check_area("expert area"),
    "family_area": check_area("family area"),
    "neighborhood": check_area("neighbourhood"),
    "subway_card": check_special_card(1, "subway_card"),
    "archaeology_card": check_special_card(2, "archaeology_card"),
    "winner": check_winner,
    "setup": check_setup,
}


@pytest.mark.parametrize("case", CASES)
def test_example(case: str) -> None:
    example = CASES[case]
    CHECKS[example["kind"]](example["given"], example["expect"])


def test_the_book_s_call_move_by_move() -> None:
    """R1: Red finds one place open, and Blue needs more than 10."""
    states, expect = played(CASES["R1"]["given"]), CASES["R1"]["expect"]
    assert sites(states[2]) == set(expect["legal_red_places_at_move_3"])
    assert min(biddable(states[4])) == expect["blue_minimum_at_move_5"]


def test_nobody_is_asked_when_nobody_can_outbid() -> None:
    """R3: the opening alone is the whole call."""
    states = played(CASES["R3"]["given"])
    assert len(states) == 2 and CASES["R3"]["expect"]["others_asked"] is False


def test_all_cases_are_there() -> None:
    assert len(CASES) == 31 and {case["kind"] for case in CASES.values()} == set(CHECKS)
