"""Metropolys on screen."""

CHOICES = {
    "version": {
        "family": "One secret area card each, which pays for single buildings; no contest for districts.",
        "expert": "Two secret cards each: groups of buildings, and a type of neighbourhood; districts pay the highest.",
    },
    "memory": {
        "on": "The values of built buildings can be looked up, as every bid was open.",
        "off": "Only the size of a built building is seen, as on the table: its value has to be remembered.",
    },
}
"""For an option and a value of it: what it means."""
