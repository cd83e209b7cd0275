"""Your statistics in words: sentences about you, notes on the figures, and all of it as lines of text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from tabletown.rules.bots.level_descriptions import LEVELS
from tabletown.rules.bots.matched import bots_in_words
from tabletown.rules.core.text import plural

from . import rating_words
from .daily import short_date, today
from .play_statistics import Statistics, strength, strongest
from .results import Result

NOTHING = (
    "No finished games against bots yet. Finish one, and you read here what you play best, which bots you have beaten, "
    "your streaks and your best scores."
)
MIN_GAMES = 3
"""Games of a kind from which it can be what you play best."""
CLOSE = 3
"""Most points behind in a game that was close."""
RECENT = 20
"""Most games of your recent form."""


def story(statistics: Statistics) -> list[str]:
    """Sentences about you: your games and wins, your best or a close game, what you play best, the bots you have beaten
    and your streaks.
    """
    if not statistics.played:
        return [NOTHING]
    proud = best_result(statistics.played) or closest(statistics.played)
    sentences = [wins(statistics), proud, best_at(statistics.played), beaten(statistics.played)]
    sentences += [winning_streak(statistics), dailies(statistics)]
    return [sentence for sentence in sentences if sentence]


def wins(statistics: Statistics) -> str:
    """The games won, as a sentence."""
    all = statistics.alone
    if all.games == 1:
        return f"You have played 1 game against bots and {'won' if all.won else 'lost'} it."
    return f"You have won {all.won} of {plural(all.games, 'game')} against bots ({all.share:.0%})."


def in_short(statistics: Statistics) -> str:
    """The games won and a winning streak, in a phrase; empty without a game."""
    all, streak = statistics.alone, statistics.streak
    if not all.games:
        return ""
    return f"{all.won} of {plural(all.games, 'game')} won{f', winning streak {streak}' * (streak > 1)}"


def best_at(played: Sequence[Result]) -> str:
    """The kinds of game that you play most and win most often, as a sentence; empty if there is only one, or
    each was played once.
    """
    kinds = by_kind(played)
    if len(kinds) < 2:
        return ""
    most, often_played = max(kinds.items(), key=lambda kind: len(kind[1]))
    if len(often_played) == 1:
        return ""
    often = {title: games for title, games in kinds.items() if len(games) >= MIN_GAMES and any(map(won, games))}
    if not often:
        return f"You play {most} most."
    best, games = max(often.items(), key=lambda kind: sum(map(won, kind[1])) / len(kind[1]))
    share = f"{sum(map(won, games))} of {len(games)} won"
    return f"You play {most} most, and {'it is what you play best' if best == most else f'{best} best'}: {share}."


def by_kind(played: Sequence[Result]) -> dict[str, list[Result]]:
    """Games by their titles."""
    kinds = defaultdict[str, list[Result]](list)
    for result in played:
        kinds[result.title].append(result)
    return kinds


def beaten(played: Sequence[Result]) -> str:
    """The strongest level beaten, and the next one, as a sentence; empty without a win against a level."""
    levels = [level for level in map(strongest, played) if level in LEVELS]
    victories = [result for result in played if won(result) and strongest(result) in LEVELS]
    if not victories:
        return ""
    level = max(map(strongest, victories), key=strength)
    count = sum(strongest(result) == level for result in victories)
    stronger = [name for name in LEVELS if strength(name) > strength(level)]
    then = f"; {stronger[0]} is next" if stronger else ", the strongest of all"
    return f"You have beaten bots up to {level} ({count} of {plural(levels.count(level), 'game')}){then}."


def winning_streak(statistics: Statistics) -> str:
    """Your current and your longest winning streak, as a sentence; empty without a win."""
    now, longest = statistics.streak, statistics.longest
    if not longest:
        return ""
    if now == longest:
        return f"Your winning streak is {plural(now, 'game')}{', your longest' * (now > 1)}."
    if now:
        return f"Your winning streak is {plural(now, 'game')} now; your longest was {longest}."
    return f"Your longest winning streak is {plural(longest, 'game')}; your next win starts a new one."


def best_result(played: Sequence[Result]) -> str:
    """The highest score of a win in the game that you play most, as a sentence; empty without a win in it."""
    title, games = max(by_kind(played).items(), key=lambda kind: (len(kind[1]), kind[1][-1].when))
    best = max(filter(won, games), key=lambda result: (points(result), result.when), default=None)
    if best is None:
        return ""
    when = f" on {short_date(best.day, today())}" if best.day else ""
    bots = bots_in_words([bot for _, bot in best.seats if bot])
    return f"Your best score in {title} is {points(best)}, against {bots}{when}."


def closest(played: Sequence[Result]) -> str:
    """The game that was lost by the fewest points, as a sentence; empty where no points decided, or
    more than CLOSE.
    """
    gaps = [(max(game.scores) - points(game), -game.when, game) for game in played if not won(game)]
    behind, _, game = min((each for each in gaps if each[0] > 0), default=(0, 0.0, None), key=lambda each: each[:2])
    if game is None or behind > CLOSE:
        return ""
    when = f" on {short_date(game.day, today())}" if game.day else ""
    return f"Your closest game was {game.title}, {plural(behind, 'point')} behind{when}."


def dailies(statistics: Statistics) -> str:
    """Your daily games and their streak, as a sentence; empty without any."""
    first_tries = statistics.dailies
    if not first_tries.games:
        return ""
    run, longest = statistics.daily_streak, statistics.longest_daily
    streak = f"; streak {plural(run, 'day')}" + f", longest {longest}" * (longest > run) if longest else ""
    return f"Of your daily games you have won {first_tries.won} of {first_tries.games}{streak}."


def won(result: Result) -> bool:
    """True for a game that you won, alone or with others."""
    return result.people[0] in result.winners


def points(result: Result) -> int:
    """Your points in a game."""
    return result.scores[result.people[0]]


def form(statistics: Statistics) -> list[bool]:
    """Your latest games, the newest last: True for each that you won."""
    return [won(result) for result in statistics.played[-RECENT:]]


def notes(statistics: Statistics) -> list[str]:
    """Notes on the figures."""
    lines = ["Shared wins count as wins. Games without bots appear only under the players' names."]
    if statistics.practice:
        lines.append(f"Practice of daily games ({statistics.practice}) is not counted.")
    if statistics.broken:
        many = statistics.broken > 1
        lines.append(f"{statistics.broken} unreadable saved game{'s' * many} not counted.")
    return lines if statistics.alone.games or statistics.together else lines[1:]


def lines(statistics: Statistics) -> str:
    """The statistics as lines of text."""
    lines = story(statistics)
    if rated := rating_words.summary(statistics.ratings):
        lines += ["", "Your rating", *(f"{title}: {value}, {games}" for title, value, games in rated)]
    for title, tallies, scores in statistics.sections():
        lines += ["", title]
        for t in tallies:
            best = f"; best {t.best}, average {t.average:.1f}" if scores else ""
            lines.append(f"{t.title}: {plural(t.games, 'game')}, {t.won} won ({t.share:.0%}){best}")
    return "\n".join([*lines, *([""] if lines[1:] else []), *notes(statistics)])
