"""Codes of tables, with which players join them: their length and letters."""

CODE = 6
"""Letters of an invite code."""
ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Letters of codes, without those that look like digits. Clients may send them in lower case."""
