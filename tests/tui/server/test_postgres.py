"""A server on PostgreSQL: its tables, a database that goes away and comes back, and what its own tools do."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
import sqlalchemy as sql
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from click.testing import CliRunner

from tabletown.tui.cli.main import main
from tabletown.tui.protocol.client_messages import PROTOCOL, Act, Hello
from tabletown.tui.protocol.server_messages import Moved, Note
from tabletown.tui.server import databases
from tabletown.tui.server.gateway import BACK, LOST
from tabletown.tui.server.schema import SCHEMA, meta
from tabletown.tui.server.store import BadStore, Store
from tests.tui.server.operator_tools import back_up
from tests.tui.server.postgres import Postgres
from tests.tui.server.raw_client import Client, key, serving
from tests.tui.server.seated_clients import start_game

UNSAVED = "The server could not save that; try again."
AWAY = "The server cannot reach its database; try again in a minute."


def test_the_steps_lead_to_the_tables_of_the_program(postgres: Postgres) -> None:
    engine = databases.opened(postgres.new())
    with engine.connect() as base:
        assert not compare_metadata(MigrationContext.configure(base, opts={"compare_type": True}), meta)
    engine.dispose()


def test_a_database_that_cannot_be_used_is_refused_in_a_sentence(postgres: Postgres) -> None:
    url = postgres.new()
    store = Store(url)
    with store.engine.begin() as base:
        base.execute(sql.update(databases.VERSIONS).values(version_num=str(SCHEMA + 1)))
    store.close()
    with pytest.raises(BadStore, match=f"^postgresql://town@.* has schema {SCHEMA + 1}; this version needs {SCHEMA}$"):
        Store(url)
    with pytest.raises(BadStore, match=r"^cannot use postgresql://town:\*\*\*@/nowhere.* \"nowhere\" does not exist$"):
        Store(f"postgresql://town:secret@/nowhere?host={postgres.folder}")


def test_only_one_statement_waits_for_a_database_that_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    connector, answers = databases.Connector(), [OSError("no route"), OSError("no route"), "connection"]
    tries: list[str] = []

    def connect(text: str) -> str:
        """Another statement comes while this one waits."""
        tries.append(text)
        if connector.error:
            with pytest.raises(OSError, match="no route"):
                connector(dialect, None, ["second"], {})
        answer = answers.pop(0)
        if isinstance(answer, OSError):
            raise answer
        return answer

    dialect = SimpleNamespace(loaded_dbapi=SimpleNamespace(connect=connect, Error=OSError))
    for _ in range(3):  # the first one fails, and the next ones come too soon
        with pytest.raises(OSError, match="no route"):
            connector(dialect, None, ["first"], {})
    assert tries == ["first"]
    monkeypatch.setattr(databases, "PAUSE", 0.0)
    with pytest.raises(OSError, match="no route"):
        connector(dialect, None, ["third"], {})
    assert connector(dialect, None, ["fourth"], {}) == "connection" and tries == ["first", "third", "fourth"]
    assert connector.error is None


@pytest.mark.slow
@pytest.mark.waits
async def test_a_game_goes_on_when_the_database_is_back(tmp_path: Path, postgres: Postgres) -> None:
    """Nobody loses the connection, a move, or time on the clock meanwhile."""
    async with serving(tmp_path, database=postgres.new()) as gateway:
        people = await start_game(gateway, "Hana", "Bruno", clock="5+5")
        hana = next(client for client in people if client.now and client.now.legal)
        [table] = gateway.service.tables.values()
        postgres.stop()
        try:
            move = Act(0, hana.now.legal[0])
            assert (await hana.refused(move)).text == UNSAVED
            for client in people:
                await client.expect(Note, lambda note: note.text == LOST)
            [fault] = gateway.faults()
            assert fault.startswith("Cannot write the database: ")
            stranger = await Client.connect(gateway.path)
            stranger.send(Hello(PROTOCOL, ticket=gateway.admit(key("Ines"), "test")))
            assert (await stranger.farewell()).text == AWAY
            ran = gateway.service.ran()
        finally:
            postgres.start()
        for client in people:
            await client.expect(Note, lambda note: note.text == BACK)
        assert gateway.service.ran() - ran < 1 and not gateway.faults() and table.plies == 0
        hana.send(move)
        for client in people:
            assert (await client.expect(Moved)).ply == 1
        assert len(gateway.store.log(table.code)) == 1


async def test_postgresql_has_its_own_tools(tmp_path: Path, postgres: Postgres) -> None:
    async with serving(tmp_path, database=postgres.new()) as gateway:
        answer = await back_up(gateway, str(tmp_path / "copy"))
        assert "pg_dump --format=custom --file=COPY postgresql://town@/" in answer
    for option, tool in ((["--check"], "pg_amcheck"), (["--restore", "copy"], "pg_restore")):
        done = CliRunner().invoke(main, ["serve", "--database", "postgresql:///tabletown", *option])
        assert done.exit_code == 2 and tool in done.stderr and "postgresql:///tabletown" in done.stderr
    done = CliRunner().invoke(main, ["serve", "--database", "mysql://tabletown"])
    assert done.exit_code == 2 and "--database takes the URL of a PostgreSQL database" in done.stderr
