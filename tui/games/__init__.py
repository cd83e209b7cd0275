"""How each game looks, one package a game with the same file names, and `load(name)`, the lookup of their parts."""

from ..narration.game_ui import GameUI, load

__all__ = ["GameUI", "load"]
