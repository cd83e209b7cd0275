"""Actions of the home screen, forms, lists and pages, and those that work everywhere. Data only."""

from __future__ import annotations

from ..key_action import Action

# fmt: off
OTHER_SCREENS: dict[str, tuple[Action, ...]] = {
    "app": (
        Action("app.palette", "x,ctrl+p", "command_palette", "Command palette",
               tooltip="Search all commands on this screen", show=False),
        Action("app.quit", "ctrl+q", "quit", "Quit", show=False),
        Action("app.break", "ctrl+c", "quit", "Quit", show=False, priority=True),
    ),
    "home": (
        Action("home.daily", "d", "choose('daily')", "Daily game", show=False),
        Action("home.puzzle", "p", "choose('puzzle')", "Puzzles", show=False),
        Action("home.continue", "c", "choose('continue')", "Continue", show=False),
        Action("home.new", "n", "choose('new')", "New game", show=False),
        Action("home.learn", "l", "choose('learn')", "Learn", show=False),
        Action("home.replays", "r", "choose('replays')", "Replays", show=False),
        Action("home.rating", "y", "choose('rating')", "Your rating", show=False),
        Action("home.stats", "t", "choose('stats')", "Statistics", show=False),
        Action("home.settings", "s", "choose('settings')", "Settings", show=False),
        Action("home.help", "question_mark", "app.help", "Help", display="?"),
        Action("home.quit", "q", "ask_to_quit", "Quit"),
        Action("home.delete", "delete", "delete", "Delete", tooltip="Delete the unfinished game under the cursor"),
        Action("home.down", "j", "down", "Down", show=False),
        Action("home.up", "k", "up", "Up", show=False),
    ),
    "daily": (
        Action("daily.play", "enter", "play", "Play", tooltip="Start or continue your first try", display="Enter"),
        Action("daily.learn", "L", "learn", "Learn", tooltip="Learn the game in a lesson; the game of the day waits"),
        Action("daily.practise", "p", "practise", "Practise", tooltip="Play the game again; your result stands"),
        Action("daily.replay", "r", "replay", "Replay", tooltip="Replay your first try"),
        Action("daily.master", "m", "replay('master')", "Master's game", tooltip="Replay the master bot's game"),
        Action("daily.copy", "c", "copy", "Copy", tooltip="Copy the result as text, to send to a friend"),
        Action("daily.today", "t", "today", "Today", tooltip="Go to today"),
        Action("daily.left", "left,h", "walk(-1)", "Previous day", show=False),
        Action("daily.right", "right,l", "walk(1)", "Next day", show=False),
        Action("daily.up", "up,k", "walk(-7)", "Previous week", show=False),
        Action("daily.down", "down,j", "walk(7)", "Next week", show=False),
        Action("daily.month-back", "pageup", "month(-1)", "Previous month", show=False),
        Action("daily.month-forward", "pagedown", "month(1)", "Next month", show=False),
        Action("daily.help", "question_mark", "app.help", "Help", display="?"),
        Action("daily.home", "escape,q", "app.pop_screen", "Home", display="Esc"),
    ),
    "setup": (
        Action("setup.start", "enter", "start", "Start", display="Enter"),
        Action("setup.home", "escape", "leave", "Home", display="Esc"),
        Action("setup.help", "question_mark", "app.help", "Help", display="?"),
    ),
    "form": (
        Action("form.up", "up,shift+tab", "walk(-1)", "Up", show=False),
        Action("form.down", "down,tab", "walk(1)", "Down", show=False),
        Action("form.left", "left", "change(-1)", "Change", tooltip="Previous value", display="< >"),
        Action("form.right", "right,space", "change(1)", "Change", tooltip="Next value", show=False),
        Action("form.rub", "backspace", "rub", "Delete", show=False),
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
        Action("learn.coach", "c", "coach", "With a coach", tooltip="Play it with a coach, who stops weak moves"),
        Action("learn.down", "j", "down", "Down", show=False),
        Action("learn.up", "k", "up", "Up", show=False),
        Action("learn.home", "escape,q", "app.pop_screen", "Home", display="Esc"),
        Action("learn.help", "question_mark", "app.help", "Help", display="?"),
    ),
    "learn.list": (
        Action("learn.start", "enter", "select", "Start", display="Enter"),
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
        Action("stats.rating", "r", "rating", "Rating", tooltip="Your rating in each game"),
        Action("stats.help", "question_mark", "app.help", "Help", display="?"),
        Action("stats.home", "escape,q,enter", "app.pop_screen", "Home", display="Esc"),
    ),
    "rating": (
        Action("rating.play", "p", "play", "Next game", tooltip="Play this game against a bot of your strength"),
        Action("rating.next", "right,tab,l", "walk(1)", "Next game", display="right"),
        Action("rating.previous", "left,shift+tab,h", "walk(-1)", "Previous game", show=False),
        Action("rating.down", "down,j", "scroll(1)", "Down", show=False),
        Action("rating.up", "up,k", "scroll(-1)", "Up", show=False),
        Action("rating.page-down", "pagedown,space", "scroll(10)", "Page down", display="Space"),
        Action("rating.page-up", "pageup,b", "scroll(-10)", "Page up", display="b"),
        Action("rating.help", "question_mark", "app.help", "Help", display="?"),
        Action("rating.close", "escape,q", "app.pop_screen", "Close", display="Esc"),
    ),
}
# fmt: on
