"""The screens of the games: a package for each, with the same file names, and `load(name)`, which finds its parts."""

from ..narration.game_ui import GameUI, load

__all__ = ["GameUI", "load"]
