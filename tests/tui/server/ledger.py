"""What must be true of a server's database after it was killed: nothing is lost, and nothing is counted twice."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter, defaultdict
from contextlib import closing
from pathlib import Path
from typing import Any

from tabletown.tui.protocol.clocks import CLOCKS
from tabletown.tui.server.repair import DATABASE
from tabletown.tui.server.store import Store
from tests.tui.server.restless import Player, Restless

KEPT = """
CREATE TABLE gone (code TEXT, stage TEXT, kept TEXT);
CREATE TABLE noted (player INTEGER, text TEXT);
CREATE TABLE rated (player INTEGER, game TEXT, before REAL, after REAL, games INTEGER);
CREATE TRIGGER keep_gone AFTER DELETE ON tables BEGIN INSERT INTO gone VALUES (OLD.code, OLD.stage, OLD.kept); END;
CREATE TRIGGER keep_noted AFTER INSERT ON notices BEGIN INSERT INTO noted VALUES (NEW.player, NEW.text); END;
CREATE TRIGGER keep_first AFTER INSERT ON ratings
    BEGIN INSERT INTO rated VALUES (NEW.player, NEW.game, 1500.0, NEW.rating, NEW.games); END;
CREATE TRIGGER keep_rated AFTER UPDATE ON ratings
    BEGIN INSERT INTO rated VALUES (NEW.player, NEW.game, OLD.rating, NEW.rating, NEW.games); END;
