"""The state that screens show and keep, without Textual: settings, keys, saved games, statistics, lessons."""
