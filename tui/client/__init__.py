"""Play at the tables of a server: a thin client that shows what it is told, and holds nothing else."""
