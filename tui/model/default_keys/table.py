"""Actions at a table: cursor, moves, log; and those of puzzles, demos and lessons. Data only."""

from __future__ import annotations

from ..key_action import Action

# fmt: off
TABLE: dict[str, tuple[Action, ...]] = {
    "game": (
        Action("game.back", "left_square_bracket", "step(-1)", "Back", tooltip="Back one move",
               display="[", show=False),
        Action("game.forward", "right_square_bracket", "step(1)", "Forward", tooltip="Forward one move",
               display="]", show=False),
        Action("game.log", "o", "log", "Log", tooltip="Show the whole log"),
        Action("game.help", "question_mark", "app.help", "Help", display="?"),
        Action("game.leave", "q", "leave", "Home", tooltip="Leave; your game is saved"),
    ),
    "table": (
        Action("table.play", "enter", "confirm", "Play",
               tooltip="Pick the item under the cursor, or play your move", display="Enter"),
        Action("table.clear", "escape", "clear", "Clear",
               tooltip="Clear the selection; return to the current position", display="Esc", show=False),
        Action("table.undo", "z,ctrl+z", "undo", "Undo", tooltip="Undo your last move"),
        Action("table.redo", "y,ctrl+y", "redo", "Redo", tooltip="Redo the move you undid", show=False),
        Action("table.hint", "i", "hint", "Hint", tooltip="Suggest a move"),
        Action("table.coach", "K", "coach", "Coach on or off", tooltip="Turn the coach on or off", show=False),
        Action("table.type", "colon", "type", "Type move", tooltip="Type a move", display=":"),
        Action("table.hurry", "full_stop", "hurry", "Speed up", tooltip="Make the bot move now", display="."),
    ),
    "puzzle": (
        Action("table.play", "enter", "confirm", "Play",
               tooltip="Pick the item under the cursor, or play your move; then go to the next puzzle",
               display="Enter"),
        Action("table.clear", "escape", "clear", "Clear",
               tooltip="Clear the selection; return to the position", display="Esc", show=False),
        Action("table.hint", "i", "solution", "Solution",
               tooltip="Show the best move; the puzzle counts as unsolved"),
        Action("puzzle.next", "greater_than_sign", "next", "Next puzzle", display=">",
               tooltip="Go to the next puzzle; one that you skip is not rated"),
        Action("puzzle.kind", "less_than_sign", "kind", "Which puzzles", display="<",
               tooltip="Choose a game, a module or a kind of puzzle"),
        Action("table.type", "colon", "type", "Type move", tooltip="Type a move", display=":"),
    ),
    "retry": (
        Action("table.play", "enter", "confirm", "Play",
               tooltip="Pick the item under the cursor, or play your move; then go to the next mistake",
               display="Enter"),
        Action("table.clear", "escape", "clear", "Clear",
               tooltip="Clear the selection; return to the position; go back to the list", display="Esc", show=False),
        Action("table.hint", "i", "solution", "Best move", tooltip="Show the best move"),
        Action("retry.next", "greater_than_sign", "next", "Next mistake", tooltip="Go to the next mistake",
               display=">"),
        Action("retry.branch", "x", "branch", "Play on", tooltip="Start a new game from here; it is saved separately"),
        Action("table.type", "colon", "type", "Type move", tooltip="Type a move", display=":"),
    ),
    "kinds": (
        Action("kinds.back", "escape,q", "app.pop_screen", "Back", display="Esc"),
        Action("kinds.help", "question_mark", "app.help", "Help", display="?"),
    ),
    "kinds.list": (
        Action("kinds.choose", "enter", "select", "Choose", tooltip="Show puzzles of this kind", display="Enter"),
        Action("kinds.down", "j", "cursor_down", "Down", show=False),
        Action("kinds.up", "k", "cursor_up", "Up", show=False),
    ),
    "board": (
        Action("board.left", "left,h", "move('left')", "Cursor left", show=False),
        Action("board.right", "right,l", "move('right')", "Cursor right", show=False),
        Action("board.up", "up,k", "move('up')", "Cursor up", show=False),
        Action("board.down", "down,j", "move('down')", "Cursor down", show=False),
        Action("board.next-zone", "tab", "zone(1)", "Next zone", show=False),
        Action("board.previous-zone", "shift+tab", "zone(-1)", "Previous zone", show=False),
        Action("board.jump", "f", "jump", "Jump", tooltip="Jump: type the letter shown on an item",
               display="f"),
        Action("board.pick", "space", "pick", "Pick or clear", show=False),
    ),
    "demo": (
        Action("demo.pause", "space", "pause", "Pause", tooltip="Pause or resume", display="Space", priority=True),
    ),
    "lesson": (
        Action("table.undo", "z,ctrl+z", "undo", "Undo", tooltip="Back one step, undoing your move"),
        Action("table.hint", "i", "suggest", "Hint", tooltip="Show me"),
        Action("game.leave", "q", "leave", "Leave", tooltip="Leave the lesson"),
        Action("lesson.restart", "home", "restart", "Restart", tooltip="Restart the lesson", show=False),
    ),
}
# fmt: on
