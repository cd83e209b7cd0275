"""Hint: the suggested move with its reason and two alternatives, then also the likely reply."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tabletown.rules.analysis.explain import (
    FORCED,
    next_of_turn,
    rest_of_turn,
    strongest,
    suspicion,
    warning,
)
from tabletown.rules.analysis.finish import can_finish
from tabletown.rules.analysis.immediate_win import immediate_win
from tabletown.rules.analysis.sensible import without_waste
from tabletown.rules.analysis.standing import standing
from tabletown.rules.bots.bot import Choice
from tabletown.rules.core.game import Action
from tabletown.rules.core.match import Match

from ..model.hint import (
    HINT_LEVEL,
    HINT_SECONDS,
    cause_of_jump,
    change_of_plan,
    damped,
    followed_last_turn,
    hint_nodes,
    hint_seed,
    nothing_revealed,
    own_way_cost,
    rest_of_hint,
    steady,
    with_chance,
)
from ..model.selection import Part
from ..narration import game_ui
from ..narration.chances import is_even, rough
from ..narration.grammar import sentence
from ..narration.likely_play import likely_play
from ..narration.reasons import reasons
from ..widgets.board import Board
from ..widgets.text_box import MARGINS, TextBox, fitting
from .brief_hint import Following, More, State, in_few, names_what_follows
from .hint_alternatives import LISTED, alternatives, chances, equal_share, gaining_instead, names, noise, others
from .match_base import MatchView

if TYPE_CHECKING:
    from ..model.bot_pool import BotPool
    from ..model.keymap import KeyLabels

GOOD = 0.7
"""Winning chances, 0 to 1, that surprise nobody who leads."""
PAIR, TO_WIN = 2, "to win"
"""Players of whom each plainly has an even chance, where nothing but the game can be won."""
ROOMY = 36
"""Columns of a text from which it has room for all that a hint says."""
PLAYS, SHOWN_PLAYS = 2, 4
"""Moves of the likely play that are needed to name the reply, and those that are named at most, both with the first."""
FALL = 0.1
"""Fall of winning chances, 0 to 1, from one hint to the next that needs a word."""
STEADY = 0.01
"""Difference in winning chances, 0 to 1, up to which a hint rather goes on with the plan of the last one."""
WINS, WHICH_WINS = "wins the game", "which wins the game"
"""Words for a move that ends the game with a win."""
CLOSE = "nobody is clearly ahead"
"""Words on the standing where the chances are near an equal share and nothing more can be named."""
MOST_STEPS = 6
"""Steps of a turn that are searched for at most."""
TRIES = 3
"""Attempts to find a likely play without cards that are still hidden."""


class HintPanel(TextBox):
    """Reasons and further moves in a box over the board, beside what the hint is about; hidden if empty."""

    INDENT = "  "

    def __init__(self) -> None:
        super().__init__("advice", "hidden")
        self.lines: list[str] = []

    def say(
        self,
        lines: list[str],
        board: Board,
        actions: Iterable[Action],
        title: str = "Hint",
        pieces: Collection[Part] = (),
        kept: int = 0,
        accent: str = "cursor",
        whole: bool = False,
        brief_titles: Sequence[str] = (),
        is_over: bool = False,
    ) -> None:
        """Show lines about these actions and pieces, whose parts stay in view; the last `kept` are always shown. On a
        board where every row counts, only what matters most, unless the text is to be `whole`, and the first of
        `brief_titles` that fits in place of the line that tells how to learn more. A text on a move that `is_over` may
        fill a whole column.
        """
        self.lines, self.accent, actions = lines, accent, [*actions]
        self.set_class(not lines, "hidden")
        board.make_room(bool(lines))
        if lines and board.canvas.width:
            needed = board.in_view(actions, pieces)
            at_cursor = {board.cursor} if board.cursor else set()
            homes = [*board.text_homes(), *(board.whole_column() if is_over else ())]
            is_short = board.BRIEF and homes and homes[0].w < ROOMY and not whole
            titles: Sequence[str] = (title,)
            if is_short and brief_titles and isinstance(lines[-1], More):
                titles, lines, kept = brief_titles, lines[:-1], 0
            ways = [in_few(lines, kept)] if is_short else [lines, in_few(lines, kept)]
            shown = [fitting(way, board.tried_homes(homes), self.INDENT, kept) for way in ways]
            brief = next((way for way in shown if names_what_follows(way, lines)), shown[0])
            named = rivals_named(board, brief) | {part for action in actions for part in board.parts(action)}
            width = self.place_over(board, brief, needed, homes, named, at_cursor)
            title = next((each for each in titles if len(each) + len("─ ") <= width - MARGINS), titles[-1])
            self.write(title, brief, width)


def rivals_named(board: Board, lines: list[str]) -> set[Part]:
    """The panels of the players whose names are in a text."""
    seats = board.state.seats if board.state else ()
    return {("player", n) for n, seat in enumerate(seats) if any(seat.name in line for line in lines)}


MOST_TITLE = 23
"""Columns of a title in the narrowest box."""


def hideable(title: str, keys: KeyLabels, key: str = "table.clear", verb: str = "hides") -> str:
    """The title of a box that a key hides and shows again, or closes, with that key where there is room for it."""
    longer = f"{title} ({keys[key]} {verb})"
    return longer if len(longer) <= MOST_TITLE else title


def confirming_keys(keys: KeyLabels, *, hint: bool) -> str:
    """The keys with which a player answers an objection of the coach; with `hint` also that of the best move."""
    ways = [f"{keys['table.play']} plays", f"{keys['table.clear']} cancels"]
    return ", ".join([*ways, f"{keys['table.hint']}: best move"] if hint else ways)


def worded(match: MatchView, view: Any, action: Action, brief: bool = False) -> str:
    """Move as an instruction: "take white, blue and green"; `brief` leaves out its consequences."""
    return match.game.describe(view, action, "second", brief)


def moves(choice: Choice) -> list[Action]:
    """The suggested move and its alternatives."""
    return [choice.action, *(other.action for other in choice.alternatives)]


def summary(match: MatchView, view: Any, choice: Choice, width: int) -> str:
    """Suggested move and its winning chances, if there is a choice, in one line, in as many words as fit `width`."""
    named = (
        *(worded(match, view, choice.action, brief) for brief in (False, True)),
        game_ui.load(match.name).in_short(match.game, view, choice.action),
    )
    rest = FORCED if is_forced(match, view) else WHICH_WINS if wins(match, view, choice) else to_win(match, choice)
    lines = [f"Hint: {name}, {rest}" for name in named]
    return next((line for line in lines if len(line) <= width), lines[-1])


def is_forced(match: MatchView, view: Any) -> bool:
    """Return whether only one move is legal, so that no chances help to choose it."""
    return len(match.game.legal(view)) == 1


def to_win(match: MatchView, choice: Choice) -> str:
    """The winning chances of a choice, with three and more players or where more than the game can be won beside an
    equal share: "about 50% to win (33% would be even)".
    """
    share, aim = equal_share(match), game_ui.load(match.name).aim
    text, needs_share = chances(match, choice, aim), len(match.seats) > PAIR or aim != TO_WIN
    return text + f" ({share:.0%} would be even)" * (needs_share and aim in text)


def settled(choice: Choice, earlier: Choice) -> Choice:
    """A choice, with the action of an earlier one in its place unless it is clearly better."""
    before = next((other for other in choice.candidates if other.action == earlier.action), None)
    if choice.action == earlier.action or before is None or choice.value - before.value >= noise(choice):
        return choice
    return replace(choice, action=earlier.action, line=())


def hint_lines(
    match: MatchView,
    view: Any,
    choice: Choice,
    again: str,
    longer: bool = True,
    before: float | None = None,
    chance: str = "",
    news: str = "",
) -> list[str]:
    """The move, the rest of its turn, the reason, the alternatives and, with the name of a key in `again`, how to learn
    more, `longer` by a longer search. None for the only legal move. `before` are the chances that the hint of the turn
    before gave, if that was followed, and `news` what has changed them; `chance` are those of the move in words, as a
    review has them.
    """
    if is_forced(match, view):
        return []
    rest = [*gaining_instead(match, view, choice), *alternatives(match, view, choice)][:LISTED]
    if wins(match, view, choice):
        return [head(match, view, choice), *plan(match, view, choice)]
    more = [More(f"{again} again: {'think longer, ' * longer}show what follows.")] if rest and again else []
    lines = [*why(match, view, choice), *rest, *leading(match, view, choice), *hidden(match, view, choice)]
    further = [*plan(match, view, choice), *lines, *more]
    return [head(match, view, choice, before, chance, news), *further]


def head(
    match: MatchView, view: Any, choice: Choice, before: float | None = None, chance: str = "", news: str = ""
) -> str:
    """The suggested move with its winning chances as a sentence, in words of their own if they are given, and those
    `before` the others moved if these were clearly better, or if `news` explain why they were worse.
    """
    move = game_ui.load(match.name).in_short(match.game, view, choice.action)
    shows_before = before is not None and (before - choice.value >= FALL or (news and is_jump(before, choice.value)))
    then = (
        f" ({rough(before)} before the others moved{news and f': {news}'})"
        if shows_before and before is not None
        else ""
    )
    outcome = f"it {WINS}" if wins(match, view, choice) else chance or to_win(match, choice)
    return sentence(f"{move}: {outcome}{then}")


def is_jump(before: float, now: float) -> bool:
    """Do chances differ by so much that a reader asks why?"""
    return abs(now - before) >= FALL


def wins(match: MatchView, view: Any, choice: Choice) -> bool:
    """Return whether the move itself wins the game, so that neither chances nor other moves matter."""
    best = strongest(match.game, view, choice, names(match))[:1]
    return any(term.theme == "finish" and term.predicate == WINS for term in best)


def plan(match: MatchView, view: Any, choice: Choice) -> list[str]:
    """The further steps of the turn as a sentence: "Then take a permit, paying $2."; none if the move is all of it."""
    steps = rest_of_turn(match.game, view, choice.line)
    return [Following(sentence(steps))] if steps else []


def why(match: MatchView, view: Any, choice: Choice) -> list[str]:
    """A line on the strongest reasons for the move."""
    return [reasons(match.game, match.seats, view, choice)]


def leading(match: MatchView, view: Any, choice: Choice) -> list[str]:
    """A sentence on what lies behind the winning chances; none where nothing can be named, or where what is hidden
    explains them, which tells the points as well.
    """
    text = "" if suspected(match, view, choice) else standing(match.game, view, choice, names(match))
    return [State(sentence(text))] if text else []


def balance(match: MatchView, choice: Choice) -> list[str]:
    """A sentence where the chances are even; none for a lead of which nothing on the table tells more than they do."""
    return [State(sentence(CLOSE))] if is_even(choice.value, equal_share(match)) else []


def pieces(match: MatchView, view: Any, choice: Choice) -> set[Part]:
    """The pieces on the board that the reasons for the move name."""
    return {piece for reason in strongest(match.game, view, choice, names(match)) for piece in reason.about}


def suspected(match: MatchView, view: Any, choice: Choice) -> str:
    """A clause on what probably decides although it is hidden, unless the chances are good."""
    return suspicion(match.game, view, names(match)) if choice.value < GOOD else ""


def hidden(match: MatchView, view: Any, choice: Choice) -> list[str]:
    """Sentences on the end of the game that is near, unless the reason for the move tells it, and on what probably
    decides although it is hidden unless the chances are good; none where there is no such thing.
    """
    doubt = suspected(match, view, choice)
    ends = any(term.theme == "finish" for term in strongest(match.game, view, choice, names(match)))
    end = "" if ends else warning(match.game, view, names(match))
    return [*([sentence(end)] if end else []), *([State(sentence(doubt))] if doubt else [])]


async def advise(
    bot_pool: BotPool,
    match: Match,
    ply: int,
    before: tuple[Any, Choice] | None,
    again: str,
    earlier: tuple[int, Choice] | None = None,
) -> tuple[list[str], Any, Choice]:
    """Suggest a move: lines, the bot's view and its choice.

    An earlier hint, given with its ply, is continued if this is its next step, unless another move is clearly better.

    Given the view and choice from `before`, the bot thinks longer, and the lines name the likely reply. It then
    suggests another move only if that is clearly better.

    Raises NoAnswer.
    """
    s, seed, nodes = match.states[ply], hint_seed(match, ply), hint_nodes(match, bool(before))
    view = match.game.observe(s, match.game.turn(s))
    choice = await bot_pool.choose(match.name, view, HINT_LEVEL, seed, HINT_SECONDS, True, nodes)
    choice = await improved(bot_pool, match, view, choice, seed)
    if wins(match, view, choice):
        return hint_lines(match, view, choice, again), view, choice
    if before:
        choice = damped(settled(choice, before[1]), before[1])
        lines, choice = await followed(bot_pool, match, ply, view, choice, revised(match, choice, before[1]))
        return lines, view, choice
    planned = rest_of_hint(match, *earlier) if earlier else None
    was = earlier[1].value if earlier and followed_last_turn(match, *earlier) else None
    if planned and earlier:
        choice = continued(match, earlier[0], planned, choice)
    elif earlier:
        level = [other.action for other in others(choice) if choice.value - other.value <= STEADY]
        choice = steady(match, view, choice, level, *earlier)
    choice = await completed(bot_pool, match, view, choice, nodes)
    news = cause_of_jump(match, view, choice, *earlier) if earlier and was is not None else ""
    lines = hint_lines(match, view, choice, again, before=was, news=news)
    if planned and planned.action != choice.action:
        lines[:1] = [f"Better now: {line}" for line in lines[:1]]
    elif earlier and earlier[1].value - choice.value >= FALL <= (cost := own_way_cost(match, *earlier)):
        lines[:1] = [f"{line} Your last move gave up about {rough(cost)}." for line in lines[:1]]
    elif earlier and was is not None and (turned := change_of_plan(match, view, choice, *earlier)) not in ("", news):
        lines[:1] = [f"{sentence(turned)} {line}" for line in lines[:1]]
    return lines, view, choice


async def completed(bot_pool: BotPool, match: Match, view: Any, choice: Choice, nodes: float) -> Choice:
    """The choice with all steps of its turn up to one that depends on what is still hidden: each is searched for, so
    that the hints for them follow the same plan. Raises NoAnswer.
    """
    game, line = match.game, choice.line or (choice.action,)
    for n in range(1, MOST_STEPS):
        if (then := next_of_turn(game, view, line)) is None:
            break
        seed = hint_seed(match, len(match.log) + n)
        further = await bot_pool.choose(match.name, then, HINT_LEVEL, seed, HINT_SECONDS, True, nodes)
        further = without_waste(game, then, further)
        line = (*line, *(further.line or (further.action,)))
    return replace(choice, line=line)


async def improved(bot_pool: BotPool, match: Match, view: Any, choice: Choice, seed: str) -> Choice:
    """The choice of a search as a hint gives it: a turn that wins at once, else a won game is finished in the best way,
    and nothing is plainly wasted. Raises NoAnswer.
    """
    choice = immediate_win(match.game, view, choice)
    if wins(match, view, choice):
        return choice
    if can_finish(match.game, choice):
        choice = await bot_pool.finish(match.name, view, choice, seed)
    return without_waste(match.game, view, choice)


def revised(match: MatchView, choice: Choice, earlier: Choice) -> str:
    """The winning chances after a longer search in words, and what has changed since the `earlier` hint; if that is
    much for the same move, from the lower to the higher figure.
    """
    now, then = (chances(match, each, "").rstrip() for each in (choice, earlier))
    aim = game_ui.load(match.name).aim
    result = f"{now} {aim}"
    if choice.action == earlier.action and now != then and is_jump(earlier.value, choice.value):
        if choice.value < earlier.value:
            return f"{now} to {then} {aim}, by a longer search and the first one"
        return f"{then} to {now} {aim}, by the first search and a longer one"
    if choice.action != earlier.action:
        return f"{result} after a longer search, better than the first hint"
    return f"{'still ' * (now == then)}{result} after a longer search{f' ({then} before)' * (now != then)}"


async def followed(
    bot_pool: BotPool, match: Match, ply: int, view: Any, choice: Choice, chance: str
) -> tuple[list[str], Choice]:
    """Lines on a hint with its chances in words, the rest of its turn, the moves likely to follow it, and who is ahead;
    and the choice with the likely play of these lines. Raises NoAnswer.
    """
    choice, follows = await likely(bot_pool, match, view, choice, match.seed_for(ply, "hint"))
    rest = [*gaining_instead(match, view, choice), *alternatives(match, view, choice)][:LISTED]
    lines = [head(match, view, choice, chance=chance), *plan(match, view, choice), *why(match, view, choice)]
    return [*lines, *follows, *(leading(match, view, choice) or balance(match, choice)), *rest], choice


def continued(match: Match, since: int, planned: Choice, choice: Choice) -> Choice:
    """The planned step of a hint given at the ply `since`, with its chances if nothing has been revealed; or the new
    choice if that is clearly better.
    """
    kept = settled(choice, planned)
    if kept.action != planned.action:
        return kept
    return replace(with_chance(kept, planned.value) if nothing_revealed(match, since) else kept, line=planned.line)


async def likely(bot_pool: BotPool, match: Match, view: Any, choice: Choice, seed: str) -> tuple[Choice, list[str]]:
    """A choice with the moves likely to follow its turn, and these as a line; none if they depend on cards still
    hidden. Raises NoAnswer.
    """
    plays, line = likely_play(match, view, choice.line, SHOWN_PLAYS), choice.line
    for attempt in range(TRIES):
        if len(plays) < PLAYS:
            line = await bot_pool.expect(match.name, view, choice.action, f"{seed}{attempt or ''}")
            line = without_waste(match.game, view, replace(choice, line=line)).line
            plays = likely_play(match, view, line, SHOWN_PLAYS)
    if not plays[1:]:
        return choice, []
    return replace(choice, line=line), [Following(f"Then perhaps {plays[1]}.", *map(sentence, plays[2:]))]
