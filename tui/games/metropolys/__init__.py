"""Metropolys on screen."""

ABOUT = (
    "Win neighbourhoods of a city in auctions: you bid with your buildings. Secret cards and connections "
    "score. About 15 minutes."
)
"""Subject of the game, and the length of one against bots."""
HELP_OPENING = 2
"""Sections of the help that come before the keys: what you aim at, and how an auction goes."""
CHOICES = {
    "version": {
        "family": (
            "One secret card each, for buildings next to bridges, statues or lakes, or on the edge. "
            "Districts do not score."
        ),
        "expert": (
            "Two secret cards each: one for groups of buildings, one for a type of neighbourhood. "
            "Leading a district also scores: most tall buildings, then most medium ones."
        ),
    },
    "memory": {
        "on": "Every building on the map shows its value: easier, and best for your first games.",
        "off": "For players who like to remember: buildings show only their size, as they do in the boxed game.",
    },
}
"""A sentence that explains each value of each option."""
