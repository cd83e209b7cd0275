"""Actions of a replay and its review. Data only."""

from __future__ import annotations

from ..key_action import Action

# fmt: off
REPLAY: dict[str, tuple[Action, ...]] = {
    "replay": (
        Action("game.back", "left_square_bracket,backspace", "step(-1)", "Back", display="[", group="Step"),
        Action("game.forward", "right_square_bracket,enter", "step(1)", "Next", display="]", group="Step"),
        Action("replay.play", "space", "play", "Autoplay", tooltip="Start or stop autoplay", display="Space",
               priority=True),
        Action("replay.faster", "plus,equals_sign", "speed(1)", "Faster", display="+", show=False),
        Action("replay.slower", "minus", "speed(-1)", "Slower", display="-", show=False),
        Action("replay.begin", "home", "go(0)", "First move", show=False),
        Action("replay.end", "end", "go(999999)", "Last move", show=False),
        Action("replay.jump", "m,colon", "jump", "Go to move", tooltip="Go to a move by number", display="m",
               show=False),
        Action("game.log", "o", "log", "Log", tooltip="Show the whole log", show=False),
        Action("replay.turn-back", "less_than_sign", "turn_step(-1)", "Back a turn", tooltip="Go to the previous turn",
               display="<", show=False),
        Action("replay.turn-forward", "greater_than_sign", "turn_step(1)", "Next turn", tooltip="Go to the next turn",
               display=">", show=False),
        Action("replay.chart", "v", "next_page", "Charts",
               tooltip="Winning chances and points, move by move; then the biggest mistakes"),
        Action("replay.losses", "s", "page('losses')", "Mistakes", tooltip="List the biggest mistakes of all players",
               show=False),
        Action("replay.next-loss", "right_curly_bracket", "loss(1)", "Next mistake",
               tooltip="Go to the next mistake", display="}", show=False),
        Action("replay.previous-loss", "left_curly_bracket", "loss(-1)", "Previous mistake",
               tooltip="Go to the previous mistake", display="{", show=False),
        Action("replay.retry", "y", "retry", "Try again", tooltip="Try your three biggest mistakes again"),
        Action("replay.hint", "i", "hint", "Best move", tooltip="Suggest a move here"),
        Action("replay.branch", "n", "branch", "Play from here", tooltip="Start a new game from this position"),
        Action("replay.export", "e", "export", "Export",
               tooltip="Save the game up to here as a text file", show=False),
        Action("replay.leave", "escape", "close", "Leave", show=False),
    ),
    "mistakes": (
        *(Action(f"mistakes.{letter}", letter, f"screen.mistake({n})", f"Mistake {letter}",
                 tooltip="Go to the mistake with this letter", show=False) for n, letter in enumerate("abcdefgh")),
        Action("mistakes.player", "tab", "screen.next_player", "Next player",
               tooltip="Show the next player's chances and mistakes", show=False),
    ),
}
# fmt: on
