"""Tables on a server: seats, votes, play, and the messages to each client."""
