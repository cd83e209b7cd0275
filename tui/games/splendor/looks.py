"""What each module of Splendor shows on the table: one row a module."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from ...widgets.board import Tile
from ...widgets.scene import Scene
from . import cities, layout, orient, orient_paint, orient_words, strongholds, trading_posts
from .paint import Painter
from .words import Words

Place: TypeAlias = Callable[[Scene, int, int], list[Tile]]


class Look(NamedTuple):
    """Where tiles lie, how they are painted, and what is said of them."""

    place: Place
    painter: type[Painter]
    words: type[Words]


LOOKS = {
    "base": Look(layout.place, Painter, Words),
    "cities": Look(cities.place, cities.CitiesPainter, cities.CitiesWords),
    "trading_posts": Look(trading_posts.place, trading_posts.PostsPainter, trading_posts.PostsWords),
    "orient": Look(orient.place, orient_paint.OrientPainter, orient_words.OrientWords),
    "strongholds": Look(strongholds.place, strongholds.StrongholdsPainter, strongholds.StrongholdsWords),
}
