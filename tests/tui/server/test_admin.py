"""The operator's commands: what they change, whom they concern, and what outlasts a restart."""

from __future__ import annotations

import asyncio
import stat
import threading
import time
from pathlib import Path

import pytest

from tabletown.tui.protocol.admin_messages import (
    Ban,
    Broadcast,
    Close,
    Health,
    Kick,
    ListBans,
    ListTables,
    MutePlayer,
    Remove,
    Rename,
    Reopen,
    SetLimit,
    ShowLimits,
    ShowLog,
    Unban,
    UnmutePlayer,
    Who,
)
from tabletown.tui.protocol.client_messages import PROTOCOL, Hello, Name, Phrase, Return, Say
from tabletown.tui.protocol.server_messages import ChatMessage, Lobby, Moved, Note, Room, Welcome
from tabletown.tui.server import databases, repair
from tabletown.tui.server.gateway import GUEST, Gateway, RequestDenied
from tabletown.tui.server.limits import Limits
from tabletown.tui.server.moderation import covers, network_of
from tests.tui.server.operator_tools import back_up, command, denied, next_note
from tests.tui.server.raw_client import Client, key, serving
from tests.tui.server.seated_clients import open_table, start_game
from tests.tui.server.tables.test_votes import later


def table_code(gateway: Gateway) -> str:
    [code] = gateway.service.tables
    return code


# Chat


async def test_a_muted_player_is_told_why_and_cannot_chat(tmp_path: Path) -> None:
    """Neither in words nor with quick phrases, also after a restart; others can."""
    async with serving(tmp_path) as gateway:
        hana, bruno = await open_table(gateway, "Hana", "Bruno")
        assert command(gateway, MutePlayer("hana", "insults", 7200)).text.startswith("Muted Hana until 20")
        assert (await next_note(hana)).startswith("You cannot chat until 20")
        for message in (Say("Hello!"), Phrase(1)):
            refusal = (await hana.refused(message)).text
            assert refusal.startswith("You cannot chat until 20") and refusal.endswith(" UTC: insults.")
        bruno.send(Say("Hello!"))
        assert (await hana.expect(ChatMessage)).name == "Bruno"
    async with serving(tmp_path) as gateway:
        hana = await Client.enter(gateway, "Hana")
        assert "cannot chat" in (await hana.refused(Say("Hello!"))).text
        assert command(gateway, UnmutePlayer("Hana")).text == "Unmuted Hana."
        assert await next_note(hana) == "You can chat again."
        hana.send(Say("Hello!"))
        assert (await hana.expect(ChatMessage)).text == "Hello!"
        assert denied(gateway, UnmutePlayer("Hana")) == "There is no mute of Hana."


async def test_a_mute_ends_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path) as gateway:
        [hana] = await open_table(gateway, "Hana", seats=2)
        command(gateway, MutePlayer("Hana", "", 60))
        await hana.refused(Say("Hello!"))
        end = time.time() + 61
        monkeypatch.setattr(gateway.moderation, "now", lambda: end)
        hana.send(Say("Hello!"))
        assert (await hana.expect(ChatMessage)).text == "Hello!"
        assert command(gateway, ListBans()).rows == []


# Sessions


