"""Tabletown: city-building board games, played in a terminal.

`tabletown.rules` holds the games and their bots, `tabletown.tui` the program, `tabletown.themes` its colours.
"""
