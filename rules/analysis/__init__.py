"""Reviews of finished games, and the reasons for a move."""
