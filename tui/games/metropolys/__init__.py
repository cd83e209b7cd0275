"""Metropolys on screen."""

from .board import BOARD

__all__ = ["BOARD"]
