"""Messages in great numbers that no real client would send: `python -m tests.tui.server.fuzz --messages 100000`.

A server of its own holds three tables. Strangers, guests, spectators and a player who is not to move send it random
bytes, damaged messages and requests that are refused, while a player looks at the past again and again. At the end
the server must still answer, and every table be as it was.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sqlite3
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from tabletown.tui.protocol.client_messages import (
    PROTOCOL,
    AcceptRules,
    Act,
    Answer,
    Ask,
    AssignSeat,
    FetchGame,
    Hello,
    Join,
    JudgeMove,
    Leave,
    ListGames,
    Look,
    Message,
    Mute,
    Name,
    Open,
    Phrase,
    Resign,
    Return,
    Say,
    SetNotices,
    Sit,
    Start,
    line,
)
from tabletown.tui.protocol.daily_messages import (
    AnswerPuzzle,
    AskCoach,
    AskHint,
    PlayDaily,
    SetCoach,
    ShowPuzzle,
    ShowToday,
)
from tabletown.tui.protocol.message_limits import CLIENT_LINE, SERVER_LINE
from tabletown.tui.protocol.player_messages import (
    DeclineInvitation,
    FetchKeys,
    FetchLeaders,
    FetchProfile,
    Invite,
    ListPlayers,
    MakeKeyCode,
    Relate,
    RemoveKey,
    UseKeyCode,
)
from tabletown.tui.protocol.server_messages import Begun, Looked, Moved, Room
from tabletown.tui.protocol.tournament_messages import (
    CancelTournament,
    CreateTournament,
    EnterTournament,
    LeaveTournament,
    ListTournaments,
    ShowTournament,
    TournamentDetails,
)
from tests.tui.server.raw_client import PATIENCE, Client, key
from tests.tui.server.server_process import begin, kill

BATCH = 6
"""The most requests in one session, which ends with something that is not a message."""
ATTACKERS = 4
"""Sessions at a time."""
END = b'{"kind":"nothing"}\n'
"""A message that always ends a session."""

NASTY = [
    b"",
    b"{}",
    b"null",
    b"\xff\xfe\x00",
    b"\x1b[2J",
    b"{" * 500,
    b"[" * 4000,
    b'{"kind":"say","text":"' + b"a" * 121 + b'"}',
    b'{"kind":"say","text":"\\ud800"}',
    b'{"kind":"act","ply":0,"action":' + b"[" * 900 + b"]" * 900 + b"}",
    b'{"kind":"act","ply":0,"action":[1e400]}',
    b'{"kind":"act","ply":-1,"action":[]}',
    b'{"kind":"act","ply":999999999999999999999999,"action":[]}',
    b'{"kind":"look","ply":true}',
    b'{"kind":"hello","version":1,"key":"' + b"A" * 128 + b'"}',
    b'{"kind":"open","game":"../../etc/passwd","options":{"components":"/etc"},"seats":["",""]}',
    b'{"kind":"open","game":"sf1906","options":{"components":"/etc"},"seats":["",""]}',
    b"x" * (CLIENT_LINE + 10),
    b"GET / HTTP/1.1\r\nHost: here\r\n\r\n",
    b"SSH-2.0-client\r\n",
]


@dataclass
class Report:
    sent: int = 0
    sessions: int = 0
    replies: Counter[str] = field(default_factory=Counter)
    answer_times: list[float] = field(default_factory=list)
    """Seconds from a player's question to its answer, meanwhile."""
    seconds: float = 0.0
    changed: list[str] = field(default_factory=list)
    """Tables that are not as they were."""

    def __str__(self) -> str:
        seconds = sorted(self.answer_times)
        return (
            f"{self.sent} messages in {self.sessions} sessions, {self.seconds:.0f} s; replies: {dict(self.replies)}; "
            f"a player's {len(seconds)} questions meanwhile answered in {1000 * median(seconds):.1f} ms (median), "
            f"{1000 * seconds[-1]:.0f} ms (longest); tables changed: {len(self.changed)}"
        )


@dataclass
class Ground:
    """The tables that are fuzzed."""

    codes: list[str]
    """Codes of a table with a game in progress, one that waits, and one with a password."""
    legal: list[list[Any]]
    """Legal actions of Hana, who is to move."""


