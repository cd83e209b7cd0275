"""Metrics of a server for Prometheus."""

from __future__ import annotations

from collections import Counter as Tally
from contextlib import suppress
from typing import Protocol

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector

from .databases import size_of
from .events import ServerEvents
from .session import Session
from .store import Store
from .stored_table import Unsaved
from .tables.service import TableService
from .tables.table import STAGES

THINKING = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0)
"""Upper bounds of the histogram of thinking times, in seconds."""


class MeasuredServer(Protocol):
    """The server, as its metrics need it."""

    store: Store
    connections: set[Session]
    service: TableService


class Metrics(ServerEvents):
    """Counts events, and reads the rest from the server when it is asked."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self.sessions = Gauge("tabletown_sessions", "Open sessions.", registry=registry)
        self.players = Gauge("tabletown_players", "Players who are connected and have a name.", registry=registry)
        self.tables = Gauge("tabletown_tables", "Tables by state.", ["state"], registry=registry)
        self.moves = Counter("tabletown_moves", "Moves by game and player.", ["game", "player"], registry=registry)
        self.thinking = Histogram(
            "tabletown_bot_thinking_seconds",
            "Thinking time of bots for a move.",
            ["level"],
            buckets=THINKING,
            registry=registry,
        )
        self.refused = Counter(
            "tabletown_refused_connections", "Refused connections and sessions.", ["reason"], registry=registry
        )
        self.database = Gauge("tabletown_database_bytes", "Size of the database.", registry=registry)

    def moved(self, game: str, by_bot: bool) -> None:
        self.moves.labels(game, "bot" if by_bot else "person").inc()

    def thought(self, level: str, seconds: float) -> None:
        self.thinking.labels(level).observe(seconds)

    def turned_away(self, reason: str) -> None:
        self.refused.labels(reason).inc()

    def observe(self, server: MeasuredServer) -> None:
        """Read the present values from the server."""
        self.sessions.set(len(server.connections))
        self.players.set(len(server.service.people))
        stages = Tally(table.stage for table in server.service.tables.values())
        for stage in STAGES:
            self.tables.labels(stage).set(stages[stage])
        with suppress(Unsaved):  # the size is that of the last time while the database cannot be reached
            self.database.set(size_of(server.store.engine))
