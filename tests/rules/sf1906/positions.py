"""1906 San Francisco tables laid by hand, and scorers that owe nothing to the rules code but the tables of cards."""

from __future__ import annotations

import csv
from collections import Counter
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

from tabletown import rules
from tabletown.rules import sf1906
from tabletown.rules.core.game import Action, apply
from tabletown.rules.sf1906.components.model import URBAN_TYPES, Components
from tabletown.rules.sf1906.components.registry import STAND_IN, components
from tabletown.rules.sf1906.notation import permit_names
from tabletown.rules.sf1906.state import ACT, BUILDINGS, SPACE, STRIP, Sf1906

OPTIONS = {"components": STAND_IN}
KIT: Components = components(STAND_IN)
TABLES = Path(rules.__file__).parent / "sf1906" / "data"
CARDS = {card.name: number for number, card in enumerate(KIT.action_cards)}
"""The action cards by name."""


@cache
def rows(name: str) -> list[dict[str, str]]:
    """The lines of a table, comments left out."""
    lines = (TABLES / name).read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


def table(seats: int = 3, year: int = 1907, card: str = "AC1", order: tuple[int, ...] | None = None) -> Sf1906:
    """A table before anyone has acted on that card of that year; all players have only the eight buildings.

    The plot cards are in the data table's order, all with side A up; objectives and permits are as seed 1 deals them.
    """
    s = sf1906.setup(seats, OPTIONS, Random(1))
    s = lay(s, tuple(range(2 * seats)))
    s.ring = (CARDS[card], *(n for n in range(len(CARDS)) if n != CARDS[card]))
    s.year, s.stop, s.step = year - 1906, 1, SPACE
    s.order = order or tuple(range(seats))
    s.tokens = [0] * seats
    return s


def lay(s: Sf1906, cards: tuple[int, ...]) -> Sf1906:
    """Lay these plot cards, side A up."""
    from tabletown.rules.sf1906.city import city

    s.city = city(KIT, len(s.players), cards)
    s.free = s.city.all
    s.rubble = sum(1 << 5 * place + plot for place, card in enumerate(cards) for plot in KIT.plot_cards[card].rubble[0])
    return s


def on_strip(s: Sf1906, year: int) -> Sf1906:
    """The same table at the earnings strip of a year."""
    s.year, s.stop, s.step, s.acted = year - 1906, STRIP, SPACE, 0
    return s


def give(s: Sf1906, seat: int, **what: Any) -> Sf1906:
    """Set a player's money, hand, row, column or rubble; permits by colour and number as "red 3", or "grant"."""
    p = s.players[seat]
    for key, value in what.items():
        if key == "permits":
            for text in value:
                hold(s, seat, text)
        elif key == "hand":
            p.pool, p.hand = p.pool + p.hand - value, value
        elif key == "rubble":
            for _ in range(value):
                s.rubble &= s.rubble - 1
                p.rubble += 1
        else:
            setattr(p, key, value)
    return s


def hold(s: Sf1906, seat: int, text: str) -> int:
    """The player holds a permit "red 3", "grant" or "red 3 light park", wherever it was; which one it is."""
    words = text.split()
    colour, number = (None, None) if words[0] == "grant" else (KIT.colours.index(words[0]), int(words[1]))
    symbols = {URBAN_TYPES.index(word) for word in words[1 if colour is None else 2 :]}
    permit = next(
        n
        for n, p in enumerate(KIT.permits)
        if (p.colour, p.number) == (colour, number)
        and symbols <= set(p.symbols)
        and n not in [card for q in s.players for card in q.permits]
    )
    move_permit(s, permit)
    s.players[seat].permits += (permit,)
    return permit


def move_permit(s: Sf1906, card: int) -> None:
    """Take a permit out of row, deck or discards; the row is filled up from the deck."""
    s.permit_deck = [n for n in s.permit_deck if n != card]
    s.discards = [n for n in s.discards if n != card]
    if card in s.permit_row:
        s.permit_row = (*(n for n in s.permit_row if n != card), s.permit_deck.pop(0))


