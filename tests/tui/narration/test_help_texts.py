"""The help pages and lessons as texts: the glossary's words, keys from the keymap, and no line over its width."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files

import pytest

from tabletown import rules, themes
from tabletown.tui.model import keymap as keys
from tabletown.tui.model import lessons
from tabletown.tui.model.default_keys import ACTIONS
from tabletown.tui.model.keymap import PLACEHOLDER, KeyLabels, Keymap, presets
from tabletown.tui.narration import game_ui, rulebook
from tabletown.tui.screens.help import SIGN, Help
from tabletown.tui.screens.home import Home
from tests.tui.app_driver import make_app, screen_lines, screen_text, wait_until

ARCHAIC = (
    "whoever", "somebody", "one's", "for ever", "for nothing", "anew", "shall", "lies", "lie", "stands", "stand",
    "look on", "go on", "goes on", "going on", "at once plays", "take back", "taken back", "take a move back",
    "put back", "begin", "begins", "the later the more",
)  # fmt: skip
"""Words of no text (WORDS.md, voice)."""
NOT = {
    "splendor": ("chip", "chips", "lack", "short", "in reach", "blind", "unseen", "asks for", "ask for", "welcomes",
                 "free of charge", "demands", "lift", "lifts", "keeps you off", "victory", "worth a gem",
                 "hold", "holds", "for free", "called", "enough for", "give up", "bear", "card to associate"),
    "metropolys": ("hold", "plot", "plots", "circle", "put up", "beside", "borders on", "not used", "not in use",
                   "out of use", "unused", "victory", "memory"),
    "sf1906": ("circle", "strip", "the way", "place in the order", "goes with", "reaches", "promises", "victory",
               "pays", "instead of any action", "pool of buildings", "goes further", "step of development"),
}  # fmt: skip
"""The glossary's words not to use, by game."""
KEYS = r"\b(Enter|Esc|Tab|Space|PgUp|PgDn|ctrl|arrow keys?)\b"
"""Names of keys that a text must not write out."""


def pages() -> dict[str, tuple[str, str]]:
    """Game and text of every help page, by its name."""
    texts = {}
    for game in rules.GAMES:
        folder = files(game_ui.load(game).package)
        for page in sorted(folder.iterdir(), key=lambda page: page.name):
            if page.name.startswith("help") and page.name.endswith(".md"):
                texts[f"{game}/{page.name}"] = (game, page.read_text(encoding="utf-8"))
    return texts


PAGES = pages()


def texts() -> Iterator[tuple[str, str, str]]:
    """Name, game and text of every page and of every step."""
    for name, (game, text) in PAGES.items():
        yield name, game, text
    for game in rules.GAMES:
        lesson = lessons.load(game)
        yield f"{game}/about", game, lesson.about
        for n, step in enumerate(lesson.steps, 1):
            yield f"{game}/step {n}", game, f"{step.text} {step.ask}"


TEXTS = [pytest.param(game, text, id=name) for name, game, text in texts()]


@pytest.mark.parametrize("game, text", TEXTS)
def test_no_text_uses_a_word_that_the_glossary_replaces(game: str, text: str) -> None:
    words = SIGN.sub("", PLACEHOLDER.sub("", text))
    unwanted = [word for word in (*ARCHAIC, *NOT[game]) if re.search(rf"\b{word}\b(?!-)", words, re.IGNORECASE)]
    assert not unwanted


@pytest.mark.parametrize("game, text", TEXTS)
def test_every_key_in_a_text_comes_from_the_keymap(game: str, text: str) -> None:
    assert not re.search(KEYS, text)
    for preset in presets():
        filled = SIGN.sub("", KeyLabels(Keymap(preset)).fill(text))
        assert "{" not in filled and "}" not in filled


@pytest.mark.parametrize("game, text", TEXTS)
def test_every_sign_in_a_text_is_a_glyph(game: str, text: str) -> None:
    for glyphs in map(themes.glyphs, ("unicode", "console", "ascii")):
        assert all(glyphs[name][int(place or 0)] for name, place in SIGN.findall(text))


@pytest.mark.parametrize("game, text", TEXTS)
def test_a_text_follows_every_changed_key(game: str, text: str) -> None:
    ids = {*PLACEHOLDER.findall(text)}
    assert ids <= {action.id for group in ACTIONS.values() for action in group}
    changed = {id: (f"alt+{chr(ord('a') + n)}",) for n, id in enumerate(sorted(ids))}
    filled = KeyLabels(Keymap(own=changed)).fill(text)
    assert all(f"alt+{chr(ord('a') + n)}" in filled for n in range(len(ids)))


@pytest.mark.parametrize("game, text", TEXTS)
def test_sentences_are_short(game: str, text: str) -> None:
    """At most 18 words in a step of a lesson, which is one line of text, and 21 on a page."""
    prose = re.sub(r"(?m)^[|#].*$|`[^`\n{]*`,?", "", text)
    for sentence in re.split(r"[.:;?!](?:\s|$)|\n\n|\n\s*- ", prose):
        assert len(sentence.split()) <= (21 if "\n" in text else 18), sentence


@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
async def test_help_fits_into_80_columns_and_needs_no_sign_that_a_terminal_lacks(glyphs: str) -> None:
    keys.save(Keymap("emacs"))
    async with make_app(Help(Home()), glyphs=glyphs).run_test(size=(80, 700)) as pilot:
        await wait_until(pilot, lambda: "1906 San Francisco" in screen_text(pilot))
        assert pilot.app.screen.query_one("#text").max_scroll_x == 0
        lines = screen_lines(pilot)
        assert all(len(line.rstrip()) <= 77 for line in lines)
        assert glyphs == "unicode" or all(line.isascii() for line in lines)


@pytest.mark.parametrize("game", rules.GAMES)
def test_rules_in_text_mode_have_no_placeholder(game: str) -> None:
    options = [{option.key: value} for option in rules.load(game).OPTIONS for value, _ in option.choices]
    for chosen in options:
        paragraphs = rulebook.lines(game, chosen)
        assert len(paragraphs) > 30
        assert not [line for line in paragraphs if "{" in line or ":." in line]


def test_the_help_of_1906_names_its_rulings_and_stand_ins() -> None:
    text = " ".join(PAGES["sf1906/help.md"][1].split())
    rulings = text.partition("## Our rulings")[2]
    assert all(
        words in rulings for words in ("from the deck", "a wild permit alone", "your share of the tied places' points")
    )
    assert "stand-ins" in text and "rules/README.md" in text and "--components" in text
