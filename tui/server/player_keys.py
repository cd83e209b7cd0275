"""The keys of each player, and the codes that add one: SSH keys by their fingerprints, guests by hashes of their codes.

A code is used once and expires. Only its hash is stored.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import NamedTuple

import sqlalchemy as sql

from ..protocol.player_messages import KeyInfo
from ..protocol.table_codes import ALPHABET
from .databases import put
from .moderation import BROWSER, GUEST
from .schema import REUSED, keys, meta, notices, players
from .store import Store
from .tables.table import RequestDenied

KEY_CODE = 8
"""Letters of a code."""
VALID = 600.0
"""Seconds until a code expires."""
MOST_KEYS = 10
"""Maximum keys of a player."""
SALT = b"a key of Tabletown"
"""Codes are random and short-lived, so one salt will do."""
DISPOSABLE = frozenset(
    ("keys", "former_names", "notices", "notice_choices", "relations", "invitations", "visits", "key_codes")
)
"""Tables whose rows about a player may go when the player's only key becomes another's."""
UNKNOWN_CODE = "No such code, or it has expired; codes are valid for 10 minutes."

key_codes = sql.Table(
    "key_codes",
    meta,
    sql.Column("player", sql.ForeignKey("players.id"), primary_key=True),
    sql.Column("hash", sql.String, nullable=False),
    sql.Column("expires", sql.Float, nullable=False),
)


class Account(NamedTuple):
    """A player's number and name."""

    number: int
    name: str


class PlayerKeys:
    """The keys in a store."""

    def __init__(self, store: Store) -> None:
        self.engine = store.engine

    def of(self, number: int, used: str = "") -> list[KeyInfo]:
        """A player's keys, the oldest first; `used` is the identity of the present session."""
        own = keys.select().where(keys.c.player == number).order_by(keys.c.added, keys.c.identity)
        with self.engine.begin() as base:
            rows = base.execute(own).all()
        return [KeyInfo(label(row.identity), row.added, row.used, row.identity == used) for row in rows]

    def make_code(self, number: int, now: float) -> str:
        """A new code for a player, in place of an earlier one. Raises RequestDenied for a player with many keys."""
        if len(self.of(number)) >= MOST_KEYS:
            raise RequestDenied(f"You have {MOST_KEYS} keys; remove one first.")
        code = "".join(secrets.choice(ALPHABET) for _ in range(KEY_CODE))
        values = {"hash": hashed(code), "expires": now + VALID}
        with self.engine.begin() as base:
            base.execute(key_codes.delete().where(key_codes.c.expires <= now))
            put(base, key_codes, {"player": number}, values)
        return code

    def use_code(self, identity: str, code: str, now: float, seated: bool = False) -> Account | None:
        """Give a key to the player who made the code; None for an unknown code.

        `seated` says that the present owner of the key has a seat at a table. Raises RequestDenied when that player
        would be left without a key and has played here, and changes nothing then.
        """
        fitting = (key_codes.c.hash == hashed(normal(code))) & (key_codes.c.expires > now)
        with self.engine.begin() as base:
            row = base.execute(sql.select(players.c.id, players.c.name).join(key_codes).where(fitting)).first()
            if row is None:
                return None
            owner = base.execute(sql.select(keys.c.player).where(keys.c.identity == identity)).scalar()
            if owner == row.id:
                raise RequestDenied("That is your own code; enter it on the machine with the other key.")
            if owner is not None and _is_only_key(base, owner):
                _retire(base, owner, seated)
            put(base, keys, {"identity": identity}, {"player": row.id, "added": now, "used": now})
            base.execute(key_codes.delete().where(key_codes.c.player == row.id))
            text = f"Another key now opens your account: {label(identity)}."
            base.execute(notices.insert().values(player=row.id, text=text))
        return Account(row.id, row.name)

    def remove(self, number: int, key: str, used: str) -> str:
        """Remove a player's key and return its identity; `used` is that of the session. Raises RequestDenied."""
        with self.engine.begin() as base:
            own: list[str] = [*base.execute(sql.select(keys.c.identity).where(keys.c.player == number)).scalars()]
            identity = next((identity for identity in own if label(identity) == key), None)
            if identity is None:
                raise RequestDenied("You have no such key.")
            if len(own) == 1:
                raise RequestDenied("That is your only key; add another one first.")
            if identity == used:
                raise RequestDenied("You are connected with that key; to remove it, connect with another one.")
            base.execute(keys.delete().where(keys.c.identity == identity))
        return identity


def _is_only_key(base: sql.Connection, number: int) -> bool:
    return base.execute(sql.select(sql.func.count()).where(keys.c.player == number)).scalar_one() == 1


def _retire(base: sql.Connection, number: int, seated: bool) -> None:
    """Take the name and all else from a player who has never played. Raises RequestDenied for any other."""
    links = [
        (table, link.parent)
        for table in meta.sorted_tables
        for link in table.foreign_keys
        if link.column.table is players
    ]
    about = [(table, column == number) for table, column in links]
    if seated or any(
        base.execute(table.select().where(own).limit(1)).first() for table, own in about if table.name not in DISPOSABLE
    ):
        name = base.execute(sql.select(players.c.name).where(players.c.id == number)).scalar_one()
        raise RequestDenied(
            f"That is the only key of {name}, who has played here; use a key that is new to the server."
        )
    for table, own in about:
        base.execute(table.delete().where(own))
    gone = f"{REUSED}{secrets.token_hex(8)}"
    base.execute(players.update().where(players.c.id == number).values(identity=gone, name="", folded=gone))


def label(identity: str) -> str:
    """A key as its player sees it; the code of a guest and the cookie of a browser stay secret."""
    kind, _, rest = identity.partition(":")
    return {GUEST: f"guest code {rest[:8]}", BROWSER: f"browser {rest[:8]}"}.get(kind, identity)


def normal(code: str) -> str:
    """The letters of a code, as it may be typed."""
    return "".join(c for c in code.upper() if c in ALPHABET)


def hashed(code: str) -> str:
    return hashlib.scrypt(code.encode(), salt=SALT, n=1 << 13, r=8, p=1).hex()
