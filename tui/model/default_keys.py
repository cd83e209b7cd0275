"""Every action that keys are bound to: id, default keys, what it calls, title and tooltip. Data only.

Ids are part of the format of keys.toml and must not change. An id in several groups is one action with one set of keys
for players; the first group that has it is its home.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Action:
    """An action with its default keys."""

    id: str
    default: str
    """Default keys by Textual's names, separated by commas; the first is the one shown."""
    call: str
    """The action as Textual calls it, such as "step(-1)"."""
    title: str
    tooltip: str = ""
    display: str = ""
    """The key as texts show it, if not by its own label."""
    show: bool = True
    """True when the footer shows it."""
    priority: bool = False
    """True when it takes precedence over the bindings of the focused widget."""
    group: str = ""
    """A title that actions share in the footer."""

    @property
    def keys(self) -> tuple[str, ...]:
        """The default keys."""
        return tuple(self.default.split(","))


FIXED = frozenset(("app.break",))
"""Ids of actions whose keys cannot be changed, so that the player can always quit."""

# fmt: off
ACTIONS: dict[str, tuple[Action, ...]] = {
    "app": (
        Action("app.palette", "x,ctrl+p", "command_palette", "Command palette",
               tooltip="Search all commands on this screen", show=False),
        Action("app.quit", "ctrl+q", "quit", "Quit", show=False),
        Action("app.break", "ctrl+c", "quit", "Quit", show=False, priority=True),
    ),
    "home": (
        Action("home.daily", "d", "choose('daily')", "Daily deal"),
        Action("home.continue", "c", "choose('continue')", "Continue"),
        Action("home.new", "n", "choose('new')", "New game"),
        Action("home.learn", "l", "choose('learn')", "Learn"),
        Action("home.replays", "r", "choose('replays')", "Replays"),
        Action("home.stats", "t", "choose('stats')", "Statistics"),
        Action("home.settings", "s", "choose('settings')", "Settings"),
        Action("home.help", "question_mark", "app.help", "Help", display="?"),
        Action("home.quit", "q", "app.quit", "Quit"),
        Action("home.down", "j", "down", "Down", show=False),
        Action("home.up", "k", "up", "Up", show=False),
    ),
    "daily": (
        Action("daily.play", "enter", "play", "Play", tooltip="Play or continue your first try", display="Enter"),
        Action("daily.practise", "p", "practise", "Practise", tooltip="Play the deal again; your result stays"),
        Action("daily.replay", "r", "replay", "Replay", tooltip="Replay your first try"),
        Action("daily.master", "m", "replay('master')", "Master's game", tooltip="Replay master's game with this deal"),
        Action("daily.copy", "c", "copy", "Copy", tooltip="Copy the result as text, to send to a friend"),
        Action("daily.today", "t", "today", "Today", tooltip="Go to today"),
        Action("daily.left", "left,h", "walk(-1)", "Day before", show=False),
        Action("daily.right", "right,l", "walk(1)", "Next day", show=False),
        Action("daily.up", "up,k", "walk(-7)", "Week before", show=False),
        Action("daily.down", "down,j", "walk(7)", "Next week", show=False),
        Action("daily.month-back", "pageup", "month(-1)", "Month before", show=False),
        Action("daily.month-forward", "pagedown", "month(1)", "Next month", show=False),
        Action("daily.help", "question_mark", "app.help", "Help", display="?"),
        Action("daily.home", "escape,q", "app.pop_screen", "Home", display="Esc"),
    ),
    "setup": (
        Action("setup.start", "enter", "start", "Start", display="Enter"),
        Action("setup.home", "escape", "app.pop_screen", "Home", display="Esc"),
        Action("setup.help", "question_mark", "app.help", "Help", display="?"),
    ),
    "form": (
        Action("form.up", "up,shift+tab", "walk(-1)", "Up", show=False),
        Action("form.down", "down,tab", "walk(1)", "Down", show=False),
        Action("form.left", "left", "change(-1)", "Change", tooltip="Previous value", display="< >"),
        Action("form.right", "right,space", "change(1)", "Change", tooltip="Next value", show=False),
        Action("form.rub", "backspace", "rub", "Delete", show=False),
    ),
    "game": (
        Action("game.back", "left_square_bracket", "step(-1)", "Back", tooltip="Previous position",
               display="[", show=False),
        Action("game.forward", "right_square_bracket", "step(1)", "Forward", tooltip="Next position",
               display="]", show=False),
        Action("game.log", "o", "log", "Log", tooltip="Show or hide the log (small windows)"),
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
        Action("table.type", "colon", "type", "Type move", tooltip="Type a move", display=":"),
        Action("table.hurry", "full_stop", "hurry", "Move now", tooltip="Make the bot move now", display="."),
    ),
    "board": (
        Action("board.left", "left,h", "move('left')", "Cursor left", show=False),
        Action("board.right", "right,l", "move('right')", "Cursor right", show=False),
        Action("board.up", "up,k", "move('up')", "Cursor up", show=False),
        Action("board.down", "down,j", "move('down')", "Cursor down", show=False),
        Action("board.next-zone", "tab", "zone(1)", "Next zone", show=False),
        Action("board.previous-zone", "shift+tab", "zone(-1)", "Previous zone", show=False),
        Action("board.jump", "f", "jump", "Jump", tooltip="Jump: type the letter shown on an item",
               display="f", show=False),
        Action("board.pick", "space", "pick", "Pick or clear", show=False),
    ),
    "splendor": (
        Action("splendor.white", "w,1", "gem(0)", "White token", show=False),
        Action("splendor.blue", "u,2", "gem(1)", "Blue token", show=False),
        Action("splendor.green", "g,3", "gem(2)", "Green token", show=False),
        Action("splendor.red", "r,4", "gem(3)", "Red token", show=False),
        Action("splendor.black", "b,5", "gem(4)", "Black token", show=False),
        Action("splendor.gold", "asterisk,6", "gem(5)", "Gold token", show=False),
        Action("splendor.reserve", "v", "reserve", "Reserve"),
        Action("splendor.payment", "p", "payment", "Payment"),
        Action("splendor.details", "enter", "details", "Details", tooltip="On a player: show all of their cards",
               display="Enter", show=False),
        Action("splendor.lift", "m", "lift", "Move", tooltip="Pick up one of your strongholds to move it"),
        Action("splendor.decline", "d", "decline", "Decline", tooltip="Decline the conquest"),
    ),
    "metropolys": (
        Action("metropolys.next", "tab", "legal(1)", "Next legal place", show=False),
        Action("metropolys.previous", "shift+tab", "legal(-1)", "Previous legal place", show=False),
        Action("metropolys.higher", "plus,equals_sign", "value(1)", "Higher",
               tooltip="Raise the bid by one building", display="+"),
        Action("metropolys.lower", "minus", "value(-1)", "Lower", display="-", show=False),
        Action("metropolys.pass", "p", "pass", "Pass"),
        Action("metropolys.light", "t", "light(1)", "Highlight",
               tooltip="Cycle: objectives, statues, lakes, bridges, edge, types"),
        Action("metropolys.light-back", "T", "light(-1)", "Previous highlight", show=False),
    ),
    "sf1906": (
        Action("sf1906.choice-1", "1", "nth(1)", "Choice 1", tooltip="Pick the item with this number", show=False),
        Action("sf1906.choice-2", "2", "nth(2)", "Choice 2", tooltip="Pick the item with this number", show=False),
        Action("sf1906.choice-3", "3", "nth(3)", "Choice 3", tooltip="Pick the item with this number", show=False),
        Action("sf1906.choice-4", "4", "nth(4)", "Choice 4", tooltip="Pick the item with this number", show=False),
        Action("sf1906.choice-5", "5", "nth(5)", "Choice 5", tooltip="Pick the item with this number", show=False),
        Action("sf1906.choice-6", "6", "nth(6)", "Choice 6", tooltip="Pick the item with this number", show=False),
        Action("sf1906.choice-7", "7", "nth(7)", "Choice 7", tooltip="Pick the item with this number", show=False),
        Action("sf1906.choice-8", "8", "nth(8)", "Choice 8", tooltip="Pick the item with this number", show=False),
        Action("sf1906.choice-9", "9", "nth(9)", "Choice 9", tooltip="Pick the item with this number", show=False),
        Action("sf1906.next", "n", "next(1)", "Next", tooltip="Next available item"),
        Action("sf1906.previous", "N", "next(-1)", "Previous", show=False),
        Action("sf1906.instead", "c", "instead", "Alternative",
               tooltip="Take $1 instead; or clear up without a token; or skip the urban card"),
        Action("sf1906.aim", "enter", "aim", "Permits", tooltip="On a plot: pick permits that fit it",
               display="Enter"),
        Action("sf1906.way", "plus,equals_sign", "way(1)", "Other way", tooltip="Other permits that fit this plot",
               display="+"),
        Action("sf1906.way-back", "minus", "way(-1)", "Previous permits", show=False),
        Action("sf1906.panel", "t", "turn(1)", "Panel", tooltip="Cycle: players, objectives, development, points"),
        Action("sf1906.panel-back", "T", "turn(-1)", "Previous panel", show=False),
        Action("sf1906.players", "a", "page('players')", "Players", show=False),
        Action("sf1906.objectives", "b", "page('objectives')", "Objectives", show=False),
        Action("sf1906.town", "d", "page('town')", "Development", show=False),
        Action("sf1906.points", "e", "page('points')", "Points so far", show=False),
    ),
    "demo": (
        Action("demo.pause", "space", "pause", "Pause", tooltip="Pause or resume", display="Space", priority=True),
    ),
    "help": (
        Action("help.back", "escape,q,question_mark,enter", "app.pop_screen", "Back", display="Esc"),
        Action("help.down", "down,j", "scroll(1)", "Down", show=False),
        Action("help.up", "up,k", "scroll(-1)", "Up", show=False),
        Action("help.page-down", "pagedown,space", "scroll(12)", "Page down", display="Space"),
        Action("help.page-up", "pageup,b", "scroll(-12)", "Page up", display="b"),
    ),
    "keys": (
        Action("keys.add", "plus,equals_sign", "add", "Add key",
               tooltip="Add the next key you press", display="+"),
        Action("keys.reset", "d", "reset", "Reset", tooltip="Restore the preset's keys"),
        Action("keys.reset-all", "D", "reset_all", "Reset all", tooltip="Remove all your custom keys"),
        Action("keys.preset", "p", "preset", "Preset", tooltip="Next preset; keeps your custom keys"),
        Action("keys.down", "j", "walk(1)", "Down", show=False),
        Action("keys.up", "k", "walk(-1)", "Up", show=False),
        Action("keys.help", "question_mark", "app.help", "Help", display="?"),
        Action("keys.home", "escape,q", "app.pop_screen", "Back", display="Esc"),
    ),
    "keys.list": (
        Action("keys.give", "enter", "select", "Change key", tooltip="Replace with the next key you press",
               display="Enter"),
    ),
    "learn": (
        Action("learn.play", "p", "play", "Play", tooltip="Play the game you have just learnt"),
        Action("learn.down", "j", "down", "Down", show=False),
        Action("learn.up", "k", "up", "Up", show=False),
        Action("learn.home", "escape,q", "app.pop_screen", "Home", display="Esc"),
        Action("learn.help", "question_mark", "app.help", "Help", display="?"),
    ),
    "lesson": (
        Action("table.undo", "z,ctrl+z", "undo", "Undo", tooltip="Back one step, undoing your move"),
        Action("table.hint", "i", "suggest", "Hint", tooltip="Show me"),
        Action("game.leave", "q", "leave", "Leave", tooltip="Leave the lesson"),
        Action("lesson.restart", "home", "restart", "Restart", tooltip="Restart the lesson", show=False),
    ),
    "replays": (
        Action("replays.continue", "c", "go_on", "Continue", tooltip="Continue this unfinished game"),
        Action("replays.mark", "m", "mark", "Mark", tooltip="Mark this game, or remove its mark"),
        Action("replays.rename", "r", "rename", "Rename", tooltip="Give this game a name"),
        Action("replays.delete", "d", "delete", "Delete", tooltip="Delete this game; undo brings it back"),
        Action("replays.undo", "z,ctrl+z", "undo", "Undo",
               tooltip="Restore the game deleted last, or in the deleted games the one under the cursor"),
        Action("replays.import", "i", "import", "Import", tooltip="Import a saved game from a file"),
        Action("replays.game", "g", "filter('game')", "Game", tooltip="Show only one game or module", show=False),
        Action("replays.opponent", "o", "filter('opponent')", "Opponent", tooltip="Show only one opponent", show=False),
        Action("replays.result", "w", "filter('result')", "Result",
               tooltip="Show only unfinished, won or lost games", show=False),
        Action("replays.marked", "M", "filter('marked')", "Marked", tooltip="Show only marked games", show=False),
        Action("replays.search", "slash", "search", "Name", tooltip="Show only names that contain a text",
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
    "replay": (
        Action("game.back", "left_square_bracket,backspace", "step(-1)", "Back", display="[", group="Step"),
        Action("game.forward", "right_square_bracket,enter", "step(1)", "Next", display="]", group="Step"),
        Action("replay.play", "space", "play", "Play", tooltip="Autoplay on or off", display="Space",
               priority=True),
        Action("replay.faster", "plus,equals_sign", "speed(1)", "Faster", display="+", show=False),
        Action("replay.slower", "minus", "speed(-1)", "Slower", display="-", show=False),
        Action("replay.begin", "home", "go(0)", "First move", show=False),
        Action("replay.end", "end", "go(999999)", "Last move", show=False),
        Action("replay.jump", "m,colon", "jump", "Go to move", tooltip="Go to a move by number", display="m",
               show=False),
        Action("game.log", "o", "log", "Log", tooltip="Show or hide the log (small windows)", show=False),
        Action("replay.turn-back", "less_than_sign", "turn_step(-1)", "Back a turn", tooltip="Go to the previous turn",
               display="<", show=False),
        Action("replay.turn-forward", "greater_than_sign", "turn_step(1)", "Next turn", tooltip="Go to the next turn",
               display=">", show=False),
        Action("replay.chart", "v", "page('charts')", "Review",
               tooltip="Winning chances and points, move by move; the biggest mistakes"),
        Action("replay.losses", "s", "page('losses')", "Mistakes", tooltip="List the biggest mistakes", show=False),
        Action("replay.next-loss", "right_curly_bracket", "loss(1)", "Next mistake",
               tooltip="Go to the next mistake", display="}", show=False),
        Action("replay.previous-loss", "left_curly_bracket", "loss(-1)", "Previous mistake",
               tooltip="Go to the previous mistake", display="{", show=False),
        Action("replay.hint", "i", "hint", "Best move", tooltip="Suggest a move here"),
        Action("replay.branch", "n", "branch", "From here", tooltip="Play from here: start a new game"),
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
    "over": (
        Action("over.rematch", "r", "rematch", "Rematch", tooltip="Same players, new deal; the next player goes first"),
        Action("over.again", "s", "again", "Same deal", tooltip="Same players, same deal"),
        Action("over.review", "v", "review", "Review", tooltip="Analyse the game move by move"),
        Action("over.turning", "t", "turning", "Turning point", tooltip="Go to the move that decided the game",
               show=False),
        Action("over.board", "b", "board", "Board", tooltip="Final position"),
        Action("over.copy", "c", "copy", "Copy", tooltip="Copy the result of the daily deal, to send to a friend"),
        Action("over.export", "e", "export", "Export", tooltip="Save the game as a text file"),
        Action("over.reveal", "space", "reveal_all", "Reveal", tooltip="Reveal all objectives at once"),
        Action("over.down", "down,j", "scroll(1)", "Down", show=False),
        Action("over.up", "up,k", "scroll(-1)", "Up", show=False),
        Action("over.page-down", "pagedown", "scroll(12)", "Page down", show=False),
        Action("over.page-up", "pageup", "scroll(-12)", "Page up", show=False),
        Action("over.help", "question_mark", "app.help", "Help", display="?"),
        Action("over.home", "q,escape,h", "home", "Home", display="q"),
    ),
    "settings": (
        Action("settings.keys", "r", "remap", "Keys", tooltip="Change key bindings"),
        Action("settings.home", "escape,enter,q", "app.pop_screen", "Home", display="Esc"),
        Action("settings.help", "question_mark", "app.help", "Help", display="?"),
    ),
    "stats": (
        Action("stats.down", "down,j", "scroll(1)", "Down", show=False),
        Action("stats.up", "up,k", "scroll(-1)", "Up", show=False),
        Action("stats.page-down", "pagedown,space", "scroll(10)", "Page down", display="Space"),
        Action("stats.page-up", "pageup,b", "scroll(-10)", "Page up", display="b"),
        Action("stats.help", "question_mark", "app.help", "Help", display="?"),
        Action("stats.home", "escape,q,enter", "app.pop_screen", "Home", display="Esc"),
    ),
    "chat": (
        Action("talk.say", "apostrophe", "say", "Chat",
               tooltip="Chat with the table; digits send quick phrases", display="'"),
        Action("talk.yes", "y", "answer(True)", "Accept", tooltip="Accept the request", show=False),
        Action("talk.no", "exclamation_mark", "answer(False)", "Decline", tooltip="Decline the request",
               display="!", show=False),
        Action("talk.mute", "M", "mute", "Mute", tooltip="Mute or unmute spectators", show=False),
    ),
    "disconnected": (
        Action("lost.quit", "q,escape", "app.quit", "Quit", display="q"),
    ),
    "lobby": (
        Action("lobby.watch", "w", "watch", "Watch", tooltip="Watch the game at the table"),
        Action("lobby.code", "c", "code", "Code", tooltip="Join by table code"),
        Action("lobby.new", "n", "new", "New table", tooltip="Open a new table"),
        Action("lobby.settings", "s", "settings", "Settings"),
        Action("lobby.help", "question_mark", "app.help", "Help", display="?"),
        Action("lobby.quit", "q", "app.quit", "Quit"),
        Action("lobby.close", "escape", "close", "Cancel", show=False),
        Action("lobby.down", "j", "walk(1)", "Down", show=False),
        Action("lobby.up", "k", "walk(-1)", "Up", show=False),
    ),
    "lobby.list": (
        Action("lobby.join", "enter", "select", "Join",
               tooltip="Join the table, or watch if it is full", display="Enter"),
    ),
    "name": (
        Action("name.go", "enter", "go", "Continue", display="Enter"),
        Action("name.quit", "escape", "app.quit", "Quit", display="Esc"),
    ),
    "new-table": (
        Action("opening.open", "enter", "open", "Open", display="Enter"),
        Action("opening.lobby", "escape", "app.pop_screen", "Lobby", display="Esc"),
        Action("opening.help", "question_mark", "app.help", "Help", display="?"),
    ),
    "online-over": (
        Action("over.rematch", "r", "rematch", "Rematch", tooltip="Offer a rematch; the next player goes first"),
        Action("over.home", "q,escape", "home", "Lobby", display="q"),
    ),
    "online-table": (
        Action("game.leave", "q", "leave", "Lobby", tooltip="Back to the lobby; your seat is kept"),
        Action("table.play", "enter", "confirm", "Play",
               tooltip="Pick the item under the cursor, or play your move", display="Enter"),
        Action("table.clear", "escape", "clear", "Clear",
               tooltip="Clear the selection; return to the current position", display="Esc", show=False),
        Action("table.undo", "z,ctrl+z", "undo", "Undo",
               tooltip="Ask to undo your last move"),
        Action("table.type", "colon", "type", "Type move", tooltip="Type a move", display=":"),
        Action("seat.bot", "B", "stand_in", "Ask for bot",
               tooltip="Ask for a bot to replace an absent player", show=False),
    ),
    "room": (
        Action("room.bot", "b", "bot", "Add bot", tooltip="Seat a bot; press again to change its level"),
        Action("room.open", "o", "open", "Open seat", tooltip="Open the seat for someone else"),
        Action("room.start", "s", "start", "Start", tooltip="Start the game once all seats are taken"),
        Action("room.help", "question_mark", "app.help", "Help", display="?"),
        Action("room.leave", "q", "leave", "Lobby", tooltip="Leave the table; you give up your seat"),
        Action("room.close", "escape", "close", "Cancel", show=False),
        Action("room.down", "j", "walk(1)", "Down", show=False),
        Action("room.up", "k", "walk(-1)", "Up", show=False),
    ),
    "room.list": (
        Action("room.sit", "enter", "select", "Take seat", tooltip="Take this seat, or ask its player to swap",
               display="Enter"),
    ),
}
# fmt: on
"""By group: the screen or widget that binds them."""

TITLES = {
    "app": "Everywhere", "home": "Home", "daily": "Daily deal", "setup": "New game", "form": "Forms",
    "game": "Table and replay", "table": "Table", "board": "Cursor", "splendor": "Splendor", "metropolys": "Metropolys",
    "sf1906": "1906 San Francisco", "demo": "Demo", "help": "Help", "keys": "Keys", "learn": "Learn",
    "lesson": "Lesson", "over": "Result", "replay": "Replay", "mistakes": "Review", "replays": "Replays",
    "settings": "Settings", "stats": "Statistics",
}  # fmt: skip
"""Groups whose keys a player can change, in the order in which they are listed. A subgroup belongs to its group."""

LIST = (
    Action("select", "enter", "select", "Select"),
    Action("cursor_down", "down", "cursor_down", "Down"),
    Action("cursor_up", "up", "cursor_up", "Up"),
    Action("first", "home", "first", "Goes first"),
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
    "demo": ("game", "table", "demo", "board"),
    "lesson": ("game", "table", "lesson", "board"),
    "replay": ("game", "replay", "board"),
    "review": ("game", "replay", "list", "mistakes"),
    "position": ("game", "board"),
    "help": ("help",),
    "keys": ("keys", "list", "keys.list"),
    "learn": ("learn",),
    "replays": ("replays", "list", "replays.list"),
    "over": ("over",),
    "settings": ("settings", "form"),
    "stats": ("stats",),
}
"""Groups whose keys are active at the same time, by screen, in addition to "app"; a later group wins a shared key.

"board" includes the group of the game.
"""

TYPED = {"metropolys": "cneswCNESW0123456789"}
"""Characters that the board of a game takes as typed text, in names of places."""
