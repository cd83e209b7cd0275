"""Looks of tournaments at a server that are kept."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from msgspec.structs import replace
from textual.pilot import Pilot

from tabletown.tui.protocol.server_messages import Lobby
from tabletown.tui.protocol.tournament_messages import (
    ROBIN,
    SWISS,
    Pairing,
    Standing,
    TournamentDetails,
    TournamentList,
    TournamentRow,
)
from tests.tui.app_driver import press, settle
from tests.tui.client.fake_server import CODE, LOBBY, ME, TODAY, online, people, row, tell


def cup(number: int, name: str, stage: str, **fields: Any) -> TournamentRow:
    """A tournament of eight as Ada sees it."""
    values = {
        "game": "splendor",
        "options": {"module": "base"},
        "system": SWISS,
        "rounds": 0 if stage == "coming" else 4,
        "round": 0 if stage == "coming" else 3,
        "clock": "10+10",
        "starts": TODAY + 540,
        "players": 8,
        "most": 16,
        "joined": True,
        "winners": ["Ben"] if stage == "finished" else [],
    }
    return TournamentRow(number, name, stage=stage, **{**values, **fields})


LISTED = TournamentList(
    [
        cup(5, "Friday Cup", "coming", players=5, joined=False),
        cup(6, "Winter League", "coming", game="metropolys", options={}, starts=TODAY + 19800, system=ROBIN),
        cup(4, "Autumn Cup", "running"),
        cup(3, "The Eighth Tournament of Towns", "finished", options={"module": "cities"}),
        cup(2, "Forgotten Cup", "cancelled", players=2),
    ],
    5,
)
RANKS = [
    ("Ben", 2.5, 5.0, 0.0, 41),
    ("Ada", 2.0, 4.5, 1.0, 38),
    ("Cleo", 2.0, 4.5, 0.0, 35),
    ("Dan", 1.5, 4.0, 0.0, 30),
    ("Eve", 1.0, 3.5, 0.0, 29),
    ("Finn", 1.0, 3.0, 0.0, 27),
    ("Gina", 1.0, 2.5, 0.0, 21),
    ("Hugo", 0.0, 4.0, 0.0, 12),
]
STANDINGS = [
    Standing(rank, *line, withdrawn=line[0] == "Hugo", yours=line[0] == "Ada") for rank, line in enumerate(RANKS, 1)
]
ROUND = [
    Pairing("Ben", "Ada", None, [0, 0], "", CODE, None, True),
    Pairing("Cleo", "Dan", None, [0, 0], "", "QWZUIF", None, False),
    Pairing("Finn", "Eve", [0.5, 0.5], [15, 15], "", "", 41, False),
    Pairing("Gina", "Hugo", [1.0, 0.0], [0, 0], "forfeit", "", None, False),
]
RUNNING = TournamentDetails(LISTED.tournaments[2], "Cleo", False, STANDINGS, 3, ROUND, 2, None)
PLAYERS = [Standing(0, line[0], 0.0, 0.0, 0.0, 0, False, line[0] == "Ada") for line in RANKS[:5]]
COMING = TournamentDetails(replace(LISTED.tournaments[0], joined=True), "Ada", True, PLAYERS, 0, [], 0, None)
TURN = {"yours": True, "tournament": "Autumn Cup, round 3", "host": "", "clock": "10+10"}
GAME = row("ZAHUED", people("Ben", "Ada"), "playing", **TURN)

NEXT = ["Friday Cup starts on Fri 27 Nov at 14:09 UTC"]


def in_tournaments(*pressed: str, details: TournamentDetails | None = None) -> Callable[[Pilot[Any]], Awaitable[None]]:
    """Open the list of tournaments, and perhaps one of them."""

    async def steps(pilot: Pilot[Any]) -> None:
        await settle(pilot)
        await press(pilot, "t")
        await tell(pilot, LISTED)
        if details:
            await press(pilot, "enter")
            await tell(pilot, replace(details, row=replace(details.row, number=5)))
        await press(pilot, *pressed)
        await settle(pilot)

    return steps


CASES: dict[str, Any] = {
    "online-tournaments": (lambda: online(ME, LOBBY), in_tournaments("j", "j")),
    "online-tournament": (lambda: online(ME, LOBBY), in_tournaments(details=RUNNING)),
    "online-tournament-games": (lambda: online(ME, LOBBY), in_tournaments("tab", "j", details=RUNNING)),
    "online-tournament-coming": (lambda: online(ME, LOBBY), in_tournaments(details=COMING)),
    "online-tournament-new": (
        lambda: online(ME, LOBBY),
        in_tournaments("n", *"Friday Cup", "down", "down", "down", "down", "down", "down", "down", *"19:30"),
    ),
    "online-tournament-call": (lambda: online(ME, Lobby([GAME, *LOBBY.tables], 4, NEXT)),),
}
