"""Bytes and delays over SSH: `python -m tests.tui.server.traffic [--size 120x36] [--json]`.

A server of its own on loopback. In each game a player in a window types moves, and a bot answers: the bytes that the
client receives for a move and the answer, over a plain and a compressed connection. Then eight sizes of a large window
in a row: how long the key of another player takes.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import asyncssh

from tabletown import rules
from tabletown.rules.bots.levels import choose
from tabletown.rules.core.match import Match, Seat
from tabletown.tui.protocol.client_messages import PROTOCOL, Hello, Name, Open, Start
from tabletown.tui.protocol.message_limits import NAME
from tabletown.tui.protocol.server_messages import Room, Welcome
from tabletown.tui.server.store import Store
from tests.tui.server import bench

MOVES = 3
"""Moves typed in each game; the first one is not counted, since it pays for what is painted once."""
TYPED, ANSWERED = 0.05, 1.0
"""Seconds without a byte after which a key is taken to be painted, and a bot to have moved."""
SIZE, LARGE = (120, 36), (400, 150)
ALGORITHMS = {"plain": ["none"], "compressed": ["zlib@openssh.com", "none"]}
KEYS, RESIZES = 40, 8


class Player(bench.Seat):
    """A window at a table, with a count of what its connection receives."""

    def __init__(self) -> None:
        super().__init__()
        self.bytes = 0
        self.channel: Any = None

    def type(self, text: str) -> None:
        self.painted.clear()
        self.channel.write(text.encode())

    async def key(self, text: str, quiet: float = TYPED) -> float:
        """Milliseconds from a key to the last byte of its paint."""
        began = perf_counter()
        self.type(text)
        return (await self.paint(quiet) - began) * 1000


async def sit(
    stack: AsyncExitStack, place: tuple[Path, int], name: str, game: str = "splendor", **asked: Any
) -> Player:
    """A player at a table with a bot, in a window."""
    socket, port = place
    key = asyncssh.generate_private_key("ssh-ed25519")
    talk = bench.ChatPanel(*await asyncio.open_unix_connection(str(socket), limit=1 << 20))
    talk.send(Hello(PROTOCOL, key=key.get_fingerprint()))
    await talk.hear(Welcome)
    talk.send(Name(name))
    await talk.hear(Welcome)
    talk.send(Open(game, {}, ["", "novice"]))
    await talk.hear(Room)
    talk.send(Start())
    talk.close()
    algorithms = ALGORITHMS[asked.pop("line", "plain")]
    conn = await stack.enter_async_context(
        asyncssh.connect(
            "127.0.0.1", port, username="x", known_hosts=None, client_keys=[key], agent_path=None, config=None,
            compression_algs=algorithms,
        )
    )  # fmt: skip
    player = Player()
    received = conn.data_received

    def count(data: bytes, datatype: int | None = None) -> None:
        player.bytes += len(data)
        received(data, datatype)

    conn.data_received = count  # type: ignore[method-assign]
    env = {"COLORTERM": "truecolor", "LANG": "C.UTF-8"}
    window = {"term_type": "xterm-256color", "term_size": asked.pop("size", SIZE), "encoding": None, "env": env}
    player.channel, _ = await conn.create_session(lambda: player, **window)
    await player.paint(bench.SETTLED)
    return player


def next_move(folder: Path, name: str) -> str | None:
    """Notation of a good move at the table where that player sits; None if it is not the player's turn."""
    store = Store(folder / "tabletown.db")
    try:
        for table in store.load():
            data = table.data
            if data["chairs"][0]["name"] == name:
                seats = [Seat(seat["name"], seat["bot"] or None) for seat in data["chairs"]]
                match = Match(data["game"], seats, data["options"], data["seed"])
                for action in store.log(table.code):
                    match.act(action)
                if match.player != 0:
                    return None
                view = match.game.observe(match.state, 0)
                action = choose(match.name, view, "greedy", f"{len(match.log)}", None).action
                return match.game.notation(match.state, action)
    finally:
        store.close()
    raise AssertionError(f"{name} sits nowhere")


async def my_turn(folder: Path, name: str) -> str:
    """The next move, as soon as it is the player's turn."""
    async with asyncio.timeout(30):
        while (move := next_move(folder, name)) is None:
            await asyncio.sleep(0.2)
    return move


async def moves(place: tuple[Path, int], game: str, line: str, size: tuple[int, int]) -> dict[str, float]:
    """Bytes of typing a move, and of the move with the bot's answer, in the middle of several."""
    typed, played = [], []
    async with AsyncExitStack() as stack:
        name = f"{game} {line}"[:NAME]
        player = await sit(stack, place, name, game, line=line, size=size)
        for _ in range(MOVES):
            move = await my_turn(place[0].parent, name)
            await player.paint(ANSWERED)
            before = player.bytes
            for character in f":{move}":
                await player.key(character)
            typed.append(player.bytes - before)
            player.type("\r")
            await player.paint(ANSWERED)
            await my_turn(place[0].parent, name)
            await player.paint(ANSWERED)
            played.append(player.bytes - before)
    return {"typing": median(typed[1:]), "move": median(played[1:]), "most": max(played[1:])}


async def resizing(place: tuple[Path, int]) -> dict[str, float]:
    """Milliseconds of another player's key, usually and at worst while a large window is resized several times."""
    async with AsyncExitStack() as stack:
        large = await sit(stack, place, "Large", size=LARGE)
        other = await sit(stack, place, "Other")
        usual = [await other.key(bench.PATH[n % 10].decode()) for n in range(KEYS)]
        worst = []
        before = large.bytes
        for _ in range(3):
            for n in range(RESIZES):
                large.channel.change_terminal_size(LARGE[0] - n, LARGE[1])
                await asyncio.sleep(0.06)
            worst.append(max([await other.key(bench.PATH[n % 10].decode()) for n in range(10)]))
            await large.paint(bench.SETTLED)
    return {"usual": median(usual), "while resizing": median(worst), "bytes": (large.bytes - before) / 3}


async def measure(size: tuple[int, int]) -> dict[str, dict[str, float]]:
    """Every figure by name, printed as soon as it is there."""
    figures: dict[str, dict[str, float]] = {}

    def note(name: str, row: dict[str, float]) -> None:
        figures[name] = row
        print(f"{name:24}", ", ".join(f"{what} {figure:.0f}" for what, figure in row.items()), file=sys.stderr)

    async with bench.server([]) as (_, socket, port):
        note("key of another player", await resizing((socket, port)))
        for game in rules.GAMES:
            for line in ALGORITHMS:
                note(f"{game}, {line}", await moves((socket, port), game, line, size))
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--size", default="120x36", help="window of the player who types (default: %(default)s)")
    chosen = parser.parse_args()
    columns, rows = map(int, chosen.size.split("x"))
    figures = asyncio.run(measure((columns, rows)))
    if chosen.json:
        print(json.dumps(figures))


if __name__ == "__main__":
    main()
