"""How each game looks: a module or package named as the game, with a class `BOARD` and the text `HELP`."""
