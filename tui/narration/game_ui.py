"""The parts of a game that screens and text mode show. Only `load` looks for them.

Each part is loaded when it is first used: text mode and the server never load a board. A game of this package has its
parts in `tabletown.tui.games`, one from outside in the subpackage `ui` of its own package.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from importlib import import_module
from importlib.resources import files
from types import ModuleType
from typing import Any, Protocol, cast

from tabletown.rules.core.game import Action, Game, Options
from tabletown.rules.core.match import LogLine, Seat
from tabletown.rules.core.registry import BUILT_IN, has_module, package

from .events import Event


class Narrator(Protocol):
    """A game's module `narrator`: a view of a position as lines of text, for a seat or a spectator."""

    def task(self, view: Any) -> str:
        """The task of the player to move, without a full stop."""

    def phase(self, view: Any) -> str:
        """Progress of the game, without a full stop."""

    def status(self, view: Any, seat: int) -> str:
        """A player's resources, as part of a sentence."""

    def table(self, view: Any, seat: int | None, names: Sequence[str]) -> list[str]: ...

    def details(self, view: Any, seat: int | None, names: Sequence[str]) -> list[str]:
        """Further lines on the table, shown on request."""

    def player(self, view: Any, seat: int | None, who: int, names: Sequence[str]) -> list[str]: ...

    def news(self, before: Any, action: Action, after: Any, names: Sequence[str]) -> list[Event]:
        """Consequences of an action, without the action itself."""

    def aside(self, view: Any, action: Action) -> str:
        """A remark before an action, beyond its sentence; may be empty."""

    def all_named_moves(self, view: Any) -> Iterable[tuple[str, Action]]:
        """Every move that can be named in this position, with its action, legal or not."""


class GameUI:
    """The board, the narrator, the help, the lesson and the words of one game."""

    def __init__(self, package: str) -> None:
        self.package = package

    def module(self, name: str) -> ModuleType:
        return import_module(f"{self.package}.{name}")

    @cached_property
    def board(self) -> Any:
        """The class of the board: BOARD of its module `board`, a subclass of `tui.widgets.board.Board`."""
        return self.module("board").BOARD

    @cached_property
    def narrator(self) -> Narrator:
        """The module `narrator`, which satisfies the protocol `Narrator`."""
        return cast(Narrator, self.module("narrator"))

    @cached_property
    def about(self) -> str:
        """Subject and length of the game, in one or two sentences; empty if its package does not say."""
        return str(getattr(import_module(self.package), "ABOUT", ""))

    @cached_property
    def help_opening(self) -> int:
        """The number of sections of the help before the keys; one if its package does not say."""
        return int(getattr(import_module(self.package), "HELP_OPENING", 1))

    @cached_property
    def choices(self) -> dict[str, dict[str, str]]:
        """Descriptions of the values of options, by option and value; some may be missing."""
        choices: dict[str, dict[str, str]] = getattr(import_module(self.package), "CHOICES", {})
        return choices

    def annotate_log(self, story: Sequence[LogLine], newest: Any, seats: Sequence[Seat]) -> tuple[LogLine, ...]:
        """The log with the automatic consequences of each line and without hidden values.

        `newest` is the state after the last line. The narrator may have a function of this name.
        """
        annotate = getattr(self.narrator, "annotate_log", None)
        return annotate(story, newest, seats) if annotate else tuple(story)

    def in_short(self, game: Game[Any], view: Any, action: Action) -> str:
        """A legal action as an instruction in a few words, for a player who sees the table: "buy 2-3".

        The narrator may have a function of this name; without it, the brief description.
        """
        short = getattr(self.narrator, "in_short", None)
        return short(view, action) if short else game.describe(view, action, "second", True)

    def in_short_of_rival(self, game: Game[Any], view: Any, action: Action) -> str:
        """The same of another player's action, which tells what only that player has: "buy the reserved r2".

        The narrator may have a function of this name.
        """
        short = getattr(self.narrator, "in_short_of_rival", None)
        return short(view, action) if short else self.in_short(game, view, action)

    def as_seen_from(self, later: Any, start: Any) -> Any:
        """A later position with the names that things have in the one at which a player looks.

        The narrator may have a function of this name.
        """
        seen = getattr(self.narrator, "as_seen_from", None)
        return seen(later, start) if seen else later

    @property
    def aim(self) -> str:
        """Words after winning chances: "to win", or what the narrator says where less than the game can be won too."""
        return str(getattr(self.narrator, "AIM", "to win"))

    def help(self, options: Options | None = None) -> str:
        """The help in Markdown: pages on the values of the options, then on the game; empty without any."""
        folder = files(self.package)
        pages = [folder.joinpath(f"help-{value}.md") for value in (options or {}).values()]
        pages.append(folder.joinpath("help.md"))
        return "\n".join(page.read_text(encoding="utf-8") for page in pages if page.is_file())

    @cached_property
    def lesson(self) -> dict[str, Any] | None:
        """The contents of `lesson.toml`; None if there is no lesson."""
        page = files(self.package).joinpath("lesson.toml")
        return tomllib.loads(page.read_text(encoding="utf-8")) if page.is_file() else None

    def has_module(self, name: str) -> bool:
        return has_module(f"{self.package}.{name}")

    @property
    def has_actions(self) -> bool:
        """True when a game from outside has a table of actions, `actions.py`."""
        return has_module(f"{self.package}.actions")


@cache
def load(name: str) -> GameUI:
    """The parts of a game; raises KeyError for a name that is not in `rules.GAMES`."""
    return GameUI(f"tabletown.tui.games.{name}" if name in BUILT_IN else f"{package(name)}.ui")
