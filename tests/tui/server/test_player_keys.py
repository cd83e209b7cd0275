"""Several keys of one player: codes that add one, removing them, bans and mutes that cover them, and old databases."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tabletown.tui.protocol.admin_messages import Ban, MutePlayer, Unban, UnmutePlayer
from tabletown.tui.protocol.client_messages import PROTOCOL, Hello, Name, Open, Say
from tabletown.tui.protocol.player_messages import (
    FetchKeys,
    FetchProfile,
    KeyCode,
    KeyList,
    MakeKeyCode,
    Profile,
    RemoveKey,
    UseKeyCode,
)
from tabletown.tui.protocol.server_messages import Lobby, Note, Room, Welcome
from tabletown.tui.server import player_keys, repair, store
from tabletown.tui.server.gateway import GUEST, Gateway, RequestDenied
from tabletown.tui.server.operator_store import OperatorStore
from tabletown.tui.server.player_directory import PlayerDirectory
from tabletown.tui.server.player_keys import KEY_CODE, UNKNOWN_CODE, VALID
from tabletown.tui.server.schema import SCHEMA
from tabletown.tui.server.store import Store
from tests.tui.server.operator_tools import command, denied
from tests.tui.server.player_service import PlayerService
from tests.tui.server.raw_client import Client, key, serving
from tests.tui.server.seated_clients import open_table
from tests.tui.server.test_archive import add


@pytest.fixture
def town(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PlayerService:
    """A server whose database has the same time as the rest."""
    service = PlayerService(tmp_path)
    monkeypatch.setattr(store, "time", lambda: service.time)
    return service


def code_of(town: PlayerService, number: int) -> str:
    """A code that a player makes."""
    town.send(number, MakeKeyCode())
    return town.got(number, KeyCode).code


def use(town: PlayerService, identity: str, code: str, address: str = "192.0.2.7") -> str:
    """The name of the account that a key now opens, or the refusal."""
    owner = town.store.player(identity)
    try:
        return town.desk.use_code(identity, address, code, owner[0] if owner else None).name
    except RequestDenied as no:
        return str(no)


def listed(town: PlayerService, number: int) -> list[str]:
    """The keys of a player."""
    town.send(number, FetchKeys())
    return [info.key for info in town.got(number, KeyList).keys]


# Codes


def test_a_code_adds_a_key_once(town: PlayerService) -> None:
    """However it is typed; only its hash is stored, and the player is told."""
    hana = town.enter("Hana")
    code = code_of(town, hana)
    assert len(code) == KEY_CODE and town.got(hana, KeyCode).seconds == VALID
    with town.store.engine.begin() as base:
        assert code not in str(base.exec_driver_sql("SELECT * FROM key_codes").all())
    assert use(town, "laptop", f" {code[:4].lower()} {code[4:]}") == "Hana"
    assert [info.key for info in town.got(hana, KeyList).keys] == ["hana", "laptop"], "a page that is open shows it"
    assert town.store.player("laptop") == (hana, "Hana") and listed(town, hana) == ["hana", "laptop"]
    assert town.got(hana, Note).text == "Another key now opens your account: laptop."
    assert use(town, "another", code) == UNKNOWN_CODE


def test_a_code_expires_and_a_newer_one_replaces_it(town: PlayerService, tmp_path: Path) -> None:
    """It outlasts a restart, though."""
    hana = town.enter("Hana")
    first, second = code_of(town, hana), code_of(town, hana)
    assert use(town, "laptop", first) == UNKNOWN_CODE
    again = PlayerService(tmp_path)
    again.time += VALID - 1
    assert use(again, "laptop", second) == "Hana"
    third = code_of(town, hana)
    town.time += VALID
    assert use(town, "tablet", third, "192.0.2.8") == UNKNOWN_CODE


def test_codes_cannot_be_guessed_in_great_numbers(town: PlayerService) -> None:
    hana = town.enter("Hana")
    code = code_of(town, hana)
    answers = [use(town, "mallory", "WRONGCODE") for _ in range(6)]
    assert answers[:5] == [UNKNOWN_CODE] * 5 and answers[5].startswith("Too many key codes")
    assert use(town, "mallory", code).startswith("Too many key codes")
    assert use(town, "laptop", code, "192.0.2.8") == "Hana"
    town.time += 61
    assert use(town, "mallory", "WRONGCODE") == UNKNOWN_CODE


def test_a_key_of_someone_who_has_not_played_may_move(town: PlayerService) -> None:
    hana, bruno = town.enter("Hana"), town.enter("Bruno")
    assert use(town, "hana", code_of(town, hana)).startswith("That is your own code")
    assert use(town, "bruno", code_of(town, hana)) == "Hana"
    assert town.store.player("bruno") == (hana, "Hana")
    assert town.refusal(hana, FetchProfile(bruno)) == "The server knows no such player."
    assert town.store.name_player("new", "Bruno", "bruno") == bruno + 1, "the name is free again"


def test_the_only_key_of_someone_who_has_played_may_not(town: PlayerService) -> None:
    hana, bruno, ines = (town.enter(name) for name in ("Hana", "Bruno", "Ines"))
    add(town.store, "splendor", ["{}"], (bruno, "Bruno", 3))
    town.open_table(ines)
    for name in ("Bruno", "Ines"):
        assert use(town, name.lower(), code_of(town, hana)).startswith(f"That is the only key of {name}")
    assert use(town, "laptop", code_of(town, bruno)) == "Bruno"
    assert use(town, "laptop", code_of(town, hana)) == "Hana"
    assert listed(town, bruno) == ["bruno"]


def test_nobody_has_keys_without_end(town: PlayerService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player_keys, "MOST_KEYS", 2)
    hana = town.enter("Hana")
    assert use(town, "laptop", code_of(town, hana)) == "Hana"
    assert town.refusal(hana, MakeKeyCode()) == "You have 2 keys; remove one first."


# Keys


def test_a_key_is_removed_but_never_the_last(town: PlayerService) -> None:
    hana = town.enter("Hana")
    assert town.refusal(hana, RemoveKey("hana")) == "That is your only key; add another one first."
    use(town, "laptop", code_of(town, hana))
    assert town.refusal(hana, RemoveKey("hana")).startswith("You are connected with that key")
    assert town.refusal(hana, RemoveKey("bruno")) == "You have no such key."
    town.send(hana, RemoveKey("laptop"))
    assert town.ended == ["laptop"] and town.store.player("laptop") is None
    assert [info.key for info in town.got(hana, KeyList).keys] == ["hana"]


def test_a_removed_first_key_opens_a_new_account(town: PlayerService, tmp_path: Path) -> None:
    """Neither account loses anything, after restarts too."""
    hana = town.enter("Hana")
    use(town, "laptop", code_of(town, hana))
    town.using[hana] = "laptop"
    town.send(hana, RemoveKey("hana"))
    other = town.enter("Ines", "hana")
    again = PlayerService(tmp_path)
    assert (
        other != hana
        and again.store.player("hana") == (other, "Ines")
        and again.store.player("laptop") == (hana, "Hana")
    )


def test_keys_are_listed_with_their_use(town: PlayerService) -> None:
    guest = town.enter("Greta", f"guest:{'ab' * 32}")
    town.time += 100
    use(town, key("Greta"), code_of(town, guest))
    town.time += 100
    town.enter("Greta", key("Greta"))
    town.send(guest, FetchKeys())
    first, second = town.got(guest, KeyList).keys
    assert (first.key, first.used, first.yours) == ("guest code abababab", 1e9, False)
    assert (second.key, second.added, second.used, second.yours) == (key("Greta"), 1e9 + 100, 1e9 + 200, True)


def test_house_rules_are_accepted_once_for_all_keys(town: PlayerService) -> None:
    hana = town.enter("Hana")
    rules = OperatorStore(town.store)
    use(town, "laptop", code_of(town, hana))
    rules.accept("laptop", "v1")
    assert rules.accepted("hana") == rules.accepted("laptop") == "v1" and rules.accepted("bruno") == ""


# Sessions


async def added_key(gateway: Gateway, owner: Client, identity: str, address: str = "test") -> Client:
    """A session with another key of a player, who makes a code for it."""
    owner.send(MakeKeyCode())
    code = (await owner.expect(KeyCode)).code
    other = await Client.connect(gateway.path)
    other.send(Hello(PROTOCOL, ticket=gateway.admit(identity, address)))
    assert (await other.expect(Welcome)).new
    other.send(UseKeyCode(code))
    assert (await other.expect(Welcome)).name == owner.name
    return other


async def test_a_second_machine_joins_at_the_prompt_for_the_name(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        [hana] = await open_table(gateway, "Hana", seats=2)
        laptop = await added_key(gateway, hana, key("Hana's laptop"))
        assert (await laptop.expect(Room)).yours == 0
        assert (await hana.farewell()).reason == "replaced"
        bruno = await Client.enter(gateway, "Bruno")
        laptop.send(MakeKeyCode())
        bruno.send(UseKeyCode((await laptop.expect(KeyCode)).code))
        assert (await bruno.farewell()).text == "This key now opens the account of Hana: connect again."
        assert (await Client.enter(gateway, "Hana", key="")).name == "Hana"


async def test_a_wrong_code_leaves_the_prompt_open(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        ines = await Client.connect(gateway.path)
        ines.send(Hello(PROTOCOL, ticket=gateway.admit(key("Ines"), "test")))
        await ines.expect(Welcome)
        assert (await ines.refused(UseKeyCode("NOSUCHCODE"))).text == UNKNOWN_CODE
        ines.send(Name("Ines"))
        await ines.expect(Lobby)


async def test_bans_and_mutes_cover_all_keys_of_a_player(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        [hana] = await open_table(gateway, "Hana", seats=2)
        command(gateway, MutePlayer("Hana", "insults"))
        laptop = await added_key(gateway, hana, key("laptop"))
        assert (await laptop.refused(Say("Hello!"))).text == "You cannot chat: insults."
        command(gateway, UnmutePlayer("Hana"))
        for subject in ("Hana", key("laptop")):
            text = command(gateway, Ban(subject)).text
            assert "1 session ended." in text or subject != "Hana"
            for identity in (key("Hana"), key("laptop")):
                with pytest.raises(RequestDenied, match="You cannot play"):
                    gateway.admit(identity, "elsewhere")
            command(gateway, Unban("Hana"))
            gateway.admit(key("laptop"), "elsewhere")


async def test_a_muted_guest_stays_muted_under_another_name(tmp_path: Path) -> None:
    """At the same address, until it is lifted; players with keys there may chat."""
    async with serving(tmp_path) as gateway:
        await Client.greet(gateway.path, "Greta", ticket=gateway.admit(GUEST, "192.0.2.7"))
        text = command(gateway, MutePlayer("Greta", "insults")).text
        assert text == "Muted Greta: insults. It covers all guests from 192.0.2.7/32."
        again = await Client.greet(gateway.path, "Gerda", ticket=gateway.admit(GUEST, "192.0.2.7"))
        bruno = await Client.greet(gateway.path, "Bruno", ticket=gateway.admit(key("Bruno"), "192.0.2.7"))
        for client in (again, bruno):
            client.send(Open("splendor", {}, ["", ""]))
            await client.expect(Room)
        assert (await again.refused(Say("Hello!"))).text == "Guests from your address cannot chat: insults."
        bruno.send(Say("Hello!"))
        assert command(gateway, UnmutePlayer("Greta")).text == "Unmuted Greta."
        again.send(Say("Hello!"))
        assert denied(gateway, UnmutePlayer("guests@192.0.2.7/32")) == "There is no mute of guests@192.0.2.7/32."


# Databases of earlier versions

OLD = """
CREATE TABLE players (id INTEGER PRIMARY KEY, identity VARCHAR NOT NULL UNIQUE, name VARCHAR NOT NULL,
    folded VARCHAR NOT NULL UNIQUE);
