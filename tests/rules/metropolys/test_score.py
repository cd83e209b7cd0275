"""Metropolys: the board's numbers, objectives and points (sections 1, 2, 7 and 8 of the rules)."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

import pytest

from tabletown.rules import metropolys
from tabletown.rules.metropolys.board import BLIND_ALLEYS, DISTRICT_PLACES, NAMES, NEIGHBOURS, mask, places, size
from tabletown.rules.metropolys.objectives import (
    EXPERT_AREA,
    FAMILY_AREA,
    NEIGHBOURHOOD,
    OBJECTIVES,
    decks,
    grouping,
    paid,
)
from tabletown.rules.metropolys.score import gains, groups, highest_in, is_brief_lead, worth
from tests.rules.metropolys.positions import (
    SITES,
    adjacent,
    around,
    brute_area,
    card,
    column,
    connected,
    erect,
    hold,
    named,
    points,
    table,
)

EXPERT = [OBJECTIVES[number].name for number in EXPERT_AREA]
FAMILY = [OBJECTIVES[number].name for number in FAMILY_AREA]


def test_the_board_is_the_published_one() -> None:
    """Board, numbers: districts, types, statues, lakes, edge and blind alleys."""
    rows = list(SITES.values())
    assert len(NAMES) == 55 and [district.bit_count() for district in DISTRICT_PLACES] == [15, 10, 10, 10, 10]
    assert all(sum(row["type"] == kind for row in rows) == 11 for kind in {row["type"] for row in rows})
    assert named(BLIND_ALLEYS) == ["C12", "N7", "E4", "S1"]
    assert sum(row["outer_edge"] == "1" for row in rows) == 20
    assert [sum(bool(row[key]) for row in rows) for key in ("bridges", "statues", "lakes")] == [31, 29, 28]
    assert len(around("statues")) == 11 and all(len(site) == 3 for site in around("statues").values())
    assert {lake: len(site) for lake, site in around("lakes").items()} == dict(LA=6, LB=6, LC=4, LD=5, LE=5, LF=5)


def test_no_two_adjacent_neighbourhoods_share_a_type() -> None:
    """Board."""
    assert not any(SITES[a]["type"] == SITES[b]["type"] for a in SITES for b in column(a, "land"))


@pytest.mark.parametrize("use", ["CNESW", "CNES", "CESW", "CSWN", "CWNE", "CNE", "CES", "CSW", "CWN"])
def test_the_districts_in_use_hang_together(use: str) -> None:
    """4."""
    in_use = mask(name for name in NAMES if name[0] in use)
    reached, edge = 0, 1
    while edge:
        reached |= edge
        edge = sum({1 << n for place in places(edge) for n in places(NEIGHBOURS[place])}) & in_use & ~reached
    assert reached == in_use


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_which_districts_are_used_is_chance(seats: int) -> None:
    """2.2: the Centre always; 3 players leave one out, 2 players two next to each other, in every way."""
    deals = [metropolys.setup(seats, {"version": "family", "memory": "on"}, Random(seed)) for seed in range(100)]
    used = {frozenset(NAMES[place][0] for place in places(s.in_use)) for s in deals}
    assert len(used) == (1 if seats == 4 else 4) and all("C" in letters for letters in used)
    assert not any({"N", "S"} == letters - {"C"} or {"E", "W"} == letters - {"C"} for letters in used)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_tokens_lie_anywhere_but_in_blind_alleys(seats: int) -> None:
    """2.3: one a place, every kind anywhere else; what is a dead end only for lack of a district is eligible."""
    seen = [0, 0, 0]
    for seed in range(1500):
        s = metropolys.setup(seats, {"version": "expert", "memory": "on"}, Random(seed))
        trendy, subway, archaeology = s.tokens
        assert not (trendy & subway or subway & archaeology or trendy & archaeology)
        assert not (trendy | subway | archaeology) & (BLIND_ALLEYS | ~s.in_use)
        seen = [had | now for had, now in zip(seen, s.tokens, strict=True)]
    assert seen == [mask(NAMES) & ~BLIND_ALLEYS] * 3


@pytest.mark.parametrize("seats, version", product([2, 3, 4], ["family", "expert"]))
def test_everybody_gets_cards_of_the_version(seats: int, version: str) -> None:
    """2.5: one map card, in Expert one type card, all different; no Borders with two players."""
    dealt: list[set[int]] = [set(), set()]
    for seed in range(100):
        s = metropolys.setup(seats, {"version": version, "memory": "on"}, Random(seed))
        for number in range(1 + (version == "expert")):
            held = [p.cards[number] for p in s.players]
            assert len(set(held)) == seats
            dealt[number] |= set(held)
    if version == "expert":
        assert dealt == [set(EXPERT_AREA), set(NEIGHBOURHOOD)]
    else:
        assert dealt == [set(FAMILY_AREA) - ({card("family area", "edge")} if seats == 2 else set()), set()]


def test_the_cards_pay_what_is_printed() -> None:
    """7 and 8."""
    assert [OBJECTIVES[number].points for number in FAMILY_AREA] == [3] * 4
    assert {OBJECTIVES[number].name: OBJECTIVES[number].points for number in EXPERT_AREA} == {
        **{"bridges": 4, "statues": 7, "lakes": 5, "districts": 4, "chains": 4}
    }
    assert [OBJECTIVES[number].points for number in NEIGHBOURHOOD] == [2] * 5
    assert len(decks("family", 2)[0]) == 3


def test_a_bridge_to_an_unused_district_counts_in_family() -> None:
    """9.1: printed features count."""
    s = table(2, use="CES")
    s.players[0].cards = (card("family area", "bridges"),)
    assert points(erect(s, 0, "1 C2"), 0)["Map card"] == 3


def test_the_side_of_an_unused_district_is_no_border() -> None:
    """9.2: only the printed outer edge; 7."""
    s = table(3, use="CESW")
    s.players[0].cards = (card("family area", "edge"),)
    assert points(erect(s, 0, "1 C1", "2 C4"), 0)["Map card"] == 0
    assert points(erect(s, 0, "3 E2", "4 W9"), 0)["Map card"] == 6


def test_sizes() -> None:
    """1: small to 5, medium to 9, tall from 10."""
    assert [size(value) for value in range(1, 14)] == [0] * 5 + [1] * 4 + [2] * 4


@pytest.mark.parametrize(
    "blue, red, best",
    [
        ((6,), (5, 4, 3, 2, 1), (0,)),
        ((10,), (13,), (0, 1)),
        ((10, 1), (13,), (0,)),
        ((10, 6, 1), (11, 5, 4, 3), (0,)),
        ((9, 8), (6, 7), (0, 1)),
        ((), (1,), (1,)),
        ((), (), ()),
    ],
)
def test_the_highest_building(blue: tuple[int, ...], red: tuple[int, ...], best: tuple[int, ...]) -> None:
    """8.1: by size; then the second highest and so on; one more beats none; level players each take 5."""
    s = table(2, "expert", use="CNE")
    free = iter(f"E{n}" for n in range(1, 11))
    erect(s, 0, *(f"{value} {next(free)}" for value in blue))
    erect(s, 1, *(f"{value} {next(free)}" for value in red))
    assert highest_in(s, 2) == best
    assert [points(s, seat)["District leads"] for seat in (0, 1)] == [5 * (seat in best) for seat in (0, 1)]


def test_every_district_has_a_highest_building() -> None:
    """8.1: 5 for each; none in Family."""
    s = table(3, "expert")
    erect(s, 0, "10 C1", "1 N1", "2 E1")
    erect(s, 1, "6 C2", "2 N2", "1 S1")
    assert [points(s, seat)["District leads"] for seat in range(3)] == [15, 10, 0]
    assert "District leads" not in points(table(3), 0)


def test_a_building_may_serve_both_cards_and_its_district() -> None:
    """8.4: once for the map card; also for type card and highest building."""
    s = table(2, "expert", tokens={"C10": "trendy"})
    s.players[0].cards = (card("expert area", "statues"), card("neighbourhood", "park"))
    erect(s, 0, "1 C4", "2 C5", "3 C10")
    assert points(s, 0) == {
        **{"Trendy tokens": 3, "Subway tokens": 0, "Subway card": 0, "Archaeology tokens": 0, "Archaeology card": 0},
        **{"Map card": 7, "Type card": 2, "District leads": 5},
    }
    assert list(map(named, groups(s, 0))) == [["C4", "C5", "C10"]]


def test_gains_are_told_by_source() -> None:
    """The changes for a building that is not built: the position stays the same."""
    s = table(2, "expert", tokens={"C10": "subway"})
    s.players[0].cards = (card("expert area", "statues"), card("neighbourhood", "park"))
    erect(s, 0, "1 C4", "2 C5")
    erect(s, 1, "6 C1")
    before = repr(s)
    actual = dict(gains(s, 0, NAMES.index("C10"), 10))
    assert {label: n for label, n in actual.items() if n} == {
        **{"Subway tokens": 1, "Subway card": 3, "Map card": 7, "Type card": 2, "District leads": 5}
    }
    assert repr(s) == before


@pytest.mark.parametrize("lake", ["LA", "LB"])
def test_a_lake_pays_once(lake: str) -> None:
    """9.3: at least three, so 5 and not 10; only the three places at both lakes can serve the other one."""
    assert paid(card("expert area", "lakes"), mask(around("lakes")[lake])) == 10
    alone = [name for name in around("lakes")[lake] if len(column(name, "lakes")) == 1]
    assert paid(card("expert area", "lakes"), mask([*alone, *around("lakes")["LC"]])) == 10
    assert paid(card("expert area", "lakes"), mask(around("lakes")["LD"] | around("lakes")["LE"])) == 10
    everything = mask(name for lake in ("LA", "LB") for name in around("lakes")[lake])
    assert paid(card("expert area", "lakes"), everything) == 10


def own_places(rng: Random) -> list[str]:
    """Neighbourhoods of one player: scattered, or grown from one place to its neighbours."""
    count = 1 + int(rng.random() * 13)
    if rng.random() < 0.4:
        return [name for _, name in sorted((rng.random(), name) for name in NAMES)][:count]
    if rng.random() < 0.3:  # crowded in one district
        return [name for name in NAMES if name[0] == "CNESW"[count % 5] and rng.random() < 0.85][:13]
    own = [NAMES[int(rng.random() * 55)]]
    while len(own) < count:
        near = sorted({name for name in NAMES if name not in own and any(adjacent(name, o) for o in own)})
        own.append(near[int(rng.random() * len(near))])
    return own


@pytest.mark.parametrize("name", EXPERT)
def test_expert_groupings_are_the_best(name: str) -> None:
    """8.4: as many groups as brute force finds, each valid, no building in two."""
    rng, which = Random(f"best {name}"), card("expert area", name)
    for _ in range(2000):
        own = own_places(rng)
        groups = [named(group) for group in grouping(which, mask(own))]
        assert paid(which, mask(own)) == brute_area("expert", name, frozenset(own)), own
        assert paid(which, mask(own)) == len(groups) * OBJECTIVES[which].points
        assert not any(set(group) & set(other) for group, other in combinations(groups, 2))
        assert all(set(group) <= set(own) and is_group(name, group) for group in groups)


def is_group(name: str, group: list[str]) -> bool:
    match name:
        case "bridges":
            return len(group) == 2 and group[1] in column(group[0], "bridges")
        case "statues":
            return set(group) in around("statues").values()
        case "lakes":
            return len(group) == 3 and bool(set.intersection(*(set(column(site, "lakes")) for site in group)))
        case "districts":
            return len(group) >= 3 and len({site[0] for site in group}) == 1
        case _:
            return len(group) == 3 and connected(group)


@pytest.mark.parametrize("name", FAMILY)
def test_family_areas_equal_a_count(name: str) -> None:
    """7: 3 for each building at the feature."""
    rng = Random(f"family {name}")
    for _ in range(500):
        own = own_places(rng)
        assert paid(card("family area", name), mask(own)) == brute_area("family", name, frozenset(own))


@pytest.mark.parametrize("kind", [OBJECTIVES[number].name for number in NEIGHBOURHOOD])
def test_neighbourhood_cards_pay_two_a_building(kind: str) -> None:
    """8.3: in all districts."""
    assert paid(card("neighbourhood", kind), mask(NAMES)) == 22
    of_kind = [name for name in NAMES if SITES[name]["type"] == kind]
    assert all(paid(card("neighbourhood", kind), mask([name])) == 2 * (name in of_kind) for name in NAMES)


def test_a_tie_goes_to_most_buildings() -> None:
    """6: then it is shared."""
    s = table(2, tokens={"C8": "trendy", "C9": "trendy"})
    s.players[0].cards = s.players[1].cards = (card("family area", "statues"),)
    erect(s, 0, "1 C8")
    erect(s, 1, "1 C9")
    assert metropolys.winners(s) == (0, 1)
    assert metropolys.winners(erect(s, 1, "2 C2")) == (1,)


def test_a_lead_is_brief_if_one_building_of_a_rival_could_take_it() -> None:
    s = table(2, "expert")
    where = NAMES.index("N1")
    for value, brief in ((1, True), (9, True), (10, False), (13, False)):
        assert is_brief_lead(s, 0, where, value) == brief, "a tall one can only be equalled"
        assert worth(s, 0, where, value) == 5, "at once it scores all the same"
    hold(s, 1, 5)
    assert not is_brief_lead(s, 0, where, 6), "the rival has no medium building left"
    s.free &= ~mask(name for name in NAMES if name[0] == "N") | mask(["N1"])
    hold(s, 1, 13)
    assert not is_brief_lead(s, 0, where, 1), "the district is full"
