"""A match on a server, as far as one seat may know it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabletown import rules
from tabletown.rules.core.game import Action
from tabletown.rules.core.match import LogLine, Seat

from ..protocol import encoding
from ..protocol.server_messages import Begun, Entry, Looked, Moved, Room, SeatInfo, Story, Undone


class RemoteMatch:
    """Replaces a Match on screen: it holds views by ply, and lines of the log."""

    def __init__(self, room: Room, begun: Begun) -> None:
        self.name, self.options = room.game, room.options
        self.game = rules.load(room.game)
        self.seats: tuple[Seat, ...] = ()
        self.sit(room.seats)
        self.log: list[LogLine] = []
        self._plies = begun.ply
        self._views = {begun.since: self._read(begun.before), begun.ply: self._read(begun.view)}
        self.player, self._legal = begun.player, begun.legal

    @property
    def complete(self) -> bool:
        """True when all lines of the log have arrived."""
        return len(self.log) == self._plies

    @property
    def state(self) -> Any:
        """View of the newest position."""
        return self._views[self._plies]

    def legal(self) -> list[Action]:
        """Legal actions that the server sent for this position."""
        return [encoding.action(action) for action in self._legal]

    def knows(self, ply: int) -> bool:
        """True when the view at that ply has arrived."""
        return ply in self._views

    def view(self, ply: int, player: int | None) -> Any:
        """The view at a ply that has arrived; the server has made it for this client, so `player` is ignored."""
        return self._views[ply]

    def line(self, ply: int) -> LogLine:
        return self.log[ply]

    # Messages of the server

    def sit(self, seat_infos: Sequence[SeatInfo]) -> None:
        """Set the players of the seats."""
        self.seats = tuple(Seat(seat_info.name, seat_info.bot) for seat_info in seat_infos)

    def tell(self, story: Story) -> None:
        del self.log[story.ply :]
        self.log += [log_line(ply, entry) for ply, entry in enumerate(story.lines, story.ply)]

    def move(self, moved: Moved) -> None:
        self.log.append(log_line(moved.ply - 1, moved.line))
        self._stand(moved)

    def take_back(self, undone: Undone) -> None:
        del self.log[undone.ply :]
        self._views = {ply: view for ply, view in self._views.items() if ply < undone.ply}
        self._stand(undone)

    def look(self, looked: Looked) -> None:
        self._views[looked.ply] = self._read(looked.view)

    def _stand(self, news: Moved | Undone) -> None:
        self._plies, self.player, self._legal = news.ply, news.player, news.legal
        self._views[news.ply] = self._read(news.view)

    def _read(self, view: Any) -> Any:
        return encoding.decode(self.name, view)


def log_line(ply: int, entry: Entry) -> LogLine:
    return LogLine(ply, entry.player, encoding.action(entry.action), entry.notation, entry.text, entry.effects)
