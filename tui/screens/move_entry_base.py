"""Choice of an action at a table: picks, confirmation, typed moves. Subclasses decide where the match is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.suggester import SuggestFromList

from tabletown.rules.core.game import Action

from ..model.selection import Part, Selection
from ..narration import game_ui, typed_moves
from ..narration.recap import news
from ..widgets.board_state import BoardState
from ..widgets.status_line import Prompt, fitting
from .match_base import MatchScreen, MatchView
from .move_input import MoveInput


class MoveEntryScreen(MatchScreen):
    """Screen on which the viewer picks parts of legal actions until they make up one, which goes to `play`."""

    TO_FIND: ClassVar = False
    """True where the viewer has to find a certain move, so that no legal move is named as an example."""

    def __init__(self, match: MatchView) -> None:
        super().__init__(match)
        self.selection = Selection()
        self.confirming: Action | None = None
        self.message = ""
        """Message in place of the description until the next key: a hint, or the reason for a refusal."""
        self.to_come: list[Action] = []
        """Remaining steps of a choice that takes several actions."""
        self.aimed = True
        """True when the cursor has moved since a part elsewhere was picked by its own key."""
        self.slipped = False
        """True when the last key was that of a part that cannot be picked, so that the next Enter plays nothing unseen,
        or after a click where the cursor was not, which plays nothing either."""
        self.suggested: Action | None = None
        """The move that the newest hint has picked in this position."""

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield MoveInput()

    def moves(self) -> dict[str, Action]:
        """Legal actions by notation, then choices of several actions."""
        legal, state = self.match.legal(), super().board_state()
        choices = self.board.choices(state, legal) if self.active and legal else ()
        return {self.board.notation(state, a): a for a in (*legal, *choices)}

    # Decisions

    @property
    def active(self) -> bool:
        """True when the viewer must act now and sees the newest position."""
        player = self.match.player
        return self.past_ply is None and player is not None and player == self.viewer()

    def play(self, action: Action) -> None:
        """Carry out the chosen action, which is legal."""
        raise NotImplementedError

    def warn(self, before: object) -> None:
        """Warn of the end of the game when it comes near, before any other news; `before` is the cause of the alarm
        before the last action.
        """
        state = self.board_state()
        cause = self.board.alarm_cause(state)
        if self.match.player is not None and cause and cause != before:
            self.shows_notice(f"{self.board.warning(state)} {self.news}".strip())

    def reset(self) -> None:
        """Return to the newest position, and clear messages and typed text."""
        self.past_ply, self.confirming, self.suggested, self.message = None, None, None, ""
        self.query_one("#typed").add_class("hidden")

    def offer(self) -> None:
        """Start a new decision, if there is one, with nothing picked."""
        legal = self.match.legal() if self.active else []
        choices = self.board.choices(super().board_state(), legal) if legal else []
        self.selection = Selection(choices, self.board.parts, self.board.DOUBLED)
        self.continues()
        self.show()
        if self.active and self.board.state:
            self.board.turn(self.board.state)
        self.show_news()

    def show_news(self) -> None:
        """Show the moves of others until the next key, if nothing else in view shows them."""
        board, state = self.board, self.board.state
        if not self.active or self.message or not board.tiles:
            return
        if state and state.viewer is not None and not board.shows_recap:
            self.message = news(board.recent(state), state.seats, self.size.width - 2)
            self.describe()

    def laid_out(self) -> None:
        self.show_news()

    def play_choice(self, choice: Action) -> None:
        """Play the first step of a choice; the others follow."""
        first, *self.to_come = self.steps(choice)
        self.play(first)

    def steps(self, choice: Action) -> Sequence[Action]:
        """The legal actions, in order, that play a choice."""
        return self.board.steps(choice)

    def continues(self) -> None:
        """Go on with the steps of a choice, if there are any to come."""
        if self.to_come:
            self.call_later(self.play_on)

    def play_on(self) -> None:
        """Play the next step of a choice."""
        steps, self.to_come = self.to_come, []
        if self.active and steps and steps[0] in self.match.legal():
            self.to_come = steps[1:]
            self.play(steps[0])

    # Display

    def show(self) -> None:
        """Update the screen, and announce what the viewer has gained by the move; the end of the game leaves no older
        news.
        """
        old = self.board.state
        super().show()
        new = self.board.state
        if old and new and new.ply > old.ply:
            text = self.board.announcement(old, new)
            if text or self.match.player is None:
                self.shows_notice(text)

    def board_state(self) -> BoardState:
        state = replace(super().board_state(), at_table=True)
        if not self.active:
            return state
        picked, left = tuple(self.selection.picked), tuple(self.selection.left())
        return replace(state, options=self.selection.options(), picked=picked, left=left, active=True)

    def prompt(self, state: BoardState) -> str:
        if self.past_ply is not None:
            step = f"{state.keys['game.back']} {state.keys['game.forward']} step, {state.esc} returns"
            return f"Viewing move {self.past_ply} of {len(self.match.log)}: {step}"
        if self.confirming:
            return f"{state.enter} confirms, {state.esc} cancels"
        return f"{self.whose()}: {self.board.prompt(state)}"

    def whose(self) -> str:
        """Start of the prompt, which says whose turn it is."""
        return "Your turn"

    def moved(self) -> None:
        self.message, self.aimed, self.slipped = "", True, False
        is_given_up = self.board.given_up(self.selection.picked) and not self.board.is_displaced
        if self.left_suggestion() or is_given_up:
            self.selection.clear()
            return self.show()
        return self.describe()

    def left_suggestion(self) -> bool:
        """True when the move of a hint is picked and the cursor is elsewhere, so that Enter would play it unseen."""
        if self.board.TELLS_HINTS or self.suggested is None or self.selection.action() != self.suggested:
            return False
        return self.board.cursor not in self.board.parts(self.suggested)

    def describe(self) -> None:
        if self.message and self.active:
            self.detail(self.message)
        else:
            super().describe()

    # Choosing

    def picked(self, part: Part, go: bool = False) -> None:
        if go:
            self.board.cursor = part
            if part not in self.selection.picked:
                self.confirming = None
                if part not in self.selection.options():
                    self.selection.clear()
            return self.action_confirm()
        if not self.active:
            return None
        self.confirming, self.message = None, ""
        self.slipped = not self.pick(part)
        self.aimed = self.slipped or part == self.board.cursor
        return self.show()

    def repicked(self, parts: Sequence[Part]) -> None:
        """Pick parts of a legal choice in place of all that is picked."""
        if self.active:
            self.confirming, self.message, self.slipped = None, "", False
            self.selection.picked = [*parts]
            self.show()

    def forced(self, part: Part) -> None:
        """Play the only action within a turn, unless the steps of a choice are still to come."""
        if not self.to_come:
            self.picked(part, go=True)

    def clicked(self, part: Part, seen: bool) -> None:
        """Pick a part, and play what it completes only where the line below the board has told it."""
        self.slipped = self.active and not seen
        super().clicked(part, seen)

    def cycled(self, kind: str, step: int = 1) -> None:
        """Pick the next part of a kind in place of the one picked."""
        if not self.active:
            return
        self.confirming, self.message = None, ""
        ways = self.selection.cycle(kind, step)
        if ways == 1:
            self.message = self.board.NO_OTHER
        elif not ways:
            self.message = self.board.detail(self.board_state(), self.board.cursor)
        self.show()

    def action_confirm(self) -> None:
        """Play the picks; otherwise pick the part under the cursor, and play it if that completes an action."""
        if not self.active:
            return None
        self.message, slipped, self.slipped = "", self.slipped, False
        action = self.confirming or self.chosen()
        if action is None and self.pick_at_cursor() and not slipped:
            action = self.board.at_once(self.board_state())
        if action is None:
            return self.show()
        if self.confirming is None and (self.app.settings.confirm == "on" or self.doubtful(action)):
            return self.ask_again(action)
        return self.play_choice(action)

    def ask_again(self, action: Action) -> None:
        """Ask for a second confirmation before an action is played."""
        self.confirming = action
        self.show()

    def pick_at_cursor(self) -> bool:
        """Pick the part under the cursor and return True; where it would replace picks that must stay, say what these
        still need.
        """
        part, picked = self.board.cursor, self.selection.picked
        if picked and part not in self.selection.options() | {*picked}:
            self.message = self.board.missing(self.board_state())
            if self.message or not self.aimed:
                return False
        return part is not None and self.pick(part)

    def doubtful(self, choice: Action) -> bool:
        """True when a choice needs to be confirmed whatever the settings say; none does here."""
        return False

    def pick(self, part: Part) -> bool:
        """Pick or unpick a part and return True; explain an impossible pick and return False."""
        why, before = self.board.why(self.board_state(), part), len(self.selection.picked)
        picked = self.selection.pick(part)
        if not picked or len(self.selection.picked) < before:
            self.message = why
        return picked

    def chosen(self) -> Action | None:
        """The action that the picks make up, or that Enter would play for them; None if there is none."""
        if not self.selection.picked and len(self.selection.left()) > 1:
            return None
        return self.selection.action() or self.board.preferred(self.board_state())

    @property
    def clearable(self) -> bool:
        """True when there is something to clear: picks, a move to be confirmed, typed text, an earlier position or the
        log.
        """
        typing = self.query_one(MoveInput).typing
        return bool(typing or self.selection.picked or self.confirming or self.past_ply is not None or self.log_open)

    def action_clear(self) -> None:
        if self.query_one(MoveInput).typing:
            return self.query_one(MoveInput).close()
        if not self.selection.picked and not self.confirming and self.past_ply is None:
            self.board.clear()
            self.log_open = False
        self.selection.clear()
        self.confirming, self.message = None, ""
        self.past_ply = None
        return self.show()

    def unheard(self, key: str) -> None:
        """Explain why the action of a key is not available; a key without an action clears the message."""
        bound = [
            binding for _, bindings in self._modal_binding_chain for binding in bindings.key_to_bindings.get(key, ())
        ]
        if self.board.has_class("hidden") or self.query_one(MoveInput).typing:
            return
        if bound:
            return self.detail(self.not_now(bound[0]))
        self.message = ""
        return self.describe()

    def not_now(self, binding: Binding) -> str:
        """Reason why a binding does nothing now."""
        if self.past_ply is not None:
            return f"This is an earlier position; {self.app.key_names['table.clear']} returns to the game."
        if not self.active and self.match.player not in (None, self.viewer()):
            return f"Wait for {self.match.seats[self.match.player].name} to move."
        return self.board.unavailable(self.board_state(), binding.action) or f"{binding.description} does nothing now."

    def action_type(self) -> None:
        moves = self.moves()
        first_by_verb = {name.split()[0]: name for name in reversed(moves)}
        firsts = list(reversed(first_by_verb.values()))
        examples = ", ".join(map(typed_moves.blank, firsts) if self.TO_FIND else firsts)
        such = f": {examples} ..." if self.TO_FIND else f", e.g. {examples}"
        asked = f"type a move{such}; {self.app.key_names['table.clear']} cancels"
        suggested = [] if self.TO_FIND else moves
        self.query_one(MoveInput).open(asked, SuggestFromList(suggested, case_sensitive=False))

    def written(self, text: str) -> None:
        """Describe the result of the typed move."""
        state = self.board.state
        if state is None or not self.active:
            return
        moves = self.moves() if text else {}
        if notation := self.named(text, moves):
            text = self.board.typed(state, moves[notation])
            self.query_one("#detail", Prompt).say(fitting(text, self.size.width - 2))
        else:
            self.describe()

    def named(self, text: str, moves: Mapping[str, Action]) -> str | None:
        """Notation of the typed legal move, or None."""
        tell = game_ui.load(self.match.name).narrator
        return typed_moves.find(text, moves, tell.all_named_moves(self.board_state().view)) if text else None

    def entered(self, text: str) -> None:
        """Play the typed move; explain an illegal one, and select it, so that it can be corrected or typed over."""
        if not self.active:
            return self.query_one(MoveInput).close()
        moves = self.moves()
        if name := self.named(text, moves):
            self.query_one(MoveInput).close()
            if self.doubtful(moves[name]):
                self.selection.choose(moves[name])
                return self.ask_again(moves[name])
            return self.play_choice(moves[name])
        game, view = self.match.game, self.board_state().view
        why = typed_moves.refusal(text, game, view, game_ui.load(game.NAME).narrator.all_named_moves(view))
        self.query_one(MoveInput).select_all()
        wrong = f"{text!r} is not a legal move" if text.strip() else "No move was typed"
        return self.query_one("#detail", Prompt).say(why or f"{wrong}.{self.instead(text, moves)}")

    def instead(self, text: str, moves: Mapping[str, Action]) -> str:
        """A sentence on what to type instead: legal moves, or where one is to be found only their form."""
        if not self.TO_FIND:
            return f" Try: {', '.join(typed_moves.nearest(text, moves))}."
        tell = game_ui.load(self.match.name).narrator
        return f" {typed_moves.form(text, moves, tell.all_named_moves(self.board_state().view))}"
