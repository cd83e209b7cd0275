"""The terminals that the program is tried in, and one tour through it in each of them."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from pyte.screens import Char

from tabletown import rules
from tabletown.rules.core.game import defaults
from tabletown.rules.core.match import Match, Seat
from tabletown.rules.core.save_file import Record
from tests.e2e.keyboard_player import DETAIL, choose_action, load_match
from tests.e2e.pty_terminal import ENTER, ESCAPE, Terminal, environment, program

DEFAULT = {"home": "\x1b[H", "end": "\x1b[F"}
CONSOLE = {"home": "\x1b[1~", "end": "\x1b[4~"}
"""Sequences that Home and End send, by kind of terminal."""
DARK, LIGHT = ("e5e5e5", "000000"), ("000000", "ffffff")
"""The default ink and paper of a terminal."""


@dataclass(frozen=True)
class Row:
    """A kind of terminal, and what is expected of the program in it."""

    title: str
    env: Mapping[str, str]
    colours: str
    """truecolor, 256, 16 or none."""
    glyphs: str = "unicode"
    settings: Mapping[str, str] = field(default_factory=dict)
    default: tuple[str, str] = DARK
    within: str = ""
    """The multiplexer between the program and the terminal."""
    keys: Mapping[str, str] = field(default_factory=lambda: DEFAULT)
    mouse: bool = True
    titled: bool = True


SSH = {"SSH_CONNECTION": "1.2.3.4 5 6.7.8.9 22"}
FEW = {"keys": CONSOLE, "mouse": False, "titled": False}
TERMINALS = {
    "truecolor": Row("xterm, truecolor", {"COLORTERM": "truecolor"}, "truecolor"),
    "ssh": Row("xterm-256color over SSH", SSH, "256"),
    "tmux": Row("tmux", {}, "256", within="tmux"),
    "screen": Row("GNU screen", {}, "256", within="screen", keys=CONSOLE, mouse=False),
    "linux": Row("Linux console", {"TERM": "linux"}, "16", "console", **FEW),  # type: ignore[arg-type]
    "xterm": Row("xterm, 16 colours", {"TERM": "xterm"}, "16"),
    "light": Row("16 colours, light background", {"TERM": "rxvt", "COLORFGBG": "0;15"}, "16", default=LIGHT),
    "paper": Row("truecolor, theme paper", {"COLORTERM": "truecolor"}, "truecolor", settings={"theme": "paper"}),
    "no-color": Row("NO_COLOR", {"NO_COLOR": "1", "COLORTERM": "truecolor"}, "none"),
    "c-locale": Row("locale C", {"LC_ALL": "C"}, "256", "ascii"),
    "vt100": Row("vt100", {"TERM": "vt100"}, "none", "ascii", **FEW),  # type: ignore[arg-type]
}
"""The terminals by the name of their test."""


@dataclass(frozen=True)
class Frame:
    """The screen at one moment."""

    cells: tuple[tuple[Char, ...], ...]

    @property
    def rows(self) -> list[str]:
        return ["".join(cell.data for cell in row) for row in self.cells]

    @property
    def text(self) -> str:
        return "\n".join(row.rstrip() for row in self.rows)


@dataclass
class Run:
    """The results of a tour."""

    row: Row
    frames: dict[str, Frame] = field(default_factory=dict)
    sent: bytes = b""
    """Every byte that the program has written."""
    code: int | None = None
    """Exit code of the program."""
    after: str = ""
    """The text on screen after the end."""
    played: Match | None = None
    """The game of which one move was played, as it is on disk."""


QUIET = 0.15
"""Seconds without output after which a screen is complete."""
BANK = 20
"""The row of gems in a window of 24 rows."""
PLIES = {"splendor": 12, "metropolys": 14, "sf1906": 40}
"""Moves before the first one of the person at the keyboard."""
PICKS = {"splendor": "wug", "metropolys": "\t ", "sf1906": "1"}
"""Keys that pick something, and play nothing."""


def begun(name: str) -> Match:
    """A match in its middle, a person's turn."""
    game, rng = rules.load(name), Random(3)
    match = Match(name, [Seat("You"), Seat("Hana", "greedy")], defaults(game), 7)
    while len(match.log) < PLIES[name] or match.player != 0 or not picking(match):
        possible = game.legal(match.state)
        match.act(choose_action(match) if name == "splendor" else possible[int(rng.random() * len(possible))])
    return match


