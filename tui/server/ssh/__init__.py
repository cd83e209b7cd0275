"""The SSH side of a server: connections, sessions and the programs they run."""
