"""A laboratory: the games as standard environments for programs that learn; see README.md beside this file.

It needs what `pip install 'tabletown[lab]'` installs. Nothing else of Tabletown imports it.
"""

try:
    import gymnasium
    import pettingzoo  # noqa: F401
except ImportError as missing:
    raise ImportError(f"the laboratory needs {missing.name}; run pip install 'tabletown[lab]'") from missing

from tabletown.rules.core.registry import load

from .aec import RawEnv, aec_env
from .bot_env import BotEnv
from .episode import EncodedGame, Episode, encoded_games

__all__ = ["BotEnv", "EncodedGame", "Episode", "RawEnv", "aec_env", "encoded_games"]

for _name in encoded_games():
    _id = f"tabletown/{_name}-v{load(_name).VERSION}"
    gymnasium.register(_id, "tabletown.tui.lab.bot_env:BotEnv", kwargs={"game": _name})
