"""Parser that turns tables into a component set; unusable tables raise `BadComponents` with one sentence."""

from __future__ import annotations

from ..limits import MONEY_MAX
from .model import (
    ACTION_CARDS,
    BONUSES,
    COLOURS,
    DECKS,
    EARN,
    GRANTS,
    KINDS,
    LIGHT,
    OPENING,
    PASS,
    PERMITS,
    PLOT_CARDS,
    RUBBLE_A_SIDE,
    SEATS,
    SPACES,
    URBAN_CARDS,
    URBAN_TYPES,
    ActionCard,
    Bonus,
    Components,
    Objective,
    Permit,
    PlotCard,
    Space,
    UrbanCard,
    Year,
)
from .tables import BadComponents, Folder, Row, consecutive, counted, distinct

MOST_COLUMNS, MOST_PLOTS = 26, 12
"""Most columns of the map, and most plots of a card."""


def parse(name: str, folder: Folder) -> Components:
    """The component set in a folder of tables; raises BadComponents for the first fault."""
    colours = folder.rows("colours.csv", "colour", "letter")
    distinct(colours, "colour")
    distinct(colours, "letter")
    counted("colours.csv", len(colours), COLOURS, "colours")
    names = tuple(row["colour"] for row in colours)
    cells, turned, columns = layout(folder)
    objectives, best_builder = parse_objectives(folder, names)
    urban = parse_urban(folder)
    piles = tuple(tuple(n for n, card in enumerate(urban) if card.type == kind) for kind in range(len(URBAN_TYPES)))
    grid, rows, cols = parse_grid(folder)
    return Components(
        name,
        names,
        tuple(row["letter"] for row in colours),
        cells,
        turned,
        columns,
        parse_plots(folder, names, sorted(set("".join(cells)) - {"."})),
        parse_permits(folder, names),
        objectives,
        best_builder,
        parse_actions(folder),
        urban,
        piles,
        track(folder, "lights.csv", "cards", len(piles[LIGHT]) + 1),
        grid,
        rows,
        cols,
        track(folder, "money.csv", "dollars", MONEY_MAX + 1),
        parse_years(folder),
        parse_earnings(folder),
        parse_majority(folder),
    )


def layout(folder: Folder) -> tuple[tuple[str, ...], bool, dict[int, int]]:
    """Layout of a plot card, whether the lower row is turned, and cards in a row by number of players."""
    toml = folder.toml("map.toml")
    cells, turned, columns = toml.get("cells"), toml.get("lower_row_turned"), toml.get("card_columns")
    if not (isinstance(cells, list) and cells and all(isinstance(row, str) and row for row in cells)):
        raise BadComponents('map.toml: cells is not a list of rows such as "abc"')
    letters = [c for row in cells for c in row if c != "."]
    if len({len(row) for row in cells}) != 1 or len(set(letters)) != len(letters) or not letters:
        raise BadComponents("map.toml: cells must be a rectangle in which each plot appears once")
    if not isinstance(turned, bool):
        raise BadComponents("map.toml: lower_row_turned must be true or false")
    rows = toml.get("card_rows")
    if not (isinstance(rows, int) and isinstance(columns, dict)):
        raise BadComponents("map.toml: card_rows or card_columns is missing")
    for seats in SEATS:
        cards = columns.get(str(seats))
        if not isinstance(cards, int) or cards * rows != 2 * seats:
            raise BadComponents(
                f"map.toml: {rows} rows of {cards} cards do not make the {2 * seats} that {seats} players need"
            )
        if cards * len(cells[0]) > MOST_COLUMNS or len(letters) > MOST_PLOTS:
            raise BadComponents(
                f"map.toml: the screen has room for at most {MOST_COLUMNS} columns, and {MOST_PLOTS} plots per card"
            )
    return tuple(cells), turned, {seats: columns[str(seats)] for seats in SEATS}