def picking(match: Match) -> bool:
    """Can something be picked without being played at once?"""
    return match.name != "sf1906" or any(a[0] == "spend" for a in match.game.legal(match.state))


def ending() -> Match:
    """A match that a person's next move ends."""
    match = Match("splendor", [Seat("Hana", "greedy"), Seat("You")], {"module": "base"}, 7)
    while match.player is not None:
        match.act(choose_action(match))
    while match.player != 1:
        match.undo()
    return match


def folders(folder: Path, row: Row) -> dict[str, str]:
    """Records and settings of a row's own, and the variables of its program."""
    env = environment(TABLETOWN_DATA=str(folder / "data"), TABLETOWN_CONFIG=str(folder / "config"), **row.env)
    (folder / "config").mkdir(parents=True)
    settings = {"pace": "instant", **row.settings}
    written = "".join(f'{key} = "{value}"\n' for key, value in settings.items())
    (folder / "config" / "settings.toml").write_text(written, encoding="utf-8")
    for name, match in {"end": ending(), **{name: begun(name) for name in reversed(PLIES)}}.items():
        Record(folder / "data" / "games" / f"{name}.jsonl").save(match)
    return env


def command(row: Row, folder: Path) -> list[str]:
    """A shell that runs the program and says how it ended, in the row's multiplexer."""
    shell = ["sh", "-c", f"echo before; {shlex.join(program())}; echo status $?"]
    if row.within == "tmux":
        (folder / "conf").write_text("set -g status off\nset -g mouse on\nset -sg escape-time 50\n", encoding="utf-8")
        log = f"cat > {shlex.quote(str(folder / 'log'))}"
        tmux = ["tmux", "-S", str(folder / "tmux"), "-f", str(folder / "conf")]
        waiting = shlex.join(shell[:2]) + " " + shlex.quote(f"sleep 0.2; {shell[2]}; read x")
        return [*tmux, "new-session", waiting, ";", "pipe-pane", log]
    if row.within == "screen":
        (folder / "conf").write_text("startup_message off\nlogfile flush 0\n", encoding="utf-8")
        logging = ["-L", "-Logfile", str(folder / "log")]
        return ["screen", "-c", str(folder / "conf"), *logging, "sh", "-c", f"{shell[2]}; read x"]
    return shell


SCREEN_QUIT = ["screen", "-X", "quit"]


def missing(row: Row) -> bool:
    """Is the row's multiplexer not installed?"""
    return bool(row.within) and shutil.which(row.within) is None


@contextmanager
def started(row: Row, folder: Path) -> Iterator[tuple[Terminal, dict[str, str]]]:
    env = folders(folder, row)
    first, *rest = command(row, folder)
    screens = folder / "screens"
    screens.mkdir(mode=0o700)
    env["SCREENDIR"] = str(screens)
    try:
        with Terminal(rest, env, command=[first]) as terminal:
            yield terminal, env
    finally:  # a multiplexer outlives its terminal, and a tour that failed has left the program in it
        if row.within:
            quit = ["tmux", "-S", str(folder / "tmux"), "kill-server"] if row.within == "tmux" else SCREEN_QUIT
            subprocess.run(quit, env=env, capture_output=True, timeout=10)


