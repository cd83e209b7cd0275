"""Actions of each game on its board. Data only."""

from __future__ import annotations

from ..key_action import Action

# fmt: off
GAMES: dict[str, tuple[Action, ...]] = {
    "splendor": (
        Action("splendor.white", "w,1", "gem(0)", "White token", show=False),
        Action("splendor.blue", "u,2", "gem(1)", "Blue token", show=False),
        Action("splendor.green", "g,3", "gem(2)", "Green token", show=False),
        Action("splendor.red", "r,4", "gem(3)", "Red token", show=False),
        Action("splendor.black", "b,5", "gem(4)", "Black token", show=False),
        Action("splendor.gold", "asterisk,6", "gem(5)", "Gold token", show=False),
        Action("splendor.reserve", "v", "reserve", "Reserve"),
        Action("splendor.payment", "p", "payment", "Payment"),
        Action("splendor.details", "enter", "details", "Details", tooltip="On a player: show all of their cards",
               display="Enter", show=False),
        Action("splendor.lift", "m", "lift", "Move", tooltip="Pick up one of your strongholds to move it"),
        Action("splendor.decline", "d", "decline", "Decline", tooltip="Decline the conquest"),
    ),
    "metropolys": (
        Action("metropolys.next", "tab", "legal(1)", "Next legal place", show=False),
        Action("metropolys.previous", "shift+tab", "legal(-1)", "Previous legal place", show=False),
        Action("metropolys.higher", "plus,equals_sign", "value(1)", "Value",
               tooltip="Type the value of your bid; + and - step through the values", display="1-13"),
        Action("metropolys.lower", "minus", "value(-1)", "Lower", display="-", show=False),
        Action("metropolys.pass", "p", "pass", "Pass"),
        Action("metropolys.light", "t", "light(1)", "Highlight",
               tooltip="Cycle: what your cards score for, statues, lakes, bridges, edge, types"),
        Action("metropolys.light-back", "T", "light(-1)", "Previous highlight", show=False),
    ),
    "sf1906": (
        Action("sf1906.choice-1", "1", "nth(1)", "Choice 1", tooltip="Pick the item with this number", show=False),
        Action("sf1906.choice-2", "2", "nth(2)", "Choice 2", tooltip="Pick the item with this number", show=False),
        Action("sf1906.choice-3", "3", "nth(3)", "Choice 3", tooltip="Pick the item with this number", show=False),
        Action("sf1906.choice-4", "4", "nth(4)", "Choice 4", tooltip="Pick the item with this number", show=False),
        Action("sf1906.choice-5", "5", "nth(5)", "Choice 5", tooltip="Pick the item with this number", show=False),
        Action("sf1906.choice-6", "6", "nth(6)", "Choice 6", tooltip="Pick the item with this number", show=False),
        Action("sf1906.choice-7", "7", "nth(7)", "Choice 7", tooltip="Pick the item with this number", show=False),
        Action("sf1906.choice-8", "8", "nth(8)", "Choice 8", tooltip="Pick the item with this number", show=False),
        Action("sf1906.choice-9", "9", "nth(9)", "Choice 9", tooltip="Pick the item with this number", show=False),
        Action("sf1906.next", "n", "next(1)", "Next choice", tooltip="Next available item"),
        Action("sf1906.previous", "N", "next(-1)", "Previous choice", show=False),
        Action("sf1906.instead", "c", "instead", "$1 or skip",
               tooltip="Take $1 instead, clear up without rubble, or skip the urban card"),
        Action("sf1906.aim", "enter", "aim", "Permits", tooltip="On a plot: pick permits that fit it",
               display="Enter"),
        Action("sf1906.way", "plus,equals_sign", "way(1)", "Swap permits", tooltip="Other permits that fit this plot",
               display="+"),
        Action("sf1906.way-back", "minus", "way(-1)", "Previous permits", show=False),
        Action("sf1906.panel", "t", "turn(1)", "Panel",
               tooltip="Cycle: players, objectives, development, points, urban cards",
               show=False),
        Action("sf1906.panel-back", "T", "turn(-1)", "Previous panel", show=False),
        Action("sf1906.players", "a", "page('players')", "Players"),
        Action("sf1906.objectives", "b", "page('objectives')", "Objectives"),
        Action("sf1906.town", "d", "page('town')", "Board",
               tooltip="Development board and urban cards"),
        Action("sf1906.points", "e", "page('points')", "Points",
               tooltip="Your points so far, money and years"),
    ),
}
# fmt: on
