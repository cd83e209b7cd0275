"""Layout, painter and prompts of each module of Splendor."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from ....widgets.board_state import BoardState
from ....widgets.tiles import Tile
from .. import layout
from ..painter import SplendorPainter
from ..prompts import SplendorPrompts
from . import cities, orient, orient_painter, orient_prompts, strongholds, trading_posts

LayOut: TypeAlias = Callable[[BoardState, int, int], list[Tile]]


class ModuleUI(NamedTuple):
    """The layout, painter and prompts of a module."""

    lay_out: LayOut
    painter: type[SplendorPainter]
    prompts: type[SplendorPrompts]


MODULE_UIS = {
    "base": ModuleUI(layout.lay_out, SplendorPainter, SplendorPrompts),
    "cities": ModuleUI(cities.lay_out, cities.CitiesPainter, cities.CitiesPrompts),
    "trading_posts": ModuleUI(trading_posts.lay_out, trading_posts.PostsPainter, trading_posts.PostsPrompts),
    "orient": ModuleUI(orient.lay_out, orient_painter.OrientPainter, orient_prompts.OrientPrompts),
    "strongholds": ModuleUI(strongholds.lay_out, strongholds.StrongholdsPainter, strongholds.StrongholdsPrompts),
}
