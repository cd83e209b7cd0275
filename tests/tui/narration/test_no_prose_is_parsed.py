"""No code parses the sentences of the game: facts about a move or an event are passed as data.

In all code that makes or shows sentences, texts are split or searched only in the files named here, which read
other texts.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
FOLDERS = ("rules/splendor", "rules/metropolys", "rules/sf1906", "rules/analysis", "tui/games", "tui/narration")
FOLDERS += ("tui/screens", "tui/widgets", "tui/client")
READING = {"startswith", "endswith", "removeprefix", "removesuffix", "partition", "rpartition", "split", "rsplit"}
READING |= {"fullmatch", "search", "findall", "finditer", "sub", "compile"}
DATA = ("rules/metropolys/board.py", "rules/sf1906/components")
"""Read tables of the games."""
ALLOWED = {
    "rules/sf1906/notation.py": "a word to type has hyphens for blanks",
    "tui/games/metropolys/auction_panel.py": "the blank that keeps a building and its place in one row",
    "tui/games/metropolys/story.py": "the blank that keeps a building and its place in one row",
    "tui/games/sf1906/narrator.py": "names to type have hyphens for blanks",
    "tui/games/sf1906/player_panel.py": "the last action in short",
    "tui/games/splendor/last_moves.py": "the place in a move as it is typed",
    "tui/games/splendor/expansions/trading_posts.py": "a label without its blanks, where room is short",
    "tui/games/splendor/painter.py": "a label without its blanks, where room is short",
    "tui/narration/grammar.py": "a full stop where there is none",
    "tui/narration/typed_moves.py": "moves that a person types",
    "tui/narration/rulebook.py": "help pages in Markdown",
    "tui/screens/help.py": "ids of actions",
    "tui/screens/home.py": "the file that a row stands for",
    "tui/screens/move_entry_base.py": "verbs of moves to type",
    "tui/screens/move_input.py": "a method of the input field",
    "tui/screens/new_game.py": "a seed that a person types",
    "tui/widgets/form.py": "the common beginning of choices",
    "tui/widgets/key_footer.py": "ids of actions",
    "tui/widgets/svg.py": "names of characters in Unicode",
    "tui/widgets/status_line.py": "places at which a line may end",
    "tui/widgets/text_box.py": "the first place at which a line may end",
    "tui/client/connection.py": "bytes from the wire",
    "tui/client/new_table.py": "keys of rows",
    "tui/client/tournament_words.py": "a time that a person types",
}
"""The other files in which a text is taken apart or searched, and what it is."""


def sources() -> Iterator[Path]:
    for folder in FOLDERS:
        yield from sorted((ROOT / folder).rglob("*.py"))


def readings(tree: ast.AST) -> Iterator[int]:
    """The lines on which a text is taken apart or searched."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr="replace"), args=[_, _, *_]):
                yield node.lineno
            case ast.Call(func=ast.Attribute(attr=method)) if method in READING:
                yield node.lineno


@pytest.mark.parametrize("planted", [
    "text.startswith('opens')",
    "game.describe(s, a).removesuffix(', taking 1 gold')",
    "line.text.partition('; ')[0]",
    "re.compile(', (?=[a-z]+ing )').split(words)",
    "pays.replace('map card', 'map')",
    "words.replace(', taking', 'took', 1)",
])  # fmt: skip
def test_what_reads_a_sentence_is_found(planted: str) -> None:
    assert list(readings(ast.parse(planted)))


def test_nothing_reads_a_sentence_back() -> None:
    readings_by_path = {}
    for path in sources():
        if lines := list(readings(ast.parse(path.read_text(encoding="utf-8")))):
            readings_by_path[str(path.relative_to(ROOT))] = lines
    texts = {path: lines for path, lines in readings_by_path.items() if not path.startswith(DATA)}
    assert {path: lines for path, lines in texts.items() if path not in ALLOWED} == {}
    assert ALLOWED.keys() <= texts.keys(), "no longer needed in the list"