def fill(s: Sf1906, seat: int, count: int) -> Sf1906:
    """Give the player that number of permits from the deck."""
    p = s.players[seat]
    while len(p.permits) < count:
        p.permits += (s.permit_deck.pop(),)
    return s


def plot(s: Sf1906, text: str) -> int:
    """The first plot "red 3" of the map, or the one at an address such as "A2"."""
    if text in s.city.names:
        return s.city.names.index(text)
    colour, number = text.split()
    return next(
        n
        for n in range(len(s.city.names))
        if (KIT.colours[s.city.colours[n]], s.city.numbers[n]) == (colour, int(number))
    )


def erect(s: Sf1906, seat: int, *plots: str) -> Sf1906:
    """Buildings built earlier; rubble there goes out of the game's sight to the player."""
    p = s.players[seat]
    for text in plots:
        bit = 1 << plot(s, text)
        assert s.free & bit
        p.rubble += bool(s.rubble & bit)
        s.rubble &= ~bit
        s.free ^= bit
        p.built |= bit
        if p.pool:
            p.pool -= 1
        else:
            p.hand -= 1
    assert p.pool + p.hand + p.built.bit_count() == BUILDINGS
    return s


def urban(s: Sf1906, seat: int, *kinds: str) -> Sf1906:
    """Urban cards taken earlier, from the top of their piles."""
    for word in kinds:
        kind = URBAN_TYPES.index(word)
        pile = KIT.piles[kind]
        s.players[seat].urban += (pile[len(pile) - s.piles[kind]],)
        s.piles[kind] -= 1
    return s


def objective(name: str) -> int:
    """The objective of that name in the table, without "OB_"."""
    return next(n for n, o in enumerate(KIT.objectives) if o.name == f"OB_{name}")


def deal(s: Sf1906, seat: int, *names: str) -> Sf1906:
    """Give the player exactly these objectives, face up; no one else has any, and the common ones stay."""
    s.players[seat].open, s.players[seat].secret = tuple(map(objective, names)), ()
    return s


def can(s: Sf1906) -> list[str]:
    """The notation of all that is legal."""
    return [sf1906.notation(s, a) for a in sf1906.legal(s)]


def do(s: Sf1906, *notations: str, rng: Random | None = None) -> Sf1906:
    """The table after these actions, one after the other."""
    for text in notations:
        matching: list[Action] = [a for a in sf1906.legal(s) if sf1906.notation(s, a) == text]
        assert len(matching) == 1, f"{text!r} is not among {can(s)}"
        s = apply(sf1906, s, matching[0], rng or Random(0))
    return s


def spend(s: Sf1906, *permits: int) -> str:
    """The notation for spending these permits."""
    return " ".join(["spend", *(permit_names(KIT)[card] for card in permits)])


def sites(s: Sf1906) -> set[str]:
    """Colour and number of the plots that the player can build on now."""
    plots = [a[1] for a in sf1906.legal(s) if a[0] == "plot"]
    return {f"{KIT.colours[s.city.colours[n]]} {s.city.numbers[n]}" for n in plots}


def stand(s: Sf1906, space: int) -> Sf1906:
    """The player to move has moved to that space, counted from 0, and chooses the action."""
    s.tokens[s.order[s.acted]], s.step = space, ACT
    return s


def points(s: Sf1906, seat: int) -> dict[str, int]:
    """A player's score by source."""
    return dict(sf1906.score(s)[seat])


