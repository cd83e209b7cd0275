"""Names in the code: none says only that there is a value, and none is one that another name has replaced."""

from __future__ import annotations

import ast

from tests.words.texts import ROOT, SOURCES

VAGUE = frozenset(("found", "here", "its", "known", "one", "said", "told", "wanted"))
"""Words that say only that there is a value."""
BRIEF = "shown"
"""A word that is good enough for a variable whose uses are at most MAX_LINES lines below it."""
MAX_LINES = 2
OLD = """
AGAIN Aspects Authority BROAD Bad CURIOSITY Chair Choosing Crew DOUBT Desk Divided Draws Executed Front Hub INPUTS
Knowledge LOUD Leavable Likes Manner Mind Mover NotRecorded OnlineTown Opening Over PLACES Played Pulls Refused Scene
Served Talk Talking Taste Teller Thinker TownScreen Undone Visit Visitor WHIM Wants a_code a_game a_public_address
a_size aspects brush companion consent contest crew deed deeds demands explore glance hall handicap knowledge liking
likings mastery misjudged outlook passed_over purse savour selfish sight spacing taste teller telling temper the_ladder
the_options the_pair the_terms the_test wardrobe wants whim wishes
"""
"""Names that another one has replaced everywhere; words that also have a plain meaning in the code are not here."""
EXCEPTIONS = {
    ("tui/protocol/server_messages.py", "Over"): "clients and servers send the names of their messages",
    ("tui/protocol/server_messages.py", "Undone"): "clients and servers send the names of their messages",
}
"""Names that stay, each with the reason."""
NAMES = VAGUE | {*OLD.split()}
PATHS = [path for folder in (*SOURCES, "tests") for path in sorted((ROOT / folder).rglob("*.py"))]


def name_of(node: ast.AST) -> str | None:
    """The name that a node gives to a variable, a parameter, an attribute, a function or a class."""
    match node:
        case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()) | ast.arg(arg=name):
            return name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return name
        case ast.MatchAs(name=name) | ast.MatchStar(name=name) | ast.ExceptHandler(name=name) | ast.alias(asname=name):
            return name
    return None


def lasts(node: ast.AST) -> bool:
    """Does a node give the brief word to more than a few lines: a function, an attribute, a field, a variable?"""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            uses = [use for use in ast.walk(node) if BRIEF in (getattr(use, "id", ""), getattr(use, "arg", ""))]
            lines = [use.lineno for use in uses if isinstance(use, ast.Name | ast.arg)]
            return node.name == BRIEF or bool(lines and max(lines) - min(lines) > MAX_LINES)
        case ast.ClassDef(body=body):
            return any(isinstance(field, ast.AnnAssign) and name_of(field.target) == BRIEF for field in body)
        case ast.Attribute():
            return name_of(node) == BRIEF
    return False


def unwanted(source: str) -> list[str]:
    """The names in the code of a file that it should not have, in order and once each."""
    nodes = list(ast.walk(ast.parse(source)))
    vague = {BRIEF} if BRIEF in source and any(map(lasts, nodes)) else set()
    return sorted(vague | {name for node in nodes if (name := name_of(node)) in NAMES and name})


def test_names_say_what_their_values_are() -> None:
    texts = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in PATHS}
    faults = {(place, name) for place, text in texts.items() for name in unwanted(text)}
    assert faults - EXCEPTIONS.keys() == set()
    assert EXCEPTIONS.keys() <= faults, "an exception that is not needed any more"


PLANTED = """
class Refused:
    wanted: int = 0

    def purse(self, known):
        self.told = [one for one in known]
        if (found := self.told) and (lambda here: here):
            match found:
                case [its, *_]:
                    return its
        shown = known
        known = None
        print()
        print(shown)

def f(lines):
    shown = lines[0]
    return shown, known, lines.found, {"said": "said"}
"""


def test_names_of_every_kind_are_found() -> None:
    """Those of classes, fields, methods, parameters, attributes and variables, but not those that are only used."""
    names = ["Refused", "found", "here", "its", "known", "one", "purse", "shown", "told", "wanted"]
    assert unwanted(PLANTED) == names
    assert unwanted("class Page:\n    shown: int = 0") == unwanted("page.shown = 0") == ["shown"]
    assert unwanted(PLANTED[PLANTED.index("def f") :]) == []
    assert len(PATHS) > 500
