"""1906 San Francisco on screen."""

CHOICES = {
    "components": {
        "stand-in": (
            "Rules as in the printed game; its plots, permits, cards and boards are our own design. "
            "Help says how to use the values of your copy."
        ),
    }
}
"""A sentence that explains each value of each option."""
