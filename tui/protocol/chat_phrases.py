"""Ready-made phrases of the chat, which a player sends with one digit."""

from __future__ import annotations

PHRASES = (
    "Hello, all!",
    "Good luck, have fun.",
    "Well played!",
    "Thank you.",
    "Your turn.",
    "Just a moment, please.",
    "Oh no!",
    "Good game!",
    "I have to go. See you!",
)
"""Quick phrases by their digits, from 1."""