def parse_plots(folder: Folder, colours: tuple[str, ...], letters: list[str]) -> tuple[PlotCard, ...]:
    rows = folder.rows("plots.csv", "card", "plot", "colour", "number", "rubble")
    distinct(rows, "card", "plot")
    plot_cards = []
    cards = list(dict.fromkeys(row["card"] for row in rows))
    for name in cards:
        own = sorted((row for row in rows if row["card"] == name), key=lambda row: row["plot"])
        if [row["plot"] for row in own] != letters:
            raise own[0].bad(f"{name} has plots {''.join(row['plot'] for row in own)}; the map has {''.join(letters)}")
        for row in own:
            row.one_of("rubble", ("", "A", "B", "AB"))
        sides = [tuple(n for n, row in enumerate(own) if side in row["rubble"]) for side in "AB"]
        for side, rubble in zip("AB", sides, strict=True):
            if len(rubble) != RUBBLE_A_SIDE:
                raise own[0].bad(
                    f"side {side} of {name} has rubble on {len(rubble)} plots; it must have {RUBBLE_A_SIDE}"
                )
        plots = tuple((row.one_of("colour", colours), row.number("number", 0)) for row in own)
        plot_cards.append(PlotCard(name, plots, (sides[0], sides[1])))
    counted("plots.csv", len(plot_cards), PLOT_CARDS, "plot cards")
    return tuple(plot_cards)


def parse_permits(folder: Folder, colours: tuple[str, ...]) -> tuple[Permit, ...]:
    rows = folder.rows("permits.csv", "permit", "colour", "number", "symbols")
    distinct(rows, "permit")
    permits = [parse_permit(row, colours) for row in rows]
    counted("permits.csv", len(permits), PERMITS, "permits")
    counted("permits.csv", sum(permit.colour is None for permit in permits), GRANTS, "grant permits")
    return tuple(permits)


def parse_permit(row: Row, colours: tuple[str, ...]) -> Permit:
    symbols = row.words("symbols", URBAN_TYPES)
    if len(symbols) != 2 or symbols[0] == symbols[1]:
        raise row.bad("the two symbols must be different")
    first, second = map(URBAN_TYPES.index, symbols)
    if not row["colour"] and not row["number"]:
        return Permit(row["permit"], None, None, (first, second))
    return Permit(row["permit"], row.one_of("colour", colours), row.number("number", 0), (first, second))


def parse_objectives(folder: Folder, colours: tuple[str, ...]) -> tuple[tuple[Objective, ...], int]:
    """The objective cards, and the points of Best Builder, which is not one of them."""
    rows = folder.rows("objectives.csv", "objective", "deck", "kind", "of", "points")
    distinct(rows, "objective")
    objectives = [parse_objective(row, colours) for row in rows]
    for deck, count in DECKS.items():
        counted(
            "objectives.csv", sum(o.deck == deck for o in objectives), count, f"{deck} objectives".replace("_", " ")
        )
    best = next(o for o in objectives if o.deck == "best_builder")
    return tuple(o for o in objectives if o is not best), best.points


def parse_objective(row: Row, colours: tuple[str, ...]) -> Objective:
    row.one_of("deck", tuple(DECKS))
    row.one_of("kind", tuple(KINDS))
    if (row["deck"] == "best_builder") != (row["kind"] == "best_builder"):
        raise row.bad("only Best Builder may be in the best_builder deck")
    about, pays = KINDS[row["kind"]]
    of = row.one_of("of", {"colour": colours, "type": URBAN_TYPES}.get(about, ("",)))
    points = row.number("points", 0) if pays else 0
    if not pays and row["points"]:
        raise row.bad(f"{row['kind']} must not have points of its own")
    return Objective(row["objective"], row["deck"], row["kind"], of if about else -1, points)


def parse_actions(folder: Folder) -> tuple[ActionCard, ...]:
    rows = folder.rows("actions.csv", "card", "two_players", "more_players")
    distinct(rows, "card")
    counted("actions.csv", len(rows), ACTION_CARDS, "action cards")
    action_cards = []
    for row in rows:
        sides = [row.words("two_players", SPACES), row.words("more_players", SPACES)]
        for side, least, column in zip(sides, (2, 4), ("two_players", "more_players"), strict=True):
            if len(side) < least:
                raise row.bad(f"{column} has {len(side)} spaces; {least} players need {least}")
        if PASS in sides[0]:
            raise row.bad("two_players has a pass space; only the side for more players may have one")
        action_cards.append(ActionCard(row["card"], *(tuple(map(space, side)) for side in sides)))
    return tuple(action_cards)


