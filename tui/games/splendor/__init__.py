"""Splendor on screen."""

CHOICES = {
    "module": {
        "base": "Gems buy cards; cards give bonuses and points. 15 points trigger the last round.",
        "cities": "Three city tiles replace the nobles. Taking one triggers the last round; only city owners can win.",
        "trading_posts": "Five posts on a route. Meet a post's requirement to gain its power for good.",
        "orient": "Two extra cards per level with effects: double gold, copied bonuses, free cards, reserved nobles.",
        "strongholds": "Three strongholds each: keep rivals off cards, or stack all three to conquer one.",
    }
}
"""A sentence that explains each value of each option."""
