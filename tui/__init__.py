"""The games on screen. It knows no rules: it asks `rules` which actions are legal, and why another is not."""
