"""What Othello adds to the help of `kibitz archive`."""

from typing import Final

from kibitz.cli.game_help import GameHelp

HELP: Final = {
    "archive": GameHelp("", ("kibitz archive fetch wthor", "kibitz archive explore f5d6c3")),
    "import": GameHelp(
        "games on 8×8, in any record format.",
        ("kibitz archive import WTH_2016.wtb my-games.pgn", "kibitz archive import ~/othello --archive club.duckdb"),
    ),
    "fetch": GameHelp(
        "wthor is the French federation's archive of tournament games since 1977.",
        ("kibitz archive fetch wthor", "kibitz archive fetch wthor --years 2010-2015 --folder ~/wthor"),
    ),
    "info": GameHelp("", ("kibitz archive info", "kibitz archive info --archive club.duckdb --json")),
    "explore": GameHelp(
        "POSITION is a transcript, or a board of 64 characters. Scores are discs.",
        (
            "kibitz archive explore f5d6c3",
            "kibitz archive explore f5d6c4 --from-year 2010 --player Takanashi --color black --json",
        ),
    ),
    "games": GameHelp(
        "",
        (
            "kibitz archive games f5d6c3d3c4 --player Tastet --limit 5",
            "kibitz archive games --tournament 'World Championship' --from-year 2019 --json",
        ),
    ),
    "export": GameHelp(
        "any record format; a folder gets WTHOR files.",
        (
            "kibitz archive export tastet.pgn --player 'Tastet Marc'",
            "kibitz archive export tiger.ggf --position f5d6c3d3c4 --human",
        ),
    ),
    "ratings": GameHelp(
        "", ("kibitz archive ratings --top 10 --year 2015 --human", "kibitz archive ratings --player 'Tastet Marc' --json")
    ),
    "players": GameHelp("", ("kibitz archive players tast", "kibitz archive players logistello --json")),
}
