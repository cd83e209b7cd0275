"""Every action that keys are bound to: id, default keys, what it calls, title and tooltip. Data only.

Ids are those of keys.toml, so they stay as they are. An id that stands in several groups is one action with one set of
keys for players; the first group that has it is its home.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Action:
    """Something that keys are bound to."""

    id: str
    default: str
    """Default keys as Textual calls them, with commas between; the first is the one shown."""
    call: str
    """The action method as Textual calls it, such as "step(-1)"."""
    title: str
    tooltip: str = ""
    display: str = ""
    """The key as texts show it, where that is not its own label."""
    show: bool = True
    """Whether the footer shows it."""
    priority: bool = False
    """Whether it comes before the widget that has the focus."""
    group: str = ""
    """A title that actions share in the footer."""

    @property
    def keys(self) -> tuple[str, ...]:
        """The default keys."""
        return tuple(self.default.split(","))


FIXED = frozenset(("app.break",))
"""Actions whose keys cannot be given to another, so that there is always a way out."""

# fmt: off
ACTIONS: dict[str, tuple[Action, ...]] = {
    "app": (
        Action("app.palette", "x,ctrl+p", "command_palette", "Actions",
               tooltip="Everything that can be done here, by name", show=False),
        Action("app.quit", "ctrl+q", "quit", "Quit", show=False),
        Action("app.break", "ctrl+c", "quit", "Quit", show=False, priority=True),
    ),
    "home": (
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
    "setup": (
        Action("setup.start", "enter", "start", "Start", display="Enter"),
        Action("setup.home", "escape", "app.pop_screen", "Home", display="Esc"),
        Action("setup.help", "question_mark", "app.help", "Help", display="?"),
    ),
    "form": (
        Action("form.up", "up,shift+tab", "walk(-1)", "Up", show=False),
        Action("form.down", "down,tab", "walk(1)", "Down", show=False),
        Action("form.left", "left", "change(-1)", "Change", tooltip="The value before", display="< >"),
        Action("form.right", "right,space", "change(1)", "Change", tooltip="The next value", show=False),
        Action("form.rub", "backspace", "rub", "Delete", show=False),
    ),
    "game": (
        Action("game.back", "left_square_bracket", "step(-1)", "Back", tooltip="Look at the position before",
               display="[", show=False),
        Action("game.forward", "right_square_bracket", "step(1)", "Forward", tooltip="Look at the position after",
               display="]", show=False),
        Action("game.log", "o", "log", "Log", tooltip="The log in place of the players, in a small window"),
        Action("game.help", "question_mark", "app.help", "Help", display="?"),
        Action("game.leave", "q", "leave", "Home", tooltip="Leave; the game is saved"),
    ),
    "table": (
        Action("table.play", "enter", "confirm", "Play",
               tooltip="Pick what the cursor stands on, or play what is picked", display="Enter"),
        Action("table.clear", "escape", "clear", "Put back",
               tooltip="Put back what is picked; come back from an earlier position", display="Esc", show=False),
        Action("table.undo", "z,ctrl+z", "undo", "Undo", tooltip="Take back your last move"),
        Action("table.redo", "y,ctrl+y", "redo", "Redo", tooltip="Play again what was taken back", show=False),
        Action("table.hint", "i", "hint", "Hint", tooltip="What a strong bot would play"),
        Action("table.type", "colon", "type", "Type", tooltip="Type a move", display=":"),
        Action("table.hurry", "full_stop", "hurry", "Hurry", tooltip="Let the bot answer now", display="."),
    ),
    "board": (
        Action("board.left", "left,h", "move('left')", "Cursor left", show=False),
        Action("board.right", "right,l", "move('right')", "Cursor right", show=False),
        Action("board.up", "up,k", "move('up')", "Cursor up", show=False),
        Action("board.down", "down,j", "move('down')", "Cursor down", show=False),
        Action("board.next-zone", "tab", "zone(1)", "Next zone", show=False),
        Action("board.previous-zone", "shift+tab", "zone(-1)", "Previous zone", show=False),
        Action("board.jump", "f", "jump", "Jump", tooltip="Show a letter on everything; it takes the cursor there",
               display="f", show=False),
        Action("board.pick", "space", "pick", "Pick or put back", show=False),
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
        Action("splendor.lift", "m", "lift", "Move", tooltip="Lift a stronghold of yours, to move it"),
        Action("splendor.decline", "d", "decline", "Decline", tooltip="Do not conquer"),
    ),
    "metropolys": (
        Action("metropolys.next", "tab", "legal(1)", "Next legal place", show=False),
        Action("metropolys.previous", "shift+tab", "legal(-1)", "Previous legal place", show=False),
        Action("metropolys.higher", "plus,equals_sign", "value(1)", "Higher",
               tooltip="Bid with the next higher building", display="+"),
        Action("metropolys.lower", "minus", "value(-1)", "Lower", display="-", show=False),
        Action("metropolys.pass", "p", "pass", "Pass"),
        Action("metropolys.light", "t", "light(1)", "Light",
               tooltip="Your objectives, statues, lakes, bridges, edge, types in turn"),
        Action("metropolys.light-back", "T", "light(-1)", "Light up, backwards", show=False),
    ),
    "sf1906": (
        Action("sf1906.choice-1", "1", "nth(1)", "Choice 1", tooltip="Pick what shows that digit", show=False),
        Action("sf1906.choice-2", "2", "nth(2)", "Choice 2", tooltip="Pick what shows that digit", show=False),
        Action("sf1906.choice-3", "3", "nth(3)", "Choice 3", tooltip="Pick what shows that digit", show=False),
        Action("sf1906.choice-4", "4", "nth(4)", "Choice 4", tooltip="Pick what shows that digit", show=False),
        Action("sf1906.choice-5", "5", "nth(5)", "Choice 5", tooltip="Pick what shows that digit", show=False),
        Action("sf1906.choice-6", "6", "nth(6)", "Choice 6", tooltip="Pick what shows that digit", show=False),
        Action("sf1906.choice-7", "7", "nth(7)", "Choice 7", tooltip="Pick what shows that digit", show=False),
        Action("sf1906.choice-8", "8", "nth(8)", "Choice 8", tooltip="Pick what shows that digit", show=False),
        Action("sf1906.choice-9", "9", "nth(9)", "Choice 9", tooltip="Pick what shows that digit", show=False),
        Action("sf1906.next", "n", "next(1)", "Next", tooltip="To the next thing that can be picked"),
        Action("sf1906.previous", "N", "next(-1)", "Previous", show=False),
        Action("sf1906.instead", "c", "instead", "Instead",
               tooltip="Collect $1; clear up without a token; no urban card"),
        Action("sf1906.aim", "enter", "aim", "Permits", tooltip="On a plot: pick permits that reach it",
               display="Enter"),
        Action("sf1906.way", "plus,equals_sign", "way(1)", "Other", tooltip="Other permits that reach the plot",
               display="+"),
        Action("sf1906.way-back", "minus", "way(-1)", "Other permits, backwards", show=False),
        Action("sf1906.panel", "t", "turn(1)", "Panel", tooltip="Players, objectives, development, points in turn"),
        Action("sf1906.panel-back", "T", "turn(-1)", "Panel before", show=False),
        Action("sf1906.players", "a", "page('players')", "Players", show=False),
        Action("sf1906.objectives", "b", "page('objectives')", "Objectives", show=False),
        Action("sf1906.town", "d", "page('town')", "Development", show=False),
        Action("sf1906.points", "e", "page('points')", "Points so far", show=False),
    ),
    "demo": (
        Action("demo.pause", "space", "pause", "Pause", tooltip="Stop or go on", display="Space", priority=True),
    ),
    "help": (
        Action("help.back", "escape,q,question_mark,enter", "app.pop_screen", "Back", display="Esc"),
        Action("help.down", "down,j", "scroll(1)", "Down", show=False),
        Action("help.up", "up,k", "scroll(-1)", "Up", show=False),
        Action("help.page-down", "pagedown,space", "scroll(12)", "Page down", display="Space"),
        Action("help.page-up", "pageup,b", "scroll(-12)", "Page up", display="b"),
    ),
    "keys": (
        Action("keys.add", "plus,equals_sign", "add", "One more",
               tooltip="The next key that you press is one more for it", display="+"),
        Action("keys.reset", "d", "reset", "Reset", tooltip="As the preset has it"),
        Action("keys.reset-all", "D", "reset_all", "Reset all", tooltip="All as the preset has them"),
        Action("keys.preset", "p", "preset", "Preset", tooltip="The next preset; your own keys stay"),
        Action("keys.down", "j", "walk(1)", "Down", show=False),
        Action("keys.up", "k", "walk(-1)", "Up", show=False),
        Action("keys.help", "question_mark", "app.help", "Help", display="?"),
        Action("keys.home", "escape,q", "app.pop_screen", "Back", display="Esc"),
    ),
    "keys.list": (
        Action("keys.give", "enter", "select", "New key", tooltip="The next key that you press is its only one",
               display="Enter"),
    ),
    "learn": (
        Action("learn.play", "p", "play", "Play", tooltip="Play the game that you have learnt"),
        Action("learn.down", "j", "down", "Down", show=False),
        Action("learn.up", "k", "up", "Up", show=False),
        Action("learn.home", "escape,q", "app.pop_screen", "Home", display="Esc"),
        Action("learn.help", "question_mark", "app.help", "Help", display="?"),
    ),
    "lesson": (
        Action("table.undo", "z,ctrl+z", "undo", "Undo", tooltip="One step back, and your move with it"),
        Action("table.hint", "i", "suggest", "Hint", tooltip="Pick what the lesson asks for"),
        Action("game.leave", "q", "leave", "Leave", tooltip="Leave the lesson"),
        Action("lesson.restart", "home", "restart", "From the beginning", tooltip="Begin the lesson again", show=False),
    ),
    "replays": (
        Action("replays.continue", "c", "go_on", "Continue", tooltip="Go on with a game that is not finished"),
        Action("replays.home", "escape,q", "app.pop_screen", "Home", display="Esc"),
        Action("replays.help", "question_mark", "app.help", "Help", display="?"),
    ),
    "replays.list": (
        Action("replays.look", "enter", "select", "Look at it", display="Enter"),
        Action("replays.down", "j", "cursor_down", "Down", show=False),
        Action("replays.up", "k", "cursor_up", "Up", show=False),
    ),
    "replay": (
        Action("game.back", "left_square_bracket,backspace", "step(-1)", "Back", display="[", group="Step"),
        Action("game.forward", "right_square_bracket,enter", "step(1)", "Next", display="]", group="Step"),
        Action("replay.play", "space", "play", "Play", tooltip="Play the game by itself, or stop", display="Space",
               priority=True),
        Action("replay.faster", "plus,equals_sign", "speed(1)", "Faster", display="+", show=False),
        Action("replay.slower", "minus", "speed(-1)", "Slower", display="-", show=False),
        Action("replay.begin", "home", "go(0)", "To the beginning", show=False),
        Action("replay.end", "end", "go(999999)", "To the end", show=False),
        Action("replay.jump", "m,colon", "jump", "To move", tooltip="Jump to a move by number", display="m",
               show=False),
        Action("replay.chart", "c", "page('charts')", "Charts",
               tooltip="The chances to win, and the points, move by move"),
        Action("replay.losses", "s", "page('losses')", "Mistakes", tooltip="The biggest mistakes"),
        Action("replay.next-loss", "right_curly_bracket", "loss(1)", "Next mistake",
               tooltip="To the next of them", display="}", show=False),
        Action("replay.previous-loss", "left_curly_bracket", "loss(-1)", "Previous mistake",
               tooltip="To the one before", display="{", show=False),
        Action("replay.hint", "i", "hint", "Bot", tooltip="What a strong bot would have played here"),
        Action("replay.branch", "n", "branch", "Play on", tooltip="Play on from here in a game of its own"),
        Action("replay.export", "e", "export", "Export",
               tooltip="Write the game up to here as text beside its record", show=False),
        Action("replay.leave", "escape", "close", "Leave", show=False),
    ),
    "over": (
        Action("over.rematch", "r", "rematch", "Rematch", tooltip="The same players, another deal"),
        Action("over.again", "s", "again", "Same seed", tooltip="The same players and the same deal"),
        Action("over.review", "v", "review", "Review", tooltip="Go through the game move by move"),
        Action("over.board", "b", "board", "Board", tooltip="The table as it was at the end"),
        Action("over.export", "e", "export", "Export", tooltip="Write the game as text beside its record"),
        Action("over.reveal", "space", "reveal_all", "Reveal", tooltip="Reveal all objectives at once"),
        Action("over.down", "down,j", "scroll(1)", "Down", show=False),
        Action("over.up", "up,k", "scroll(-1)", "Up", show=False),
        Action("over.page-down", "pagedown", "scroll(12)", "Page down", show=False),
        Action("over.page-up", "pageup", "scroll(-12)", "Page up", show=False),
        Action("over.help", "question_mark", "app.help", "Help", display="?"),
        Action("over.home", "q,escape,h", "home", "Home", display="q"),
    ),
    "settings": (
        Action("settings.keys", "r", "remap", "Keys", tooltip="Give actions other keys"),
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
        Action("talk.say", "apostrophe", "say", "Talk",
               tooltip="Say something to all at the table; a digit says a phrase", display="'"),
        Action("talk.yes", "y", "answer(True)", "Agree", tooltip="Agree to what is asked", show=False),
        Action("talk.no", "exclamation_mark", "answer(False)", "Refuse", tooltip="Do not agree to what is asked",
               display="!", show=False),
        Action("talk.mute", "M", "mute", "Mute", tooltip="Let those who look on speak, or no longer", show=False),
    ),
    "disconnected": (
        Action("lost.quit", "q,escape", "app.quit", "Quit", display="q"),
    ),
    "lobby": (
        Action("lobby.watch", "w", "watch", "Watch", tooltip="Watch the game at the table"),
        Action("lobby.code", "c", "code", "Code", tooltip="Join the table of which you have the code"),
        Action("lobby.new", "n", "new", "New table", tooltip="Open a table for others, or for bots"),
        Action("lobby.settings", "s", "settings", "Settings"),
        Action("lobby.help", "question_mark", "app.help", "Help", display="?"),
        Action("lobby.quit", "q", "app.quit", "Quit"),
        Action("lobby.close", "escape", "close", "Close the line", show=False),
        Action("lobby.down", "j", "walk(1)", "Down", show=False),
        Action("lobby.up", "k", "walk(-1)", "Up", show=False),
    ),
    "lobby.list": (
        Action("lobby.join", "enter", "select", "Sit down",
               tooltip="Sit down at the table, or look on where no chair is free", display="Enter"),
    ),
    "name": (
        Action("name.go", "enter", "go", "Go in", display="Enter"),
        Action("name.quit", "escape", "app.quit", "Quit", display="Esc"),
    ),
    "new-table": (
        Action("opening.open", "enter", "open", "Open", display="Enter"),
        Action("opening.lobby", "escape", "app.pop_screen", "Lobby", display="Esc"),
        Action("opening.help", "question_mark", "app.help", "Help", display="?"),
    ),
    "online-over": (
        Action("over.rematch", "r", "rematch", "Rematch", tooltip="Ask the others to play again"),
        Action("over.home", "q,escape", "home", "Lobby", display="q"),
    ),
    "online-table": (
        Action("game.leave", "q", "leave", "Lobby", tooltip="To the lobby; your chair is kept"),
        Action("table.play", "enter", "confirm", "Play",
               tooltip="Pick what the cursor stands on, or play what is picked", display="Enter"),
        Action("table.clear", "escape", "clear", "Put back",
               tooltip="Put back what is picked; come back from an earlier position", display="Esc", show=False),
        Action("table.undo", "z,ctrl+z", "undo", "Undo",
               tooltip="Ask the others whether you may take back your last move"),
        Action("table.type", "colon", "type", "Type", tooltip="Type a move", display=":"),
        Action("seat.bot", "B", "stand_in", "Bot",
               tooltip="Ask the others to let a bot play on for who is away or does not move", show=False),
    ),
    "room": (
        Action("room.bot", "b", "bot", "Bot", tooltip="Put a bot on the chair, and another at each press"),
        Action("room.open", "o", "open", "Open seat", tooltip="Open the seat for someone else"),
        Action("room.start", "s", "start", "Start", tooltip="Let the game begin, when every chair is taken"),
        Action("room.help", "question_mark", "app.help", "Help", display="?"),
        Action("room.leave", "q", "leave", "Lobby", tooltip="Back to the lobby; the chair is given up"),
        Action("room.close", "escape", "close", "Stop typing", show=False),
        Action("room.down", "j", "walk(1)", "Down", show=False),
        Action("room.up", "k", "walk(-1)", "Up", show=False),
    ),
    "room.list": (
        Action("room.sit", "enter", "select", "Take chair", tooltip="Sit down there; who has the chair is asked",
               display="Enter"),
    ),
}
# fmt: on
"""By group: the screen or widget that binds them."""

TITLES = {
    "app": "Everywhere", "home": "Home", "setup": "New game", "form": "Forms", "game": "Table and replay",
    "table": "Table", "board": "Boards", "splendor": "Splendor", "metropolys": "Metropolys",
    "sf1906": "1906 San Francisco", "demo": "Demo", "help": "Help", "keys": "Keys", "learn": "Learn",
    "lesson": "Lesson", "over": "End of a game", "replay": "Replay", "replays": "Replays", "settings": "Settings",
    "stats": "Statistics",
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
"""The keys of Textual's own lists, which nobody can change."""

SCREENS: dict[str, tuple[str, ...]] = {
    "home": ("home", "list"),
    "setup": ("setup", "form"),
    "table": ("game", "table", "board"),
    "demo": ("game", "table", "demo", "board"),
    "lesson": ("game", "table", "lesson", "board"),
    "replay": ("game", "replay", "board"),
    "position": ("game", "board"),
    "help": ("help",),
    "keys": ("keys", "list", "keys.list"),
    "learn": ("learn",),
    "replays": ("replays", "list", "replays.list"),
    "over": ("over",),
    "settings": ("settings", "form"),
    "stats": ("stats",),
}
"""The groups that each screen hears at the same time, beside "app"; one that hides another's key comes after it. With
"board" goes the board of one game.
"""

TYPED = {"metropolys": "cneswCNESW0123456789"}
"""Characters that a board takes as they are typed, in names of places."""
