"""Text mode: the games in lines of text."""
