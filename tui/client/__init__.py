"""The client of a server: it shows the server's messages, and has no state besides."""