class Tour:
    """A tour through every screen and every game, with a picture of each."""

    def __init__(self, row: Row, terminal: Terminal, games: Path) -> None:
        self.run, self.terminal, self.games = Run(row), terminal, games

    def see(self, name: str, words: str | Callable[[], object]) -> None:
        """Keep what is on screen, once it is complete."""
        self.terminal.wait_for(words, f"{name}: {words}")
        self.terminal.settle(QUIET)
        screen = self.terminal.screen
        cells = [[self.terminal.cell(x, y) for x in range(screen.columns)] for y in range(screen.lines)]
        self.run.frames[name] = Frame(tuple(map(tuple, cells)))

    def press(self, *keys: str) -> None:
        self.terminal.keys(*(self.run.row.keys.get(key, key) for key in keys))

    def open(self, key: str, name: str, words: str) -> None:
        """Go from home to a screen, and back with Esc alone."""
        self.press(key)
        self.see(name, words)
        self.press(ESCAPE)
        self.home()

    def home(self) -> None:
        """Wait for home, whose list is read in the background and then moves the cursor."""
        self.terminal.wait_for("T A B L E")
        self.terminal.settle(3 * QUIET)

    def go(self) -> None:
        self.see("home", "Continue")
        self.open("n", "new game", "Seat 1")
        self.open("s", "settings", "Theme")
        self.open("t", "statistics", "No finished games against bots")
        self.open("l", "learn", "minutes")
        self.open("?", "help", "Keys")
        self.review()
        for place, name in enumerate(PLIES):
            self.press(*["down"] * place, ENTER)
            self.table(name)
            if name == "splendor":
                self.sizes()
                if self.run.row.mouse:
                    self.click("U")
            if name == "sf1906":  # the home screen lists three games: make room for the one that is at its end
                (self.games / "metropolys.jsonl").unlink()
            self.press("q")
            self.home()
        self.press("down", "down", ENTER)
        self.end()
        self.press("q")
        self.home()
        self.press("q", "q")

    def review(self) -> None:
        self.press("r")
        self.see("replays", "Saved in ")
        self.press(ENTER)
        self.see("replay", "Start position")
        self.press("end")
        self.see("last", lambda: "Start position" not in self.terminal.text)
        self.press("home")
        self.see("first", "Start position")
        self.press("]", "]", "v")
        self.see("charts", "Winning chances")
        self.press("q")
        self.terminal.wait_for("Saved in ")
        self.press("q")
        self.home()

    def table(self, name: str) -> None:
        self.see(name, "Your turn")
        self.press(*PICKS[name])
        self.see(f"{name}, picked", lambda: self.detail().startswith((" Enter ", " Spend")))
        picked = self.detail()
        self.press(ESCAPE)
        self.see(f"{name}, put back", lambda: self.detail() != picked)
        self.press("[")
        self.see(f"{name}, looked at", "Viewing move")
        self.press(ESCAPE)
        self.terminal.wait_for("Your turn")
        self.press("o")
        self.see(f"{name}, log", self.log_open)
        self.press("o")
        self.terminal.wait_for(lambda: not self.log_open(), "the players again")

    def log_open(self) -> bool:
        return "─ Log " in self.terminal.text or "- Log " in self.terminal.text

    def detail(self) -> str:
        return self.terminal.rows[DETAIL]

    def sizes(self) -> None:
        self.see("before", "Your turn")
        self.terminal.resize(40, 10)
        self.see("too small", "needs 80 x 24")
        self.terminal.resize(120, 36)
        self.see("large", lambda: all(words in self.terminal.text for words in ("Your turn", "Log")))
        self.terminal.resize(80, 24)
        board = self.run.frames["before"].text.splitlines()[3:21]
        self.see("small again", lambda: self.terminal.rows[3:21] == board)

    def click(self, letter: str) -> None:
        """Click a gem of the bank, then clear it with Esc."""
        x, y = self.terminal.rows[BANK].index(letter), BANK
        self.press(f"\x1b[<0;{x + 1};{y + 1}M", f"\x1b[<0;{x + 1};{y + 1}m")
        self.see("clicked", "Picked")
        self.press(ESCAPE)
        self.terminal.wait_for(lambda: "Picked" not in self.terminal.text, "Esc to put it back")

    def end(self) -> None:
        self.see("last move", "Your turn")
        self.press(":")
        self.see("typing", "a move, e.g. ")
        match = ending()
        self.press(*match.game.notation(match.state, choose_action(match)), ENTER)
        self.see("end", "Rematch")


def tour(row: Row, folder: Path) -> Run:
    """Start, see everything, leave."""
    with started(row, folder) as (terminal, env):
        going = Tour(row, terminal, folder / "data" / "games")
        going.go()
        terminal.wait_for("status ", patience=10)
        run = going.run
        run.after = terminal.text
        run.code = int(re.match(r"\d+", run.after.rpartition("status ")[2])[0])  # type: ignore[index]
        terminal.keys(ENTER)
        terminal.drain()
    log = folder / "log"
    run.sent = log.read_bytes() if log.exists() else bytes(terminal.sent)
    run.played = load_match(Path(env["TABLETOWN_DATA"]) / "games" / "end.jsonl")
    return run
