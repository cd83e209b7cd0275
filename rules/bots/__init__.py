"""Bots for any game. A bot gets a view, never a match or a full state, so it cannot cheat."""
