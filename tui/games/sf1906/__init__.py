"""1906 San Francisco on screen."""

from .board import BOARD

__all__ = ["BOARD"]
