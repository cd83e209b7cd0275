"""Keys: their names, presets, a player's own, and what texts say of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from tabletown import rules
from tabletown.tui import games
from tabletown.tui.model import keymap as keys
from tabletown.tui.model import settings as config
from tabletown.tui.model.actions import groups, known_actions, scopes
from tabletown.tui.model.keymap import BadKey, KeyLabels, Keymap, clashes, label, parse
from tabletown.tui.screens.help import SIGN
from tabletown.tui.screens.match_base import board_class
from tabletown.tui.screens.replay import Replay
from tabletown.tui.screens.table import Table
from tests.tui.app_driver import (
    current_table,
    make_app,
    notifications,
    press,
    run_app,
    screen_lines,
    screen_text,
    status_text,
)
from tests.tui.sample_matches import finished_match, match_after, save_record, saved_table, start_match
from tests.tui.screens.forms import row


def write(text: str) -> Path:
    Path("config").mkdir(exist_ok=True)
    path = Path("config/keys.toml")
    path.write_text(text, encoding="utf-8")
    return path


def bound(**own: str) -> Keymap:
    return Keymap(own={name.replace("__", ".").replace("_", "-"): (key,) for name, key in own.items()})


# Names


@pytest.mark.parametrize("name, key, title", [
    ("a", "a", "a"), ("H", "H", "H"), ("?", "question_mark", "?"), (",", "comma", ","), ("+", "plus", "+"),
    ("-", "minus", "-"), ("Esc", "escape", "Esc"), ("enter", "enter", "Enter"), ("Return", "enter", "Enter"),
    ("space", "space", "Space"), (" ", "space", "Space"), ("PgUp", "pageup", "PgUp"), ("up", "up", "↑"),
    ("ctrl+r", "ctrl+r", "^r"), ("alt+x", "alt+x", "alt+x"), ("ctrl+m", "enter", "Enter"),
    ("shift+tab", "shift+tab", "shift+Tab"),
    ("é", "é", "é"), ("full_stop", "full_stop", "."), ("shift+h", "H", "H"),
])  # fmt: skip
def test_a_key_has_one_name_for_the_program_and_one_for_people(name: str, key: str, title: str) -> None:
    assert parse(name) == key and label(key) == title
    assert parse(key) == key


def test_every_character_can_be_a_key() -> None:
    for char in (chr(n) for n in range(33, 127)):
        assert label(parse(char)) == char and parse(parse(char)) == parse(char), char
        assert parse(f"ctrl+{parse(char)}") and label(f"ctrl+{parse(char)}") == f"^{char}"


def test_arrows_have_names_where_only_ascii_is_shown() -> None:
    assert [label(key, True) for key in ("up", "down", "left", "right")] == ["Up", "Down", "Left", "Right"]


@pytest.mark.parametrize("name", ["", "nokey", "hyper+x", "ctrl+", "ab", 5, None, True, ["a"], "\x1b", "a,b"])
def test_what_is_no_key_is_refused(name: object) -> None:
    with pytest.raises(BadKey):
        parse(name)


# Everything that is bound


def test_every_binding_of_ours_has_an_id_and_a_title() -> None:
    for scope in scopes():
        for action in scope.actions:
            assert action.title, action
            widget = action.id in ("cursor_down", "cursor_up", "select", "first", "last", "page_down", "page_up")
            assert action.id in known_actions() or action.id in keys.FIXED or widget, action


def test_nothing_needs_a_function_key_or_ctrl() -> None:
    """To quit is also `q` at home."""
    for id, action in known_actions().items():
        plain = [key for key in action.keys if not key.startswith(("ctrl+", "alt+", "f1"))]
        assert plain or id == "app.quit", action
        assert not any(key[0] == "f" and key[1:].isdigit() for key in action.keys), action


def test_all_screens_and_games_are_listed() -> None:
    assert {"Home", "Table", "Cursor", "Replay", "Settings", "Statistics", "Keys", "Forms"} <= set(groups())
    assert {rules.load(name).TITLE for name in rules.GAMES} <= set(groups())


@pytest.mark.parametrize("preset", list(keys.presets()))
def test_a_preset_names_what_there_is_and_nothing_meets(preset: str) -> None:
    assert set(keys.presets()[preset]) <= set(known_actions())
    assert [why for id in known_actions() for why in clashes(Keymap(preset), id)] == []


@pytest.mark.parametrize("id, key, why", [
    ("table.hint", "z", "z is taken by 'Undo' (Table)"),
    ("table.hint", "v", "v is taken by 'Reserve' (Splendor)"),
    ("splendor.reserve", "q", "q is taken by 'Home' (Table and replay)"),
    ("home.stats", "j", "j is taken by 'Down' (Home)"),
    ("home.stats", "x", "x is taken by 'Command palette' (Everywhere)"),
    ("home.stats", "enter", "Enter is taken by 'Select'"),
    ("table.undo", "ctrl+q", "^q is taken by 'Quit' (Everywhere)"),
    ("table.hint", "s", "s is used to type the names of places on that screen; choose another key."),
])  # fmt: skip
def test_a_key_that_does_something_else_is_told(id: str, key: str, why: str) -> None:
    texts = list(clashes(Keymap(own={id: (key,)}), id))
    assert any(text.startswith(why) for text in texts), texts


@pytest.mark.parametrize("id, key", [("table.hint", "H"), ("home.stats", "v"), ("over.again", "z")])
def test_a_key_may_do_something_else_on_another_screen(id: str, key: str) -> None:
    assert list(clashes(Keymap(own={id: (parse(key),)}), id)) == []


def test_two_may_change_places() -> None:
    keymap = Keymap(own={"table.hint": ("z",), "table.undo": ("i",)})
    assert not [*clashes(keymap, "table.hint"), *clashes(keymap, "table.undo")]


# The file


def test_no_file_is_the_default() -> None:
    assert keys.load() == (Keymap(), [])


def test_keys_are_read_as_they_were_written() -> None:
    keymap = Keymap("vi", {"table.hint": ("H", "question_mark"), "splendor.reserve": ("comma",)})
    keys.save(Keymap("vi", {"table.hint": ("H",), "splendor.reserve": ("comma",)}))
    assert keys.load() == (Keymap("vi", {"table.hint": ("H",), "splendor.reserve": ("comma",)}), [])
    assert keymap.changed["table.redo"] == ("ctrl+r", "y"), "the preset's"


def test_a_file_written_by_hand() -> None:
    write('preset = "emacs"\n[keys]\n"table.hint" = "H"\n"table.undo" = ["u", "Z", "Z"]\n')
    keymap, problems = keys.load()
    assert keymap.own == {"table.hint": ("H",)} and len(problems) == 1 and "u is taken by 'Blue token'" in problems[0]
    write('[keys]\n"table.undo" = ["Z", "U"]\n')
    assert keys.load() == (Keymap(own={"table.undo": ("Z", "U")}), [])


@pytest.mark.parametrize("written, problem", [
    ('preset = "nano"\n', "unknown preset 'nano'; choose default, vi or emacs"),
    ("preset = 7\n", "unknown preset 7"),
    ("keys = 7\n", "keys must be a table: start it with [keys]"),
    ('key = "a"\n', "unknown entry 'key'; remove it"),
    ('[keys]\n"table.hnt" = "H"\n', "unknown action 'table.hnt'"),
    ('[keys]\n"app.break" = "H"\n', "unknown action 'app.break'"),
    ('[keys]\ntable = {hint = "H"}\n', "unknown action 'table'"),
    ('[keys]\n"table.hint" = "hyper+h"\n', "table.hint: 'hyper+h' is not a key"),
    ('[keys]\n"table.hint" = 5\n', "table.hint: 5 is not a key"),
    ('[keys]\n"table.hint" = []\n', "table.hint has no key"),
    ('[keys]\n"table.hint" = ["H", 5]\n', "table.hint: 5 is not a key"),
    ('[keys]\n"table.hint" = "z"\n', "table.hint ignored: z is taken by 'Undo'"),
    ("[keys\n", "keys.toml: "),
])  # fmt: skip
async def test_nonsense_in_the_file_is_said_and_left_out(written: str, problem: str) -> None:
    path = write(written)
    keymap, problems = keys.load()
    assert keymap == Keymap() and len(problems) == 1 and problem in problems[0] and "\n" not in problems[0]
    async with run_app(make_app()) as pilot:
        assert problem in notifications(pilot) and "New game" in screen_text(pilot)
    assert path.read_text(encoding="utf-8") == written, "the file is left alone"


def test_of_much_nonsense_only_the_first_is_said() -> None:
    write("[keys]\n" + "".join(f'"no.such{n}" = "a"\n' for n in range(50)))
    problems = keys.load()[1]
    assert len(problems) == config.MOST + 1 and problems[-1] == "... and 47 more"


# At work


async def test_a_key_of_ones_own_is_heard_shown_and_told() -> None:
    write(
        '[keys]\n"home.new" = "N"\n"table.play" = "!"\n"table.hint" = "H"\n'
        '"splendor.white" = "W"\n"splendor.reserve" = "R"\n'
    )
    async with run_app(make_app(), (120, 36)) as pilot:
        assert "N  New game" in screen_text(pilot)
        await press(pilot, "n")
        assert "New game" in screen_text(pilot), "the old key does nothing"
        await press(pilot, "N", "enter")
        match = current_table(pilot).match
        assert status_text(pilot, "prompt") == "Your turn: take gems (W u g r b), buy (!) or reserve (R)"
        assert "H Hint" in screen_lines(pilot)[-1] and "! Play" in screen_lines(pilot)[-1]
        await press(pilot, "question_mark")
        rows = screen_lines(pilot)
        for _ in range(6):
            await press(pilot, "pagedown")
            rows += screen_lines(pilot)
        assert any(row.split()[:3] == ["!", "Pick", "the"] for row in rows), rows
        await press(pilot, "escape", "w")
        assert current_table(pilot).selection.picked == [], "the old letter does nothing"
        await press(pilot, "W", "u", "g")
        assert "! takes" in status_text(pilot)
        before = len(match.log)
        await press(pilot, "enter")
        assert len(match.log) == before
        await press(pilot, "exclamation_mark")
        assert len(match.log) > before


async def test_texts_follow_the_keys_at_the_table() -> None:
    keymap = bound(table__hurry="H", game__back="B", game__forward="F", table__clear="X", splendor__lift="M")
    tabletown = make_app(saved_table(match_after(plies=10)))
    tabletown.rebind(keymap)
    async with run_app(tabletown) as pilot:
        await press(pilot, "B")
        assert status_text(pilot, "prompt").endswith("B F step, X returns")
        await press(pilot, "X")
        assert status_text(pilot, "prompt").startswith("Your turn")


async def test_the_footer_keeps_its_order_whatever_the_keys() -> None:
    orders = []
    for keymap in (Keymap(), bound(table__hint="H", splendor__reserve="R", table__undo="U", game__help="F")):
        tabletown = make_app(Table(match_after(plies=10), None))
        tabletown.rebind(keymap)
        async with run_app(tabletown, (120, 36)) as pilot:
            bindings = [active.binding for active in pilot.app.screen.active_bindings.values() if active.binding.show]
            orders.append(list(dict.fromkeys(binding.description for binding in bindings)))
            keys = [binding.key for binding in bindings]
    assert orders[0] == orders[1] and {"H", "R", "F"} <= set(keys)


async def test_digits_on_cards_follow_the_keys() -> None:
    tabletown = make_app(saved_table(start_match(game="sf1906")))
    tabletown.rebind(Keymap(own={"sf1906.choice-1": ("A",)}))
    async with run_app(tabletown) as pilot:
        screen = screen_text(pilot)
        await press(pilot, "1")
        assert len(current_table(pilot).match.log) == 0
        await press(pilot, "A")
        assert len(current_table(pilot).match.log) > 0, screen


def test_help_texts_name_only_bindings_that_there_are() -> None:
    names = KeyLabels(bound(table__play="!", sf1906__aim="!", splendor__details="!"))
    for game in rules.GAMES:
        options = [{option.key: value} for option in rules.load(game).OPTIONS for value, _ in option.choices]
        for chosen in options:
            texts = names.fill(games.load(game).help(chosen))
            assert "!" in texts and "{" not in SIGN.sub("", texts) and "Enter" not in texts


def test_a_board_says_what_is_typed_on_it() -> None:
    assert set("CNESW19") <= set(board_class("metropolys").TYPED) and board_class("splendor").TYPED == ""


async def test_presets_work_on_forms_and_in_replays() -> None:
    keys.save(Keymap("emacs"))
    async with run_app(make_app(Replay(finished_match()))) as pilot:
        await press(pilot, "ctrl+e")
        past_ply = pilot.app.screen.past_ply  # type: ignore[attr-defined]
        assert past_ply is None
        await press(pilot, "ctrl+a")
        assert status_text(pilot, "prompt").startswith("Start position")


async def test_the_preset_vi_walks_through_forms() -> None:
    keys.save(Keymap("vi"))
    async with run_app(make_app()) as pilot:
        await press(pilot, "s", "j", "j")
        assert "▸ Colours" in screen_text(pilot)
        await press(pilot, "k", "l")
        assert pilot.app.settings.glyphs != "unicode"  # type: ignore[attr-defined]


# The screen of keys


async def go(pilot: Pilot[None], id: str) -> None:
    """Move the cursor to an action in the list."""
    from textual.widgets import OptionList

    options = pilot.app.screen.query_one(OptionList)
    options.highlighted = options.get_option_index(id)
    await pilot.pause()


async def test_keys_are_given_on_their_screen() -> None:
    save_record(match_after(plies=10), "game")
    async with run_app(make_app()) as pilot:
        await press(pilot, "s", "r")
        await go(pilot, "home.replays")
        await press(pilot, "enter")
        assert "Press the key for 'Replays'" in screen_text(pilot)
        await press(pilot, "S")
        assert "'Replays' is now S." in screen_text(pilot)
        assert keys.load() == (Keymap(own={"home.replays": ("S",)}), [])
        await press(pilot, "plus", "T")
        assert keys.load()[0].own == {"home.replays": ("S", "T")}
        await press(pilot, "escape", "escape")
        assert "S  Replays" in screen_text(pilot)
        await press(pilot, "T")
        assert type(pilot.app.screen).__name__ == "ReplayList"


async def test_a_key_that_is_taken_is_refused_with_the_reason() -> None:
    async with run_app(make_app()) as pilot:
        await press(pilot, "s", "r")
        await go(pilot, "table.hint")
        await press(pilot, "enter", "z")
        assert "z is taken by 'Undo' (Table); change that key first." in screen_text(pilot)
        assert not Path("config/keys.toml").exists() and pilot.app.keymap == Keymap()  # type: ignore[attr-defined]
        await press(pilot, "enter", "escape")
        assert "Suggest a move" in screen_text(pilot)
        await press(pilot, "enter", "q")
        assert "q is taken by 'Home'" in screen_text(pilot), "while a key is waited for none has another meaning"


async def test_keys_are_reset_one_by_one_and_all_at_once() -> None:
    keys.save(Keymap("vi", {"table.hint": ("H",), "home.stats": ("S",)}))
    async with run_app(make_app()) as pilot:
        await press(pilot, "s", "r")
        await go(pilot, "table.hint")
        assert "* Hint" in screen_text(pilot)
        await press(pilot, "d")
        assert keys.load()[0] == Keymap("vi", {"home.stats": ("S",)}) and "'Hint' is now i." in screen_text(pilot)
        await press(pilot, "D")
        assert "Press D again to reset all your keys." in screen_text(pilot) and keys.load()[0].own
        await press(pilot, "D")
        assert keys.load()[0] == Keymap("vi")


async def test_a_reset_that_would_meet_another_key_is_refused() -> None:
    keys.save(Keymap(own={"table.hint": ("z",), "table.undo": ("i",)}))
    async with run_app(make_app()) as pilot:
        await press(pilot, "s", "r")
        await go(pilot, "table.hint")
        await press(pilot, "d")
        assert "i is taken by 'Undo' (Table)" in screen_text(pilot)
        assert keys.load()[0].own["table.hint"] == ("z",)


async def test_the_preset_is_changed_on_either_screen() -> None:
    async with run_app(make_app()) as pilot:
        await press(pilot, "s", "r", "p")
        assert "Keys (preset: vi)" in screen_text(pilot) and keys.load()[0].preset == "vi"
        await press(pilot, "escape")
        assert "default   vi   emacs" in screen_text(pilot)
        assert row(pilot, "keys").value == "vi"
        await press(pilot, "k", "l")
        assert keys.load()[0].preset == "emacs" and "preset" not in notifications(pilot)


async def test_keys_that_cannot_be_kept_hold_until_the_end() -> None:
    Path("config").write_text("no folder", encoding="utf-8")
    async with run_app(make_app()) as pilot:
        await press(pilot, "s", "r")
        await go(pilot, "home.stats")
        await press(pilot, "enter", "S", "escape", "escape")
        assert "Applied, but could not be saved" in notifications(pilot)
        await press(pilot, "S")
        assert type(pilot.app.screen).__name__ == "StatisticsScreen"
