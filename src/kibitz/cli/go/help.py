"""What Go adds to the help of commands for any game."""

from typing import Final

from kibitz.cli.game_help import GameHelp

HELP: Final = {
    "show": GameHelp("POSITION is moves such as 'Q16 D4', or a board.", ("kibitz show --game go --size 9 'E5 C3'",)),
    "perft": GameHelp("every empty point is a move.", ("kibitz perft 3 --game go --size 9",)),
    "convert": GameHelp(
        "games come from an SGF file, a folder or an archive (tar, zip), in any encoding, and go to one SGF file in UTF-8.",
        ("kibitz convert --game go games.tar.gz games.sgf",),
    ),
    "play": GameHelp(
        "a move is a point such as D4, or pass. The default player for White is uct, and for hints goexpert.",
        ("kibitz play --game go --size 9 --white uct:seconds=2 --save game.sgf",),
    ),
    "train": GameHelp(
        "the games are an SGF file, a folder or an archive (tar, zip).", ("kibitz train go-network --data games.tar.gz",)
    ),
    "reproduce": GameHelp(
        "PAPER is paisarnsrisomsuk2015. The games are a folder of SGF archives.",
        ("kibitz reproduce paisarnsrisomsuk2015 --data KGS --networks none,record --recipe thesis",),
    ),
    "engine": GameHelp(
        "uct chooses the moves unless a player is named.",
        ("kibitz engine gtp --game go --threads 2", "kibitz engine gtp --game go --player uct:seconds=2,threads=2"),
    ),
    "match": GameHelp(
        "the default opening set is start, the empty board.",
        ("kibitz match --game go --size 9 uct:seconds=1 'gtp:\"gnugo --mode gtp --chinese-rules\"' --pairs 10",),
    ),
    "ladder": GameHelp(
        "the default opening set is start, the empty board.",
        ("kibitz ladder --game go --size 9 random uct:playouts=500 uct:playouts=2000 --pairs 10",),
    ),
    "kibitz": GameHelp("", ("kibitz play --game go --size 9",)),
}
