"""Looks of play at a server that are kept."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from msgspec.structs import replace
from textual.pilot import Pilot
from textual.widgets import Input

from tabletown.rules.bots.bot import Candidate, Choice
from tabletown.rules.core.match import Match, Seat
from tabletown.tui.app import TabletownApp
from tabletown.tui.client.connection import Lost
from tabletown.tui.protocol.daily_messages import (
    PuzzleAnswer,
    PuzzleInfo,
    PuzzlePosition,
    PuzzleReply,
    Standing,
    Today,
    Winner,
)
from tabletown.tui.protocol.player_messages import (
    FRIEND,
    GameFigures,
    Invitation,
    Invitations,
    KeyCode,
    KeyInfo,
    KeyList,
    Leader,
    Leaderboard,
    PlayerInfo,
    PlayerList,
    Profile,
)
from tabletown.tui.protocol.server_messages import (
    Asked,
    ChatMessage,
    Clocks,
    FinishedGame,
    GameList,
    HouseRules,
    Lobby,
    Note,
    Notices,
    Rated,
    Score,
    Welcome,
)
from tabletown.tui.server import daily_puzzles
from tabletown.tui.server.daily_puzzles import Posed
from tabletown.tui.server.tables import hints
from tests.tui import scenes_metropolys, scenes_sf1906
from tests.tui.app_driver import press, settle
from tests.tui.client.fake_server import LOBBY, ME, ended, online, people, playing, room, row, tell
from tests.tui.sample_matches import match_prefix, whole_match

TWO = ("Ada", "Ben")
TALK = (
    Note("Ben sits down."),
    ChatMessage("Ben", "Hello, all!", False),
    ChatMessage("Ada", "Good luck, have fun.", False),
)
BENS: dict[str, Any] = {"host": "Ben", "hosting": False, "locked": True, "watchers": ["Cleo", "Dan"]}
GUEST = Welcome("Ada", False, guest="KQRTMLAUHEWZ")
SWAP = Asked(1, "swap", "Ben", 0, True, "Ben asks Ada to swap seats.")
MESSAGE = """\
Welcome back. On Saturday at 20:00 UTC there is a tournament of Splendor, with the Cities for the final.

The server restarts on Sunday at 6:00 UTC; every game is kept."""
HOUSE_RULES = """\
1. Be kind. Greet the table, and thank your opponents.
2. Finish the games that you start; if you cannot, resign so that nobody waits for you.
3. One key per person. Playing both sides of a rated game is cheating.

