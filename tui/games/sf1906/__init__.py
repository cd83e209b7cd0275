"""1906 San Francisco on screen."""

ABOUT = (
    "Rebuild San Francisco after the earthquake: earn money, collect permits and build on plots that they "
    "fit. Six years, about 30 minutes."
)
"""Subject of the game, and the length of one against bots."""
CHOICES = {
    "components": {
        "stand-in": (
            "Rules as in the printed game; its plots, permits, cards and boards are our own design. "
            "Help says how to use the values of your copy."
        ),
    }
}
"""A sentence that explains each value of each option."""
