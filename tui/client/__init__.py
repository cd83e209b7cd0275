"""The client of a server: it shows what the server sends and keeps nothing else."""
