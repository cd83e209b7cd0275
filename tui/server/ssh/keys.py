"""Keys: the server's own host key, and the list of admitted public keys."""

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
"""Accepted sizes: smaller keys are weak, larger ones only cost time."""
LARGEST = 1 << 20
"""Maximum bytes of a list of keys."""


class BadKeys(Exception):
    """An unusable file of keys; the message is one sentence."""


def host_key(folder: Path) -> asyncssh.SSHKey:
    """The server's host key, created at the first start. Raises BadKeys, and leaves an unusable file unchanged."""
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
    """Write a new host key atomically. Raises FileExistsError when there is one, and BadKeys."""
    if path.exists():
        raise FileExistsError(path)
    part = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(asyncssh.generate_private_key("ssh-ed25519").export_private_key())
            file.flush()
            os.fsync(file.fileno())
        os.link(part, path)  # unlike a rename, it never overwrites a file
    except FileExistsError:
        raise
    except OSError as error:
        raise BadKeys(f"cannot write {path}: {error.strerror}") from None
    finally:
        part.unlink(missing_ok=True)


def strong(key: asyncssh.SSHKey) -> bool:
    """True when the key is safe as an identity, and quick to check."""
    public = key.pyca_key
    return not isinstance(public, RSAPublicKey) or public.key_size in RSA_BITS


class Allowed:
    """Admitted keys from a file in authorized_keys format, which is read again when it changes.

    While it cannot be read, no key is admitted.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._seen: tuple[int, ...] = ()
        self._keys = asyncssh.SSHAuthorizedKeys()
        self.refresh()

    def refresh(self) -> None:
        """Read the file again if it has changed. Raises BadKeys."""
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
        """True when that key is admitted from that address. Raises BadKeys."""
        self.refresh()
        return self._keys.validate(key, address, address) is not None
