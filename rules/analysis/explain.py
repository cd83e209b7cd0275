"""Reasons for a bot's move, in words: its effects on the table, above all those that the next best moves lack.

A game may offer a module `ai.explain` with `terms(view, line, names, likely, seed)`: the effects of the line's first
action by the end of the player's turn, each a `tabletown.rules.core.reason.Reason`. Every phrase is true of the
position whatever chance deals, so the seed, which deals it, makes no difference. `likely` chooses the further decisions
of the turn that the line does not contain.

It may offer `ai.differences` with `differences(view, played, line, names, likely)`: the advantages of the line's
first action over the one played.

It may offer `ai.turn_words` with `together(steps)`: phrases for the further steps of a turn, given as pairs of the
position before a step and its action; without it each step has its own.

It may also offer a module `ai.drawbacks` with `drawback(view, action)`: the main thing that speaks against the action,
as a clause that addresses the player who moves as "you", or an empty text. A module `ai.faults` with
`fault(view, action, best, names, likely)` names in the same way what a wrong move gives up and the best one does not,
and no better move; without it the drawback does. A module `ai.waste` with
`waste(view, turn)` names in the same way what the last of the actions of the player's turn so far plainly wastes. A
module `ai.suspicions` with `suspicion(view, names)` is a clause on what is hidden from the player to move and probably
matters more for the result than the points in sight. A module `ai.warnings` with `warning(view, names)` is a clause on
the end of the game where it is near. A module `ai.fortune` with `fortune(s, played, better, later)` is
a clause on a move that went well in the game although another was better, in view of the positions that followed. A
module `ai.concessions` with `concession(view, best, other)` is a clause on what a move brings less at once than the
best one, although it is about as good. A module `ai.changes` with `change(then, view, aims, new, names)` is a clause
on why the player to move does not go on with a plan: what became of the pieces it was for, `aims`, since the view
`then`, or of those that the `new` plan is for; it may offer `cause(then, view, rose, names)`: a clause on what has
raised or lowered that player's chances since.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, TypeAlias, cast

from ..bots.bot import Choice
from ..bots.evaluation import evaluator_for
from ..core.game import Action, Game, apply
from ..core.reason import Piece, Reason, Theme
from ..core.registry import game_module
from ..core.text import join_words
from .standing import scores_less

Likely: TypeAlias = Callable[[Any, list[Action]], Action]

SHARED = 0.3
"""Factor on the weight of a phrase that holds for every alternative as well."""
MOST = 2
"""Most phrases in a reason."""
FAINT = 0.5
"""Least weight of any phrase but the first."""
GAINS: set[Theme | None] = {"bid", "objective", "denial"}
"""Themes of effects that a difference in points has counted already."""
PLAIN: tuple[Theme, ...] = ("engine", "points")
"""Themes of effects that say the same of any piece."""
FIRST_STEPS = ("space",)
"""Verbs of actions with which a turn starts."""
REPEATED = ("return", "discard")
"""Verbs of actions that may follow each other in one turn."""
DEALS = 3
"""Random deals of what is hidden that show whether an action reveals something."""
FORCED = "the only legal move"


def reason(game: Game[Any], view: Any, choice: Choice, names: Sequence[str] = ()) -> str:
    """The strongest reasons for the move in one text, in which "it" is the move; empty if there are none."""
    return joined(strongest(game, view, choice, names))


def reason_to_others(game: Game[Any], view: Any, choice: Choice, names: Sequence[str]) -> str:
    """The same reasons with the name of the player who moves in place of "you" and "your", unless that is "You"."""
    player = game.turn(view)
    assert player is not None
    return joined([named(term, names[player]) for term in strongest(game, view, choice, names)])


def named(term: Reason, name: str) -> Reason:
    """A reason with a player's name where it addresses the player: "fits Hana's map card"."""
    return term if name == "You" else term.named_for(name)


def joined(reasons: Sequence[Reason]) -> str:
    """The phrases of reasons in one text."""
    return "; ".join(reason.phrase for reason in reasons)


