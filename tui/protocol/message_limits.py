"""Limits of messages: bytes of a line, characters of names and chat, lines of the log and of chat."""

CLIENT_LINE = 4 << 10
"""Maximum bytes of a line from a client, with its newline."""
SERVER_LINE = 64 << 10
"""The same for the server; longer content is split into several messages."""
STORY_LINES = 100
"""Maximum lines of the log in one message."""
NAME = 20
"""Maximum characters of a display name."""
CHAT = 120
"""Maximum characters of a chat message."""
CHAT_LINES = 100
"""Maximum chat lines that are kept."""
MAX_PAGE = 50
"""Maximum finished games in one message."""
