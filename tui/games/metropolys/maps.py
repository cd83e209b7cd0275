"""The two drawn maps that the city is sampled from, of one character a neighbourhood, read from `maps.json`."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from tabletown.rules.metropolys.board import NAMES

RIVER, OUTSIDE = "~", " "


class Bridge(NamedTuple):
    """Two neighbourhoods and the cells of the deck between them."""

    ends: frozenset[int]
    upright: bool
    deck: tuple[tuple[int, int], ...]


class Map(NamedTuple):
    """A drawn map; `rows` hold one character a cell."""

    rows: tuple[str, ...]
    places: dict[str, int]
    """The neighbourhood that each character means."""
    lakes: str
    """The characters that mean lakes."""
    bridges: tuple[Bridge, ...]
    statues: dict[str, tuple[int, int]]

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @property
    def height(self) -> int:
        return len(self.rows)


@cache
def city(name: str) -> Map:
    """The map "wide" (84 x 28) or "compact" (78 x 20)."""
    data = json.loads(files(__package__).joinpath("maps.json").read_text(encoding="utf-8"))
    drawn = data[name]
    bridges = [
        Bridge(
            frozenset((NAMES.index(bridge["a"]), NAMES.index(bridge["b"]))),
            bridge["orient"] == "v",
            tuple((x, y) for x, y in bridge["deck"]),
        )
        for bridge in drawn["bridges"]
    ]
    return Map(
        tuple(drawn["rows"]),
        {char: NAMES.index(place) for char, place in data["legend"].items()},
        "".join(data["lakes"]),
        tuple(bridges),
        {statue: (x, y) for statue, (x, y) in drawn["statues"].items()},
    )
