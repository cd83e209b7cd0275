"""Nobles, cities and trading posts gained between two states of Splendor, and their phrases."""

from __future__ import annotations

from typing import NamedTuple

from ..core.text import join_words
from .cards import NOBLES
from .expansions.cities import Cities, city_requirement
from .expansions.trading_posts import POSTS, Posts
from .names import tokens
from .state import Splendor


class Gain(NamedTuple):
    """A piece that a player has gained."""

    kind: str
    """"noble", "city" or "post"."""
    number: int
    """The noble, the face of the city, or the post."""

    @property
    def phrase(self) -> str:
        """The gain with the requirement of its piece: "gaining the noble (4 white and 4 blue)"."""
        match self.kind:
            case "noble":
                return f"gaining the noble ({tokens(NOBLES[self.number].cost)})"
            case "city":
                return f"taking the city ({city_requirement(self.number)})"
        return f"claiming post {self.number + 1} ({post_requirement(self.number)})"

    @property
    def brief(self) -> str:
        """The gain in a few words: "gaining a noble"."""
        return {"noble": "gaining a noble", "city": "taking a city"}.get(self.kind, f"claiming post {self.number + 1}")


def post_requirement(post: int) -> str:
    """The bonuses and noble that a post is for: "5 green and a noble"."""
    asked = POSTS[post]
    return join_words([tokens(asked.cost)] * any(asked.cost) + ["a noble"] * asked.nobles)


def gains(before: Splendor, after: Splendor, player: int) -> list[Gain]:
    """A player's gains between two states, nobles first."""
    old, new = before.players[player].nobles, after.players[player].nobles
    pieces = [Gain("noble", noble) for noble in new if noble not in old]
    match before.extra, after.extra:
        case Cities(owned=was), Cities(owned=now) if (face := now[player]) is not None and was[player] is None:
            pieces.append(Gain("city", face))
        case Posts(coats=was), Posts(coats=now):
            pieces += [Gain("post", post) for post in now[player] if post not in was[player]]
    return pieces
