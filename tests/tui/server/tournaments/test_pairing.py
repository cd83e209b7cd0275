"""Pairings of random tournaments with 4 to 64 players, with draws, byes and players who withdraw."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from tabletown.tui.server.tournaments import pairing
from tabletown.tui.server.tournaments.model import rounds_of
from tabletown.tui.server.tournaments.pairing import Contender, Meeting, round_robin, rounds_of_round_robin, swiss


@pytest.mark.parametrize("players", [4, 5, 8, 13, 64])
def test_in_a_round_robin_everyone_meets_everyone_once(players: int) -> None:
    """An odd player has one bye, and nobody has one of the seats two times more often than the other."""
    met: Counter[frozenset[int]] = Counter()
    balance, byes = Counter[int](), Counter[int]()
    for number in range(1, rounds_of_round_robin(players) + 1):
        meetings = round_robin(range(players), number)
        assert sorted(paired(meetings)) == list(range(players))
        for first, second in meetings:
            if second is None:
                byes[first] += 1
            else:
                met[frozenset((first, second))] += 1
                balance[first] += 1
                balance[second] -= 1
    assert set(met.values()) == {1} and len(met) == players * (players - 1) // 2
    assert set(byes.values()) == ({1} if players % 2 else set()) and len(byes) == players * (players % 2)
    assert max(abs(value) for value in balance.values()) <= 1


def test_the_first_rounds_are_those_of_the_berger_tables() -> None:
    """FIDE Handbook C.05, annex 1, for five or six players."""
    tables = [[(1, 6), (2, 5), (3, 4)], [(6, 4), (5, 3), (1, 2)], [(2, 6), (3, 1), (4, 5)]]
    for number, table in enumerate(tables, 1):
        assert sorted(round_robin(range(1, 7), number)) == sorted(table)


def paired(meetings: list[Meeting]) -> list[int]:
    return [player for meeting in meetings for player in meeting if player is not None]


def play(meetings: list[Meeting], by_number: dict[int, Contender], rng: Random) -> None:
    """Give every game a random result."""
    for first, second in meetings:
        ada = by_number[first]
        if second is None:
            ada.byes, ada.points, ada.floated = ada.byes + 1, ada.points + 1, -1
            continue
        ben, won = by_number[second], rng.choice([0.0, 0.5, 1.0, 1.0])
        ada.floated, ben.floated = (ben.points > ada.points) - (ben.points < ada.points), 0
        ben.floated = -ada.floated
        ada.opponents.append(second)
        ben.opponents.append(first)
        ada.balance, ada.last, ben.balance, ben.last = ada.balance + 1, 1, ben.balance - 1, -1
        ada.points, ben.points = ada.points + won, ben.points + 1 - won


def can_avoid(contenders: list[Contender]) -> bool:
    """Can everyone be paired without a second meeting or a second bye?"""
    pairs = [
        (low, high)
        for low, high in combinations(range(len(contenders)), 2)
        if contenders[high].number not in contenders[low].opponents
    ]
    free = [(-1, rank) for rank, contender in enumerate(contenders) if not contender.byes]
    matched = pairing.matching(dict.fromkeys([*pairs, *(free if len(contenders) % 2 else [])], 1))
    return 2 * len(matched) == len(contenders) + len(contenders) % 2


@pytest.mark.slow_unless(players=(4, 5, 6, 7, 9, 12, 17))
@pytest.mark.parametrize("players", [4, 5, 6, 7, 9, 12, 17, 33, 64])
def test_in_a_swiss_tournament_nobody_meets_an_opponent_twice(players: int) -> None:
    """Nor has two byes, while that can be avoided; seats are balanced, and everyone is paired."""
    for seed in range(1 if players > 20 else 4):
        rng, by_number = Random(f"{players} {seed}"), {number: Contender(number) for number in range(players)}
        present = set(by_number)
        for _ in range(rounds_of("swiss", 0, players)):
            order = sorted((by_number[number] for number in present), key=lambda ada: (-ada.points, ada.number))
            meetings = swiss(order)
            assert sorted(paired(meetings)) == sorted(present)
            again = [
                pair for pair in meetings if pair.second is not None and pair.second in by_number[pair.first].opponents
            ]
            again += [pair for pair in meetings if pair.second is None and by_number[pair.first].byes]
            assert not again or not can_avoid(order)
            play(meetings, by_number, rng)
            if len(present) > 4 and rng.random() < 0.3:
                present.remove(rng.choice(sorted(present)))
        assert max(abs(contender.balance) for contender in by_number.values()) <= pairing.MAX_BALANCE


def test_players_with_the_same_points_meet_and_the_upper_half_meets_the_lower() -> None:
    players = [Contender(number, points) for number, points in enumerate([1, 1, 1, 1, 0, 0, 0, 0])]
    assert {frozenset(meeting) for meeting in swiss(players)} == {
        frozenset(pair) for pair in ((0, 2), (1, 3), (4, 6), (5, 7))
    }


def test_the_bye_goes_to_the_lowest_who_has_had_none() -> None:
    players = [Contender(number, 2 - number / 2) for number in range(5)]
    players[4].byes = 1
    assert swiss(players)[-1] == Meeting(3, None)


def test_the_first_seat_goes_to_the_player_who_has_had_it_less_often() -> None:
    ada, ben = Contender(1, balance=1, last=-1), Contender(2, balance=-1, last=1)
    assert swiss([ada, ben]) == [Meeting(2, 1)]
    ada.balance = ben.balance = 0
    assert swiss([ada, ben]) == [Meeting(1, 2)]