def strongest(game: Game[Any], view: Any, choice: Choice, names: Sequence[str] = ()) -> list[Reason]:
    """Reasons for the move, the strongest first, or the one that it is the only legal move.

    `names` are those of the seats; "You" among them becomes "you". A move that ends the game has no further reason.
    Points are none where another move scores more, and what is obvious comes last. Empty if the terms say no more than
    the move does.
    """
    if len(game.legal(view)) == 1:
        return [Reason(0.0, FORCED)]
    action = choice.action
    line = line_of(choice)
    texts = [game.describe(view, action, person, brief) for person in ("third", "second") for brief in (False, True)]
    move = {phrase for text in texts for phrase in (text, f"you {text}", f"it {text}")}
    others = [{term.phrase for term in terms(game, view, (other.action,), names)} for other in choice.alternatives]
    common = set.intersection(*others) if others else set()
    fewer = scores_less(game, view, action)
    effects = [term for term in terms(game, view, line, names) if not (fewer and term.theme == "points")]
    own = [term for term in effects if term.phrase not in move]
    weighed = [term._replace(weight=term.weight * SHARED) if term.phrase in common else term for term in own]
    weighed.sort(key=lambda term: (term.obvious, -term.weight))
    clear = [term for term in weighed if term.weight >= FAINT] or weighed[:1]
    named = {term.phrase: term for term in clear}
    reasons = list(named.values())[:MOST]
    return reasons[:1] if reasons and reasons[0].theme == "finish" else reasons


def difference(game: Game[Any], view: Any, played: Action, choice: Choice, names: Sequence[str]) -> str:
    """The advantages of the choice over the move played, in one text; empty if nothing can be named."""
    then = rest_of_turn(game, view, line_of(choice))
    return "; ".join(filter(None, [then, joined(advantages(game, view, played, choice, names))]))


def advantage(game: Game[Any], view: Any, other: Action, choice: Choice, names: Sequence[str]) -> str:
    """The main advantage of the choice over another move; empty if nothing can be named."""
    return joined(advantages(game, view, other, choice, names)[:1])


def objection(game: Game[Any], view: Any, other: Action, choice: Choice, names: Sequence[str], move: str) -> str:
    """The drawback of another move and the main advantage of the choice, with `move` for it; empty if nothing can be
    named.
    """
    return "; ".join(objections(game, view, other, choice, names, move))


def objections(
    game: Game[Any],
    view: Any,
    other: Action,
    choice: Choice,
    names: Sequence[str],
    move: str,
    earlier_reasons: Sequence[Reason] = (),
) -> list[str]:
    """The drawback of another move, unless the choice has it too, and the main advantage of the choice, with `move` for
    it; without what the `earlier_reasons` have told.
    """
    own = [
        each for each in differences(game, view, other, line_of(choice), names) if not is_told(each, earlier_reasons)
    ]
    if any(not each.predicate for each in own):
        main = [max(own, key=lambda each: each.weight)]
    else:
        main = [each for each in advantages(game, view, other, choice, names) if not is_told(each, earlier_reasons)]
    best = "".join(each.said_of(move) if each.predicate else f"after {move}, {each.phrase}" for each in main[:1])
    against = drawback(game, view, other)
    return [each for each in (against * (against != drawback(game, view, choice.action)), best) if each]


def is_told(reason: Reason, earlier_reasons: Sequence[Reason]) -> bool:
    """Do reasons given before have the same phrase, or the same theme and pieces?"""
    alike = [each for each in earlier_reasons if reason.theme == each.theme and {*reason.about} <= {*each.about}]
    plainly = reason.theme in PLAIN and any(not each.about for each in alike)
    return bool(alike and (reason.about or plainly)) or any(reason.phrase == each.phrase for each in earlier_reasons)


def advantages(game: Game[Any], view: Any, played: Action, choice: Choice, names: Sequence[str]) -> list[Reason]:
    """The main advantages of the choice over the move played, the strongest first."""
    player = game.turn(view)
    assert player is not None
    own = differences(game, view, played, line_of(choice), names)
    lacking = {term.phrase: term for term in terms(game, view, (played,), names)}
    themes = {term.theme for term in own}
    themes |= GAINS if "points" in themes else set()
    brought = sum(term.points for term in lacking.values())
    effects = [
        term
        for term in strongest(game, view, choice, names)
        if term.phrase not in {*lacking, FORCED} and (not term.points or term.points > brought)
    ]
    merged = sorted([*own, *(term for term in effects if term.theme not in themes)], key=lambda term: -term.weight)
    clear = [term for n, term in enumerate(merged) if not n or term.weight >= FAINT][:MOST]
    clear = clear[:1] if clear and clear[0].theme == "finish" else clear
    return [named(term, names[player]) for term in clear]


def line_of(choice: Choice) -> tuple[Action, ...]:
    """The likely play that starts with the choice; at least its action."""
    return choice.line if choice.line[:1] == (choice.action,) else (choice.action,)


def differences(
    game: Game[Any], view: Any, played: Action, line: tuple[Action, ...], names: Sequence[str]
) -> list[Reason]:
    """Reasons from the game's `ai.differences` why a line is better than the move played; none without that module."""
    module = game_module(game.NAME, "ai.differences")
    if module is None:
        return []
    subjects = ["you" if name == "You" else name for name in names]
    reasons: list[Reason] = cast(Any, module).differences(view, played, line, subjects, likeliest(game))
    return reasons


