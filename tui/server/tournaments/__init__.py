"""Tournaments on a server: pairings, standings, and the life of a tournament in the database."""
