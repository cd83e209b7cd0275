"""Splendor on screen."""

ABOUT = "Take gem tokens, buy cards, reach 15 points. About 15 minutes."
"""Subject of the game, and the length of one against bots."""
CHOICES = {
    "module": {
        "base": "Buy cards with gems; 15 points trigger the last round.",
        "cities": "City tiles replace nobles; only the owner of one wins.",
        "trading_posts": "Meet the requirement of a post to gain its power.",
        "orient": "More cards: double gold, free cards, reserved nobles.",
        "strongholds": "Only you can buy a card you occupy; three conquer it.",
    }
}
"""A sentence that explains each value of each option."""
