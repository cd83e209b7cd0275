"""Tables on a server: seats, votes, play, and what each client is shown."""
