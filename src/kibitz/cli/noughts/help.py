"""What noughts and crosses adds to the help of commands for any game."""

from typing import Final

from kibitz.cli.game_help import GameHelp

HELP: Final = {
    "show": GameHelp(
        "POSITION is a transcript, or a board of 9 characters (X black, O white, - empty).", ("kibitz show b2a1 --game noughts",)
    ),
    "perft": GameHelp("the whole tree is 9 plies deep.", ("kibitz perft 9 --game noughts",)),
    "convert": GameHelp("the file is a transcript a line.", ("kibitz convert games.txt copy.txt --game noughts",)),
    "play": GameHelp(
        "a move is a square such as b2. The default player for White and for hints is perfect.", ("kibitz play --game noughts",)
    ),
    "train": GameHelp("networks evolve by playing, and need no games.", ("kibitz train noughts-evolved",)),
    "engine": GameHelp("perfect chooses the moves unless a player is named.", ("kibitz engine gtp --game noughts",)),
    "match": GameHelp(
        "the default opening set is start, the empty board.", ("kibitz match --game noughts perfect random --pairs 10",)
    ),
    "ladder": GameHelp(
        "the default opening set is start, the empty board.", ("kibitz ladder --game noughts perfect evolved random",)
    ),
}