def likeliest(game: Game[Any]) -> Likely:
    """A function that chooses the action that the game's policy likes best."""

    def likely(s: Any, options: list[Action]) -> Action:
        judged = evaluator_for(game, s).logits(s, options)
        return options[judged.index(max(judged))]

    return likely


def terms(
    game: Game[Any], view: Any, line: tuple[Action, ...], names: Sequence[str] = (), seed: int = 0
) -> list[Reason]:
    """Reasons from the game's `ai.explain` for the first action of a line; none for a game without it."""
    module = game_module(game.NAME, "ai.explain")
    if module is None:
        return []
    seats = range(len(game.score(view)))
    titles = [names[seat] if seat < len(names) else f"player {seat + 1}" for seat in seats]
    subjects = ["you" if name == "You" else name for name in titles]
    reasons: list[Reason] = cast(Any, module).terms(view, line, subjects, likeliest(game), seed)
    return reasons


def drawback(game: Game[Any], view: Any, action: Action) -> str:
    """The drawback of an action by the game's `ai.drawbacks`; empty if it has none, or the game no such module."""
    module = game_module(game.NAME, "ai.drawbacks")
    return str(cast(Any, module).drawback(view, action)) if module else ""


def fault(game: Game[Any], view: Any, action: Action, best: Action, names: Sequence[str]) -> str:
    """A clause on what a wrong move gives up and the best one does not, by the game's `ai.faults`; without such a
    module its drawback.
    """
    module = game_module(game.NAME, "ai.faults")
    if module is None:
        return drawback(game, view, action)
    subjects = ["you" if name == "You" else name for name in names]
    return str(cast(Any, module).fault(view, action, best, subjects, likeliest(game)))


def waste(game: Game[Any], view: Any, turn: Sequence[Action]) -> str:
    """The waste by the last action of a player's turn so far, by the game's `ai.waste`; empty if there is none, or no
    such module.
    """
    module = game_module(game.NAME, "ai.waste")
    return str(cast(Any, module).waste(view, turn)) if module else ""


def suspicion(game: Game[Any], view: Any, names: Sequence[str]) -> str:
    """A clause on what is hidden and probably decides, by the game's `ai.suspicions`; empty if there is nothing, or no
    such module.
    """
    module = game_module(game.NAME, "ai.suspicions")
    subjects = ["you" if name == "You" else name for name in names]
    return str(cast(Any, module).suspicion(view, subjects)) if module else ""


def warning(game: Game[Any], view: Any, names: Sequence[str]) -> str:
    """A clause on the end of the game by the game's `ai.warnings`; empty if it is not near, or no such module."""
    module = game_module(game.NAME, "ai.warnings")
    subjects = ["you" if name == "You" else name for name in names]
    return str(cast(Any, module).warning(view, subjects)) if module else ""


def fortune(game: Game[Any], s: Any, played: Action, better: Action, later: Sequence[Any]) -> str:
    """A clause on why a move went well although another was better, by the game's `ai.fortune`; empty if it did not, or
    no such module.
    """
    module = game_module(game.NAME, "ai.fortune")
    return str(cast(Any, module).fortune(s, played, better, later)) if module else ""


def concession(game: Game[Any], view: Any, best: Action, other: Action) -> str:
    """A clause on what a move that is about as good brings less at once, by the game's `ai.concessions`; empty if
    nothing, or no such module.
    """
    module = game_module(game.NAME, "ai.concessions")
    return str(cast(Any, module).concession(view, best, other)) if module else ""


def change(
    game: Game[Any], then: Any, view: Any, aims: Iterable[Piece], new: Iterable[Piece], names: Sequence[str]
) -> str:
    """A clause on why a plan is given up, by the game's `ai.changes`; empty if nothing can be named, or no such
    module.
    """
    module = game_module(game.NAME, "ai.changes")
    subjects = ["you" if name == "You" else name for name in names]
    return str(cast(Any, module).change(then, view, aims, new, subjects)) if module else ""


def cause(game: Game[Any], then: Any, view: Any, rose: bool, names: Sequence[str]) -> str:
    """A clause on what has changed the chances of the player to move since their view `then`, by the game's
    `ai.changes`; empty if nothing can be named, or no such module.
    """
    find = getattr(game_module(game.NAME, "ai.changes"), "cause", None)
    return str(find(then, view, rose, ["you" if name == "You" else name for name in names])) if find else ""


