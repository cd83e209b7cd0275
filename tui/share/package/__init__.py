"""Tabletown: board games of gems and cities, played in a terminal.

`tabletown.rules` holds the games and their bots, `tabletown.tui` the program, `tabletown.themes` its colours.
"""
