"""What must be true of the journal of a town: no action lost, none applied twice, each game and rating right."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from tabletown.rules.core.game import freeze
from tabletown.rules.core.match import Match
from tabletown.tui.protocol.clocks import CLOCKS
from tabletown.tui.server.presence import LEASE
from tabletown.tui.server.ratings import BEGIN, Rating, rated, rated_resignation
from tabletown.tui.server.stored_table import StoredTable
from tabletown.tui.server.tables.table import OVER, PLAYING, Table
from tests.tui.server.journal import Journal, Version

CLOSE = 1e-6
"""Difference of two equal floats, at most."""
LATE = LEASE + 1
"""Seconds by which a clock may be wrong when the town was off, as far as a host knows that it is on."""


@dataclass
class Heard:
    """What the clients know: actions as (table, ply, action)."""

    sent: set[tuple[str, int, str, tuple[Any, ...]]] = field(default_factory=set)
    """Actions that people have sent, with their name: (table, ply, name, action)."""
    announced: set[tuple[str, int, tuple[Any, ...]]] = field(default_factory=set)
    """Actions that people have seen at the table."""


class Checks:
    """The faults of a journal, in sentences."""

    def __init__(
        self, journal: Journal, heard: Heard | None = None, outages: list[tuple[float, float]] | None = None
    ) -> None:
        self.journal, self.heard, self.outages = journal, heard, outages or []
        """`outages` are the times during which the town was off, in seconds since 1970."""
        self.faults: list[str] = []
        self.figures: Counter[str] = Counter()
        self.tables: dict[str, list[Version]] = defaultdict(list)
        for version in journal.versions:
            self.tables[version.code].append(version)
        self.logs: dict[str, list[Any]] = {code: [] for code in self.tables}
        """Actions at each table at the end, by what was written."""

    def run(self) -> list[str]:
        """All faults."""
        self.check_revisions()
        self.check_actions()
        self.check_ends()
        self.check_ratings()
        for code, versions in self.tables.items():
            self.replay(code, versions)
            for before, after in pairwise(versions):
                self.check_clock(before, after)
        return self.faults

    def fault(self, condition: bool, text: str) -> None:
        """Note a fault unless the condition holds."""
        if not condition:
            self.faults.append(text)

    # Actions

    def check_revisions(self) -> None:
        """Each table has the revisions 1, 2, 3 and so on, and each was accepted once."""
        for code, versions in self.tables.items():
            numbers = [version.revision for version in versions if version.stage]
            twice = [number for number, count in Counter(numbers).items() if count > 1]
            self.fault(not twice, f"table {code}: the revisions {twice} were accepted twice")
            self.fault(bool(twice) or numbers == [*range(1, len(numbers) + 1)], f"table {code}: revisions {numbers}")
            self.fault(
                all(version.stage for version in versions[:-1]), f"table {code} was changed after it was deleted"
            )

    def check_actions(self) -> None:
        """Each action stands behind the last one, was written with one revision, and is what its player sent."""
        written = {(version.tx, version.code): version for version in self.journal.versions}
        per_change = Counter((act.tx, act.code) for act in self.journal.acts if act.action)
        self.fault(max(per_change.values(), default=1) == 1, f"two actions at once: {per_change.most_common(3)}")
        written_actions: set[tuple[str, int, tuple[Any, ...]]] = set()
        for act in self.journal.acts:
            log, what = self.logs.setdefault(act.code, []), f"table {act.code}, action {act.ply}"
            after = written.get((act.tx, act.code))
            self.fault(after is not None, f"{what}: it was written without its table")
            if act.action is None:
                self.fault(act.ply == len(log) - 1, f"{what}: undone after {len(log)} actions")
                del log[act.ply :]
                continue
            self.fault(act.ply == len(log), f"{what}: written after {len(log)} actions")
            log.append(act.action)
            action = freeze(act.action)
            written_actions.add((act.code, act.ply, action))
            self.figures["actions"] += 1
            if after:
                self.check_sent(act.code, act.ply, action, after)
        if self.heard:
            lost = self.heard.announced - written_actions
            self.fault(not lost, f"{len(lost)} actions that people saw are lost: {sorted(lost, key=str)[:3]}")
        for code, log in self.journal.actions.items():
            self.fault(log == self.logs[code], f"table {code}: the actions are not those that were written")

    def check_sent(self, code: str, ply: int, action: tuple[Any, ...], after: Version) -> None:
        """A person's action is one that this person has sent for this ply."""
        before = next(version for version in self.tables[code] if version.revision == after.revision - 1)
        seat = before.data["chairs"][before.data["to_move"]]
        if seat["bot"] or seat["stand_in"]:
            return
        self.figures["actions of people"] += 1
        if self.heard:
            name = self.journal.names[seat["person"]]
            places = {place for place, at, *what in self.heard.sent if (at, *what) == (ply, name, action)}
            now = after.data["chairs"][before.data["to_move"]]
            self.fault(
                code in places,
                f"table {code}, action {ply}: {name} has sent {action} only at {places}; "
                f"the seat was {seat}, then {now}",
            )

    # Games

    def check_ends(self) -> None:
        """Each game that has started ends once: it is recorded, or closed by a rule."""
        ends: Counter[str] = Counter()
        over = {version.tx: version.code for version in self.journal.versions if version.stage == OVER}
        for tx, (lines, _) in self.journal.records.items():
            code = over.get(tx)
            self.fault(code is not None, f"transaction {tx} has recorded a game without a table")
            if code:
                ends[code] += 1
                self.fault(lines[1:] == self.logs[code], f"table {code}: the record is another game")
        for code, log in self.journal.closed.values():
            ends[code] += 1
            self.fault(log == self.logs[code], f"table {code}: the game that was closed is another one")
        started = self.journal.started()
        self.fault(not started - ends.keys(), f"these games are stuck: {sorted(started - ends.keys())}")
        self.fault(not ends.keys() - started, f"these games ended, but did not start: {sorted(ends.keys() - started)}")
        self.fault(max(ends.values(), default=1) == 1, f"a game ended twice: {ends.most_common(3)}")
        self.figures |= {
            "games": len(started),
            "finished": len(self.journal.records),
            "closed": len(self.journal.closed),
        }

    def replay(self, code: str, versions: list[Version]) -> None:
        """The actions are legal, and lead to the position that is stored."""
        last = versions[-1] if versions[-1].stage or len(versions) == 1 else versions[-2]
        if last.stage not in (PLAYING, OVER):
            return
        try:
            match = Table.from_stored(StoredTable(code, 1, last.stage, 0.0, last.data), 0.0).new_match()
            for action in self.logs[code]:
                match.act(freeze(action))
        except ValueError as error:
            return self.faults.append(f"table {code} cannot be replayed: {error}")
        stored = last.data["plies"], last.data["to_move"], last.stage == OVER
        self.fault(
            stored == (len(match.log), match.player, match.player is None),
            f"table {code}: {stored} is not its position",
        )
        if last.stage == OVER:
            self.check_record(code, match, next(v.tx for v in versions if v.stage == OVER))
        return None

    def check_record(self, code: str, match: Match, tx: int) -> None:
        """The record has the results of the game."""
        if tx not in self.journal.records:
            return
        _, results = self.journal.records[tx]
        winners = match.game.winners(match.state)
        due = [
            (sum(points for _, points in seat), n in winners) for n, seat in enumerate(match.game.score(match.state))
        ]
        self.fault([(seat.points, seat.won) for seat in results] == due, f"table {code}: the result is not {due}")

    # Ratings

    def check_ratings(self) -> None:
        """Each rating follows from the one before it and one game, and each rated game changes all of its ratings."""
        last: dict[tuple[int, str], tuple[float, int]] = {}
        written: dict[int, dict[int, Rating]] = defaultdict(dict)
        for change in self.journal.changes:
            key, before = (change.player, change.game), (change.old, change.games_before)
            was = last.get(key, (BEGIN, 0))
            self.fault(
                was == before and change.games == was[1] + 1,
                f"rating {change.games} of player {change.player} in {change.game} follows {before}, not {was}",
            )
            last[key] = change.new, change.games
            written[change.tx][change.player] = Rating(change.new, change.games)
        self.fault(last == self.journal.ratings, "the ratings are not those that were written")
        due = self.due_ratings()
        for tx in written.keys() | due.keys():
            got, expected = written.get(tx, {}), due.get(tx, {})
            same = got.keys() == expected.keys() and all(
                abs(got[n].value - expected[n].value) < CLOSE and got[n].games == expected[n].games for n in got
            )
            self.fault(same, f"transaction {tx} has written the ratings {got}, and not {expected}")
        self.figures["changes of ratings"] = len(self.journal.changes)

    def due_ratings(self) -> dict[int, dict[int, Rating]]:
        """The ratings that each transaction has to write, by transaction and player."""
        due: dict[int, dict[int, Rating]] = {}
        for tx, game, people, ranks in self.rated_games():
            old = [self.rating_before(tx, player, game) for player in people]
            new = rated(old, ranks) if ranks else rated_resignation(old[0], old[1:])
            due[tx] = {player: after for player, was, after in zip(people, old, new, strict=True) if was != after}
        return due

    def rating_before(self, tx: int, player: int, game: str) -> Rating:
        """A player's rating when a transaction was written."""
        rating = Rating()
        for change in self.journal.changes:
            if change.tx == tx:
                break
            if (change.player, change.game) == (player, game):
                rating = Rating(change.new, change.games)
        return rating

    def rated_games(self) -> Iterator[tuple[int, str, list[int], list[float] | None]]:
        """Transactions that rate a game, with its people and their ranks; without ranks, the first one has resigned."""
        for versions in self.tables.values():
            for before, after in pairwise(versions):
                data, people = after.data, [seat["person"] for seat in before.data["chairs"] if seat["person"]]
                if data["practice"] or len(people) < 2 or before.stage != PLAYING:
                    continue
                gone = [p for p in people if p not in [seat["person"] for seat in data["chairs"]]]
                if after.stage == OVER and after.tx in self.journal.records:
                    results = [seat for seat in self.journal.records[after.tx][1] if seat.player]
                    yield after.tx, data["game"], people, [1e6 if s.won else s.points for s in results]
                elif after.stage == PLAYING and gone:
                    yield after.tx, data["game"], gone + [p for p in people if p not in gone], None

    # Clocks

    def check_clock(self, before: Version, after: Version) -> None:
        """A clock loses the time that has passed, and gains what a turn adds; never while the town was off."""
        was, now = before.data["clock"], after.data["clock"]
        if not was or not was["left"] or not after.stage:
            return
        what, control = f"table {after.code}, revision {after.revision}", CLOCKS[was["control"]]
        self.fault(all(left >= 0 for left in now["left"]), f"{what}: a clock has {now['left']} left")
        seat, used = was["seat"], now["since"] - was["since"]
        for n, (old, new) in enumerate(zip(was["left"], now["left"], strict=True)):
            rest = max(0.0, old - max(0.0, used)) if n == seat else old
            fits = any(abs(new - value) < CLOSE for value in (rest, rest + control.per_turn, control.time))
            self.fault(fits, f"{what}: seat {n} had {old}, used {used:.3f} and has {new}")
        if seat is not None and used:
            self.check_time(what, before, after, used)
        self.check_loss(what, before, after, seat)

    def check_time(self, what: str, before: Version, after: Version, used: float) -> None:
        """The time on the clock is the time that has passed since the clock started, without that of the outages."""
        passed, wrong = self.on(before, after)
        self.figures["turns with a clock"] += 1
        self.fault(-wrong < used, f"{what}: a clock ran {used:.2f} s")
        self.fault(used < passed + wrong, f"{what}: a clock ran {used:.2f} s, while {passed:.2f} s passed")

    def check_loss(self, what: str, before: Version, after: Version, seat: int | None) -> None:
        """A player whose time has run out had used it up while the town was on."""
        if seat is None or before.stage != PLAYING:
            return
        old, new = before.data["chairs"][seat], after.data["chairs"][seat]
        if new["out"] and not old["out"]:
            self.figures["lost on time"] += 1
            passed, wrong = self.on(before, after)
            left = before.data["clock"]["left"][seat]
            self.fault(passed + wrong > left, f"{what}: {left} s ran out in {passed:.2f} s")

    def on(self, before: Version, after: Version) -> tuple[float, float]:
        """Seconds for which the town was on from the start of a clock to a change, and by how much that is unsure."""
        start = next(
            v.at
            for v in self.tables[before.code]
            if v.stage == PLAYING and v.data["clock"]["since"] == before.data["clock"]["since"]
        )
        off = [
            min(end, after.at) - max(begin, start) for begin, end in self.outages if end > start and begin < after.at
        ]
        return after.at - start - sum(off), LATE * (1 + len(off))
