"""The steps that bring the tables of an older database up to date, run by Alembic."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sql
from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory

SCRIPTS = ScriptDirectory(str(Path(__file__).parent))


def migrate(base: sql.Connection) -> None:
    """Take all steps that a database lacks, in the transaction of the connection."""
    context = MigrationContext.configure(base, opts={"fn": lambda heads, _: SCRIPTS._upgrade_revs("head", heads)})
    with Operations.context(context):
        context.run_migrations()