Anyone who breaks these rules may be muted or banned for a time. Questions and complaints: host@town.example.org."""
UNDO = Asked(3, "undo", "Ben", 1, True, "Ben asks to take back a move.")


def keys(*pressed: str) -> Callable[[Pilot[Any]], Awaitable[None]]:
    async def steps(pilot: Pilot[Any]) -> None:
        await settle(pilot)
        await press(pilot, *pressed)
        for line in pilot.app.screen.query(Input):
            line.cursor_blink = False
        await settle(pilot)

    return steps


def seated(plies: int, player: int, *messages: Any, names: tuple[str, ...] = TWO, **other: Any) -> TabletownApp:
    """The app at a game after that many plies, as a player or (with -1) a spectator."""
    match = match_prefix(whole_match(names, 2), plies)
    return online(ME, *playing(match, None if player < 0 else player, **other), *TALK, *messages)


def at_board(match: Match) -> TabletownApp:
    """The app at another game, whose first person is Ada."""
    people = iter(TWO)
    match.seats = tuple(Seat(next(people, "Cleo"), bot) for _, bot in match.seats)
    return online(ME, *playing(match, match.player), *TALK)


def over(*messages: Any) -> TabletownApp:
    match = match_prefix(whole_match(TWO, 2), len(whole_match(TWO, 2).log))
    rated = [Rated("Ada", 1512, 1524), Rated("Ben", 1490, 1478)]
    return online(ME, *playing(match, 0), *ended(match, rated=rated), *messages)


def finished(
    number: int, game: str, options: dict[str, str], day: int, *scores: tuple[str, int, bool], yours: int | None = None
) -> FinishedGame:
    """A game that ended some days after the beginning of 2026."""
    return FinishedGame(number, game, options, 1767225600.0 + 86400 * day, [Score(*score) for score in scores], yours)


WAITING = Lobby(
    [
        row(
            "HHDKAS",
            people("Dan", "Ada", "Eve"),
            "playing",
            "sf1906",
            yours=True,
            turn=True,
            clock="1d",
            left=18000.0,
            practice=True,
        ),
        row("KRTMLA", people("Ada", "Ben"), "playing", yours=True, turn=True, clock="3d", left=172000.0),
        row("QWZUIF", people("Cleo", ""), game="metropolys", clock="20+15", host="Cleo"),
    ],
    4,
)

ARCHIVE = GameList(
    [
        finished(412, "sf1906", {}, 3, ("Dan", 61, False), ("Ada", 74, True), ("Eve", 58, False), yours=1),
        finished(411, "splendor", {"module": "orient"}, 2, ("Ada", 14, False), ("Greedy", 17, True), yours=0),
        finished(408, "metropolys", {"version": "expert"}, 1, ("Cleo", 38, True), ("Dan", 33, False)),
        finished(407, "splendor", {}, 0),
    ],
    61,
)


TOWN = PlayerList(
    [
        PlayerInfo(2, "Hana", True, "KRTMLA", "splendor", "waiting", True),
        PlayerInfo(3, "Ben", True, "HHDKAS", "sf1906", "playing"),
        PlayerInfo(4, "Cleo"),
    ],
    [PlayerInfo(5, "Dan", True), PlayerInfo(6, "Eve")],
    [PlayerInfo(7, "Fay", True, "QWZUIF", "metropolys", "waiting")],
    [PlayerInfo(8, "Mallory")],
)
UPS = [1480, 1502, 1519, 1499, 1520, 1541, 1533, 1552, 1570, 1561, 1549, 1566, 1583, 1571, 1590]
HANA = Profile(
    TOWN.friends[0],
    ["Johanna"],
    1767225600.0,
    1767830400.0,
    FRIEND,
    False,
    [
        GameFigures("sf1906", None, 0, 1, 0, []),
        GameFigures("splendor", 1590, 15, 14, 9, UPS),
        GameFigures("metropolys", 1488, 2, 2, 0, [1490, 1488]),
    ],
)
OWN = Profile(PlayerInfo(1, "Ada", True), [], 1767225600.0, 1767830400.0, "", True, HANA.games[1:2])
LEADERS = Leaderboard(
    "splendor",
    [
        Leader(1, 2, "Hana", 1590, 15),
        Leader(2, 3, "Ben", 1553, 41),
        Leader(2, 4, "Cleo", 1553, 8),
        Leader(4, 1, "Ada", 1512, 6),
        Leader(5, 9, "Gus", 1466, 12),
    ],
    5,
    5,
    Leader(4, 1, "Ada", 1512, 6),
)
KEYS = KeyList(
    [
        KeyInfo("SHA256:4q3yW1rXzq0yC6l0nT4mS9o3c1dQZ8kL2pV7bN5xEwU", 1767225600.0, 1767830400.0, True),
        KeyInfo("SHA256:Zk81fJ0aPpQ2mX7vT5sRrE9wYuIoLkJhGfDsAqWeRtY", 1767571200.0, 1767744000.0, False),
    ]
)
INVITED = Invitations(
    [
        Invitation("KRTMLA", "Hana", "splendor", {"module": "cities"}, "20+15"),
        Invitation("BBNOPL", "Ben", "sf1906", {}),
    ]
)


def in_turn(*answers: Any) -> Callable[[Pilot[Any]], Awaitable[None]]:
    """Press keys, given as texts, and let the server answer, one after the other."""

    async def steps(pilot: Pilot[Any]) -> None:
        await settle(pilot)
        for answer in answers:
            await (press(pilot, answer) if isinstance(answer, str) else tell(pilot, answer))

    return steps


async def in_archive(pilot: Pilot[Any]) -> None:
    await settle(pilot)
    await press(pilot, "a")
    await tell(pilot, ARCHIVE)


async def with_a_hint(pilot: Pilot[Any]) -> None:
    """A hint at a practice table."""
    await settle(pilot)
    await press(pilot, "i")
    match = match_prefix(whole_match(TWO, 2), 26)
    best, *others = match.legal()
    await tell(
        pilot, hints.message(26, Choice(best, 0.61, candidates=(Candidate(best, 0.61), Candidate(others[3], 0.55))))
    )


TODAY = Today(
    day="2026-11-25",
    left=18_720.0,
    title="Splendor, The Cities",
    starts=True,
    state="over",
    result="won 16:12 in 24 rounds",
    late="2026-11-24",
    streak=4,
    listed=True,
    board=[
        Standing(1, "Cleo", "won 18:9 in 22 rounds", False),
        Standing(1, "Dan", "won 18:9 in 22 rounds", False),
        Standing(3, "Eve", "won 17:12 in 25 rounds", False),
        Standing(4, "Fay the Extraordinary", "shared the win 15:15 in 25 rounds", False),
        Standing(11, "Ada", "lost 12:16 in 24 rounds", True),
    ],
    players=14,
    puzzles=[
        PuzzleInfo(1, "Splendor", 412, True),
        PuzzleInfo(2, "Splendor, The Orient", 655, False),
        PuzzleInfo(3, "Metropolys, Expert", 824, None),
        PuzzleInfo(4, "Splendor, Trading Posts", 960, None),
        PuzzleInfo(5, "1906 San Francisco", 1180, None),
    ],
    puzzle_board=[Standing(1, "Ben", "15", False), Standing(2, "Cleo", "9", False), Standing(7, "Ada", "1", True)],
    solvers=8,
    winners=[
        Winner("2026-11-24", "Metropolys, Family", ["Cleo"], 0, "won 38:31 in 6 rounds"),
        Winner("2026-11-23", "Splendor", ["Ada", "Ben"], 0, "won 17:11 in 23 rounds"),
        Winner("2026-11-20", "Metropolys, Expert", ["Dan", "Eve", "Fay", "Gus"], 3, "shared the win 44:44 in 6 rounds"),
    ],
)
UNPLAYED = replace(
    TODAY, state="", result="", late="", streak=0, board=[], players=0, puzzle_board=[], winners=[], listed=False
)


def at_today(today: Today, *pressed: str, puzzle: bool = False) -> Callable[[Pilot[Any]], Awaitable[None]]:
    """Today, after some keys; with `puzzle` a puzzle of the day, answered wrongly."""

    async def steps(pilot: Pilot[Any]) -> None:
        await settle(pilot)
        await press(pilot, "d")
        await tell(pilot, today)
        await press(pilot, *pressed)
        if puzzle:
            await tell(pilot, a_puzzle())
            await tell(pilot, *wrong_answer())
        await settle(pilot)

    return steps


def the_puzzle() -> Posed:
    """The first puzzle of Splendor without modules."""
    puzzles = daily_puzzles.by_name().values()
    name = min(puzzle.name for puzzle in puzzles if puzzle.options == {"module": "base"} and puzzle.seats == 2)
    asked = daily_puzzles.posed(name)
    assert asked
    return asked


def a_puzzle(number: int = 2) -> PuzzlePosition:
    return daily_puzzles.position("2026-11-25", number, the_puzzle(), None)


def wrong_answer(number: int = 2) -> tuple[PuzzleAnswer, PuzzleReply]:
    """The verdict on a wrong answer, and what would follow it."""
    puzzle, match = the_puzzle()
    wrong = next(action for action in match.legal() if action != puzzle.best)
    solution = daily_puzzles.solution(puzzle.name)
    verdict = PuzzleAnswer("2026-11-25", number, [*wrong], False, True, [*puzzle.best], solution)
    return verdict, PuzzleReply("2026-11-25", number, ["Your move: 12% to win."])


CASES: dict[str, Any] = {
    "online-today": (lambda: online(ME, LOBBY), at_today(TODAY)),
    "online-today-puzzles": (lambda: online(ME, LOBBY), at_today(TODAY, "j", "j", "j", "j")),
    "online-today-winners": (lambda: online(ME, LOBBY), at_today(TODAY, "k")),
    "online-today-empty": (lambda: online(ME, LOBBY), at_today(UNPLAYED)),
    "online-day-puzzle": (lambda: online(ME, LOBBY), at_today(TODAY, "j", "j", puzzle=True)),
    "online-daily": (lambda: seated(26, 0, day="2026-11-25"), keys("z")),
    "online-archive": (lambda: online(ME, LOBBY), in_archive),
    "online-invited": (lambda: online(ME, LOBBY, INVITED),),
    "online-players": (lambda: online(ME, LOBBY), in_turn("p", TOWN)),
    "online-players-none": (lambda: online(ME, LOBBY), in_turn("p", PlayerList([], [], [], []))),
    "online-invite": (lambda: online(ME, room(people("Ada", "", "hard"))), in_turn("i", TOWN)),
    "online-leaders": (lambda: online(ME, LOBBY), in_turn("p", TOWN, "l", LEADERS)),
    "online-profile": (lambda: online(ME, LOBBY), in_turn("p", TOWN, "enter", HANA, ARCHIVE)),
    "online-profile-own": (lambda: online(ME, LOBBY), in_turn("p", TOWN, "m", OWN, GameList([], 0))),
    "online-keys": (
        lambda: online(ME, LOBBY),
        in_turn("p", TOWN, "m", OWN, "e", KEYS, "n", KeyCode("KRTMLAQW", 600), "j"),
    ),
    "online-name": (lambda: online(Welcome("", True)), keys(*"Ada")),
    "online-guest": (lambda: online(Welcome("", True, guest="KQRTMLAUHEWZ")),),
    "online-lobby": (lambda: online(ME, LOBBY),),
    "online-lobby-empty": (lambda: online(GUEST, Lobby([], 1)), keys("c", *"KRT")),
    "online-message": (lambda: online(replace(ME, message=MESSAGE), LOBBY),),
    "online-house-rules": (lambda: online(ME, HouseRules("1", HOUSE_RULES)),),
    "online-new": (lambda: online(ME, LOBBY), keys("n", "down", "down", "right", "down", "down", "right")),
    "online-room": (lambda: online(ME, room(people("Ada", "Ben", "hard", "")), *TALK), keys("j", "j")),
    "online-room-swap": (
        lambda: online(ME, room(people("Ben", "Ada"), **BENS), *TALK, SWAP),
        keys("apostrophe", *"So be it"),
    ),
    "online-turn": (lambda: seated(26, 0), keys()),
    "online-practice": (lambda: seated(26, 0, Clocks([272.4, 24.1], 0), practice=True, clock="5+5"), with_a_hint),
    "online-practice-room": (lambda: online(ME, room(people("Ada", "Ben"), practice=True), *TALK),),
    "online-clocks": (lambda: seated(26, 0, Clocks([272.4, 24.1], 0), clock="5+5"), keys()),
    "online-clocks-slow": (
        lambda: seated(28, 0, Clocks([259200.0, 18000.0], 1), clock="3d", away=["Ben"]),
    ),
    "online-lobby-waiting": (lambda: online(ME, WAITING),),
    "online-waits": (lambda: seated(28, 0, away=["Ben"]),),
    "online-asked": (lambda: seated(26, 0, UNDO), keys("w", "u")),
    "online-looks-on": (lambda: seated(26, -1, watchers=["Cleo"]),),
    "online-talk": (lambda: seated(26, 0), keys("apostrophe")),
    "online-city": (lambda: at_board(scenes_metropolys.city(12)),),
    "online-ring": (lambda: at_board(match_prefix(scenes_sf1906.match_at(), 30)),),
    "online-lost": (lambda: online(ME, LOBBY, Lost(1.0)),),
    "online-over": (over,),
    "online-over-asked": (lambda: over(Asked(9, "rematch", "Ben", 1, True, "Ben asks for a rematch.")),),
    "online-settings": (lambda: online(ME, LOBBY), keys("s")),
    "online-settings-notices": (
        lambda: online(ME, Notices(True, "ada@example.org", True), LOBBY),
        keys("s", "up"),
    ),
}  # fmt: skip
"""App and steps by name."""