def random_message(rng: Random, ground: Ground, on_turn: bool, *, seated: bool = True) -> Message:
    """A well-formed message that is refused to a client who is not the host; `seated` for one with a seat."""
    number = int(rng.random() * 9)
    action: list[Any] = ["no such verb", number] if on_turn else ground.legal[int(rng.random() * len(ground.legal))]
    text = "".join(chr(int(rng.random() * 0x2FF)) for _ in range(number))
    nonsense: list[Message] = [
        Act(0, action),
        Act(0, action[: number % 3]),
        Act(number + 500, action),
        Act(0, ground.legal[0], table=ground.codes[1]),
        Say(text, table=ground.codes[2]),
        Look(99_999),
        Sit(number + 20),
        AssignSeat(0, "easy"),
        AssignSeat(1, ""),
        Start(),
        Ask(text, number),
        Ask("rematch"),
        Ask("bot", 0 if on_turn else number + 10),
        Ask("replace", number),
        Answer(number + 1000, True),
        SetNotices(number % 2 == 0, text),
        Sit(0) if on_turn else Mute(True),
        Phrase(1 + int(rng.random() * 9)),
        Say(text),
        Name("\x00" * number),
        Return(text),
        AcceptRules(text[:64]),
        Hello(PROTOCOL, ticket="x"),
        Open("chess", {}, ["", ""]),
        Open("splendor", {text: text}, ["", ""]),
        Open("splendor", {"module": "bad"}, ["", ""]),
        Open("splendor", {}, ["", "impossible"]),
        Open("splendor", {}, ["", ""], clock=text + "1+0"),
        Open("splendor", {}, ["", ""], timeout=text + "shout"),
        Open("splendor", {}, [""] * number if number not in (2, 3, 4) else []),
        ListTournaments(number * 10**8, 1 + number),
        ShowTournament(number % 3, number),
        CreateTournament(text, "splendor", {}, "swiss", "5+5", -1e9 * number),
        CreateTournament("Cup", text, {text: text}, text, text, 1e300, number),
        EnterTournament(900_000 + number),
        LeaveTournament(number % 3),
        CancelTournament(number % 3),
        ListGames(text, text, number > 4, number, number * 10**8, 1 + number),
        FetchGame(number + 100),
        AskHint(0 if number > 4 else number),
        AskCoach(0 if number > 4 else number),
        SetCoach(number > 4),
        ShowToday(),
        PlayDaily(text[:64]),
        PlayDaily("2026-01-01"),
        ShowPuzzle(1 + number % 5),
        AnswerPuzzle(text[:64], 1 + number % 5, action),
        AnswerPuzzle(date.today().isoformat(), 1 + number % 5, ["no such verb", [number] * number]),
        JudgeMove(number + 100, number, quick=number > 4),
        ListPlayers(),
        FetchProfile(number + 10**6, text),
        FetchProfile(number),
        FetchLeaders(text or "splendor", number, 1 + number),
        Relate(number + 10**6, text),
        Relate(number, "enemy"),
        Invite(number),
        DeclineInvitation(ground.codes[1]),
        FetchKeys(),
        MakeKeyCode(),
        UseKeyCode(text),
        RemoveKey(text),
        Hello(PROTOCOL, command="games"),
        Join("".join("QZ"[int(rng.random() * 2)] for _ in range(6))),
        Join(ground.codes[2], "open sesame"),
        *([] if seated else [Resign(), Ask("end")]),
        *([] if on_turn else [Leave()]),
    ]
    return nonsense[int(rng.random() * len(nonsense))]


def damaged(rng: Random, good: bytes) -> bytes:
    """A line with some bytes changed, missing or doubled."""
    bad = bytearray(good)
    for _ in range(1 + int(rng.random() * 4)):
        at = int(rng.random() * len(bad))
        match int(rng.random() * 3):
            case 0:
                bad[at] = int(rng.random() * 256)
            case 1:
                del bad[at : at + 1 + int(rng.random() * 5)]
            case 2:
                bad[at:at] = bad[at : at + 9]
        bad = bad or bytearray(b"{")
    return bytes(bad).replace(b"\n", b"") + b"\n"


def noise(rng: Random) -> bytes:
    return rng.randbytes(1 + int(rng.random() * 200)) + b"\n"


def malformed(rng: Random, ground: Ground) -> bytes:
    kind = rng.random()
    if kind < 0.5:
        return damaged(rng, line(random_message(rng, ground, False)))
    return noise(rng) if kind < 0.8 else NASTY[int(rng.random() * len(NASTY))] + b"\n"


async def attack(folder: Path, greeting: bytes, lines: list[bytes], report: Report) -> None:
    """A session that sends all that, and reads until the server has closed it."""
    reader, writer = await asyncio.open_unix_connection(str(folder / "s"), limit=SERVER_LINE)
    report.sessions += 1
    report.sent += len(lines)
    try:
        writer.write(greeting + b"".join(lines) + END)
        async with asyncio.timeout(PATIENCE):
            while got := await reader.readline():
                report.replies[json.loads(got)["kind"]] += 1
    except ConnectionError:
        report.replies["closed"] += 1
    finally:
        writer.transport.abort()


