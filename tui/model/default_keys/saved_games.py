"""Actions of the list of saved games. Data only."""

from __future__ import annotations

from ..key_action import Action

# fmt: off
SAVED_GAMES: dict[str, tuple[Action, ...]] = {
    "replays": (
        Action("replays.continue", "c", "go_on", "Continue", tooltip="Continue this unfinished game"),
        Action("replays.retry", "y", "retry", "Try again", tooltip="Try your three biggest mistakes again"),
        Action("replays.mark", "m", "mark", "Mark", tooltip="Mark this game, or remove its mark"),
        Action("replays.rename", "r", "rename", "Rename", tooltip="Give this game a name"),
        Action("replays.delete", "d", "delete", "Delete", tooltip="Delete this game; Restore brings it back"),
        Action("replays.undo", "z,ctrl+z", "undo", "Restore",
               tooltip="Restore the last game you deleted, or the deleted game under the cursor"),
        Action("replays.import", "i", "import", "Import", tooltip="Import a saved game from a file"),
        Action("replays.game", "g", "filter('game')", "Game", tooltip="Show only one game or module", show=False),
        Action("replays.opponent", "o", "filter('opponent')", "Opponent", tooltip="Show only one opponent", show=False),
        Action("replays.result", "w", "filter('result')", "Result",
               tooltip="Show only unfinished, won or lost games", show=False),
        Action("replays.daily", "t", "filter('daily')", "Daily",
               tooltip="Show only first tries at daily games, or none of them", show=False),
        Action("replays.marked", "M", "filter('marked')", "Marked", tooltip="Show only marked games", show=False),
        Action("replays.search", "slash", "search", "Name", tooltip="Show only games whose names contain your text",
               display="/", show=False),
        Action("replays.deleted", "D", "filter('deleted')", "Deleted", tooltip="Show the deleted games", show=False),
        Action("replays.sort", "s", "filter('sort')", "Sort", tooltip="Change the order", show=False),
        Action("replays.all", "backspace", "all", "All games", tooltip="Show all games again", show=False),
        Action("replays.home", "escape,q", "app.pop_screen", "Home", display="Esc"),
        Action("replays.help", "question_mark", "app.help", "Help", display="?"),
    ),
    "replays.list": (
        Action("replays.look", "enter", "select", "Replay", display="Enter"),
        Action("replays.down", "j", "cursor_down", "Down", show=False),
        Action("replays.up", "k", "cursor_up", "Up", show=False),
    ),
    "replays.line": (
        Action("line.cancel", "escape", "screen.cancel", "Cancel", display="Esc"),
    ),
}
# fmt: on
"""By group: the screen, its list and the line for names and paths."""
