"""The expansions of Splendor in lines of text: pieces on the table, players' pieces, changes."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.rules.core.game import Action
from tabletown.rules.core.text import join_words, plural
from tabletown.rules.splendor.cards import CARDS, COLOURS, NOBLES
from tabletown.rules.splendor.expansions.cities import Cities, all_faces, city_requirement, lack
from tabletown.rules.splendor.expansions.orient import Orient, double_gold
from tabletown.rules.splendor.expansions.strongholds import EACH, Strongholds
from tabletown.rules.splendor.expansions.trading_posts import POSTS, Posts
from tabletown.rules.splendor.names import name, slot_label, tokens
from tabletown.rules.splendor.state import Splendor

from ....narration.grammar import clause
from .requirements import POWERS, lack_for_post, owner


def more_table(view: Splendor, seat: int | None, names: Sequence[str]) -> list[str]:
    """A line for each city or trading post."""
    match view.extra:
        case Cities():
            return [city(view, seat, names, face) for face in all_faces(view)]
        case Posts():
            return [post(view, seat, names, n) for n in range(len(POSTS))]
    return []


def city(view: Splendor, seat: int | None, names: Sequence[str], face: int) -> str:
    holder = owner(view, face)
    if holder is not None:
        return clause(names[holder], f"have the city ({city_requirement(face)}).")
    assert isinstance(view.extra, Cities)
    line = f"City {view.extra.table.index(face) + 1}: requires {city_requirement(face)}."
    if seat is None:
        return line
    short = lack(view.players[seat], face)
    parts = [plural(short.points, "point")] if short.points else []
    parts += [f"{tokens(short.bonuses)} in bonuses"] if any(short.bonuses) else []
    parts += [f"{short.alike} more {COLOURS[short.nearest]}"] if short.alike else []
    return f"{line} You need {join_words(parts)}." if parts else f"{line} You qualify."


def post(view: Splendor, seat: int | None, names: Sequence[str], n: int) -> str:
    assert isinstance(view.extra, Posts)
    line = f"Trading post {n + 1} (requires {requirement(POSTS[n].cost, POSTS[n].nobles)}): {post_power(n)}."
    holders = [names[who] for who, held in enumerate(view.extra.coats) if n in held]
    line += f" Coats of arms: {join_words(holders)}." if holders else ""
    if seat is None or n in view.extra.coats[seat]:
        return line
    bonuses, nobles = lack_for_post(view.players[seat], n)
    return f"{line} You need {requirement(bonuses, nobles)}." if any(bonuses) or nobles else f"{line} You qualify."


def post_power(n: int) -> str:
    return POWERS[n].sentence


def requirement(bonuses: Sequence[int], nobles: int) -> str:
    parts = [f"{tokens(bonuses)} in bonuses"] if any(bonuses) else []
    return join_words([*parts, *([plural(nobles, "noble")] if nobles else [])])


def more_pieces(view: Splendor, who: int) -> list[str]:
    """A player's pieces of an expansion, as sentences without subject and full stop."""
    match view.extra:
        case Cities(owned=owned) if (face := owned[who]) is not None:
            return [f"have the city ({city_requirement(face)})"]
        case Posts(coats=coats):
            return [f"have trading post {n + 1}: {post_power(n)}" for n in coats[who]]
        case Strongholds(placed=placed):
            return [f"have {EACH - len(placed[who])} of {EACH} strongholds left to place"]
        case Orient(bags=bags, patrons=patrons):
            doubles = len(double_gold(view.players[who]))
            held = [f"have {plural(doubles, 'double gold card')}"] if doubles else []
            held += [f"have a copied {COLOURS[colour]} bonus (included above)" for _, colour in bags[who]]
            return held + [
                f"have reserved noble r{n} ({tokens(NOBLES[noble].cost)})" for n, noble in enumerate(patrons[who], 1)
            ]
    return []


def more_news(before: Splendor, action: Action, after: Splendor, names: Sequence[str]) -> list[str]:
    """Sentences for the automatic effects of an expansion, and for the card that a stronghold went to."""
    me = names[before.player]
    phrases = [clause(me, f"{text}.") for text in by_itself(before, action, after)]
    where = [f"That is {slot_label(before, action[-1])}."] if action[0] in ("place", "move", "remove") else []
    return where + phrases


def by_itself(before: Splendor, action: Action, after: Splendor) -> list[str]:
    who, verb = before.player, action[0]
    match before.extra, after.extra:
        case Posts(coats=old), Posts(coats=new):
            return [f"claim trading post {n + 1}: {post_power(n)}" for n in new[who] if n not in old[who]]
        case Orient() as was, Orient() as now:
            phrases = []
            if verb != "associate":
                new_bags = [bag for bag in now.bags[who] if bag not in was.bags[who]]
                phrases += [f"copy a {COLOURS[colour]} bonus" for _, colour in new_bags]
            if verb != "reserve_noble":
                new_patrons = [n for n in now.patrons[who] if n not in was.patrons[who]]
                phrases += [f"reserve the noble ({tokens(NOBLES[n].cost)})" for n in new_patrons]
            gone = [card for card in now.gone if card not in was.gone and ("discard", card) != action]
            spent = [card for card in gone if CARDS[card].kind == "double_gold"]
            phrases += [f"discard {name(card)}" for card in gone if card not in spent]
            mine = before.players[who].cards
            got = [card for card in after.players[who].cards if card not in mine and card not in action]
            return phrases + [f"take {name(card)} at no cost" for card in got]
    return []
