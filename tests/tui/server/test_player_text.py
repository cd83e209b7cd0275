"""The message of the day and the house rules: their files, and who is let in."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tabletown.tui.protocol.admin_messages import Kick, Who
from tabletown.tui.protocol.client_messages import AcceptRules, Hello, Name, Open, Say
from tabletown.tui.protocol.server_messages import HouseRules, Lobby, Room, Welcome
from tabletown.tui.server.player_text import MESSAGE, BadText, PlayerText
from tests.e2e.ssh_host import Host
from tests.tui.server.operator_tools import command, denied
from tests.tui.server.raw_client import PROTOCOL, Client, key, serving


def write(path: Path, text: str) -> PlayerText:
    path.write_text(text, encoding="utf-8")
    return PlayerText(path, MESSAGE)


def test_a_text_is_read_again_when_its_file_changes(tmp_path: Path) -> None:
    path = tmp_path / "motd"
    message = write(path, "Hello.\n")
    before = message.version
    assert message.text == "Hello." and before
    path.write_text("Hello,\nworld.\n")
    assert message.text == "Hello,\nworld." and message.version != before
    path.write_text("Hello.")
    assert message.version == before


def test_an_unusable_change_leaves_the_text_as_it_was(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "motd"
    message = write(path, "Hello.")
    path.write_bytes(b"\xff\xfe")
    assert message.text == message.text == "Hello."
    assert len(caplog.records) == 1 and "is not text in UTF-8" in caplog.text
    path.unlink()
    assert message.text == "Hello."
    path.write_text("")
    assert message.text == message.version == ""


@pytest.mark.parametrize("text", ["x" * 301, "x\n" * 6, "x" * 100_000])
def test_a_long_message_is_refused_at_the_start(tmp_path: Path, text: str) -> None:
    with pytest.raises(BadText, match="too long"):
        write(tmp_path / "motd", text)


def test_a_missing_file_is_refused_at_the_start_and_no_file_is_no_text(tmp_path: Path) -> None:
    with pytest.raises(BadText, match="cannot read"):
        PlayerText(tmp_path / "nothing")
    assert PlayerText().text == PlayerText().version == ""


def test_a_text_cannot_change_the_terminal(tmp_path: Path) -> None:
    text = write(tmp_path / "motd", "\x1b]0;title\x07A\u202eB\u200b\r\n  \x9b31mC\u2028\u001b[2J").text
    assert text == " ]0;title A B\n   31mC\n [2J"


async def test_newcomers_accept_the_rules_once_and_again_when_they_change(tmp_path: Path) -> None:
    path = tmp_path / "rules"
    path.write_text("Be kind.")
    async with serving(tmp_path, house_rules=PlayerText(path)) as gateway:
        hana = await Client.enter(gateway, "Hana")
        rules = await hana.expect(HouseRules)
        assert rules.text == "Be kind."
        assert not gateway.service.people
        assert command(gateway, Who()).rows[0][:2] == ["Hana", ""]
        assert (await hana.refused(Say("Hello!"))).text == "Accept the house rules first."
        hana.send(AcceptRules("another version"))
        await hana.expect(HouseRules)
        hana.send(AcceptRules(rules.version))
        assert (await hana.expect(Welcome)).rules == "Be kind."
        await hana.expect(Lobby)
        assert "have accepted" in (await hana.refused(AcceptRules(rules.version))).text
    async with serving(tmp_path, house_rules=PlayerText(path)) as gateway:
        await (await Client.enter(gateway, "Hana")).expect(Lobby)
        path.write_text("Be kind and quick.")
        again = await Client.enter(gateway, "Hana")
        assert (await again.expect(HouseRules)).version != rules.version
        command(gateway, Kick("Hana"))
        assert (await again.farewell()).text.startswith("The operator has ended your session.")
        while gateway.connections:
            await asyncio.sleep(0.001)
        assert denied(gateway, Kick("Hana")) == "There is no session of Hana."


async def test_the_rules_come_after_the_name_and_before_the_table(tmp_path: Path) -> None:
    """Who comes with an invitation arrives at its table as soon as the rules are accepted."""
    path = tmp_path / "rules"
    path.write_text("Be kind.")
    async with serving(tmp_path, house_rules=PlayerText(path)) as gateway:
        hana = await Client.enter(gateway, "Hana")
        version = (await hana.expect(HouseRules)).version
        hana.send(AcceptRules(version))
        await hana.expect(Lobby)
        hana.send(Open("splendor", {}, ["", ""]))
        code = (await hana.expect(Room)).code
        bruno = await Client.connect(gateway.path)
        bruno.send(Hello(PROTOCOL, ticket=gateway.admit(key("Bruno"), "test"), join=code))
        assert (await bruno.expect(Welcome)).new
        assert "Choose a name first" in (await bruno.refused(AcceptRules(version))).text
        bruno.send(Name("Bruno"))
        await bruno.expect(HouseRules)
        bruno.send(AcceptRules(version))
        assert (await bruno.expect(Room)).yours == 1


async def test_everyone_gets_the_message_of_the_day(tmp_path: Path) -> None:
    message = write(tmp_path / "motd", "Welcome.")
    async with serving(tmp_path, message_of_the_day=message) as gateway:
        await Client.enter(gateway, "Hana")
        hana = await Client.connect(gateway.path)
        hana.send(Hello(PROTOCOL, ticket=gateway.admit(key("Hana"), "test")))
        assert (await hana.expect(Welcome)).message == "Welcome."


@pytest.mark.slow
def test_a_player_over_ssh_accepts_the_rules_and_hides_the_message(tmp_path: Path) -> None:
    rules, motd = tmp_path / "rules", tmp_path / "motd"
    rules.write_text("Be kind.")
    motd.write_text("The server restarts on Sunday.")
    with Host(tmp_path, "--house-rules", str(rules), "--motd", str(motd)) as host:
        with host.ssh("hana") as hana:
            hana.wait_for("What should other players call you?")
            hana.keys(*"Hana", "\r")
            hana.wait_for("Be kind.")
            hana.keys("a")
            hana.wait_for("The server restarts on Sunday.")
            hana.keys("h")
            hana.wait_for(lambda: "restarts" not in hana.text and "You are Hana" in hana.text)
        with host.ssh("hana") as hana:
            hana.wait_for("The server restarts on Sunday.")
