"""Actions of the result of a game, and of the list of mistakes to try again. Data only."""

from __future__ import annotations

from ..key_action import Action

# fmt: off
RESULT: dict[str, tuple[Action, ...]] = {
    "over": (
        Action("over.rematch", "r", "rematch", "Rematch", tooltip="Same players, new setup; next player goes first"),
        Action("over.again", "s", "again", "Same setup", tooltip="Same players, same setup"),
        Action("over.practise", "p", "practise", "Practice",
               tooltip="Play the same daily game again, with undo and hints; your result stands"),
        Action("over.review", "v", "review", "Review", tooltip="Analyse the game move by move"),
        Action("over.retry", "y,a", "retry", "Try again", tooltip="Try your three biggest mistakes again"),
        Action("over.turning", "t", "turning", "Turning point", tooltip="Go to the move that decided the game",
               show=False),
        Action("over.board", "b", "board", "Board", tooltip="Final position"),
        Action("over.copy", "c", "copy", "Copy", tooltip="Copy the result of the daily game to send to a friend"),
        Action("over.export", "e", "export", "Export", tooltip="Save the game as a text file"),
        Action("over.reveal", "space", "reveal_all", "Reveal", show=False, tooltip="Reveal all objectives at once"),
        Action("over.down", "down,j", "scroll(1)", "Down", show=False),
        Action("over.up", "up,k", "scroll(-1)", "Up", show=False),
        Action("over.page-down", "pagedown", "turn_page(1)", "Page down", show=False),
        Action("over.page-up", "pageup", "turn_page(-1)", "Page up", show=False),
        Action("over.help", "question_mark", "app.help", "Help", display="?"),
        Action("over.home", "q,escape,h", "home", "Home", display="q"),
    ),
    "points": (
        Action("points.back", "escape,q", "app.pop_screen", "Back", display="Esc"),
        Action("points.help", "question_mark", "app.help", "Help", display="?"),
    ),
    "points.list": (
        Action("points.play", "enter", "select", "Try again",
               tooltip="Find a better move in the position before this one", display="Enter"),
        *(Action(f"points.{n}", str(n), f"screen.number({n})", f"Mistake {n}", show=False,
                 tooltip="Try the mistake with this number") for n in (1, 2, 3)),
        Action("points.show", "s", "screen.show_better", "Better moves", tooltip="Show or hide the better moves"),
        Action("points.down", "j", "cursor_down", "Down", show=False),
        Action("points.up", "k", "cursor_up", "Up", show=False),
    ),
}
# fmt: on
