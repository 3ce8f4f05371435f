"""What Othello adds to the help of commands for any game."""

from typing import Final

from kibitz.cli.game_help import GameHelp

HELP: Final = {
    "show": GameHelp(
        "POSITION is a transcript, or a board of 16, 36, 64 or 100 characters (X black, O white, - empty).",
        (
            "kibitz show f5d6c3",
            "kibitz show '---------------------------OX------XO--------------------------- X'",
            "echo f5d6 | kibitz show - --json",
            "kibitz show f5d6c3 --svg board.svg",
        ),
    ),
    "perft": GameHelp(
        "a position has about nine moves.",
        ("kibitz perft 9", "kibitz perft 6 --position f5d6c3 --json", "kibitz perft 10 --size 4"),
    ),
    "convert": GameHelp(
        "the file extensions set the formats.",
        ("kibitz convert games.ggf games.pgn", "kibitz convert WTH_2004.wtb games.txt --json"),
    ),
    "play": GameHelp(
        "a move is a square such as f5. The default player for White and for hints is greedy.",
        (
            "kibitz play",
            "kibitz play --black human:name=Ada --white random:seed=1 --save game.pgn",
            "kibitz play --black greedy --white 'gtp:\"gtp-rhino\",timeout=20' --start f5d6",
        ),
    ),
    "train": GameHelp(
        "the games are a folder of WTHOR files.",
        ("kibitz train tiny --data WTHOR", "kibitz models import runs/tiny/tiny.onnx"),
    ),
    "reproduce": GameHelp(
        "PAPER is hlynsson2017, leouski1996, ng2017 or pinkney2009. The games are a folder of WTHOR files.",
        (
            "kibitz reproduce hlynsson2017 --networks raw-8 --budget 10",
            "kibitz reproduce hlynsson2017 --runs checkpoints",
            "kibitz reproduce leouski1996 --networks all --budget 60",
            "kibitz reproduce pinkney2009 --networks paper --threads 2",
        ),
    ),
    "engine": GameHelp(
        "the engine chooses the moves unless a player is named. The values of moves are always the engine's.",
        (
            "kibitz engine gtp",
            "kibitz engine gtp --player expert:rating=1500",
            "kibitz engine nboard --hash 256 --threads 2",
        ),
    ),
    "match": GameHelp(
        "the default opening set is xot, a list of even openings.",
        (
            "kibitz match engine:level=4 engine:level=2 --pairs 100 --workers 2",
            "kibitz match expert 'gtp:\"gtp-rhino\"' --clock 1+0 --out expert-rhino",
            "kibitz match engine:level=7 engine:level=6 --pairs 2000 --sprt 0,20 --json",
        ),
    ),
    "ladder": GameHelp(
        "the default opening set is xot, a list of even openings.",
        (
            "kibitz ladder random greedy expert engine:level=2 --pairs 20 --out ladder --plot ladder.png",
            "kibitz ladder engine:level=8 --out ladder",
            "kibitz ladder engine:level={2..12} --apart 2 --pairs 100 --out levels",
        ),
    ),
    "kibitz": GameHelp("", ("kibitz show f5d6c3", "kibitz play --white greedy")),
}
