"""One tournament: its standings, the games of each round, and your own next game."""

from __future__ import annotations

from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ..model.actions import bindings
from ..protocol.client_messages import Join
from ..protocol.server_messages import GameFile
from ..protocol.tournament_messages import (
    CancelTournament,
    EnterTournament,
    LeaveTournament,
    Pairing,
    ShowTournament,
    TournamentDetails,
)
from ..widgets.key_footer import KeyFooter
from . import tournament_words
from .archive import GameOpener
from .connection import Incoming

WIDE = 130
"""Columns of a window in which the standings and the games of a round are side by side."""
EVERY = 5.0
"""Seconds between updates of the time until the next start."""
WITHDRAW = "You lose a running game, and you are out until you come back. Press {tournament.leave} again to withdraw."
CANCEL = "This ends the tournament for all who have joined. Press {tournament.cancel} again to cancel it."
NOT_STARTED = "The games follow when the tournament starts."


class Games(OptionList):
    """The games of a round."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("tournament.list")]


class Ranks(OptionList):
    """The standings."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("tournament.ranks")]


class TournamentScreen(GameOpener):
    """The standings or, after a key, the games of a round; a wide window has room for both."""

    CSS_PATH = "client.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("tournament")]

    def __init__(self, number: int, details: TournamentDetails | None = None) -> None:
        super().__init__()
        self.number, self.details = number, details
        self.round = 0
        """The round that is asked for; 0 for the newest one."""
        self.games_first = False
        """True when the games are in front of the standings."""
        self.unconfirmed = ""
        """The action that another press of its key does."""

    def compose(self) -> ComposeResult:
        with Vertical(id="middle"):
            yield Static(id="name", classes="title", markup=False)
            yield Static(id="terms", classes="muted", markup=False)
            yield Static(id="status", markup=False)
            with Horizontal(id="both"):
                with Vertical(id="standings"):
                    yield Static(id="heading", classes="muted", markup=False)
                    yield Ranks(id="ranks")
                with Vertical(id="round"):
                    yield Static(id="round-title", classes="muted", markup=False)
                    yield Games(id="round-games")
            yield Static(id="about", classes="muted", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        self.place_lists()
        self.set_interval(EVERY, self.tell)
        if self.details:
            self.show()

    def on_screen_resume(self) -> None:
        """Ask for the tournament, also after another screen has asked for something else."""
        self.ask(self.round)

    def on_resize(self, event: events.Resize) -> None:
        self.place_lists()

    def ask(self, number: int) -> None:
        """Ask the server for the tournament with one of its rounds."""
        self.round = number
        self.session.send(ShowTournament(self.number, number))

    def place_lists(self) -> None:
        """Show the list in front, or both lists in a wide window."""
        both = self.size.width >= WIDE
        self.query_one("#standings").set_class(self.games_first and not both, "hidden")
        self.query_one("#round").set_class(not self.games_first and not both, "hidden")
        self.query_one(Games if self.games_first else Ranks).focus()

    # Messages of the server

    def received(self, message: Incoming) -> None:
        match message:
            case TournamentDetails(row) if row.number == self.number:
                self.details = message
                self.show()
            case GameFile():
                self.read(message)

    def show(self) -> None:
        if self.details is None:
            return
        row = self.details.row
        self.query_one("#name", Static).update(row.name)
        self.query_one("#terms", Static).update(f"{tournament_words.terms(row)}; created by {self.details.creator}")
        self.query_one("#heading", Static).update(
            " " * tournament_words.RANK + "Player" if not row.round else tournament_words.heading(row.system)
        )
        standings = [tournament_words.standing_line(standing) for standing in self.details.standings]
        refill(self.query_one(Ranks), standings)
        self.query_one("#round-title", Static).update(self.round_title())
        games = [tournament_words.pairing_line(pairing) for pairing in self.details.pairings]
        refill(self.query_one(Games), games, NOT_STARTED)
        self.tell()
        self.refresh_bindings()

    def round_title(self) -> str:
        """The round whose games are listed."""
        assert self.details is not None
        number, rounds = self.details.round, self.details.row.rounds
        return f"Round {number} of {rounds}" if number else "Round 1"

    def tell(self) -> None:
        """Say what happens next, what the client's player has to do, and how ties are broken."""
        if self.details is None:
            return
        next_step = tournament_words.status(self.details, self.session.calendar())
        own = tournament_words.own(self.details)
        if self.your_game:
            own = f"{own} {self.app.key_names['tournament.sit']} sits down."
        if tournament_words.can_return(self.details):
            own = f"{own} {self.app.key_names['tournament.join']} brings you back for the next round."
        self.query_one("#status", Static).update("\n".join(filter(None, [next_step, own])))
        self.query_one("#status").set_class(bool(self.your_game), "asked")
        ranked = self.details.row.stage in ("running", "finished") and not self.games_first
        self.query_one("#about", Static).update(tournament_words.TIES[self.details.row.system] if ranked else "")

    # The games

    @property
    def your_game(self) -> Pairing | None:
        """The running game of the client's player."""
        pairings = self.details.pairings if self.details else []
        return next((pairing for pairing in pairings if pairing.yours and pairing.code), None)

    @on(OptionList.OptionSelected, "#round-games")
    def open_pairing(self, event: OptionList.OptionSelected) -> None:
        """Go to a running game, or replay one that is in the archive."""
        if self.details is None or event.option_index >= len(self.details.pairings):
            return None
        pairing = self.details.pairings[event.option_index]
        if pairing.code:
            return self.session.send(Join(pairing.code, watch=not pairing.yours))
        if pairing.record is None:
            return self.notify("There is nothing to replay of this game.", markup=False)
        return self.fetch(pairing.record)

    def action_sit(self) -> None:
        if self.your_game:
            self.session.send(Join(self.your_game.code))

    def action_turn(self) -> None:
        """Bring the other list to the front."""
        self.games_first = not self.games_first
        self.place_lists()
        self.tell()
        self.refresh_bindings()

    def action_round(self, step: int) -> None:
        if self.details:
            self.ask(self.details.round + step)

    # Joining and leaving

    def action_join(self) -> None:
        self.session.send(EnterTournament(self.number))

    def action_leave_it(self) -> None:
        if self.details and (self.details.row.stage == "coming" or self.confirmed("leave_it", WITHDRAW)):
            self.session.send(LeaveTournament(self.number))

    def action_cancel(self) -> None:
        if self.confirmed("cancel", CANCEL):
            self.session.send(CancelTournament(self.number))

    def confirmed(self, action: str, text: str) -> bool:
        """True at the second press of a key; at the first one, say what it does."""
        if self.unconfirmed == action:
            self.unconfirmed = ""
            return True
        self.unconfirmed = action
        self.notify(self.app.key_names.fill(text), markup=False)
        return False

    def on_key(self, event: events.Key) -> None:
        """Forget the first press of a key after any other key."""
        names = self.app.key_names
        if not any(event.key in names.keys(id) for id in ("tournament.leave", "tournament.cancel")):
            self.unconfirmed = ""

    def key_label(self, action: str) -> str:
        match action:
            case "turn":
                return "Standings" if self.games_first else "Games"
            case "leave_it" if self.details and self.details.row.stage == "running":
                return "Withdraw"
            case "join" if self.details and self.details.row.stage == "running":
                return "Come back"
        return ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide what is not possible now."""
        if action not in ("sit", "turn", "round", "join", "leave_it", "cancel"):
            return super().check_action(action, parameters)
        if self.details is None:
            return False
        row, number = self.details.row, self.details.round
        match action:
            case "sit":
                return self.your_game is not None
            case "turn":
                return row.stage not in ("coming", "cancelled") and self.size.width < WIDE
            case "round":
                return number > 1 if parameters == (-1,) else 0 < number < row.round
            case "join":
                joining = row.stage == "coming" and not row.joined and row.players < row.most
                return joining or tournament_words.can_return(self.details)
            case "leave_it":
                return row.stage in ("coming", "running") and row.joined
        return row.stage == "coming" and self.details.hosting


def refill(options: OptionList, lines: list[str], empty: str = "") -> None:
    """Show other lines in a list, and keep the place of the highlight."""
    highlighted = options.highlighted or 0
    options.clear_options()
    options.add_options([Option(text) for text in lines])
    if not lines and empty:
        options.add_option(Option(empty, disabled=True))
    options.highlighted = min(highlighted, len(lines) - 1) if lines else None
