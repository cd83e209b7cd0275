"""Actions of the client of a server: lobby, tables, chat. Data only."""

from __future__ import annotations

from ..key_action import Action

# fmt: off
ONLINE: dict[str, tuple[Action, ...]] = {
    "archive": (
        Action("archive.game", "g", "game", "Game", tooltip="List only one game"),
        Action("archive.mine", "m", "mine", "Mine", tooltip="List only your games, or everyone's"),
        Action("archive.date", "d", "date", "Date", tooltip="List only games of the last days"),
        Action("archive.search", "slash", "search", "Name", tooltip="List only games of players with this name",
               display="/"),
        Action("archive.next", "right,n", "page(1)", "Next page", display="n"),
        Action("archive.previous", "left,p", "page(-1)", "Previous page", display="p", show=False),
        Action("archive.leave", "escape,q", "leave", "Lobby", display="Esc"),
        Action("archive.help", "question_mark", "app.help", "Help", display="?"),
    ),
    "archive.list": (
        Action("archive.replay", "enter", "select", "Replay", tooltip="Replay this game", display="Enter"),
        Action("archive.down", "j", "cursor_down", "Down", show=False),
        Action("archive.up", "k", "cursor_up", "Up", show=False),
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
        Action("lobby.archive", "a", "archive", "Archive", tooltip="List and replay finished games"),
        Action("lobby.settings", "s", "settings", "Settings"),
        Action("lobby.hide", "h", "hide", "Hide message", tooltip="Hide the message of the day"),
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
    "house-rules": (
        Action("rules.accept", "a", "accept", "Accept", tooltip="Accept the house rules and enter"),
        Action("rules.down", "down,j", "scroll(1)", "Down", show=False),
        Action("rules.up", "up,k", "scroll(-1)", "Up", show=False),
        Action("rules.page-down", "pagedown,space", "scroll(12)", "Page down", display="Space"),
        Action("rules.page-up", "pageup,b", "scroll(-12)", "Page up", display="b"),
        Action("rules.decline", "escape,q", "app.quit", "Decline", tooltip="Decline the house rules and disconnect",
               display="Esc"),
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
        Action("table.hint", "i", "hint", "Hint", tooltip="Suggest a move, at a practice table"),
        Action("table.type", "colon", "type", "Type move", tooltip="Type a move", display=":"),
        Action("seat.bot", "B", "stand_in", "Ask for bot",
               tooltip="Ask for a bot to replace an absent player", show=False),
        Action("seat.replace", "G", "replace", "Replace for good",
               tooltip="Ask to give the seat of a player who has been away for an hour to a bot for good", show=False),
        Action("seat.end", "F", "end", "End game", tooltip="Ask everyone to end the game without a result", show=False),
        Action("seat.resign", "R", "resign", "Resign", tooltip="Resign; a bot gets your seat for good", show=False),
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