async def attacker(folder: Path, number: int, seed: str, ground: Ground, report: Report, messages: int) -> None:
    """Sessions of all sorts, one after the other; strangers first, then those that are known and sit or look on."""
    rng = Random(f"{seed}/{number}")
    hellos = [
        Hello(PROTOCOL, key=key(f"Trudy {number}"), command="games --all"),
        Hello(PROTOCOL, key=key(f"Mallory {number}")),
        Hello(PROTOCOL, key=key(f"Oscar {number}"), join=ground.codes[0], watch=True),
        Hello(PROTOCOL, key=key("Bruno" if number == 0 else f"nobody {number}")),
    ]
    unknown = [b"", line(Hello(PROTOCOL + 1)), line(Hello(PROTOCOL, ticket="forged"))]
    while report.sent < messages:
        if rng.random() < 0.3:
            greeting, count, seated = unknown[int(rng.random() * len(unknown))], 0, False
        else:
            hello, count = hellos[int(rng.random() * len(hellos))], int(rng.random() * BATCH)
            greeting, seated = line(hello), hello.key == key("Bruno")
        lines = [line(random_message(rng, ground, False, seated=seated)) for _ in range(count)]
        await attack(folder, greeting, [*lines, malformed(rng, ground)], report)


async def ask_on(player: Client, report: Report) -> None:
    """A player of flesh and blood meanwhile."""
    while True:
        began = time.perf_counter()
        player.send(Look(0))
        await player.expect(Looked)
        report.answer_times.append(time.perf_counter() - began)
        await asyncio.sleep(0.02)


def tables(folder: Path) -> dict[str, Any]:
    """The stored data of every table and of the tournament."""
    base = sqlite3.connect(folder / "data" / "tabletown.db")
    rows = {row[0]: list(row[1:]) for row in base.execute("SELECT code, stage, kept FROM tables")}
    for code, ply, action in base.execute("SELECT code, ply, action FROM actions ORDER BY code, ply"):
        rows[code].append((ply, action))
    rows["tournament"] = base.execute("SELECT * FROM tournaments, entrants ON id = tournament").fetchall()
    base.close()
    return rows


async def prepared(folder: Path) -> tuple[Client, Ground]:
    """Hana and Bruno play, Hana to move; another table waits for players, a third one has a password.

    Kurt has a tournament.
    """
    strangers = [f"{who} {n}" for who in ("Mallory", "Oscar") for n in range(ATTACKERS)]
    names = ["Hana", "Bruno", "Ines", "Wim", "Kurt", *strangers]
    people = {name: await Client.greet(folder / "s", name, key=key(name)) for name in names}
    codes = []
    for name, message in (
        ("Hana", Open("splendor", {}, ["", ""], clock="30+30")),
        ("Ines", Open("metropolys", {}, ["", "easy", "", ""])),
        ("Wim", Open("sf1906", {}, ["", "", ""], password="sesame")),
    ):
        people[name].send(message)
        codes.append((await people[name].expect(Room)).code)
    people["Bruno"].send(Join(codes[0]))
    await people["Bruno"].expect(Room)
    people["Kurt"].send(CreateTournament("Winter Cup", "splendor", {}, "swiss", "5+5", time.time() + 86400))
    await people["Kurt"].expect(TournamentDetails)
    people["Hana"].send(Start())
    await people["Hana"].expect(Begun)
    return people["Hana"], Ground(codes, people["Hana"].now.legal)


async def run(folder: Path, messages: int, seed: int = 1906) -> Report:
    """All of it against a server in that folder, which is running."""
    report = Report()
    hana, ground = await prepared(folder)
    before, began = tables(folder), time.perf_counter()
    asking = asyncio.create_task(ask_on(hana, report))
    await asyncio.gather(*(attacker(folder, n, str(seed), ground, report, messages) for n in range(ATTACKERS)))
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    refused = [line(random_message(Random(f"{seed}/{n}"), ground, True)) for n in range(200)]
    await attack(folder, line(Hello(PROTOCOL, key=key("Hana"))), refused, report)
    report.seconds = time.perf_counter() - began
    after = tables(folder)
    report.changed = [code for code in before | after if before.get(code) != after.get(code)]
    hana = await Client.greet(folder / "s", "Hana", key=key("Hana"))
    await hana.expect(Begun)
    hana.act(Random(seed))
    assert (await hana.expect(Moved)).ply == 1
    return report


def against_a_server(messages: int) -> Report:
    with tempfile.TemporaryDirectory() as folder:
        server = begin(Path(folder))
        try:
            return asyncio.run(run(Path(folder), messages))
        finally:
            kill(server)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=100_000)
    print(against_a_server(parser.parse_args().messages))