async def test_a_kicked_player_is_told_why_and_can_come_back(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        hana = await Client.enter(gateway, "Hana")
        assert command(gateway, Kick("Hana", "asleep.")).text == "Kicked Hana: asleep."
        bye = await hana.farewell()
        assert bye.text == "The operator has ended your session: asleep. You are welcome to come back."
        assert bye.reason == "refused"
        await (await Client.enter(gateway, "Hana")).expect(Lobby)
        assert denied(gateway, Kick("Bruno")) == "No player is called Bruno."


async def test_a_banned_key_is_refused_until_the_ban_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At every way in, also after a restart."""
    async with serving(tmp_path, local=True) as gateway:
        hana = await Client.enter(gateway, "Hana")
        ticket = gateway.admit(key("Hana"), "test")
        text = command(gateway, Ban("Hana", "spam", 3600)).text
        assert text.startswith("Banned Hana until 20") and text.endswith(": spam. 1 session ended.")
        bye = await hana.farewell()
        assert bye.text.startswith("You cannot play on this server until 20") and bye.text.endswith(": spam.")
        with pytest.raises(RequestDenied, match="You cannot play on this server until"):
            gateway.admit(key("Hana"), "elsewhere")
        for hello in (Hello(PROTOCOL, ticket=ticket), Hello(PROTOCOL, key=key("Hana"))):
            again = await Client.connect(gateway.path)
            again.send(hello)
            assert "You cannot play" in (await again.farewell()).text
        gateway.admit(key("Bruno"), "test")
    async with serving(tmp_path) as gateway:
        with pytest.raises(RequestDenied, match="spam"):
            gateway.admit(key("Hana"), "elsewhere")
        end = time.time() + 3601
        monkeypatch.setattr(gateway.moderation, "now", lambda: end)
        await (await Client.enter(gateway, "Hana")).expect(Lobby)


async def test_a_banned_address_is_refused_until_it_is_unbanned(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        ticket = gateway.admit(key("Hana"), "192.0.2.7")
        hana = await Client.greet(gateway.path, "Hana", ticket=ticket)
        assert command(gateway, Ban("192.0.2.0/24")).text == "Banned 192.0.2.0/24. 1 session ended."
        assert (await hana.farewell()).text == "You cannot play on this server."
    async with serving(tmp_path) as gateway:
        for identity in (key("Bruno"), GUEST):
            with pytest.raises(RequestDenied, match="You cannot play"):
                gateway.admit(identity, "192.0.2.200")
        gateway.admit(key("Hana"), "192.0.3.7")
        command(gateway, Unban("192.0.2.0/24"))
        gateway.admit(key("Hana"), "192.0.2.7")
        assert denied(gateway, Unban("192.0.2.0/24")).startswith("No ban of 192.0.2.0/24")


async def test_a_banned_guest_cannot_come_back_with_the_code(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        guest = await Client.greet(gateway.path, "Hana", ticket=gateway.admit(GUEST, "192.0.2.7"))
        code = gateway.sessions[1].ticket.code
        assert command(gateway, Ban("Hana")).text.endswith(" It covers all guests from 192.0.2.7/32.")
        await guest.farewell()
        with pytest.raises(RequestDenied, match="Guests from your address cannot play on this server"):
            gateway.admit(GUEST, "192.0.2.7")
        gateway.admit(key("Bruno"), "192.0.2.7")
        again = await Client.connect(gateway.path)
        again.send(Hello(PROTOCOL, ticket=gateway.admit(GUEST, "192.0.2.8")))
        await again.expect(Welcome)
        again.send(Return(code))
        assert (await again.farewell()).text == "You cannot play on this server."


async def test_a_key_is_banned_by_its_fingerprint_and_unbanned_by_either_name(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        hana = await Client.enter(gateway, "Hana")
        for subject in ("Hana", key("Hana")):
            command(gateway, Ban(key("Hana")))
            with pytest.raises(RequestDenied):
                gateway.admit(key("Hana"), "test")
            assert command(gateway, Unban(subject)).text.startswith("Unbanned ")
            gateway.admit(key("Hana"), "test")
        assert (await hana.farewell()).reason == "refused"


@pytest.mark.parametrize("subject", ["0.0.0.0/0", "10.0.0.0/7", "::/0", "2001::/15"])
async def test_nobody_bans_half_the_world(tmp_path: Path, subject: str) -> None:
    async with serving(tmp_path) as gateway:
        assert denied(gateway, Ban(subject)).endswith("has too many addresses to ban.")
        assert not command(gateway, ListBans()).rows


def test_addresses_and_networks_that_a_ban_covers() -> None:
    assert covers("192.0.2.7/32", "", "192.0.2.7") and not covers("192.0.2.7/32", "", "192.0.2.8")
    assert covers("2001:db8::/32", "", "2001:db8:0:1::/64") and not covers("2001:db8::/32", "", "192.0.2.7")
    assert str(network_of("2001:db8::5")) == str(network_of("2001:db8::5/128")) == "2001:db8::/64"
    assert not any(covers("192.0.2.7/32", "", other) for other in ("local", "", "test"))
    assert network_of("Ada") is network_of(key("Ada")) is network_of("") is None


async def test_the_games_of_a_banned_player_continue_as_without_any_absent_player(tmp_path: Path) -> None:
    """The seat is kept, and a bot takes over after the usual time."""
    async with serving(tmp_path) as gateway:
        _, bruno = await start_game(gateway, "Hana", "Bruno")
        command(gateway, Ban("Hana"))
        assert await next_note(bruno) == "Hana is away."
        room = await bruno.expect(Room, lambda room: room.seats[0].away)
        assert room.seats[0].person and not room.seats[0].bot and room.stage == "playing"
        later(gateway, gateway.times.absent + 1)
        await bruno.expect(Room, lambda room: room.seats[0].bot == "medium")
        await bruno.expect(Moved)


# Newcomers


async def test_a_closed_server_admits_only_known_players(tmp_path: Path) -> None:
    """Guests may still enter the code of an earlier visit."""
    async with serving(tmp_path) as gateway:
        await Client.enter(gateway, "Hana")
        guest = await Client.greet(gateway.path, "Greta", ticket=gateway.admit(GUEST, "test"))
        code = gateway.sessions[2].ticket.code
        guest.close()
        assert command(gateway, Close("Come back\x1b[2J on Monday.")).text.endswith("Come back [2J on Monday.")
    async with serving(tmp_path) as gateway:
        await (await Client.enter(gateway, "Hana")).expect(Lobby)
        with pytest.raises(RequestDenied, match=r"does not admit new players at the moment. Come back \[2J on Monday."):
            gateway.admit(key("Bruno"), "test")
        guest = await Client.connect(gateway.path)
        guest.send(Hello(PROTOCOL, ticket=gateway.admit(GUEST, "test")))
        await guest.expect(Welcome)
        assert "does not admit" in (await guest.refused(Name("Ines"))).text
        guest.send(Return(code))
        assert (await guest.expect(Welcome)).name == "Greta"
        command(gateway, Reopen())
        gateway.admit(key("Bruno"), "test")


# Messages and names


async def test_a_message_reaches_everyone_without_control_characters(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        hana, bruno = await open_table(gateway, "Hana", "Bruno")
        ines = await Client.enter(gateway, "Ines")
        command(gateway, Broadcast("Restart\r\n at\x1b]0;x\x07 8 \u202eUTC."))
        for client in (hana, bruno, ines):
            assert await next_note(client) == "Message from the server: Restart at ]0;x 8 UTC."
        assert denied(gateway, Broadcast(" \x07 ")) == "The message is empty."


async def test_a_new_name_is_shown_everywhere_and_stays(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        hana, bruno = await start_game(gateway, "Rude Name", "Bruno")
        assert command(gateway, Rename("rude name", " Hana ")).text == "Renamed Rude Name to Hana."
        assert (await hana.expect(Welcome)).name == "Hana"
        assert await next_note(hana) == "The operator has changed your name to Hana."
        assert [seat.name for seat in (await bruno.expect(Room)).seats] == ["Hana", "Bruno"]
        assert denied(gateway, Rename("Hana", "bruno")) == "Another player is called bruno, or was in the last 30 days."
        assert "cannot be displayed" in denied(gateway, Rename("Hana", "Ha\x1b[2Jna"))
        assert "another one" in denied(gateway, Rename("Hana", "Server"))
    async with serving(tmp_path) as gateway:
        bruno = await Client.enter(gateway, "Bruno")
        assert [seat.name for seat in (await bruno.expect(Room)).seats] == ["Hana", "Bruno"]
        command(gateway, Rename("Hana", "Ines"))
        assert (await bruno.expect(Room)).seats[0].name == "Ines"
        ines = await Client.enter(gateway, "Rude Name")
        assert await next_note(ines) == "The operator has changed your name to Ines."


# Tables


async def test_a_removed_game_is_archived_and_its_players_are_told(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        hana, bruno = await start_game(gateway, "Hana", "Bruno")
        bruno.close()
        await next_note(hana)
        code = table_code(gateway)
        text = command(gateway, Remove(code.lower(), "stuck")).text
        assert text == f"Closed table {code} and archived its game: stuck."
        await hana.expect(Lobby)
        assert "was closed: the operator closed it: stuck. The server keeps a copy." in await next_note(hana)
        assert "the operator closed it" in await next_note(await Client.enter(gateway, "Bruno"))
        assert denied(gateway, Remove(code)).startswith("There is no table")


async def test_a_removed_waiting_table_is_gone(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        [hana] = await open_table(gateway, "Hana", seats=2)
        code = table_code(gateway)
        command(gateway, Remove(code))
        await hana.expect(Lobby)
        assert await next_note(hana) == f"The operator has closed table {code}."
        gateway.service.unloaded.add("ABCDEF")
        assert "left unchanged" in denied(gateway, Remove("ABCDEF"))


# Limits


async def test_a_changed_limit_applies_at_once_and_after_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path, limits=Limits(sessions=9)) as gateway:
        changed: list[Limits] = []
        gateway.on_limits = changed.append
        assert command(gateway, SetLimit("sessions", 1)).text == "The limit sessions is 1."
        assert gateway.limits.sessions == gateway.service.limits.sessions == changed[0].sessions == 1
        gateway.admit(key("Hana"), "test")
        with pytest.raises(RequestDenied, match="full"):
            gateway.admit(key("Bruno"), "test")
    async with serving(tmp_path, limits=Limits(sessions=9)) as gateway:
        assert ["sessions", "1", "9"] in command(gateway, ShowLimits()).rows
        assert command(gateway, SetLimit("sessions", None)).text == "The limit sessions is 9, as on the command line."
        assert "choose from sessions" in denied(gateway, SetLimit("seasons", 1))
        assert "from 1 to" in denied(gateway, SetLimit("sessions", 0))
        assert gateway.limits.sessions == 9


# Lists and the log


async def test_lists_say_who_is_here_and_what_is_played(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        assert command(gateway, Who()).text == "0 sessions."
        people = await start_game(gateway, "Hana", "Bruno")
        code = table_code(gateway)
        nameless = await Client.connect(gateway.path)
        nameless.send(Hello(PROTOCOL, ticket=gateway.admit(GUEST, "192.0.2.7")))
        await nameless.expect(Welcome)
        command(gateway, MutePlayer("Bruno"))
        rows = command(gateway, Who()).rows
        assert rows[0] == ["Hana", f"{code} seat 1", "0 min", "test", key("Hana"), ""]
        assert rows[1][:2] == ["Bruno", f"{code} seat 2"] and rows[1][-1] == "muted"
        assert rows[2][:2] == ["(no name yet)", ""] and rows[2][3] == "192.0.2.7"
        [row] = command(gateway, ListTables()).rows
        assert row == [code, "splendor", "playing", "0", "0 min", "Hana, Bruno", str(len(people)), "test"]


async def test_everything_that_was_done_is_in_the_log_in_order(tmp_path: Path) -> None:
    """With its time and who did it, also after a restart; what was refused or only read is not."""
    async with serving(tmp_path) as gateway:
        await Client.enter(gateway, "Hana")
        command(gateway, Broadcast("Hello."))
        command(gateway, MutePlayer("Hana", "insults"))
        denied(gateway, Kick("Nobody"))
        command(gateway, Who())
    async with serving(tmp_path) as gateway:
        command(gateway, Close())
        rows = command(gateway, ShowLog()).rows
        texts = ["Sent to 1 player: Hello.", "Muted Hana: insults.", "Closed to new players."]
        assert [row[2] for row in rows] == texts and {row[1] for row in rows} == {"root"}
        assert all(row[0].endswith(" UTC") for row in rows)
        assert [row[2] for row in command(gateway, ShowLog(1)).rows] == texts[-1:]


@pytest.mark.on_files
async def test_the_health_check_names_what_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(databases, "BUSY", 0.01)
    async with serving(tmp_path) as gateway:
        assert command(gateway, Health()).text == "The server is in order: 0 sessions, 0 tables."
        gateway.ticked -= 60
        gateway._tasks[0].cancel()
        await Client.enter(gateway, "Hana")
        assert denied(gateway, Health()) == "The clock of the tables has stopped. The bots or the notices have stopped."
        gateway.store.engine.dispose()
        with gateway.store.engine.connect() as blocker:
            blocker.exec_driver_sql("BEGIN IMMEDIATE")
            assert denied(gateway, Health()) == "Cannot write the database: database is locked."
            assert denied(gateway, Close()) == "The server could not save that; see its log."
            assert gateway.moderation.closed is None


async def test_no_note_is_lost_on_the_way(tmp_path: Path) -> None:
    """A player who is away hears on the next visit what the operator did meanwhile."""
    async with serving(tmp_path) as gateway:
        (await Client.enter(gateway, "Hana")).close()
        while gateway.service.people:
            await asyncio.sleep(0.001)
        command(gateway, MutePlayer("Hana"))
        hana = await Client.enter(gateway, "Hana")
        assert await hana.expect(Note) == Note("You cannot chat.")


@pytest.mark.on_files
async def test_a_backup_is_a_whole_database_and_overwrites_nothing(tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    async with serving(tmp_path) as gateway:
        await Client.enter(gateway, "Hana")
        assert await back_up(gateway, str(copy)) == f"Copied the database to {copy}."
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
        before = copy.read_bytes()
        assert "choose another name" in await back_up(gateway, str(copy))
        assert "not an absolute path" in await back_up(gateway, "copy.db")
        assert (await back_up(gateway, "/proc/copy.db")).endswith("No such file or directory.")
        assert "Cannot write" in await back_up(gateway, "/tmp/\0")
        assert copy.read_bytes() == before and [*tmp_path.glob("copy.db*")] == [copy]
    contents = repair.check(copy)
    assert not contents.faults and [row["name"] for row in contents.rows["players"]] == ["Hana"]


@pytest.mark.on_files
async def test_no_one_waits_for_a_backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server answers players while a large database is copied."""
    copied = threading.Event()
    monkeypatch.setattr(repair, "back_up", lambda folder, path: copied.wait(10))
    async with serving(tmp_path) as gateway:
        copying = asyncio.create_task(back_up(gateway, "/copy.db"))
        hana = await Client.enter(gateway, "Hana")
        await hana.expect(Lobby)
        assert not copying.done()
        copied.set()
        assert await copying == "Copied the database to /copy.db."