"""
"""Triggers that keep what the server deletes or overwrites, in the same transaction."""
LOST = ("resigns", "time has run out", "withdraws")
"""Ends of the reasons for which a game of a tournament is closed and rated."""


def prepare(folder: Path) -> None:
    """A new database that keeps everything."""
    (folder / "data").mkdir(mode=0o700, exist_ok=True)
    Store(folder / "data" / DATABASE).close()
    with closing(sqlite3.connect(folder / "data" / DATABASE)) as base:
        base.executescript(KEPT)


class Ledger:
    """The contents of a database, and the faults found in it so far."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "data" / DATABASE
        self.faults: list[str] = []
        self.figures: dict[str, int] = {}

    def audit(self, players: list[Player]) -> None:
        """Look for faults, once more after a kill."""
        with closing(sqlite3.connect(self.path)) as base:
            base.row_factory = sqlite3.Row
            self.read(base)
            self.check_games()
            self.check_ratings(base)
            self.check_tournaments(base)
            for player in players:
                if player.client:
                    self.check_announced(base, player.client)
        self.figures = {
            "actions": sum(len(lines) - 1 for lines in self.records.values()) + sum(map(len, self.logs.values())),
            "finished games": len(self.records),
            "closed games": len(self.closed),
            "changes of ratings": self.changes,
            "tournaments": len(self.cups),
            "games of tournaments": len(self.round_games),
            "notices": self.noticed,
        }

    def fault(self, condition: bool, text: str) -> None:
        """Note a fault unless the condition holds."""
        if not condition:
            self.faults.append(text)

    def read(self, base: sqlite3.Connection) -> None:
        self.tables: dict[str, tuple[str, dict[str, Any]]] = {}
        self.seeds: dict[int, str] = {}
        """Codes of tables by the seed of their game."""
        for code, stage, kept in base.execute(
            "SELECT code, stage, kept FROM tables UNION ALL SELECT code, stage, kept FROM gone"
        ):
            data = json.loads(kept)
            self.tables[code] = stage, data
            self.seeds[data["seed"]] = code
        self.present = {code for (code,) in base.execute("SELECT code FROM tables")}
        self.logs: dict[str, list[Any]] = defaultdict(list)
        for code, ply, action in base.execute("SELECT code, ply, action FROM actions ORDER BY code, ply"):
            self.fault(ply == len(self.logs[code]), f"table {code} has no action {len(self.logs[code])}")
            self.logs[code].append(json.loads(action))
        self.records: dict[str, list[str]] = {}
        self.record_numbers: dict[str, int] = {}
        for number, lines in base.execute("SELECT id, lines FROM records"):
            code = self.seeds.get(json.loads(lines.partition("\n")[0])["seed"], "")
            self.fault(code != "" and code not in self.records, f"record {number} is counted twice or has no table")
            self.records[code], self.record_numbers[code] = lines.splitlines(), number
        self.closed: dict[str, sqlite3.Row] = {}
        for row in base.execute("SELECT code, reason, data, log FROM closed"):
            self.fault(row["code"] not in self.closed, f"table {row['code']} was closed twice")
            self.closed[row["code"]] = row

    def whole_log(self, code: str) -> list[Any]:
        """All actions at a table, wherever they are kept."""
        if code in self.present:
            return self.logs[code]
        if code in self.records:
            return [json.loads(line) for line in self.records[code][1:]]
        return json.loads(self.closed[code]["log"]) if code in self.closed else []

    def check_games(self) -> None:
        """Each finished game is recorded once, and each that was closed is kept once."""
        for code, (stage, _) in self.tables.items():
            self.fault(
                (stage == "over") == (code in self.records), f"table {code} is {stage}, without or with a record"
            )
            if code not in self.present and stage == "playing":
                self.fault(code in self.closed, f"the unfinished game at {code} is lost")
            if code in self.present and stage == "over":
                recorded = [json.loads(line) for line in self.records.get(code, ["", ""])[1:]]
                self.fault(self.logs[code] == recorded, f"the record of {code} is another game")
        for code in self.closed:
            self.fault(code not in self.present and code not in self.records, f"{code} is closed and somewhere else")

    def check_ratings(self, base: sqlite3.Connection) -> None:
        """Each result and each resignation changes each rating once."""
        numbers = {row["name"]: row["id"] for row in base.execute("SELECT id, name FROM players")}
        due: Counter[tuple[int, str]] = Counter()
        for _, data in self.tables.values():
            due.update((numbers[name], data["game"]) for name, _, _ in data["rated"])
        for row in self.closed.values():
            data, log = json.loads(row["data"]), json.loads(row["log"])
            people = [seat["person"] for seat in data["chairs"] if seat["person"] is not None]
            if data.get("fixture") and row["reason"].endswith(LOST) and len(log) >= len(people):
                due.update((number, data["game"]) for number in people)
        last: dict[tuple[int, str], tuple[float, int]] = {}
        for player, game, before, after, games in base.execute("SELECT * FROM rated ORDER BY rowid"):
            was, count = last.get((player, game), (1500.0, 0))
            self.fault((was, count + 1) == (before, games), f"rating {games} of player {player} in {game} is wrong")
            last[player, game] = after, games
        self.changes = sum(count for _, count in last.values())
        counts = Counter({key: count for key, (_, count) in last.items()})
        self.fault(counts == due, f"ratings were changed {counts - due} too often, {due - counts} too seldom")

    def check_tournaments(self, base: sqlite3.Connection) -> None:
        """Each game has one result where it is over, everyone one game a round, and everyone one notice of the end."""
        self.cups = base.execute("SELECT * FROM tournaments").fetchall()
        self.round_games = base.execute("SELECT * FROM round_games").fetchall()
        noted = Counter((row["player"], row["text"]) for row in base.execute("SELECT * FROM noted"))
        self.noticed = sum(noted.values())
        seen: Counter[tuple[int, int, int]] = Counter()
        for row in self.round_games:
            seen.update((row["tournament"], row["round"], row[side]) for side in ("first", "second") if row[side])
            code, what = row["code"], f"game {row['code']} of tournament {row['tournament']}"
            if not code:
                continue
            playing = code in self.present and self.tables[code][0] == "playing"
            self.fault(playing == (row["first_score"] is None), f"{what} runs and has a result, or neither")
            if row["how"] == "" and not playing:
                self.fault(row["record"] == self.record_numbers.get(code), f"{what} has another record")
            elif not playing:
                self.fault(code in self.closed, f"{what} is lost")
        self.fault(max(seen.values(), default=1) == 1, "someone plays twice in a round")
        for cup in self.cups:
            rounds = sorted({row["round"] for row in self.round_games if row["tournament"] == cup["id"]})
            self.fault(rounds == list(range(1, len(rounds) + 1)), f"tournament {cup['id']} leaves out a round")
            people = base.execute("SELECT player FROM entrants WHERE tournament = ?", [cup["id"]]).fetchall()
            ends = [
                sum(n for (who, text), n in noted.items() if who == player and f"{cup['name']} is over" in text)
                for (player,) in people
            ]
            self.fault(set(ends) <= {int(cup["stage"] == "finished")}, f"tournament {cup['id']} ended {ends} times")

    def check_announced(self, base: sqlite3.Connection, client: Restless) -> None:
        """Everything that a player has heard is there."""
        name, code = client.name, client.code
        for at, lines in client.records.items():
            stored = self.records.get(at, [])
            text = f"of {len(lines)} lines, announced to {name}; {len(stored)} are stored"
            self.fault(stored == lines, f"the record of {at} is not the one {text}")
        for at, text in client.notes:
            if "plays on." in text and at in self.tables and not text.startswith("Your game"):
                seated = [seat["name"] for seat in self.tables[at][1]["chairs"] if not seat["bot"]]
                self.fault(not text.startswith(tuple(seated)), f"{at}: {text!r} was announced to {name} and is lost")
        if client.room is None or client.begun is None or code not in self.tables:
            self.fault(client.room is None or code in self.tables, f"the table {code} of {name} is lost")
            return
        heard = [client.log[ply].action for ply in sorted(client.log)]
        stored, pending = self.whole_log(code), any(asked.what == "undo" for asked in client.asked.values())
        kept = stored[: len(heard)] == heard or (pending and stored == heard[:-1])
        self.fault(kept, f"{code}: {name} heard of {len(heard)} actions, {len(stored)} are stored")
        clocks, clock = client.clocks, self.tables[code][1]["clock"]
        if (
            clocks
            and clock
            and stored == heard
            and clock["seat"] == clocks.running
            and not CLOCKS[clock["control"]].slow
        ):
            for seat, left in enumerate(clocks.left):
                same = left is None or seat == clocks.running or abs(clock["left"][seat] - left) < 0.06
                self.fault(same, f"{code}: the clock of seat {seat} was {left}, and is {clock['left'][seat]}")