def own_steps(game: Game[Any], view: Any, line: Sequence[Action]) -> list[Action]:
    """The first actions of a line that are one turn of its player, with one random deal of the hidden cards.

    A kind of action that comes again starts another turn, unless it is one of REPEATED.
    """
    player, world, steps = game.turn(view), game.determinize(view, Random(0)), list[Action]()
    for action in line:
        verbs = {step[0] for step in steps}
        again = (action[0] in verbs and action[0] not in REPEATED) or (steps and action[0] in FIRST_STEPS)
        if game.turn(world) != player or again or action not in game.legal(world):
            break
        steps.append(action)
        world = apply(game, world, action, Random(0))
    return steps


def sure_steps(game: Game[Any], view: Any, line: Sequence[Action]) -> list[Action]:
    """The first of the own steps of a line, before each of which nothing new is revealed to the player."""
    player, sure = game.turn(view), list[Action]()
    worlds = [game.determinize(view, Random(n)) for n in range(DEALS)]
    for action in own_steps(game, view, line):
        seen = [game.observe(world, player) for world in worlds]
        if any(other != seen[0] for other in seen):
            break
        sure.append(action)
        worlds = [apply(game, world, action, Random(n)) for n, world in enumerate(worlds)]
    return sure


def next_of_turn(game: Game[Any], view: Any, line: Sequence[Action]) -> Any | None:
    """The view of the player at the next decision of the turn after a line; None where the turn is over, or where that
    depends on what is still hidden.
    """
    player, steps = game.turn(view), sure_steps(game, view, line)
    worlds = [game.determinize(view, Random(n)) for n in range(DEALS)]
    for action in steps:
        worlds = [apply(game, world, action, Random(n)) for n, world in enumerate(worlds)]
    if len(steps) < len(line) or game.turn(worlds[0]) != player:
        return None
    seen, verbs = [game.observe(world, player) for world in worlds], {action[0] for action in steps} - {*REPEATED}
    new_turn = any(action[0] in (*FIRST_STEPS, *verbs) for action in game.legal(worlds[0]))
    return None if new_turn or any(other != seen[0] for other in seen) else seen[0]


def is_whole_turn(game: Game[Any], view: Any, line: Sequence[Action]) -> bool:
    """Return whether the sure steps of a line are all of the player's turn."""
    steps, world = own_steps(game, view, line), game.determinize(view, Random(0))
    for action in steps:
        world = apply(game, world, action, Random(0))
    is_over = game.turn(world) != game.turn(view) or len(steps) < len(line)
    return is_over and steps == sure_steps(game, view, line)


def rest_of_turn(game: Game[Any], view: Any, line: Sequence[Action]) -> str:
    """The further steps of the turn in words: "then take a permit"; those after something is revealed only perhaps.
    Empty if the first action is all of it.
    """
    world, steps = game.determinize(view, Random(0)), list[tuple[Any, Action]]()
    for step in own_steps(game, view, line):
        steps.append((world, step))
        world = apply(game, world, step, Random(0))
    sure = len(sure_steps(game, view, line))
    parts = [("then", steps[1:sure]), ("perhaps then", steps[sure:])]
    return "; ".join(f"{when} {one_after_another(phrased(game, part))}" for when, part in parts if part)


def phrased(game: Game[Any], steps: Sequence[tuple[Any, Action]]) -> list[str]:
    """Phrases for steps of one turn."""
    return told_together(game, steps) or [game.describe(world, step, "second", True) for world, step in steps]


def one_after_another(phrases: Sequence[str]) -> str:
    """Phrases for steps joined by "and", or by "then" where one of them has clauses of its own."""
    return "; then ".join(phrases) if any(", " in phrase for phrase in phrases[:-1]) else join_words(phrases)


def told_together(game: Game[Any], steps: Sequence[tuple[Any, Action]]) -> list[str]:
    """Phrases for steps of one turn, each given with the position before it, by the game's `ai.turn_words`; empty if it
    has no such module.
    """
    module = game_module(game.NAME, "ai.turn_words")
    return list(cast(Any, module).together(steps)) if module else []


def foreseen(game: Game[Any], view: Any, line: Sequence[Action], names: Sequence[str]) -> list[str]:
    """The play that a bot expects, in notation, as far as it is legal with one random deal of the hidden cards."""
    world = game.determinize(view, Random(0))
    moves: list[str] = []
    for action in line:
        player = game.turn(world)
        if player is None or action not in game.legal(world):
            break
        name = "you" if names[player] == "You" else names[player]
        move = game.notation(world, action)
        moves.append(f"{name}: {move}" if moves else move)
        world = apply(game, world, action, Random(0))
    return moves