def plain_map(s: Any) -> dict[tuple[int, int], tuple[int, str, int]]:
    """The position of each plot, from the cards alone: a b c over d . e, the lower cards turned round."""
    cards = list(dict.fromkeys(row["card"] for row in rows("plots.csv")))
    wide, plots = len(s.city.cards) // 2, {}
    for position, card in enumerate(s.city.cards):
        own = {row["plot"]: row for row in rows("plots.csv") if row["card"] == cards[card]}
        picture = ["abc", "d.e"] if position < wide else ["e.d", "cba"]
        for r, line in enumerate(picture):
            for c, letter in enumerate(line):
                if letter != ".":
                    cell = (2 * (position // wide) + r, 3 * (position % wide) + c)
                    plots[cell] = (
                        5 * position + "abcde".index(letter),
                        own[letter]["colour"],
                        int(own[letter]["number"]),
                    )
    return plots


def beside(cell: tuple[int, int], other: tuple[int, int]) -> bool:
    return abs(cell[0] - other[0]) + abs(cell[1] - other[1]) == 1


def most_pairs(own: list[tuple[int, int]]) -> int:
    """The most disjoint pairs of cells side by side: every set of pairs is tried."""
    edges = [pair for pair in combinations(own, 2) if beside(*pair)]
    for count in range(len(own) // 2, 0, -1):
        for chosen in combinations(edges, count):
            if len({cell for pair in chosen for cell in pair}) == 2 * count:
                return count
    return 0


def most_sets(counts: dict[str, int], kinds: int) -> int:
    """Complete sets, taken off one by one."""
    left, sets = Counter(counts), 0
    while sum(n > 0 for n in left.values()) == kinds:
        left = Counter({kind: n - 1 for kind, n in left.items()})
        sets += 1
    return sets


def shared_ranks(counts: list[int], seat: int) -> int:
    """Places are given out one by one; who ties gets the average of the places of the tie."""
    prizes = {2: [3, 1], 3: [5, 3, 1], 4: [7, 5, 3, 1]}[len(counts)]
    if counts[seat] == 0:
        return 0
    ranking = sorted(counts, reverse=True)
    mine = [prizes[n] for n, count in enumerate(ranking) if count == counts[seat]]
    assert sum(mine) % len(mine) == 0
    return sum(mine) // len(mine)


def brute_objective(s: Any, seat: int, card: int) -> int:
    """The points of an objective for a player, from the rows of the tables."""
    row = [row for row in rows("objectives.csv") if row["kind"] != "best_builder"][card]
    cells = plain_map(s)
    own = [[cell for cell, (n, _, _) in cells.items() if p.built >> n & 1] for p in s.players]
    mine, others = own[seat], [cell for other, theirs in enumerate(own) if other != seat for cell in theirs]
    colours = [Counter(cells[cell][1] for cell in theirs) for theirs in own]
    types = Counter(rows("urban.csv")[n]["type"] for n in s.players[seat].urban)
    p, each = s.players[seat], int(row["points"] or 0)
    low, high = max(cells)[0], max(c for _, c in cells)
    everybody = [*mine, *others]
    development = rows("development.csv")
    formulas = {
        "majority_colour": lambda: shared_ranks([theirs[row["of"]] for theirs in colours], seat),
        "majority_rubble": lambda: shared_ranks([q.rubble for q in s.players], seat),
        "per_building": lambda: each * len(mine),
        "development_column_sidebar": lambda: int(development[-1][f"c{p.column}"]),
        "development_row_sidebar": lambda: next(int(x["sidebar"]) for x in development if x["row"] == str(p.row)),
        "per_isolated_building": lambda: each * sum(not any(beside(a, b) for b in everybody) for a in mine),
        "per_building_next_to_rival": lambda: each * sum(any(beside(a, b) for b in others) for a in mine),
        "per_own_adjacent_pair": lambda: each * most_pairs(mine),
        "per_surrounded_corner": lambda: (
            each
            * sum(
                a in ((0, 0), (0, high), (low, 0), (low, high)) and all(b in everybody for b in cells if beside(a, b))
                for a in mine
            )
        ),
        "per_building_of_colour": lambda: each * colours[seat][row["of"]],
        "per_set_of_4_colours": lambda: each * most_sets(colours[seat], 4),
        "per_urban_card_of_type": lambda: each * types[row["of"]],
        "per_set_of_4_urban_types": lambda: each * most_sets(types, 4),
        "per_rubble_token": lambda: each * p.rubble,
        "per_3_dollars": lambda: each * len(range(3, p.money + 1, 3)),
    }
    return formulas[row["kind"]]()


def recounted(s: Any) -> list[int]:
    """Every player's points, counted again from the tables; an objective that is not known (-1) counts nothing."""
    totals = []
    for seat, p in enumerate(s.players):
        cards = [card for card in (*s.common, *p.open, *p.secret) if card >= 0]
        total = sum(brute_objective(s, seat, card) for card in cards)
        total += next(int(row[f"c{p.column}"]) for row in rows("development.csv") if row["row"] == str(p.row))
        own = [rows("urban.csv")[n] for n in p.urban]
        total += [0, 1, 3, 6, 10, 15][sum(row["type"] == "light" for row in own)]
        total += sum({"cable_car": 3, "hydrant": 2, "light": 0}.get(row["type"], int(row["points"])) for row in own)
        total += 3 * (s.best_builder == seat) + int(rows("money.csv")[p.money]["points"])
        totals.append(total)
    return totals


def pieces(s: Any) -> str:
    """Money, buildings, rubble and all 42 + 24 + 17 cards: what is missing or too much."""
    players = s.players
    count = len(players)
    permits = [*s.permit_row, *s.permit_deck, *s.discards, *(n for p in players for n in p.permits)]
    objectives = [*s.common, *s.objective_row, *s.objective_deck, *(n for p in players for n in (*p.open, *p.secret))]
    taken = [rows("urban.csv")[n] for p in players for n in p.urban]
    left = dict(zip(("light", "cable_car", "hydrant", "park"), s.piles, strict=True))
    built = [n for p in players for n in range(60) if p.built >> n & 1]
    parks = sorted(row["card"] for row in taken if row["type"] == "park")
    wrong = {
        "money": not all(0 <= p.money <= 15 for p in players),
        "permits held": any(len(p.permits) > 5 for p in players),
        "buildings": any(p.pool + p.hand + p.built.bit_count() != 8 or p.pool < 0 or p.hand < 0 for p in players),
        "map": sorted([*built, *(n for n in range(60) if s.free >> n & 1)]) != list(range(10 * count)),
        "permits": sorted(permits) != list(range(42)),
        "objectives": sorted(objectives) != list(range(24)),
        "common": len(s.common) != 3,
        "urban cards": any(
            left[kind] + sum(row["type"] == kind for row in taken) != all_
            for kind, all_ in (("light", 5), ("cable_car", 4), ("hydrant", 4), ("park", 4))
        )
        or len({n for p in players for n in p.urban}) != len(taken),
        "park order": parks != [f"UR_PARK_{letter}" for letter in "ABCD"[: len(parks)]],
        "rubble": s.rubble.bit_count() + sum(p.rubble for p in players) != 4 * count or s.rubble & ~s.free,
        "rows": len(s.permit_row) > 3 or len(s.objective_row) > 3,
        "ring": sorted(s.ring) != list(range(6)),
        "order": sorted(s.order) != list(range(count)),
        "development": not all(0 <= p.row <= 5 and 0 <= p.column <= 6 for p in players),
    }
    return ", ".join(what for what, is_wrong in wrong.items() if is_wrong)


def victors(s: Any) -> list[int]:
    """Most points, then most built, then shared."""
    ranks = [(n, p.built.bit_count()) for n, p in zip(recounted(s), s.players, strict=True)]
    return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]


def brute_sites(s: Sf1906, seat: int, permits: tuple[int, ...], grant: bool) -> set[int]:
    """The free plots that permits fit, by the words of section 9."""
    cards, plots = [KIT.permits[card] for card in permits], set()
    for n in range(len(s.city.names)):
        colour = any(p.colour in (None, s.city.colours[n]) for p in cards)
        number = any(p.number in (None, s.city.numbers[n]) for p in cards)
        built = any(p.built >> n & 1 for p in s.players)
        if not built and (colour or number if grant else colour and number):
            plots.add(n)
    return plots
