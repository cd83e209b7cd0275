"""Every action that keys are bound to: id, default keys, what it calls, title and tooltip. Data only.

Ids are part of the format of keys.toml and must not change. An id in several groups is one action with one set of keys
for players; the first group that has it is its home.
"""

from __future__ import annotations

from ..key_action import Action
from .games import GAMES
from .online import ONLINE
from .other_screens import OTHER_SCREENS
from .replay import REPLAY
from .result import RESULT
from .saved_games import SAVED_GAMES
from .table import TABLE

FIXED = frozenset(("app.break",))
"""Ids of actions whose keys cannot be changed, so that the player can always quit."""

ACTIONS: dict[str, tuple[Action, ...]] = {
    **OTHER_SCREENS,
    **TABLE,
    **GAMES,
    **REPLAY,
    **RESULT,
    **SAVED_GAMES,
    **ONLINE,
}
"""By group: the screen or widget that binds them."""

TITLES = {
    "app": "Everywhere", "home": "Home", "daily": "Daily game", "setup": "New game", "form": "Forms",
    "game": "Table and replay", "table": "Table", "puzzle": "Puzzles", "kinds": "Kinds of puzzles", "board": "Cursor",
    "splendor": "Splendor", "metropolys": "Metropolys", "sf1906": "1906 San Francisco",
    "demo": "Demo", "help": "Help", "keys": "Keys", "learn": "Learn",
    "lesson": "Lesson", "over": "Result", "points": "Biggest mistakes", "retry": "Retry", "replay": "Replay",
    "mistakes": "Review", "replays": "Replays", "settings": "Settings", "stats": "Statistics", "rating": "Rating",
}  # fmt: skip
"""Groups whose keys a player can change, in the order in which they are listed. A subgroup belongs to its group."""

LIST = (
    Action("select", "enter", "select", "Select"),
    Action("cursor_down", "down", "cursor_down", "Down"),
    Action("cursor_up", "up", "cursor_up", "Up"),
    Action("first", "home", "first", "First"),
    Action("last", "end", "last", "Last"),
    Action("page_down", "pagedown", "page_down", "Page down"),
    Action("page_up", "pageup", "page_up", "Page up"),
)
"""Keys of Textual's own lists, which cannot be changed."""

SCREENS: dict[str, tuple[str, ...]] = {
    "home": ("home", "list"),
    "daily": ("daily",),
    "setup": ("setup", "form"),
    "table": ("game", "table", "board"),
    "puzzle": ("game", "puzzle", "board"),
    "retry": ("game", "retry", "board"),
    "kinds": ("kinds", "list", "kinds.list"),
    "demo": ("game", "table", "demo", "board"),
    "lesson": ("game", "table", "lesson", "board"),
    "replay": ("game", "replay", "board"),
    "review": ("game", "replay", "list", "mistakes"),
    "position": ("game", "board"),
    "help": ("help",),
    "keys": ("keys", "list", "keys.list"),
    "learn": ("learn", "list", "learn.list"),
    "replays": ("replays", "list", "replays.list"),
    "over": ("over",),
    "points": ("points", "list", "points.list"),
    "settings": ("settings", "form"),
    "stats": ("stats",),
    "rating": ("rating", "list", "rating.list"),
}
"""Groups whose keys are active at the same time, by screen, in addition to "app"; a later group wins a shared key.

"board" includes the group of the game.
"""

TYPED = {"metropolys": "cneswCNESW0123456789"}
"""Characters that the board of a game takes as typed text, in names of places."""
