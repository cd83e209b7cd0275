"""Splendor on screen."""

CHOICES = {
    "module": {
        "base": "Gems buy cards, cards are worth gems and points; 15 points make the round the last.",
        "cities": "Three city tiles in place of the nobles: whoever takes one ends the game, and only owners can win.",
        "trading_posts": "Five posts on a route, each a power for good for whoever meets its demands.",
        "orient": "Two more cards a level that do things: double gold, bags, free cards, reserved nobles.",
        "strongholds": "Three strongholds each keep others off the cards on the table, and together conquer one.",
    }
}
"""For an option and a value of it: what it means."""
