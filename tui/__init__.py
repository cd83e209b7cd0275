"""The games on screen. Knows no rules: what is legal, and why not, it asks of `rules`."""