def space(word: str) -> Space:
    dollars = word.removeprefix(EARN)
    return Space(EARN, int(dollars)) if dollars != word else Space(word)


def parse_urban(folder: Folder) -> tuple[UrbanCard, ...]:
    rows = folder.rows("urban.csv", "card", "type", "points", "cost")
    distinct(rows, "card")
    counted("urban.csv", len(rows), URBAN_CARDS, "urban cards")
    return tuple(
        UrbanCard(row["card"], row.one_of("type", URBAN_TYPES), row.number("points", 0), row.number("cost", 0))
        for row in rows
    )


def parse_grid(folder: Folder) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...], tuple[int, ...]]:
    """The development board from the bottom row up, and its sidebars by row and by column."""
    rows = folder.rows("development.csv", "row", "c0", "c1", "sidebar")
    columns = [column for column in rows[0].cells if column not in ("row", "sidebar")] if rows else []
    if len(rows) < 3 or rows[-1]["row"] != "sidebar":
        raise BadComponents("development.csv: the last line must be the sidebar, below at least two rows")
    levels = rows[-2::-1]
    consecutive(levels, "row", len(levels))
    grid = tuple(tuple(row.number(column) for column in columns) for row in levels)
    if grid[0][0] != -7:
        raise levels[0].bad(f"the bottom-left cell is {grid[0][0]}, expected -7")
    sidebar = tuple(rows[-1].number(column) for column in columns)
    return grid, tuple(row.number("sidebar") for row in levels), sidebar


def track(folder: Folder, name: str, column: str, count: int) -> tuple[int, ...]:
    """Points of a track that counts from 0."""
    rows = folder.rows(name, column, "points")
    counted(name, len(rows), count, "lines")
    consecutive(rows, column, count)
    return tuple(row.number("points") for row in rows)


def parse_years(folder: Folder) -> tuple[Year, ...]:
    rows = folder.rows("years.csv", "year", "build_cost", "takes", "bonus")
    counted("years.csv", len(rows), 7, "years")
    years = []
    for n, row in enumerate(rows):
        if row.number("year", 0) != 1906 + n:
            raise row.bad(f"year is {row['year']}, expected {1906 + n}")
        words = row.words("bonus", BONUSES)
        row.one_of("takes", ("one",) if n else ("all",))
        if not n and words != OPENING:
            raise row.bad("the bonus in the first year must be a building and a permit")
        if "build" in words and n < len(rows) - 1:
            raise row.bad("only the last bonus may be a build action")
        bonus = tuple(map(parse_bonus, words))
        if len({part.kind for part in bonus}) < len(bonus):
            raise row.bad("the bonus has the same choice twice")
        years.append(Year(1906 + n, row.number("build_cost", 0), bonus))
    return tuple(years)


def parse_bonus(word: str) -> Bonus:
    kind, _, dollars = word.rpartition("_")
    return Bonus("money", int(dollars), kind == "per_built") if dollars.isdigit() else Bonus(word)


def parse_earnings(folder: Folder) -> tuple[int, ...]:
    rows = folder.rows("earnings.csv", "space", "dollars")
    counted("earnings.csv", len(rows), 4, "earnings spaces")
    consecutive(rows, "space", 4)
    return tuple(row.number("dollars", 0) for row in rows)


def parse_majority(folder: Folder) -> dict[int, tuple[int, ...]]:
    """Points by rank for each number of players; raises BadComponents if players could not share ranks evenly."""
    rows = folder.rows("majority.csv", "players", "points")
    distinct(rows, "players")
    counted("majority.csv", len(rows), len(SEATS), "lines")
    points_by_seats = {}
    for row in rows:
        seats = int(SEATS[row.one_of("players", tuple(map(str, SEATS)))])
        points = row["points"].split()
        if not all(word.isdigit() for word in points) or len(points) > seats:
            raise row.bad(f"points must be no more than {seats} whole numbers")
        ranks = tuple(map(int, points)) + (0,) * (seats - len(points))
        for first in range(seats):
            for tied in range(2, seats - first + 1):
                if sum(ranks[first : first + tied]) % tied:
                    raise row.bad(f"{tied} players cannot share {sum(ranks[first : first + tied])} points evenly")
        points_by_seats[seats] = ranks
    return points_by_seats
