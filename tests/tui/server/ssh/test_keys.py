"""The server's own key, and the list of people who are admitted."""

from __future__ import annotations

import stat
from pathlib import Path

import asyncssh
import pytest

from tabletown.tui.server.ssh.keys import HOST_KEY, Allowed, BadKeys, host_key


def test_the_host_key_is_made_once_and_kept(tmp_path: Path) -> None:
    first = host_key(tmp_path)
    path = tmp_path / HOST_KEY
    assert first.algorithm == b"ssh-ed25519"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]
    assert host_key(tmp_path).get_fingerprint() == first.get_fingerprint()


@pytest.mark.parametrize("damage", [b"", b"not a key", None, b"\x00" * 5000])
def test_a_damaged_host_key_is_a_sentence_and_stays(tmp_path: Path, damage: bytes | None) -> None:
    host_key(tmp_path)
    path = tmp_path / HOST_KEY
    path.write_bytes(path.read_bytes()[:200] if damage is None else damage)
    left = path.read_bytes()
    with pytest.raises(BadKeys, match="is damaged or encrypted"):
        host_key(tmp_path)
    assert path.read_bytes() == left


def test_a_locked_host_key_is_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / HOST_KEY
    path.touch(0o600)
    path.write_bytes(asyncssh.generate_private_key("ssh-ed25519").export_private_key("pkcs8-pem", passphrase="x"))
    with pytest.raises(BadKeys, match="is damaged"):
        host_key(tmp_path)


def test_a_host_key_that_others_can_read_is_not_used(tmp_path: Path) -> None:
    host_key(tmp_path)
    (tmp_path / HOST_KEY).chmod(0o640)
    with pytest.raises(BadKeys, match="chmod 600"):
        host_key(tmp_path)


def test_without_a_folder_there_is_no_host_key(tmp_path: Path) -> None:
    with pytest.raises(BadKeys, match="cannot write"):
        host_key(tmp_path / "nowhere")


@pytest.mark.parametrize("text", ["", "# nobody yet\n", "ada\n", "ssh-ed25519 AAAA\n"])
def test_a_list_without_a_key_is_a_sentence(tmp_path: Path, text: str) -> None:
    path = tmp_path / "allow"
    path.write_text(text)
    with pytest.raises(BadKeys, match="has no public keys"):
        Allowed(path)


def test_no_list_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadKeys, match="cannot read"):
        Allowed(tmp_path / "nowhere")
    with pytest.raises(BadKeys, match="is not a list"):
        Allowed(tmp_path)
