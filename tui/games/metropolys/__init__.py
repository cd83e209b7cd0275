"""Metropolys on screen."""

CHOICES = {
    "version": {
        "family": "One secret area card each, scoring single buildings. Districts do not score.",
        "expert": (
            "Two secret cards each: building groups and a neighbourhood type. "
            "The highest building in each district scores."
        ),
    },
    "memory": {
        "on": "You can look up the value of every building on the map.",
        "off": "Buildings on the map show only their size, as in the boxed game, so you must remember their values.",
    },
}
"""A sentence that explains each value of each option."""
