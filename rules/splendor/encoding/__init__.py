"""Splendor for programs that learn; see `tabletown.rules.core.encoding`."""

from .action_places import action_groups, places
from .observation_numbers import numbers, segments

__all__ = ["action_groups", "numbers", "places", "segments"]
