"""How each game looks: a package named as the game, with a class `BOARD` in `board`, the functions of a `Narrator` in
`plain`, the rules in short in `help.md`, and a lesson in `lesson.toml`.
"""
