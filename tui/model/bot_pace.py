"""Least time of a bot for a move, so that people can follow: by the setting, and at a table on a server."""

from __future__ import annotations

PACE = {"slow": 1.6, "normal": 0.7, "fast": 0.25, "instant": 0.0}
"""Minimum seconds of a bot's move, by the setting of that name."""
ONLINE_PACE = 0.7
"""The same at a table on a server."""
