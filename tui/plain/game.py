"""A game in text mode: typed moves, and sentences about their results."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import Any

from tabletown.rules.analysis.finish import can_finish, finish
from tabletown.rules.analysis.immediate_win import immediate_win
from tabletown.rules.analysis.sensible import without_waste
from tabletown.rules.bots.levels import choose
from tabletown.rules.core.game import Action
from tabletown.rules.core.match import Match
from tabletown.rules.core.save_file import Record
from tabletown.rules.core.text import plural, shorten
from tabletown.rules.core.undo import plies_back

from ..model.coach import (
    NOT_LOOKED_AT,
    can_be_coached,
    coached_from_the_start,
    is_coached,
    switched,
    warning,
)
from ..model.hand_over import has_secrets, must_cover
from ..model.hint import HINT_LEVEL, HINT_SECONDS, hint_nodes, hint_seed
from ..model.matched_opponent import introduction
from ..model.rating import standing
from ..model.rating_words import rating_after
from ..model.saved_games import fresh_path, is_kept
from ..model.settings import load_settings
from ..narration import narrator
from ..narration import typed_moves as typed
from ..narration.chances import about
from ..narration.grammar import sentence
from ..narration.reasons import reasons
from . import turning_points
from .coach import TextCoach
from .commands import QUIT, Reading, holds
from .console import Page
from .settings import change

FEW = 30
"""Maximum moves that are listed without a filter."""
NOT_KEPT = "Nobody has moved, so this game is not kept."


class Playing(Reading):
    """A game of people at one keyboard and bots, saved after each move if there is a record."""

    def __init__(self, match: Match, record: Record | None, page: Page) -> None:
        super().__init__(match, page)
        self.record, self.coach = record, TextCoach(match)
        self.people = match.human_seats
        self.stopped = ""
        """The move that the coach has just stopped; Enter plays it."""
        self.plies_read: dict[int | None, int] = {}
        """Number of moves that each person has read about."""
        self.unsaved = ""
        """Why the last save failed; empty when everything is on disk."""
        self.task_shown = False
        """True when the person at the keyboard has read what to do."""
        self.secret = False
        """True when the person at the keyboard has just read something that others may not know."""
        self.private = False
        """True when someone with secrets has been at the keyboard since the page was last cleared."""
        self.commands = {
            "moves": (self.moves, "your legal moves; add words to filter, e.g. moves buy"),
            "why": (self.why, "why a move is illegal, e.g. why buy 1-1"),
            "hint": (self.hint, "suggest a move"),
            **({"coach": (self.switch_coach, "turn the coach on or off")} if can_be_coached(match) else {}),
            "undo": (self.undo, "undo your last move"),
            "redo": (self.redo, "redo the move you undid"),
            **self.commands,
            "quit": (self.quit, "leave; every move is saved"),
        }

    def run(self) -> None:
        """Run until the game is over or a person leaves."""
        match = self.match
        self.page.say(*narrator.opening(match), *filter(None, [introduction(match)]))
        if self.people and match.player is not None:
            self.page.say("Type a move, or help.")
        if match.log and match.player is not None:
            self.page.say(f"Moves played: {len(match.log)}.")
        self.plies_read = dict.fromkeys([None, *self.people], len(match.log))
        for seat in self.people:
            own = [ply for ply in range(len(match.log)) if narrator.mover(match, ply) == seat]
            self.plies_read[seat] = own[-1] + 1 if own else 0
        self.save()
        if self.coached and match.player is not None:
            self.page.say(coached_from_the_start(standing(match, self.record)))
        try:
            with closing(self.coach):
                self.take_turns()
        finally:
            self.drop_unmoved()
        if match.player is None:
            self.catch_up()
            self.page.say(*narrator.ending(match), *rating_after(self.record))
            if (again := turning_points.look_back(match, self.coach, self.page)) is not None:
                Playing(again, Record(fresh_path(again)), self.page).run()

    def take_turns(self) -> None:
        """Let everyone move until the game is over or a person leaves."""
        match = self.match
        while self.going and match.player is not None:
            if match.seats[match.player].bot:
                self.bot(match.player)
            elif match.player != self.viewer:
                self.hand_over(match.player)
            else:
                self.turn()

    def bot(self, player: int) -> None:
        """Let a bot move; a single person reads about it at once."""
        self.match.act(self.choose(player))
        self.save()
        if len(self.people) < 2:
            self.catch_up()

    def choose(self, player: int) -> Action:
        """The action of the bot to move."""
        match = self.match
        view = match.game.observe(match.state, player)
        return choose(match.name, view, match.seats[player].bot, match.seed_for(len(match.log), "bot")).action

    def hand_over(self, player: int) -> None:
        """Let the next person take the keyboard, hidden from the others where the setting asks for it."""
        handover = load_settings()[0].handover
        if must_cover(handover, self.match, player) or (handover == "secret" and (self.secret or self.private)):
            return self.cover(player)
        if self.viewer is not None:  # the next one has read the same lines
            self.plies_read[player] = max(self.plies_read[self.viewer], self.plies_read[player])
        self.sit_down(player)
        return None

    def cover(self, player: int) -> None:
        """Clear the page for the next person; a secret stays until its owner has read it."""
        if (
            self.viewer is not None
            and self.secret
            and not self.entered(f"{self.names[self.viewer]}, this is secret. Press Enter to hide it.")
        ):
            return
        self.viewer, self.secret, self.private = None, False, False
        self.page.clear()
        if self.entered(
            f"Hand over to {self.names[player]}. Press Enter when only {self.names[player]} can read this."
        ):
            self.sit_down(player)

    def sit_down(self, player: int) -> None:
        """Show the game as that player may see it from now on."""
        self.viewer, self.task_shown, self.secret = player, False, False

    def entered(self, request: str) -> bool:
        """Ask for Enter; True when it came."""
        self.page.say(request)
        answer = self.page.ask()
        if answer is None or answer.lower() in QUIT:
            self.leave(answer)
        return answer == ""

    def leave(self, typed: str | None) -> None:
        """Leave, at the end of the input or on request."""
        if typed is None:
            self.page.say("End of input.")
        self.quit("")

    def turn(self) -> None:
        """Read and handle a line of the player to move."""
        self.private = self.private or has_secrets(self.match, self.match.player or 0)
        self.catch_up()
        self.page.say(*self.coach.late_objection())
        self.consult()
        self.page.say(*self.question())
        text = self.page.ask()
        if text is None:
            return self.leave(text)
        moves = typed.named(self.match.game, self.view)
        if move := typed.find(text, moves, self.tell.all_named_moves(self.view)):
            return self.play(move)
        stopped, self.stopped = self.stopped, ""
        if not text and stopped:
            self.stopped = stopped
            return self.play(stopped)
        if not text:
            self.task_shown = False
        elif not self.command(text):
            self.page.say(*self.misread(text, moves))
        return None

    def question(self) -> list[str]:
        """Lines on the player to move; the first time also the phase, the player's status and the task."""
        heading = "Your turn" if len(self.people) == 1 else f"{self.names[self.match.player or 0]}'s turn"
        if self.task_shown:
            return [f"{heading}."]
        self.task_shown, self.secret = True, False
        have = f"{sentence(self.tell.phase(self.view))} You have {self.tell.status(self.view, self.viewer or 0)}."
        return [have, f"{heading}: {self.tell.task(self.view)}."]

    def catch_up(self) -> None:
        """Print the moves that the person at the keyboard has not read about."""
        for ply in range(self.plies_read.get(self.viewer, 0), len(self.match.log)):
            events = narrator.narrate(self.match, ply, self.viewer)
            self.page.say(*(event.text for event in events))
            self.task_shown = False
            self.secret = self.secret or events != narrator.narrate(self.match, ply, None)
        self.plies_read[self.viewer] = len(self.match.log)

    def play(self, move: str) -> None:
        """Play a legal move: save it first, then print it. One that the coach objects to must be confirmed."""
        action = typed.named(self.match.game, self.view)[move]
        if late := self.coach.late_objection():
            return self.page.say(*late, "Type your new move again to play on.")
        objection = self.coach.objection([action]) if self.coached else None
        if objection and move != self.stopped:
            self.stopped = move
            hints = load_settings()[0].hints == "on" and not objection.names_best
            other = ", hint shows a better move" if hints else ""
            return self.page.say(f"{warning(objection)} Enter plays it{other}.")
        self.stopped = ""
        if self.coached:
            self.coach.leave(action)
        self.match.act(action)
        self.save()
        self.catch_up()
        looks_back = self.coached and self.coach.latest_opinion == NOT_LOOKED_AT
        return self.page.say(*["Coach: still looking at that move."] * looks_back)

    @property
    def coached(self) -> bool:
        """True when a coach advises the person at the keyboard."""
        return is_coached(self.match, load_settings()[0])

    def consult(self) -> None:
        """Let the coach think about the decision at hand, if there is a coach."""
        if self.coached:
            self.used_help(coach=True)
            self.coach.consult()

    def save(self) -> None:
        """Save the game; if that fails, print the reason once and play on. The next save writes what is missing."""
        if self.record is None:
            return
        previous, self.unsaved = self.unsaved, self.record.try_save(self.match)
        if self.unsaved and not previous:
            self.page.say(f"Not saved ({self.unsaved}); you can play on.")

    @property
    def dropped(self) -> bool:
        """True for a saved game without a move, which is not kept."""
        return self.record is not None and not self.unsaved and not is_kept(self.match, self.record)

    def drop_unmoved(self) -> None:
        """Remove the file of a game that is left before anybody has moved."""
        if self.record is not None and self.dropped:
            self.record.path.unlink(missing_ok=True)

    def used_help(self, coach: bool = False) -> None:
        """Note in the saved game that a hint, undo or the coach was used, and save."""
        if self.record is not None:
            self.record.note_help(coach)
        self.save()

    # Commands during a turn

    def help(self, _: str) -> None:
        example = next(iter(typed.named(self.match.game, self.view)))
        self.page.say(f"Type moves as in the log, e.g. {example}. Press Enter to see the prompt again.")
        super().help("")

    def misread(self, text: str, moves: Mapping[str, Any]) -> list[str]:
        """The reason why a typed move is illegal, and the closest legal moves."""
        verb = text.split()[0].lower()
        near = f"Closest: {', '.join(typed.nearest(text, moves, 6))}."
        if why := self.reason(text):
            return [why, near] if any(name.split()[0] == verb for name in moves) else [why]
        return [f"{shorten(text)!r} is not a legal move.", near]

    def reason(self, text: str) -> str:
        """The reason why a move is illegal; empty when there is no such move."""
        why = typed.refusal(text, self.match.game, self.view, self.tell.all_named_moves(self.view))
        return f"Not legal: {why}" if why else ""

    def why(self, text: str) -> None:
        moves = typed.named(self.match.game, self.view)
        if not text:
            return self.page.say("Which move? For example: why " + next(iter(moves)) + ".")
        if notation := typed.find(text, moves, self.tell.all_named_moves(self.view)):
            return self.page.say(f"That is legal. {self.about(notation, moves)}")
        return self.page.say(*self.misread(text, moves))

    def about(self, name: str, moves: Mapping[str, Any]) -> str:
        """A legal move with its sentence and a remark."""
        aside = self.tell.aside(self.view, moves[name])
        text = self.match.game.describe(self.view, moves[name], "second")
        return f"{name}: {text}{f'; {aside}' if aside else ''}."

    def moves(self, words: str) -> None:
        legal = typed.named(self.match.game, self.view)
        names = list(legal)
        if words:
            filters = words.lower().split()
            names = [n for n in legal if holds(f"{n} {self.match.game.describe(self.view, legal[n])}", filters)]
        elif len(names) > FEW:
            word = names[0].split()[-1]
            return self.page.say(f"{len(names)} moves. Add a word to list some: moves {word}.", *kinds_of(names))
        if not names:
            return self.page.say(f"No move matches {shorten(words)!r}. Legal moves: {len(legal)}.")
        self.page.say(*(self.about(name, legal) for name in names[: 2 * FEW]))
        if len(names) > 2 * FEW:
            self.page.say(f"And {len(names) - 2 * FEW} more.")
        return None

    def hint(self, _: str) -> None:
        if load_settings()[0].hints == "off":
            return self.page.say('Hints are off. To turn them on, type "settings hints on" at the home prompt.')
        game, seed = self.match.game, hint_seed(self.match, self.ply)
        if current := self.coach.current:
            choice = current.advice.choice
        else:
            choice = choose(game.NAME, self.view, HINT_LEVEL, seed, HINT_SECONDS, nodes=hint_nodes(self.match))
        choice = immediate_win(game, self.view, choice)
        if can_finish(game, choice):
            choice = finish(game, self.view, choice, seed)
        choice = without_waste(game, self.view, choice)
        moves = typed.named(self.match.game, self.view)
        name = next(name for name, action in moves.items() if action == choice.action)
        self.match.suggest(choice.action)
        self.used_help()
        reason = reasons(game, self.match.seats, self.view, choice)
        return self.page.say(self.about(name, moves), reason, f"Winning chances: {about(choice.value)}.")

    def switch_coach(self, _: str) -> None:
        coach = "off" if self.coached else "on"
        change("coach", coach)
        self.coach.drop()
        self.consult()
        self.page.say(switched(coach, standing(self.match, self.record)))

    def undo(self, _: str) -> None:
        back = plies_back(self.match, self.people, self.viewer)
        if not back:
            return self.page.say("Nothing to undo.")
        entry = narrator.entry(self.match, self.match.line(len(self.match.log) - back))
        for _ply in range(back):
            self.match.undo()
        self.coach.drop()
        self.task_shown = False
        self.used_help()
        return self.page.say(f"Undone: {entry}")

    def redo(self, _: str) -> None:
        """Redo the move you undid, up to the next decision of a person."""
        if not self.match.undone:
            return self.page.say("Nothing to redo.")
        self.match.redo()
        while self.match.undone and self.match.player not in self.people:
            self.match.redo()
        self.save()
        return self.catch_up()

    def quit(self, _: str) -> None:
        """Leave, and print how to continue."""
        self.going = False
        self.page.say(*([NOT_KEPT] if self.dropped else farewell(self.record, self.unsaved)))


def kinds_of(names: Sequence[str]) -> list[str]:
    """A line for each kind of move, with their number and an example."""
    kinds: dict[str, list[str]] = {}
    for name in names:
        kinds.setdefault(name.split()[0], []).append(name)
    return [f"{verb}: {plural(len(of), 'move')}, such as {of[0]}." for verb, of in kinds.items()]


def farewell(record: Record | None, unsaved: str) -> list[str]:
    """The last lines of an unfinished game: the command that continues it."""
    if record is None:
        return ["Game unfinished."]
    if unsaved:
        return [f"Game unfinished and NOT saved: {unsaved}."]
    how = f"tabletown resume {shlex.quote(str(record.path))} --plain"
    return [f"Game saved. Continue with: {how}"]
