"""Metropolys on screen."""

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
        "on": "You can look up the value of every building on the map.",
        "off": "Buildings on the map show only their size, as in the boxed game, so you must remember their values.",
    },
}
"""A sentence that explains each value of each option."""
