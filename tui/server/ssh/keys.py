"""Keys: the server's own, made once and kept, and those of the people who may come in."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

import asyncssh
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey

HOST_KEY = "host_key"
"""The file in the data folder, in OpenSSH's own format."""
RSA_BITS = range(2048, 8193)
"""Smaller keys are no identity; larger ones only cost time."""
LARGEST = 1 << 20
"""Bytes of a list of keys."""


class BadKeys(Exception):
    """A file of keys that cannot be used; one sentence."""


def host_key(folder: Path) -> asyncssh.SSHKey:
    """The server's key, made at the first time. Raises BadKeys and leaves a file that cannot be used as it is."""
    path = folder / HOST_KEY
    with suppress(FileExistsError):
        make(path)
    try:
        mode = path.stat().st_mode
        if mode & (stat.S_IRWXG | stat.S_IRWXO):
            raise BadKeys(f"{path} is readable by others; run: chmod 600 {path}")
        return asyncssh.import_private_key(path.read_bytes())
    except OSError as error:
        raise BadKeys(f"cannot read {path}: {error.strerror}") from None
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError, ValueError):
        raise BadKeys(
            f"{path} is damaged or encrypted. Restore a backup, or delete it "
            "(clients will then warn that the host key changed)"
        ) from None


def make(path: Path) -> None:
    """A new host key, whole or not at all. Raises FileExistsError when there is one, and BadKeys."""
    if path.exists():
        raise FileExistsError(path)
    part = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(asyncssh.generate_private_key("ssh-ed25519").export_private_key())
            file.flush()
            os.fsync(file.fileno())
        os.link(part, path)  # unlike a rename, it never takes another's place
    except FileExistsError:
        raise
    except OSError as error:
        raise BadKeys(f"cannot write {path}: {error.strerror}") from None
    finally:
        part.unlink(missing_ok=True)


def strong(key: asyncssh.SSHKey) -> bool:
    """Can the key stand for a person, and be checked quickly?"""
    public = key.pyca_key
    return not isinstance(public, RSAPublicKey) or public.key_size in RSA_BITS


class Allowed:
    """The people whose keys are in a file like authorized_keys; it is read again when it changes.

    While it cannot be read nobody new comes in.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._seen: tuple[int, ...] = ()
        self._keys = asyncssh.SSHAuthorizedKeys()
        self.refresh()

    def refresh(self) -> None:
        """Raises BadKeys."""
        try:
            status = self.path.stat()
            now = (status.st_mtime_ns, status.st_size, status.st_ino)
            if now == self._seen:
                return
            self._seen, self._keys = (), asyncssh.SSHAuthorizedKeys()
            if status.st_size > LARGEST or not stat.S_ISREG(status.st_mode):
                raise BadKeys(f"{self.path} is not a list of public keys")
            self._keys = asyncssh.import_authorized_keys(self.path.read_text(encoding="utf-8") or "#")
            self._seen = now
        except OSError as error:
            self._seen, self._keys = (), asyncssh.SSHAuthorizedKeys()
            raise BadKeys(f"cannot read {self.path}: {error.strerror}") from None
        except ValueError:
            raise BadKeys(f"{self.path} has no public keys; put one per line, as in authorized_keys") from None

    def permits(self, key: asyncssh.SSHKey, address: str) -> bool:
        """May that key come in from there? Raises BadKeys."""
        self.refresh()
        return self._keys.validate(key, address, address) is not None
