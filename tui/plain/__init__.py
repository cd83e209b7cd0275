"""Text mode: games as lines of text and typed moves."""
