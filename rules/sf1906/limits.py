"""Limits in 1906 San Francisco: permits and dollars that a player may hold."""

PERMIT_LIMIT = 5
MONEY_MAX = 15
