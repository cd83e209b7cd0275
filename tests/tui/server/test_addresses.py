"""Addresses of a server as its operator and its players read them."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from asyncssh import generate_private_key

from tabletown.tui.protocol.addresses import Address, parse_address, reachable, ssh_address, ssh_command
from tabletown.tui.server.main import announcement, folder_warning, listen_fault


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_nobody_is_told_to_connect_to_every_interface(host: str) -> None:
    assert ssh_command(reachable(Address(host, 2222))) == f"ssh -p 2222 {socket.gethostname()}"


def test_a_server_on_every_interface_names_its_host_or_its_public_address() -> None:
    everywhere = Address("0.0.0.0", 2222)
    line = "Listening on 0.0.0.0:2222; connect with: ssh -p 2222"
    key = generate_private_key("ssh-ed25519")
    own, public = announcement(everywhere, None, key), announcement(everywhere, Address("town.example.org", 2222), key)
    assert own.splitlines()[0] == f"{line} {socket.gethostname()}"
    assert public.splitlines()[0] == f"{line} town.example.org"


def test_the_fingerprint_of_the_host_key_is_announced() -> None:
    key = generate_private_key("ssh-ed25519")
    lines = announcement(Address("127.0.0.1", 2222), None, key).splitlines()
    assert lines[1:] == [f"Host key: {key.get_fingerprint()}"] and "SHA256:" in lines[1]


def test_an_unknown_host_is_named() -> None:
    fault = listen_fault(Address("town.invalid", 2222), socket.gaierror(socket.EAI_NONAME, "Name or service not known"))
    assert fault == "cannot listen on town.invalid:2222: unknown host 'town.invalid'"


@pytest.mark.parametrize(
    ("mode", "fault"), [(0o700, ""), (0o755, "read"), (0o750, "read"), (0o777, "change"), (0o770, "change")]
)
def test_a_data_folder_open_to_others_gives_a_warning(tmp_path: Path, mode: int, fault: str) -> None:
    tmp_path.chmod(mode)
    warning = f"other users can {fault} {tmp_path}; run: chmod 700 {tmp_path}" if fault else ""
    assert folder_warning(tmp_path) == warning


def test_an_address_to_listen_on_is_the_one_to_connect_to() -> None:
    assert ssh_command(reachable(Address("192.0.2.7", 2222))) == "ssh -p 2222 192.0.2.7"


def test_an_invitation_has_host_and_port() -> None:
    assert (
        ssh_command(Address("town.example.org", 2222), "join KRTMLA") == "ssh -p 2222 -t town.example.org join KRTMLA"
    )
    assert ssh_command(Address("town.example.org", 22), "join KRTMLA") == "ssh -t town.example.org join KRTMLA"
    assert ssh_command(None, "join KRTMLA") == "ssh -t HOST join KRTMLA"


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("127.0.0.1:2222", Address("127.0.0.1", 2222)), ("[::1]:2222", Address("::1", 2222)),
        ("town.example.org", Address("town.example.org", 22)), ("[::1]", Address("::1", 22)),
    ],
)  # fmt: skip
def test_an_address_is_read(text: str, address: Address) -> None:
    assert parse_address(text, 22) == address


@pytest.mark.parametrize("text", ["2222:", ":2222", "host:99999", "host:ssh", ""])
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        parse_address(text, 22)
    with pytest.raises(ValueError):
        parse_address("town.example.org")


def test_the_address_that_a_session_came_to_is_that_of_sshd() -> None:
    assert ssh_address("192.0.2.1 50000 198.51.100.2 22") == Address("198.51.100.2", 22)
    assert ssh_address("::ffff:192.0.2.1 50000 ::ffff:198.51.100.2 2222") == Address("198.51.100.2", 2222)
    assert ssh_address("none") is ssh_address("") is ssh_address("a b c d") is None