CREATE TABLE ratings (player INTEGER NOT NULL REFERENCES players (id), game VARCHAR NOT NULL, rating FLOAT NOT NULL,
    games INTEGER NOT NULL, PRIMARY KEY (player, game));
CREATE TABLE measures (kind VARCHAR NOT NULL, subject VARCHAR NOT NULL, name VARCHAR NOT NULL, reason VARCHAR NOT NULL,
    since FLOAT NOT NULL, until FLOAT, PRIMARY KEY (kind, subject));
CREATE TABLE accepted (identity VARCHAR PRIMARY KEY, version VARCHAR NOT NULL, time FLOAT NOT NULL);
INSERT INTO players VALUES (1, 'SHA256:hana', 'Hana', 'hana'), (2, 'guest:bruno', 'Bruno', 'bruno');
INSERT INTO ratings VALUES (1, 'splendor', 1530.0, 7);
INSERT INTO measures VALUES ('mute', 'SHA256:hana', 'Hana', 'insults', 1.0, NULL);
INSERT INTO accepted VALUES ('SHA256:hana', 'v1', 1.0);
PRAGMA user_version = 3;
"""
"""The tables of schema 3 that are about players."""


@pytest.mark.on_files
def test_players_of_an_older_database_keep_their_keys(tmp_path: Path) -> None:
    base = sqlite3.connect(tmp_path / repair.DATABASE)
    base.executescript(OLD)
    base.close()
    for _ in range(2):
        old = Store(tmp_path / repair.DATABASE)
        assert old.player("SHA256:hana") == (1, "Hana") and old.player("guest:bruno") == (2, "Bruno")
        [figures] = PlayerDirectory(old).figures(1)
        assert (figures.rating, figures.rated, figures.history) == (1530, 7, [1530])
        assert OperatorStore(old).accepted("SHA256:hana") == "v1"
        old.close()
    contents = repair.check(tmp_path / repair.DATABASE)
    assert not contents.faults and [row["player"] for row in contents.rows["keys"]] == [1, 2]
    base = sqlite3.connect(tmp_path / repair.DATABASE)
    assert base.execute("PRAGMA user_version").fetchone() == (SCHEMA,)
    base.close()


@pytest.mark.on_files
async def test_a_lost_table_of_keys_costs_no_account(tmp_path: Path) -> None:
    """Rows about a lost player are left out, and players without a key get their first one back."""
    async with serving(tmp_path) as gateway:
        for name in ("Hana", "Bruno"):
            await Client.enter(gateway, name)
    base = sqlite3.connect(tmp_path / "data" / repair.DATABASE)
    base.executescript("UPDATE keys SET added = 'x' WHERE player = 1; UPDATE players SET name = x'00' WHERE id = 2;")
    base.close()
    async with serving(tmp_path) as gateway:
        assert gateway.store.player(key("Hana")) == (1, "Hana") and gateway.store.player(key("Bruno")) is None
        hana = await Client.enter(gateway, "Hana")
        hana.send(FetchProfile())
        assert (await hana.expect(Profile)).yours
