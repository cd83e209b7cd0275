"""What each module of Splendor shows on the table: one row a module."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from ....widgets.board import Tile
from ....widgets.board_state import BoardState
from .. import layout
from ..painter import Painter
from ..prompts import Words
from . import cities, orient, orient_painter, orient_prompts, strongholds, trading_posts

Place: TypeAlias = Callable[[BoardState, int, int], list[Tile]]


class Look(NamedTuple):
    """Where tiles lie, how they are painted, and what is said of them."""

    place: Place
    painter: type[Painter]
    words: type[Words]


LOOKS = {
    "base": Look(layout.place, Painter, Words),
    "cities": Look(cities.place, cities.CitiesPainter, cities.CitiesWords),
    "trading_posts": Look(trading_posts.place, trading_posts.PostsPainter, trading_posts.PostsWords),
    "orient": Look(orient.place, orient_painter.OrientPainter, orient_prompts.OrientWords),
    "strongholds": Look(strongholds.place, strongholds.StrongholdsPainter, strongholds.StrongholdsWords),
}
