"""Identities of browsers: a signed cookie, whose secret identifies a player as a key does over SSH."""

from __future__ import annotations

import hashlib
import secrets
from pathlib import Path

from itsdangerous import BadSignature, URLSafeSerializer

from ..moderation import BROWSER

COOKIE = "tabletown"
LIFE = 400 * 86400
"""Seconds that a browser keeps the cookie; browsers allow no more."""
KEY = "web_key"
"""Name of the file with the key of the signatures, in the data folder."""


class Cookies:
    """Makes and reads signed cookies."""

    def __init__(self, folder: Path) -> None:
        """Read the key of the signatures, or make it. Raises OSError."""
        path = folder / KEY
        if not path.exists():
            part = path.with_suffix(".part")
            part.touch(0o600)
            part.write_text(secrets.token_hex(32))
            part.replace(path)
        self._signed = URLSafeSerializer(path.read_text().strip(), salt=COOKIE)

    def new(self) -> str:
        """The cookie of a new browser."""
        return str(self._signed.dumps(secrets.token_urlsafe(24)))

    def identity(self, cookie: str) -> str:
        """The identity of a browser; empty for a cookie that was not made here. The secret itself is not stored."""
        try:
            secret = self._signed.loads(cookie)
        except BadSignature:
            return ""
        return f"{BROWSER}:{hashlib.sha256(str(secret).encode()).hexdigest()}"
